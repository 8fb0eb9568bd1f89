import itertools

import pytest

from phoneworld.frame import KEYBOARD_DP, KeyboardLook
from phoneworld.keyboard import ACTIONS, KeyboardKey, key_at, keys
from phoneworld.render.fonts import icon_table
from phoneworld.text.fallback import font_of

LOOKS = [
    KeyboardLook(layout, shifted, "enter")
    for layout in ("letters", "symbols", "numbers")
    for shifted in (False, True)
]
DISPLAYS = [(1080, 1536, 2.625), (720, 624, 2.0), (1440, 1972, 3.5), (320, 100, 1.0)]
TOP = 1536


def _values(look: KeyboardLook) -> list[str]:
    return [key.value for key in keys(look, 1080, TOP, 2.625)]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("width", "top", "density"), DISPLAYS)
def test_keys_do_not_overlap(look: KeyboardLook, width: int, top: int, density: float) -> None:
    for one, other in itertools.combinations(keys(look, width, top, density), 2):
        a, b = one.bounds, other.bounds
        apart = a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top
        assert apart, (one, other)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("width", "top", "density"), DISPLAYS)
def test_keys_of_a_row_touch_each_other(
    look: KeyboardLook, width: int, top: int, density: float
) -> None:
    rows: dict[int, list[KeyboardKey]] = {}
    for key in keys(look, width, top, density):
        rows.setdefault(key.bounds.top, []).append(key)

    for row in rows.values():
        for left, right in itertools.pairwise(row):
            assert left.bounds.right == right.bounds.left


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("width", "top", "density"), DISPLAYS)
def test_keys_lie_within_the_keyboard(
    look: KeyboardLook, width: int, top: int, density: float
) -> None:
    for key in keys(look, width, top, density):
        place = key.bounds
        assert 0 <= place.left < place.right <= width
        assert top <= place.top < place.bottom <= top + KEYBOARD_DP * density


@pytest.mark.parametrize("look", LOOKS)
def test_touching_the_middle_of_a_key_finds_it(look: KeyboardLook) -> None:
    for key in keys(look, 1080, TOP, 2.625):
        x, y = key.bounds.center
        assert key_at(look, 1080, TOP, 2.625, x, y) == key


def test_there_is_no_key_above_the_keyboard() -> None:
    assert key_at(LOOKS[0], 1080, TOP, 2.625, 540, TOP - 1) is None


def test_letters_follow_shift() -> None:
    assert set("qwertyuiopasdfghjklzxcvbnm") < set(_values(KeyboardLook("letters", False, "enter")))
    assert set("QWERTYUIOPASDFGHJKLZXCVBNM") < set(_values(KeyboardLook("letters", True, "enter")))


def test_every_printable_character_can_be_typed() -> None:
    typed = {value for look in LOOKS for value in _values(look)}

    assert {chr(code) for code in range(0x21, 0x7F)} <= typed


@pytest.mark.parametrize("look", LOOKS)
def test_editing_keys_are_always_there(look: KeyboardLook) -> None:
    assert {"backspace", "enter", "space", "hide"} <= set(_values(look))


@pytest.mark.parametrize("look", LOOKS)
def test_no_value_is_there_twice(look: KeyboardLook) -> None:
    values = _values(look)

    assert len(values) == len(set(values))


@pytest.mark.parametrize("enter", ["enter", "search", "send", "next", "done", "unheard-of"])
def test_enter_key_shows_an_icon_that_exists(enter: str) -> None:
    look = KeyboardLook("letters", False, enter)

    (key,) = [key for key in keys(look, 1080, TOP, 2.625) if key.value == "enter"]

    assert key.icon in icon_table()


@pytest.mark.parametrize("look", LOOKS)
def test_labels_have_glyphs(look: KeyboardLook) -> None:
    for key in keys(look, 1080, TOP, 2.625):
        assert not key.icon or key.icon in icon_table()
        assert key.value in ACTIONS or key.label == key.value
        for letter in key.label:
            assert ord(letter) in font_of(letter, 400, False).glyphs

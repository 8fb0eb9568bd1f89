import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.text.arabic import join
from phoneworld.text.fallback import EMOJI, font_of, length_of
from phoneworld.text.shaping import starts_rtl, visual
from phoneworld.ui.typeset import break_lines, reads_from_right, width_of

ANY_TEXT = st.text(st.characters(), max_size=60) | st.text(
    "aZ 1.()אבمرح\u0640\u200d😀🏽漢", max_size=30
)


def test_plain_text_is_left_as_it_is() -> None:
    assert visual("Wi-Fi (5 GHz)") == "Wi-Fi (5 GHz)"


def test_hebrew_is_drawn_from_the_right() -> None:
    assert visual("אבג") == "גבא"


def test_numbers_in_hebrew_keep_their_order() -> None:
    assert visual("אב 123") == "123 בא"


def test_hebrew_inside_a_latin_sentence_turns_alone() -> None:
    assert visual("Reply to אבג at 5:30 PM") == "Reply to גבא at 5:30 PM"


def test_brackets_are_mirrored_in_right_to_left_text() -> None:
    assert visual("א (ב) ג") == "ג (ב) א"


def test_percent_sign_stays_with_its_number() -> None:
    assert visual("אב 50%") == "50% בא"


def test_arabic_letters_take_their_joined_forms() -> None:
    assert join("محمد") == "\ufee3\ufea4\ufee4\ufeaa"


def test_lam_alef_becomes_one_letter() -> None:
    assert join("سلام") == "\ufeb3\ufefc\ufee1"


def test_letter_that_does_not_reach_over_ends_the_joining() -> None:
    assert join("دا") == "\ufea9\ufe8d"


@pytest.mark.parametrize("text", ["a\x00b", "a\u200eb", "a\ufe0fb", "a\U0001f3fdb"])
def test_what_has_no_shape_is_dropped(text: str) -> None:
    assert visual(text) == "ab"


def test_lone_surrogate_becomes_the_replacement_character() -> None:
    assert visual("a\ud83d") == "a\ufffd"


def test_accents_are_joined_to_their_letters() -> None:
    assert visual("e\u0301") == "é"


@pytest.mark.parametrize(
    ("letter", "font"),
    [
        ("a", "Roboto-Regular.ttf"),
        ("Ж", "Roboto-Regular.ttf"),
        ("א", "NotoSansHebrew-Regular.ttf"),
        ("م", "NotoSansArabic-Regular.ttf"),
        ("⇒", "NotoSansMath-subset.ttf"),
        ("★", "NotoSansSymbols2-subset.ttf"),
        ("😀", EMOJI),
        ("漢", "DroidSansFallback-subset.ttf"),
        ("\U00010380", "Roboto-Regular.ttf"),
    ],
)
def test_character_is_drawn_by_the_first_font_that_has_it(letter: str, font: str) -> None:
    assert font_of(letter, 400, False).name == font


def test_kerned_pair_is_narrower_than_its_letters() -> None:
    assert length_of("AV", 400) < length_of("A", 400) + length_of("V", 400)


def test_width_grows_with_the_size() -> None:
    assert width_of("Settings", 84, 400) == pytest.approx(2 * width_of("Settings", 42, 400), abs=2)


def test_lines_fit_the_width() -> None:
    text = "The quick brown fox " * 20 + "x" * 300

    lines = break_lines(text, 42, 400, 500, 0)

    assert max(width_of(line, 42, 400) for line in lines) <= 500


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", False), ("Ada", False), ("12 אב", True), ("Ada אב", False), ("😀", False)],
)
def test_direction_is_that_of_the_first_letter(text: str, expected: object) -> None:
    assert reads_from_right(text) is expected


@given(ANY_TEXT)
def test_any_text_can_be_measured_and_broken(text: str) -> None:
    assert width_of(text, 42, 500) >= 1
    assert break_lines(text, 42, 500, 300, 2)


@given(st.text("abאבم 12.()", max_size=25))
def test_reordering_loses_nothing(text: str) -> None:
    def kept(written: str) -> list[str]:
        # Joined forms and mirrored brackets count as what they were made from.
        plain = unicodedata.normalize("NFKC", written)
        return sorted(plain.replace(")", "("))

    assert kept(visual(text)) == kept(text)


@given(st.text("אבגד ", min_size=1, max_size=12).filter(starts_rtl))
def test_pure_right_to_left_text_is_reversed(text: str) -> None:
    assert visual(text) == text[::-1]

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.actions import (
    Action,
    Click,
    CloseApp,
    Direction,
    Drag,
    ElementRef,
    Finish,
    LongPress,
    OpenApp,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
    Wait,
)
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    EDITABLE,
    FOCUSED,
    Bounds,
    Element,
    Observation,
)
from runtime.runs.replay_match import ScreenDiffers, fitted, shows_the_same

TITLE, WIFI, SWITCH, FIELD, SAVE = range(5)


def element(
    index: int, role: str, text: str = "", *, hint: str = "", id: str = "", flags: int = CLICKABLE
) -> Element:
    bounds = Bounds(0, 100 * index, 1000, 100 * index + 100)
    return Element(index, role, text, hint, "", id, bounds, flags)


def screen(*elements: Element, activity: str = ".Main", focused: int | None = None) -> Observation:
    placed = tuple(
        replace(item, index=i, bounds=Bounds(0, 100 * i, 1000, 100 * i + 100))
        for i, item in enumerate(elements)
    )
    return Observation(
        "look", "com.example", activity, 1000, 2000, 0, placed, False, focused, False, (), None, 0.0
    )


PAGE = (
    element(0, "text", "Network", flags=0),
    element(1, "row", "Wi-Fi"),
    element(2, "switch", id="on", flags=CLICKABLE | CHECKABLE),
    element(3, "field", "milk", hint="Name", flags=CLICKABLE | EDITABLE | FOCUSED),
    element(4, "button", "Save"),
)
RECORDED = screen(*PAGE, focused=FIELD)
ADVERT = element(0, "text", "Buy now")


def why(action: Action, now: Observation, recorded: Observation = RECORDED) -> str:
    with pytest.raises(ScreenDiffers) as raised:
        fitted(action, recorded, now)
    return str(raised.value)


@pytest.mark.parametrize(
    "action",
    [
        Click(ElementRef(WIFI)),
        Click(Point(500, 70)),
        LongPress(ElementRef(SAVE), 900),
        Type("bread", ElementRef(FIELD)),
        Type("bread"),
        Scroll(Direction.DOWN, ElementRef(TITLE)),
        Scroll(Stroke(Point(500, 70), Point(500, 20))),
        Drag(ElementRef(WIFI), Point(500, 210)),
        PressButton(SystemButton.ENTER),
        PressButton(SystemButton.BACK),
        Finish("Wi-Fi is on"),
    ],
)
def test_on_the_same_screen_an_action_is_itself(action: Action) -> None:
    assert fitted(action, RECORDED, RECORDED) == action


def test_elements_are_found_by_what_they_are_wherever_they_moved() -> None:
    now = screen(ADVERT, *PAGE, focused=FIELD + 1)
    assert fitted(Click(ElementRef(WIFI)), RECORDED, now) == Click(ElementRef(WIFI + 1))
    assert fitted(Type("x", ElementRef(FIELD)), RECORDED, now) == Type("x", ElementRef(FIELD + 1))
    # 50 px below on a screen of 2000: the middle of the row, where the middle was touched.
    moved = fitted(Click(Point(500, 75)), RECORDED, now)
    assert isinstance(moved, Click)
    assert now.pixel(moved.target) == (500, 250)


@given(st.permutations(range(len(PAGE))))
def test_a_named_element_is_never_mistaken(order: list[int]) -> None:
    now = screen(*(PAGE[i] for i in order))
    try:
        action = fitted(Click(ElementRef(SAVE)), RECORDED, now)
    except ScreenDiffers:
        raise AssertionError("it is there, whatever the order") from None
    assert isinstance(action, Click)
    assert isinstance(action.target, ElementRef)
    assert now.elements[action.target.index].text == "Save"


def test_a_swipe_goes_along_with_what_it_begins_on() -> None:
    stroke = Scroll(Stroke(Point(900, 75), Point(100, 75)))
    moved = fitted(stroke, RECORDED, screen(ADVERT, *PAGE))
    assert isinstance(moved, Scroll)
    assert isinstance(moved.motion, Stroke)
    assert moved.motion.start.y == pytest.approx(125, abs=1)
    assert moved.motion.end.y == pytest.approx(125, abs=1)


def test_what_is_missing_or_doubled_is_named() -> None:
    assert why(Click(ElementRef(SAVE)), screen(*PAGE[:SAVE])) == "'Save' is not there"
    twice = screen(PAGE[SAVE], PAGE[SAVE], *PAGE[:SAVE])
    assert why(Click(ElementRef(SAVE)), twice) == "2 things look like 'Save'"


def test_another_page_is_another_screen_but_for_what_is_the_same_everywhere() -> None:
    now = replace(RECORDED, package="com.other", activity="com.other.Login")
    assert "com.other (Login), and not com.example (Main)" in why(Click(ElementRef(SAVE)), now)
    assert "com.other" in why(PressButton(SystemButton.BACK), now)
    for action in (OpenApp("Notes"), CloseApp("Notes"), Wait(5), PressButton(SystemButton.HOME)):
        assert fitted(action, RECORDED, now) == action


def test_a_switch_that_is_on_already_is_not_touched() -> None:
    on = replace(PAGE[SWITCH], flags=PAGE[SWITCH].flags | CHECKED)
    now = screen(*PAGE[:SWITCH], on, *PAGE[FIELD:])
    assert "another state" in why(Click(ElementRef(SWITCH)), now)
    # Also where its row is what is touched.
    row = replace(PAGE[WIFI], bounds=Bounds(0, 100, 1000, 300))
    before = replace(RECORDED, elements=(PAGE[0], row, *RECORDED.elements[SWITCH:]))
    after = replace(now, elements=(PAGE[0], row, *now.elements[SWITCH:]))
    assert "'Wi-Fi' is in another state" in why(Click(ElementRef(WIFI)), after, before)


def test_a_field_must_hold_what_it_held_unless_it_is_emptied() -> None:
    other = replace(PAGE[FIELD], text="bread")
    now = screen(*PAGE[:FIELD], other, PAGE[SAVE], focused=FIELD)
    assert "'Name' holds something else" in why(Type("!", ElementRef(FIELD)), now)
    assert "'Name' holds something else" in why(PressButton(SystemButton.ENTER), now)
    emptied = Type("!", ElementRef(FIELD), clear=True)
    assert fitted(emptied, RECORDED, now) == emptied
    assert "the cursor is in no field" in why(Type("!"), screen(*PAGE))


def test_claims_hold_only_where_the_same_is_shown() -> None:
    other = replace(PAGE[TITLE], text="Bluetooth")
    now = screen(other, *PAGE[1:], focused=FIELD)
    assert not shows_the_same(RECORDED, now)
    words = why(Finish("the network page is open"), now)
    assert words == "'Network' is no longer so; 'Bluetooth' was not so"


def test_what_has_no_name_is_known_by_what_is_beside_it() -> None:
    image = element(0, "image")
    before = screen(PAGE[TITLE], image, PAGE[SAVE], image, PAGE[WIFI])
    now = screen(ADVERT, PAGE[TITLE], image, PAGE[SAVE], image, PAGE[WIFI])
    assert fitted(Click(ElementRef(3)), before, now) == Click(ElementRef(4))
    alone = screen(ADVERT, image, ADVERT)
    assert "is not there" in why(Click(ElementRef(3)), alone, before)


def test_a_point_on_nothing_needs_the_whole_screen_as_it_was() -> None:
    tap = Click(Point(500, 900))
    assert fitted(tap, RECORDED, RECORDED) == tap
    assert "(500, 900)" in why(tap, screen(ADVERT, *PAGE))

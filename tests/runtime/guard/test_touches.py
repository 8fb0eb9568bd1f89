"""What a touch may come to: holds and drags that tap, pages that swipe, line breaks that send."""

import pytest
from guard_screens import HEIGHT, WIDTH, button, element, field, row, screen, text
from hypothesis import given
from hypothesis import strategies as st

from runtime.actions import (
    Direction,
    Drag,
    ElementRef,
    LongPress,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
)
from runtime.backends.adb.gestures import page
from runtime.episode import Verdict
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.ruling import Risk, Ruling
from runtime.guard.scene import GuardedScreen
from runtime.observation import (
    CLICKABLE,
    EDITABLE,
    FOCUSED,
    LONG_CLICKABLE,
    SCROLLABLE,
    Bounds,
    Element,
    Observation,
)

GUARD = RuleGuard(load_rules())


def assert_asks(ruling: Ruling, risk: Risk) -> None:
    assert (ruling.verdict, ruling.risk) == (Verdict.CONFIRM, risk), ruling


def assert_allows(ruling: Ruling) -> None:
    assert ruling.verdict is Verdict.ALLOW, ruling


# Holding

HELD = {
    "Pay now": Risk.PAYMENT,
    "Place order": Risk.PURCHASE,
    "Send": Risk.MESSAGE,
    "Call": Risk.CALL,
    "Delete": Risk.DELETION,
    "Install": Risk.INSTALL,
    "Sign in": Risk.ACCOUNT,
}


@pytest.mark.parametrize("label", HELD)
def test_holding_a_button_that_knows_no_hold_taps_it(label: str) -> None:
    seen = screen(text("Total $23.45"), button(label))

    assert_asks(GUARD.judge(LongPress(ElementRef(1)), seen), HELD[label])
    assert_asks(GUARD.judge(LongPress(Point(500, 90)), seen), HELD[label])


def test_holding_the_answer_to_a_permission_gives_it() -> None:
    asks = text("Allow Maps to access this device's location?", id="permission_message")
    seen = screen(asks, button("Allow"), package="com.google.android.permissioncontroller")

    assert_asks(GUARD.judge(LongPress(ElementRef(1)), seen), Risk.PERMISSION)


def test_holding_what_answers_to_a_hold_does_not_tap_it() -> None:
    held = element("Call", role="item", flags=CLICKABLE | LONG_CLICKABLE)

    assert_allows(GUARD.judge(LongPress(ElementRef(0)), screen(held)))


def test_holding_a_row_taps_the_button_that_lies_over_its_middle() -> None:
    mail = element("Old mail", role="item", flags=CLICKABLE | LONG_CLICKABLE)
    over = element("Delete", role="button", flags=CLICKABLE, bounds=Bounds(400, 20, 700, 120))

    assert_asks(GUARD.judge(LongPress(ElementRef(0)), screen(mail, over)), Risk.DELETION)


def test_holding_a_place_where_nothing_can_be_read_may_tap_anything() -> None:
    risky = screen(field("Message", "On my way"), button("Send"))
    calm = screen(row("Milk"), row("Bread"))

    assert_asks(GUARD.judge(LongPress(Point(500, 500)), risky), Risk.MESSAGE)
    assert_allows(GUARD.judge(LongPress(Point(500, 500)), calm))


# Strokes


@pytest.mark.parametrize("label", HELD)
@pytest.mark.parametrize("end", [Point(800, 90), Point(200, 122)], ids=["across", "down"])
def test_a_stroke_that_stays_on_a_button_taps_it(label: str, end: Point) -> None:
    seen = screen(text("Total $23.45"), button(label))
    start = Point(200, 70)

    assert_asks(GUARD.judge(Drag(start, end), seen), HELD[label])
    assert_asks(GUARD.judge(Scroll(Stroke(start, end)), seen), HELD[label])


def test_a_stroke_that_ends_on_a_button_within_what_it_began_on_taps_what_it_began_on() -> None:
    card = element("Buy now", role="button", flags=CLICKABLE, bounds=Bounds(0, 0, WIDTH, 600))
    info = element("Details", role="button", flags=CLICKABLE, bounds=Bounds(800, 400, 1000, 500))

    ruling = GUARD.judge(Drag(Point(100, 50), Point(850, 190)), screen(card, info))

    assert_asks(ruling, Risk.PURCHASE)


def test_a_stroke_that_leaves_a_button_does_not_tap_it() -> None:
    seen = screen(text("Total $23.45"), button("Place order"))

    assert_allows(GUARD.judge(Drag(Point(500, 90), Point(500, 600)), seen))
    assert_allows(GUARD.judge(Scroll(Stroke(Point(500, 90), Point(500, 600))), seen))


def test_a_stroke_over_nothing_taps_nothing() -> None:
    seen = screen(button("Place order"))

    assert_allows(GUARD.judge(Scroll(Stroke(Point(500, 900), Point(500, 400))), seen))


# Pages sideways: over adb, the finger goes through the middle of what scrolls.


def scroller(bounds: Bounds) -> Element:
    return element(role="list", flags=SCROLLABLE, bounds=bounds)


def mail(top: int) -> Element:
    return element(
        "Old mail", role="item", flags=CLICKABLE, bounds=Bounds(0, top, WIDTH, top + 200)
    )


def test_a_page_sideways_swipes_the_row_in_the_middle_of_the_list_around_its_target() -> None:
    header = element("Inbox", bounds=Bounds(0, 210, WIDTH, 300))
    seen = screen(scroller(Bounds(0, 200, WIDTH, 2200)), header, mail(1150))

    ruling = GUARD.judge(Scroll(Direction.LEFT, ElementRef(1)), seen)

    assert_asks(ruling, Risk.DELETION)
    assert ruling.concerns == "Old mail"


def test_a_page_sideways_in_a_strip_does_not_touch_the_rows_around_it() -> None:
    strip = scroller(Bounds(0, 300, WIDTH, 500))
    chip = element("Unread", role="button", flags=CLICKABLE, bounds=Bounds(20, 320, 300, 480))
    seen = screen(scroller(Bounds(0, 200, WIDTH, 2200)), strip, chip, mail(1150))

    assert_allows(GUARD.judge(Scroll(Direction.RIGHT, ElementRef(2)), seen))


@st.composite
def places(draw: st.DrawFn) -> Bounds:
    left, top = draw(st.integers(0, 500)), draw(st.integers(0, HEIGHT - 100))
    return Bounds(
        left, top, draw(st.integers(left + 10, WIDTH)), draw(st.integers(top + 10, HEIGHT))
    )


@st.composite
def lists(draw: st.DrawFn) -> Observation:
    scrollers = [scroller(place) for place in draw(st.lists(places(), max_size=4))]
    tops = draw(st.lists(st.integers(0, HEIGHT - 200), max_size=6))
    return screen(text("Inbox"), *scrollers, *(mail(top) for top in tops))


@given(lists(), st.sampled_from([Direction.LEFT, Direction.RIGHT]), st.integers(0, 10))
def test_no_row_that_adb_would_swipe_goes_unasked(
    seen: Observation, direction: Direction, index: int
) -> None:
    target = ElementRef(index) if index < len(seen.elements) else None
    at = (WIDTH // 2, HEIGHT // 2) if target is None else seen.pixel(target)
    start, _ = page(direction, at, seen)
    scene = GuardedScreen(seen)

    if any(one.bounds.contains(*start) and scene.is_row(one) for one in seen.elements):
        assert_asks(GUARD.judge(Scroll(direction, target), seen), Risk.DELETION)


# Line breaks


@pytest.mark.parametrize("line_break", ["\n", "\r", "\r\n"])
def test_a_typed_line_break_is_the_enter_key(line_break: str) -> None:
    chat = field("Message Ada", focused=True)
    seen = screen(text("Ada Byron"), chat, button("Send"), keyboard=True)

    assert_asks(GUARD.judge(PressButton(SystemButton.ENTER), seen), Risk.MESSAGE)
    assert_asks(GUARD.judge(Type(f"hello{line_break}"), seen), Risk.MESSAGE)
    assert_asks(GUARD.judge(Type(f"hello{line_break}", ElementRef(1)), seen), Risk.MESSAGE)
    assert_allows(GUARD.judge(Type("hello"), seen))


def test_a_line_break_counts_in_the_field_that_is_typed_into() -> None:
    seen = screen(field("Search", focused=True), field("Text message"), keyboard=True)

    assert_asks(GUARD.judge(Type("hello\n", ElementRef(1)), seen), Risk.MESSAGE)
    assert_allows(GUARD.judge(Type("hello\n", ElementRef(0)), seen))


def test_a_line_break_typed_at_what_is_no_field_is_enter_where_the_cursor_is() -> None:
    chat = element(role="field", hint="Text message", flags=EDITABLE | CLICKABLE | FOCUSED)
    seen = screen(row("Ada Byron"), chat, keyboard=True)

    assert_asks(GUARD.judge(Type("hello\n", ElementRef(0)), seen), Risk.MESSAGE)


def test_enter_may_press_a_button_that_an_app_draws_itself() -> None:
    drawn = element("Pay now", role="item", flags=CLICKABLE)
    seen = screen(field("Note", focused=True), drawn, keyboard=True)

    assert_asks(GUARD.judge(PressButton(SystemButton.ENTER), seen), Risk.PAYMENT)

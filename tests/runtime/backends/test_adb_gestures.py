from itertools import pairwise

import pytest

from runtime.actions import Direction, SystemButton
from runtime.backends.adb.errors import AutomationFailed
from runtime.backends.adb.gestures import TouchInput, page
from runtime.observation import CLICKABLE, SCROLLABLE, Bounds, Element, Observation

PAGE = Bounds(0, 100, 1000, 1900)
CHIPS = Bounds(0, 300, 1000, 400)


class Recorder:
    """Notes what is called, and answers alike."""

    def __init__(self, *, answer: object = True) -> None:
        self.calls: list[tuple[object, ...]] = []
        self.answer = answer

    def call(self, method: str, *params: object, timeout_s: float = 1) -> object:
        self.calls.append((method, *params))
        return self.answer

    def read(self, method: str, *params: object, timeout_s: float = 1) -> object:
        return self.call(method, *params)


def screen(*boxes: Bounds) -> Observation:
    elements = tuple(
        Element(i, "list", "", "", "", "", box, SCROLLABLE | CLICKABLE)
        for i, box in enumerate(boxes)
    )
    return Observation(
        "look-1", "app", "", 1000, 2000, 0, elements, False, None, False, (), None, 0
    )


@pytest.mark.parametrize(
    ("direction", "start", "end"),
    [
        (Direction.DOWN, (500, 1720), (500, 280)),
        (Direction.UP, (500, 280), (500, 1720)),
        (Direction.RIGHT, (900, 1000), (100, 1000)),
        (Direction.LEFT, (100, 1000), (900, 1000)),
    ],
)
def test_finger_moves_against_the_way_one_looks(
    direction: Direction, start: tuple[int, int], end: tuple[int, int]
) -> None:
    assert page(direction, (500, 1000), screen(PAGE)) == (start, end)


def test_row_of_chips_scrolls_sideways_and_its_page_up_and_down() -> None:
    seen = screen(PAGE, CHIPS)

    assert page(Direction.RIGHT, (500, 350), seen)[0][1] == CHIPS.center[1]
    assert page(Direction.DOWN, (500, 350), seen)[0][1] == 1720


def test_rows_of_a_list_are_not_swiped_away_while_something_else_scrolls_sideways() -> None:
    start, end = page(Direction.RIGHT, (500, 1000), screen(CHIPS, PAGE))

    assert CHIPS.contains(*start)
    assert CHIPS.contains(*end)


def test_list_in_a_low_dialog_scrolls_up_and_down_when_it_is_all_there_is() -> None:
    low = Bounds(100, 800, 900, 1100)

    assert page(Direction.DOWN, (500, 900), screen(low)) == ((500, 1070), (500, 830))


def test_screen_itself_is_scrolled_where_nothing_says_that_it_scrolls() -> None:
    assert page(Direction.DOWN, (500, 1000), screen()) == ((500, 1800), (500, 200))


def test_two_taps_are_far_enough_apart_for_android() -> None:
    recorder, pauses = Recorder(), list[float]()

    TouchInput(recorder, pauses.append).tap_twice((3, 4))

    assert recorder.calls == [("click", 3, 4), ("click", 3, 4)]
    assert 0.04 < sum(pauses) < 0.3


def test_duration_becomes_steps() -> None:
    recorder = Recorder()
    hand = TouchInput(recorder, lambda _: None)

    hand.drag((0, 0), (9, 9), 500)
    hand.swipe((0, 0), (9, 9), 0)
    hand.hold((1, 2), 800)

    assert recorder.calls == [
        ("drag", 0, 0, 9, 9, 100),
        ("swipe", 0, 0, 9, 9, 2),
        ("click", 1, 2, 800),
    ]


def test_touch_that_the_phone_does_not_take_is_an_error() -> None:
    with pytest.raises(AutomationFailed):
        TouchInput(Recorder(answer=False), lambda _: None).tap((1, 2))


def test_every_button_has_its_key() -> None:
    recorder = Recorder()
    for button in SystemButton:
        TouchInput(recorder, lambda _: None).press(button)

    keys = [call[1] for call in recorder.calls]
    assert all(a != b for a, b in pairwise(sorted(map(str, keys))))

from collections.abc import Callable

import pytest
from google.protobuf.empty_pb2 import Empty
from hypothesis import given, settings
from hypothesis import strategies as st

from phoneworld import Workshop
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.fingers import ClientClock, MultiTouch
from phoneworld.emulator.stubs import emulator_pb2 as pb
from phoneworld.emulator.testing import ControlClient

NOTES = "com.phoneworld.notes"
Place = Callable[[str], tuple[int, int]]


class Hand:
    """Fingers on a phone, at times that the test says."""

    def __init__(self, session: AdbSession) -> None:
        self.now_s = 0.0
        self.clock = ClientClock(lambda: self.now_s)
        self.fingers = MultiTouch(session, self.clock)


@pytest.fixture
def hand(session: AdbSession) -> Hand:
    return Hand(session)


async def test_touch_and_lift_is_a_tap(
    client: ControlClient, session: AdbSession, place: Place
) -> None:
    await client.tap(place("Notes"))

    assert session.phone.front == NOTES


async def test_nothing_happens_before_the_finger_leaves(
    client: ControlClient, session: AdbSession, place: Place
) -> None:
    await client.press(place("Notes"))

    assert session.phone.front != NOTES


async def test_finger_leaves_where_it_was_last(
    client: ControlClient, session: AdbSession, place: Place
) -> None:
    await client.press(place("Notes"))
    await client.lift((0, 0))

    assert session.phone.front == NOTES


async def test_lifting_what_is_not_down_does_nothing(
    client: ControlClient, session: AdbSession
) -> None:
    before = session.phone.version
    await client.lift((500, 500))

    assert session.phone.version == before


async def test_moving_finger_scrolls(
    client: ControlClient, session: AdbSession, place: Place
) -> None:
    session.phone.launch(NOTES)
    for y in range(1800, 700, -200):
        await client.press((540, y))
    await client.lift((540, 800))

    assert max(session.phone.activity.scroll.values()) > 500
    assert session.phone.activity.route == "list"


async def test_finger_that_comes_back_has_not_tapped(
    client: ControlClient, session: AdbSession, place: Place
) -> None:
    x, y = place("Notes")
    for at in ((x, y), (x - 300, y), (x, y)):
        await client.press(at)
    await client.lift()

    assert session.phone.front != NOTES


async def test_slip_of_some_pixels_is_still_a_tap(
    client: ControlClient, session: AdbSession, place: Place
) -> None:
    x, y = place("Notes")
    await client.press((x, y))
    await client.press((x + 15, y - 15))
    await client.lift()

    assert session.phone.front == NOTES


async def test_fingers_are_told_apart(
    client: ControlClient, session: AdbSession, place: Place
) -> None:
    at = place("Notes")
    await client.touch(
        pb.Touch(x=at[0], y=at[1], identifier=0, pressure=1),
        pb.Touch(x=5, y=1000, identifier=1, pressure=1),
    )
    await client.lift(finger=1)
    only_one_left = session.phone.front
    await client.lift(finger=0)

    assert only_one_left != NOTES
    assert session.phone.front == NOTES


async def test_touch_outside_of_the_screen_counts_at_its_edge(client: ControlClient) -> None:
    await client.tap((-50, 10**9))


async def test_left_mouse_button_is_a_finger(
    client: ControlClient, session: AdbSession, place: Place
) -> None:
    x, y = place("Notes")
    for buttons in (1, 0):
        await client.call("sendMouse", pb.MouseEvent(x=x, y=y, buttons=buttons), Empty)

    assert session.phone.front == NOTES


async def test_right_mouse_button_goes_back_once(
    client: ControlClient, session: AdbSession
) -> None:
    session.phone.launch(NOTES)
    session.phone.open_screen(NOTES, "edit", {"id": 1})
    for _ in range(3):
        await client.call("sendMouse", pb.MouseEvent(buttons=2), Empty)

    assert session.phone.activity.route == "list"


def test_finger_that_stays_becomes_a_hold_before_it_leaves(
    hand: Hand, session: AdbSession, place: Place
) -> None:
    session.phone.launch(NOTES)
    at = place("Groceries")
    hand.fingers.press(0, *at)
    hand.now_s = 0.5
    before = session.phone.version
    hand.fingers.settle()
    held = session.phone.version
    hand.fingers.lift(0)

    assert held > before
    assert session.phone.version == held
    assert session.phone.activity.route == "list"


def test_short_touch_is_no_hold(hand: Hand, session: AdbSession, place: Place) -> None:
    session.phone.launch(NOTES)
    hand.fingers.press(0, *place("Groceries"))
    hand.now_s = 0.49
    hand.fingers.lift(0)

    assert session.phone.activity.route != "list"


def test_our_own_slowness_makes_no_hold(hand: Hand, session: AdbSession, place: Place) -> None:
    session.phone.launch(NOTES)
    hand.fingers.press(0, *place("Groceries"))
    with hand.clock.at_work():
        hand.now_s = 5
    hand.fingers.lift(0)

    assert session.phone.activity.route != "list"


def test_long_press_timeout_is_the_phones_setting(
    hand: Hand, session: AdbSession, place: Place
) -> None:
    session.phone.launch(NOTES)
    session.phone.settings.put("secure", "long_press_timeout", "60000")
    hand.fingers.press(0, *place("Groceries"))
    hand.now_s = 59
    hand.fingers.lift(0)

    assert session.phone.activity.route != "list"


def test_finger_of_a_client_that_left_is_forgotten(
    hand: Hand, session: AdbSession, place: Place
) -> None:
    hand.fingers.press(0, 5, 1000)
    hand.now_s = 200
    hand.fingers.press(0, *place("Notes"))
    hand.fingers.lift(0)

    assert session.phone.front == NOTES


def test_lock_screen_takes_a_swipe_only(hand: Hand, session: AdbSession, place: Place) -> None:
    at = place("Notes")
    session.locked = True
    hand.fingers.press(0, *at)
    hand.fingers.lift(0)
    still_locked = session.locked
    hand.fingers.press(0, 540, 2000)
    hand.fingers.press(0, 540, 500)
    hand.fingers.lift(0)

    assert still_locked
    assert not session.locked
    assert session.phone.front != NOTES


EVENT = st.tuples(
    st.booleans(),
    st.integers(0, 12),
    st.integers(-100, 1200),
    st.integers(-100, 2500),
    st.floats(0, 1),
)


@settings(max_examples=20)
@given(events=st.lists(EVENT, max_size=30))
def test_any_order_of_events_leaves_a_phone_that_works(
    workshop: Workshop, events: list[tuple[bool, int, int, int, float]]
) -> None:
    session = AdbSession(workshop.phone(3), serial="test")
    hand = Hand(session)
    for down, finger, x, y, wait_s in events:
        hand.now_s += wait_s
        if down:
            hand.fingers.press(finger, x, y)
        else:
            hand.fingers.lift(finger)

    assert session.phone.frame().layers

"""`getevent` of a served phone."""

from __future__ import annotations

import asyncio

import pytest

from phoneworld.adb.handset.input_events import MOST_KEPT, RANGE, InputEvents
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.local import LocalShell
from phoneworld.emulator.fingers import ClientClock, MultiTouch
from phoneworld.recording.input_devices import ranges_of, touch_screens
from phoneworld.recording.touch_events import gestures_of
from runtime.actions import Click, LongPress, Point, Scroll

SIZE = (1080, 2400)


@pytest.fixture
def shell(session: AdbSession) -> LocalShell:
    return LocalShell(session)


def test_places_go_from_edge_to_edge() -> None:
    events = InputEvents()
    events.down(1.0, 0, (0, 0), SIZE)
    events.move(1.1, 0, (1079, 2399), SIZE)
    values = [one.value for one in events.kept if "POSITION" in one.code]
    assert values == [0, 0, RANGE, RANGE]


def test_only_what_is_new_is_printed() -> None:
    events = InputEvents()
    events.down(1.0, 0, (5, 5), SIZE)
    seen = events.count
    assert events.since(seen) == []
    events.up(1.1, 0)
    assert [one.code for one in events.since(seen)][:2] == ["ABS_MT_SLOT", "ABS_MT_TRACKING_ID"]
    for _ in range(MOST_KEPT):
        events.move(2.0, 0, (6, 6), SIZE)
    assert len(events.since(seen)) == MOST_KEPT


async def test_the_touch_screen_is_listed(shell: LocalShell) -> None:
    assert ranges_of((await shell.run("getevent -lp")).out) == (RANGE, RANGE)
    assert "0035 : value 0, min 0, max 32767" in (await shell.run("getevent -p")).out


async def test_touches_are_printed_and_read_back(session: AdbSession, shell: LocalShell) -> None:
    clock = Moments()
    fingers = MultiTouch(session, ClientClock(clock))
    printing = asyncio.ensure_future(shell.run("getevent -lt -c 34"))
    await asyncio.sleep(0.05)
    fingers.press(0, 540, 1200)
    fingers.lift(0)
    fingers.press(0, 100, 600)
    clock.now += 1.0
    fingers.lift(0)
    fingers.press(0, 540, 2000)
    fingers.press(0, 540, 1000)
    fingers.lift(0)
    printed = (await asyncio.wait_for(printing, 120)).out
    screens = touch_screens((await shell.run("getevent -lp")).out)
    tap, hold, swipe = gestures_of(printed.splitlines(), screens)
    assert isinstance(tap, Click)
    assert isinstance(tap.target, Point)
    assert (round(tap.target.x), round(tap.target.y)) == (500, 500)
    assert isinstance(hold, LongPress)
    assert isinstance(swipe, Scroll)


async def test_without_names_numbers_are_printed(session: AdbSession, shell: LocalShell) -> None:
    fingers = MultiTouch(session, ClientClock())
    printing = asyncio.ensure_future(shell.run("getevent -q -c 2 /dev/input/event1"))
    await asyncio.sleep(0.05)
    fingers.press(0, 0, 0)
    assert (await asyncio.wait_for(printing, 120)).out.splitlines() == [
        "0003 002f 00000000",
        "0003 0039 00000001",
    ]


@pytest.mark.parametrize("words", ["-x", "-c", "-c x", "/dev/input/event9"])
async def test_what_is_not_known_is_refused(shell: LocalShell, words: str) -> None:
    assert (await shell.run(f"getevent {words}")).status != 0


class Moments:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

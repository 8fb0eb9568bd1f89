"""Fingers that come down, move and leave one message at a time, and what they mean together.

A finger that leaves where it came down was a tap, one that moved a stroke; one that stays for as
long as the phone's `long_press_timeout` is a hold, from that moment on. Messages carry no times:
what counts is when they arrive, on a clock that stands still while we are at work, so that a slow
picture never makes a hold of a tap. Fingers do not know each other: there is no pinching.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass

from phoneworld.adb.handset import lock
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.latency import spend_latency

SLOP_DP = 8
"""How far a finger may slip, in either direction, and still not move."""
MAX_FINGERS = 10
EXPIRY_S = 120.0
"""A finger that was not heard of for so long has left: its client has gone."""
DEFAULT_HOLD_MS = 500


class ClientClock:
    """Time as a client spends it: it stands still while we are at work."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._worked_s = 0.0
        self._jobs = 0
        self._since_s = 0.0

    def now_s(self) -> float:
        now = self._clock()
        return now - self._worked_s - (now - self._since_s if self._jobs else 0.0)

    @contextmanager
    def at_work(self) -> Generator[None]:
        """While we make something that a client waits for."""
        if not self._jobs:
            self._since_s = self._clock()
        self._jobs += 1
        try:
            yield
        finally:
            self._jobs -= 1
            if not self._jobs:
                self._worked_s += self._clock() - self._since_s


@dataclass(slots=True)
class Finger:
    """One finger on the screen."""

    start: tuple[int, int]
    last: tuple[int, int]
    down_at_s: float
    heard_at_s: float
    moved: bool = False
    done: bool = False
    """It was a hold, which has happened already."""
    slot: int = 0
    """Its number for the touch screen."""


class MultiTouch:
    """All fingers on the screen of one phone."""

    def __init__(self, session: AdbSession, clock: ClientClock) -> None:
        self._session = session
        self._clock = clock
        self._down: dict[int, Finger] = {}
        self._kernel = session.handset.input_events

    def press(self, identifier: int, x: int, y: int) -> None:
        """A finger is at a pixel: it comes down, or was down already and moves there."""
        now = self._clock.now_s()
        self._forget_lost(now)
        finger = self._down.get(identifier)
        if finger is None:
            if len(self._down) < MAX_FINGERS:
                slot = _free_slot(self._down.values())
                self._down[identifier] = Finger((x, y), (x, y), now, now, slot=slot)
                self._kernel.down(now, slot, (x, y), self._session.size)
            return
        if finger.last != (x, y):
            self._kernel.move(now, finger.slot, (x, y), self._session.size)
        finger.last = (x, y)
        finger.heard_at_s = now
        finger.moved = finger.moved or self._has_moved(finger)
        self.settle()

    def lift(self, identifier: int) -> None:
        """A finger leaves. Where it was last counts: touchscreens report no place for leaving."""
        self.settle()
        finger = self._down.pop(identifier, None)
        if finger is None:
            return
        self._kernel.up(self._clock.now_s(), finger.slot)
        if finger.done:
            return
        session = self._session
        if not lock.takes_touches(session):
            if session.screen_on:
                lock.swipe(session, finger.start[1], finger.last[1])
        elif not finger.moved:
            session.tap(*finger.start)
        elif self._has_moved(finger):
            session.swipe(*finger.start, *finger.last)
        spend_latency(session.phone)

    def settle(self) -> None:
        """Let what has become a hold by now happen."""
        now = self._clock.now_s()
        hold_s = self._hold_s()
        for finger in self._down.values():
            if not finger.moved and not finger.done and now - finger.down_at_s >= hold_s:
                finger.done = True
                if lock.takes_touches(self._session):
                    self._session.hold(*finger.start)
                    spend_latency(self._session.phone)

    def _has_moved(self, finger: Finger) -> bool:
        slop = SLOP_DP * self._session.phone.realism.display.density_dpi / 160
        (x1, y1), (x2, y2) = finger.start, finger.last
        return max(abs(x2 - x1), abs(y2 - y1)) > slop

    def _hold_s(self) -> float:
        given = self._session.phone.settings.get("secure", "long_press_timeout", "")
        return (int(given) if given.isdecimal() else DEFAULT_HOLD_MS) / 1000

    def _forget_lost(self, now: float) -> None:
        for identifier, finger in list(self._down.items()):
            if now - finger.heard_at_s > EXPIRY_S:
                del self._down[identifier]
                self._kernel.up(now, finger.slot)


def _free_slot(fingers: Iterable[Finger]) -> int:
    taken = {finger.slot for finger in fingers}
    return next(slot for slot in range(MAX_FINGERS) if slot not in taken)

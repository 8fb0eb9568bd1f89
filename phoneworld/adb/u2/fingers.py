"""Touches as uiautomator2 makes them. They take no real time.

Whether a touch changed anything is not asked: as on Android, a touch on a dark or locked screen
is made and lost. A swipe up opens a lock that needs no secret.
"""

from __future__ import annotations

import time

from phoneworld.adb.handset import lock
from phoneworld.adb.session import AdbSession
from runtime.observation import Bounds

LONG_PRESS_MS = 400
"""Android's: a finger that stays as long as this holds."""
STEP_MS = 5
"""How long one step of a swipe takes."""

DOWN, UP, MOVE = 0, 1, 2


class TouchState:
    """The finger of one server."""

    def __init__(self, session: AdbSession) -> None:
        self._session = session
        self._down: tuple[float, int, int] | None = None

    def tap(self, x: int, y: int, *, duration_ms: int = 100) -> str:
        """Touch a pixel, for long if so asked. Returns the reason if nothing happened, else nothing."""
        session = self._session
        if not lock.takes_touches(session):
            return "the screen is dark or locked"
        note = session.hold(x, y) if duration_ms >= LONG_PRESS_MS else session.tap(x, y)
        self._spend_latency()
        return note

    def tap_middle(self, bounds: Bounds, *, duration_ms: int = 100) -> str:
        """Touch the middle of a rectangle."""
        return self.tap(*bounds.center, duration_ms=duration_ms)

    def move(self, start: tuple[int, int], end: tuple[int, int], *, duration_ms: int = 300) -> str:
        """Move a finger. Returns the reason if nothing happened, else an empty text."""
        session = self._session
        note = "the screen is dark or locked"
        if lock.takes_touches(session):
            note = session.swipe(*start, *end, duration_ms=duration_ms)
            self._spend_latency()
        elif session.screen_on:
            lock.swipe(session, start[1], end[1])
        return note

    def inject(self, action: int, x: int, y: int) -> bool:
        """One event of a touch: down, up or move. What it was is decided when the finger leaves."""
        if action == DOWN:
            self._down = (time.monotonic(), x, y)
            return True
        if action == MOVE:
            return self._down is not None
        if action != UP or self._down is None:
            return False
        since, *start = self._down
        self._down = None
        held_ms = int((time.monotonic() - since) * 1000)
        start_x, start_y = start
        if abs(x - start_x) + abs(y - start_y) < 10:
            self.tap(start_x, start_y, duration_ms=held_ms)
        else:
            self.move((start_x, start_y), (x, y), duration_ms=held_ms)
        return True

    def _spend_latency(self) -> None:
        """A slow phone's clock moves with every touch, as it does in process."""
        phone = self._session.phone
        if phone.realism.latency_ms:
            phone.advance(phone.realism.latency_ms / 1000)

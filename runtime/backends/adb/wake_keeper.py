"""Keeps a phone's screen on while it is used, without changing a setting that would have to be put back.

A key that wakes a phone does nothing to one that is awake, but its screen stays on for as long again. A
phone that nobody looks at any more goes dark as its owner set it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from runtime.backends.adb.automation import Rpc
from runtime.errors import DeviceError, Interrupted

EVERY_S = 8.0
"""Screens go dark after 15 s at the earliest."""
WAKE_UP = 224


class WakeKeeper:
    """Presses the key with a look, unless it did a moment ago."""

    def __init__(self, rpc: Rpc, clock: Callable[[], float] = time.monotonic) -> None:
        self._rpc = rpc
        self._clock = clock
        self._at_s = clock()

    def keep(self) -> None:
        """Keep the screen on for a while; a phone that takes no keys, or is lost, is left as it is."""
        if self._clock() - self._at_s < EVERY_S:
            return
        self._at_s = self._clock()
        try:
            self._rpc.call("pressKeyCode", WAKE_UP)
        except Interrupted:
            raise
        except DeviceError:
            # Whether the phone is there shows at the next look.
            return

"""What the kernel of a phone tells of its touch screen: `getevent` shows it.

Only fingers on the glass are seen here. What `input` and the accessibility services inject enters
above the kernel, on phones as here.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

RANGE = 32767
"""The largest x and y that the touch screen tells, whatever the pixels: as an emulator's."""
SLOTS = 10
MOST_KEPT = 4096
LIFTED = 0xFFFFFFFF
TYPES = {"EV_SYN": 0, "EV_KEY": 1, "EV_ABS": 3}
CODES = {
    "SYN_REPORT": 0x00,
    "BTN_TOUCH": 0x14A,
    "ABS_MT_SLOT": 0x2F,
    "ABS_MT_POSITION_X": 0x35,
    "ABS_MT_POSITION_Y": 0x36,
    "ABS_MT_TRACKING_ID": 0x39,
}


@dataclass(frozen=True, slots=True)
class InputEvent:
    """One line of `getevent`."""

    at_s: float
    kind: str
    code: str
    value: int


@dataclass(slots=True)
class InputEvents:
    """The newest events of a touch screen, and how many there were before them."""

    kept: deque[InputEvent] = field(default_factory=lambda: deque[InputEvent](maxlen=MOST_KEPT))
    count: int = 0
    touches: int = 0

    def since(self, count: int) -> list[InputEvent]:
        """What came after so many events; of what was missed for long, only the end."""
        return list(self.kept)[max(len(self.kept) - (self.count - count), 0) :]

    def down(self, at_s: float, slot: int, place: tuple[int, int], size: tuple[int, int]) -> None:
        """A finger comes down on a pixel of a screen of this size."""
        self.touches += 1
        self._add(at_s, "EV_ABS", "ABS_MT_SLOT", slot)
        self._add(at_s, "EV_ABS", "ABS_MT_TRACKING_ID", self.touches % 0xFFFF)
        self._place(at_s, place, size)
        self._add(at_s, "EV_KEY", "BTN_TOUCH", 1)
        self._add(at_s, "EV_SYN", "SYN_REPORT", 0)

    def move(self, at_s: float, slot: int, place: tuple[int, int], size: tuple[int, int]) -> None:
        """A finger that is down goes to a pixel."""
        self._add(at_s, "EV_ABS", "ABS_MT_SLOT", slot)
        self._place(at_s, place, size)
        self._add(at_s, "EV_SYN", "SYN_REPORT", 0)

    def up(self, at_s: float, slot: int) -> None:
        """A finger leaves."""
        self._add(at_s, "EV_ABS", "ABS_MT_SLOT", slot)
        self._add(at_s, "EV_ABS", "ABS_MT_TRACKING_ID", LIFTED)
        self._add(at_s, "EV_KEY", "BTN_TOUCH", 0)
        self._add(at_s, "EV_SYN", "SYN_REPORT", 0)

    def _place(self, at_s: float, place: tuple[int, int], size: tuple[int, int]) -> None:
        for axis, at, most in zip("XY", place, size, strict=True):
            value = round(min(max(at, 0), most - 1) * RANGE / max(most - 1, 1))
            self._add(at_s, "EV_ABS", f"ABS_MT_POSITION_{axis}", value)

    def _add(self, at_s: float, kind: str, code: str, value: int) -> None:
        self.kept.append(InputEvent(at_s, kind, code, value))
        self.count += 1

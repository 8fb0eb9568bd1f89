"""Watches a person use a phone: touches are read from the device's input events (`getevent -l`).

The screen is looked at after every touch; what was touched is read from the look before. A touch
that did not move is a tap, or a hold if it lasted; one that moved is a swipe. Keys of the phone are
read where they are sent as keys; typed text shows as the text of the field it went into.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from phoneworld.recording.files import BadRecording
from phoneworld.recording.recorder import RecordingDevice
from runtime.actions import (
    SCALE,
    Action,
    Click,
    LongPress,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
)
from runtime.backends.adb.connection import adb_program

HOLD_S = 0.5
MOVED = 30
_LINE = re.compile(r"\[\s*(\d+\.\d+)\]\s+(\S+):\s+(\S+)\s+(\S+)\s+(\S+)")
_RANGE = re.compile(r"ABS_MT_POSITION_([XY]).*?max (\d+)")
_KEYS = {
    "KEY_BACK": SystemButton.BACK,
    "KEY_HOMEPAGE": SystemButton.HOME,
    "KEY_HOME": SystemButton.HOME,
}


@dataclass(slots=True)
class _Finger:
    start_s: float = 0.0
    down: bool = False
    x: int = 0
    y: int = 0
    first: tuple[int, int] | None = None


def ranges_of(listing: str) -> tuple[int, int]:
    """The largest x and y of the touch screen, from `getevent -lp`."""
    found = dict(_RANGE.findall(listing))
    if "X" not in found or "Y" not in found:
        raise BadRecording("the phone lists no touch screen: touches cannot be read")
    return int(found["X"]), int(found["Y"])


def touches_of(lines: Iterable[str], most_x: int, most_y: int) -> Iterator[Action]:
    """The actions that a stream of `getevent -lt` lines tells of; other lines are passed over."""
    finger = _Finger()
    for line in lines:
        match = _LINE.search(line)
        if match is None:
            continue
        at_s, kind, name, value = float(match[1]), match[3], match[4], match[5]
        if kind == "EV_KEY" and name in _KEYS and value == "DOWN":
            yield PressButton(_KEYS[name])
        elif name == "ABS_MT_POSITION_X":
            finger.x = _number(value)
        elif name == "ABS_MT_POSITION_Y":
            finger.y = _number(value)
        elif name == "ABS_MT_TRACKING_ID" or (name == "BTN_TOUCH" and kind == "EV_KEY"):
            ends = value in ("ffffffff", "UP")
            if ends and finger.down:
                yield _action(finger, at_s, most_x, most_y)
                finger = _Finger(x=finger.x, y=finger.y)
            elif not ends and not finger.down:
                finger.down, finger.start_s, finger.first = True, at_s, None
        elif name == "SYN_REPORT" and finger.down and finger.first is None:
            finger.first = (finger.x, finger.y)


def _number(value: str) -> int:
    try:
        return int(value, 16)
    except ValueError:
        return 0


def _action(finger: _Finger, at_s: float, most_x: int, most_y: int) -> Action:
    first = finger.first or (finger.x, finger.y)
    start = Point(*_scaled(*first, most_x, most_y))
    end = Point(*_scaled(finger.x, finger.y, most_x, most_y))
    if abs(start.x - end.x) + abs(start.y - end.y) > MOVED:
        return Scroll(Stroke(start, end))
    return LongPress(end) if at_s - finger.start_s >= HOLD_S else Click(end)


def _scaled(x: int, y: int, most_x: int, most_y: int) -> tuple[float, float]:
    across, down = x * SCALE / max(1, most_x), y * SCALE / max(1, most_y)
    return min(max(across, 0.0), float(SCALE)), min(max(down, 0.0), float(SCALE))


def watch(recorder: RecordingDevice, address: str, *, steps: int) -> int:
    """Record what a person does, until so many touches were seen or the person ends it."""
    if not address.startswith("adb:"):
        raise BadRecording(f"{address}: only phones behind adb can be watched; or use --explore")
    serial = address.partition("//")[2]
    base = [adb_program(), *(("-s", serial) if serial else ()), "shell", "getevent"]
    listing = subprocess.run(
        [*base, "-lp"], capture_output=True, text=True, timeout=20, check=False
    )
    if listing.returncode:
        raise BadRecording(f"{address}: getevent cannot be run: {listing.stderr.strip()[-300:]}")
    most_x, most_y = ranges_of(listing.stdout)
    seen = 0
    before = recorder.observe()
    with subprocess.Popen([*base, "-lt"], stdout=subprocess.PIPE, text=True) as events:
        try:
            for action in touches_of(events.stdout or (), most_x, most_y):
                recorder.note(before, action)
                before = recorder.observe()  # after the touch: what the next one is done on
                seen += 1
                if seen >= steps:
                    break
        except KeyboardInterrupt:
            pass
        finally:
            events.terminate()
    return seen

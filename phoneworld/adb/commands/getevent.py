"""`getevent`: what the touch screen tells the kernel, until it is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from phoneworld.adb.errors import AdbError
from phoneworld.adb.handset.input_events import CODES, LIFTED, RANGE, SLOTS, TYPES, InputEvent
from phoneworld.adb.shell.command import Command, Io

PATH = "/dev/input/event1"
NAME = "virtio_input_multi_touch_1"
POLL_S = 0.02
_ADDED = f'add device 1: {PATH}\n  name:     "{NAME}"\n'
_AXES = {
    "ABS_MT_SLOT": SLOTS - 1,
    "ABS_MT_POSITION_X": RANGE,
    "ABS_MT_POSITION_Y": RANGE,
    "ABS_MT_TRACKING_ID": 65535,
}
_ON_OFF = {0: "UP", 1: "DOWN"}


async def _getevent(io: Io, arguments: Sequence[str]) -> int:
    """`getevent [-l] [-t] [-p] [-q] [-c COUNT] [DEVICE]`"""
    letters, count, device = _read_words(arguments)
    if device not in ("", PATH):
        raise AdbError(f"could not open {device}, No such file or directory")
    if "p" in letters:
        io.out(_listing(labels="l" in letters))
        return 0
    if not device and "q" not in letters:
        io.out(_ADDED)
    events = io.session.handset.input_events
    printed, seen = 0, events.count
    while not count or printed < count:
        new = events.since(seen)
        seen = events.count
        for event in new[: count - printed if count else None]:
            io.out(_line(event, letters, "" if device else f"{PATH}: "))
            printed += 1
        if not new:
            await asyncio.sleep(POLL_S)
    return 0


def _read_words(arguments: Sequence[str]) -> tuple[set[str], int, str]:
    """The options' letters, how many events are wanted (0: all), and of which device."""
    letters: set[str] = set()
    count, device = 0, ""
    words = list(arguments)
    while words:
        word = words.pop(0)
        if word == "-c" and words and words[0].isdecimal() and len(words[0]) < 9:
            count = int(words.pop(0))
        elif word.startswith("-") and set(word[1:]) <= set("ltpq") and word != "-":
            letters |= set(word[1:])
        elif not word.startswith("-") and not device:
            device = word
        else:
            raise AdbError(f"getevent: {word!r} is not known here; -l -t -p -q -c COUNT are")
    return letters, count, device


def _listing(*, labels: bool) -> str:
    def named(code: str) -> str:
        return f"{code:<22}" if labels else f"{CODES[code]:04x} "

    axes = [
        f"{named(code)}: value 0, min 0, max {most}, fuzz 0, flat 0, resolution 0\n"
        for code, most in _AXES.items()
    ]
    key = "BTN_TOUCH" if labels else f"{CODES['BTN_TOUCH']:04x}"
    return (
        f"{_ADDED}  events:\n    KEY (0001): {key}\n    ABS (0003): {'                '.join(axes)}"
        "  input props:\n    INPUT_PROP_DIRECT\n"
    )


def _line(event: InputEvent, letters: set[str], path: str) -> str:
    at = f"[{event.at_s:>15.6f}] " if "t" in letters else ""
    if "l" not in letters:
        return f"{at}{path}{TYPES[event.kind]:04x} {CODES[event.code]:04x} {event.value:08x}\n"
    value = f"{event.value:08x}"
    if event.kind == "EV_KEY":
        value = _ON_OFF[event.value]
    elif event.value == LIFTED:
        value = "ffffffff"
    return f"{at}{path}{event.kind:<12} {event.code:<20} {value:<20}\n"


COMMANDS: dict[str, Command] = {"getevent": _getevent}

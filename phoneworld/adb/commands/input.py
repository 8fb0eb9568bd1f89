"""`input`: touches and keys, as Android's own command injects them.

Gestures take no real time. Input to a dark or locked screen is silently lost, as on Android: the exit
code is 0.
"""

from __future__ import annotations

import re

from phoneworld.adb.handset import lock
from phoneworld.adb.handset.key_presses import press_key, type_text
from phoneworld.adb.handset.keys import CODES, UNKNOWN, code_of
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.arguments import (
    ILLEGAL_ARGUMENT,
    NULL_POINTER,
    Arguments,
    Thrown,
    android_command,
    read_int,
    unknown_command,
)
from phoneworld.adb.shell.command import Command, Io

SOURCES = (
    "keyboard dpad gamepad touchscreen mouse stylus trackball touchpad touchnavigation joystick "
    "rotaryencoder"
).split()
USAGE = (
    "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n\n"
    "The sources are: \n"
    + "".join(f"      {source}\n" for source in SOURCES)
    + "\nThe commands and default sources are:\n"
    "      text <string> (Default: keyboard)\n"
    "      keyevent [--longpress|--doubletap|--async|--delay <duration between keycodes in ms>]"
    " <key code number or name> ... (Default: keyboard)\n"
    "      tap <x> <y> (Default: touchscreen)\n"
    "      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n"
    "      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n"
    "      press (Default: trackball)\n"
    "      roll <dx> <dy> (Default: trackball)\n"
    "      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)\n"
    "      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)\n"
)
LONG_PRESS_MS = 500
_FLOAT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?[fFdD]?")
_SHIFTS = frozenset((CODES["SHIFT_LEFT"], CODES["SHIFT_RIGHT"]))
_CONTROLS = frozenset((CODES["CTRL_LEFT"], CODES["CTRL_RIGHT"]))


def _input(io: Io, arguments: Arguments) -> int:
    name = arguments.next()
    if name in SOURCES:
        name = arguments.required()
    if name == "-d":
        arguments.required()
        name = arguments.required()
    if name in (None, "help", "-h", "--help"):
        io.out(USAGE)
        return 0
    run = _COMMANDS.get(name)
    if run is None:
        return unknown_command(io, name)
    try:
        run(io.session, arguments)
    except Thrown as thrown:
        if thrown.kind == "java.lang.NumberFormatException":
            message = f"Error: Invalid arguments for command: {name}"
            raise Thrown(message, ILLEGAL_ARGUMENT) from thrown
        raise
    finally:
        _spend_latency(io.session)
    return 0


def _spend_latency(session: AdbSession) -> None:
    """A slow phone's clock moves with every touch, as it does in process."""
    phone = session.phone
    if phone.realism.latency_ms:
        phone.advance(phone.realism.latency_ms / 1000)


def _pixel(arguments: Arguments) -> int:
    word = arguments.required()
    if not _FLOAT.fullmatch(word[:64]) or len(word) > 64:
        raise Thrown(f'For input string: "{word}"', "java.lang.NumberFormatException")
    # Whatever lies outside of the screen counts as its edge.
    return int(max(-1e6, min(1e6, float(word.rstrip("fFdD")))))


def _point(arguments: Arguments) -> tuple[int, int]:
    return _pixel(arguments), _pixel(arguments)


def _tap(session: AdbSession, arguments: Arguments) -> None:
    point = _point(arguments)
    if lock.takes_touches(session):
        session.tap(*point)


def _swipe(session: AdbSession, arguments: Arguments) -> None:
    start, end = _point(arguments), _point(arguments)
    word = arguments.next()
    duration_ms = read_int(word) if word is not None else -1
    _move(session, start, end, 300 if duration_ms < 0 else duration_ms)


def _drag(session: AdbSession, arguments: Arguments) -> None:
    """A swipe whose finger first holds: onto the same spot, it is a long press."""
    start, end = _point(arguments), _point(arguments)
    word = arguments.next()
    duration_ms = read_int(word) if word is not None else 300
    _move(session, start, end, max(duration_ms, LONG_PRESS_MS))


def _move(
    session: AdbSession, start: tuple[int, int], end: tuple[int, int], duration_ms: int
) -> None:
    if lock.takes_touches(session):
        session.swipe(*start, *end, duration_ms=duration_ms)
    elif session.screen_on:
        lock.swipe(session, start[1], end[1])


def _motion_event(session: AdbSession, arguments: Arguments) -> None:
    kind = arguments.required()
    handset = session.handset
    match kind.upper():
        case "DOWN":
            handset.finger = _point(arguments)
            handset.finger_since_s = session.phone.now_s
        case "MOVE":
            _point(arguments)
        case "UP":
            end = _point(arguments)
            start, handset.finger = handset.finger, None
            if start is not None:
                held_s = session.phone.now_s - handset.finger_since_s
                _move(session, start, end, int(held_s * 1000))
        case "CANCEL":
            handset.finger = None
        case _:
            raise Thrown(f"Unknown action: {kind}")


def _press(session: AdbSession, arguments: Arguments) -> None:
    """The trackball was pressed; without one, it is a touch in the corner."""
    del arguments
    if lock.takes_touches(session):
        session.tap(0, 0)


def _roll(session: AdbSession, arguments: Arguments) -> None:
    """There is no trackball that could roll."""
    del session
    _point(arguments)


def _text(session: AdbSession, arguments: Arguments) -> None:
    text = arguments.required().replace("%s", " ")
    if not all(" " <= character <= "~" or character in "\t\n" for character in text):
        # No key of Android's virtual keyboard makes it, and `input` does not expect that.
        raise Thrown("Attempt to get length of null array", NULL_POINTER)
    for piece in re.split(r"([\n\t])", text):
        if piece == "\n":
            press_key(session, CODES["ENTER"])
        elif piece == "\t":
            press_key(session, CODES["TAB"])
        elif piece:
            type_text(session, piece)


def _key_event(session: AdbSession, arguments: Arguments) -> None:
    held = twice = False
    word: str | None = arguments.required()
    while word is not None and word.startswith("--"):
        held = held or word == "--longpress"
        twice = twice or word == "--doubletap"
        if word == "--delay":
            arguments.whole_number()
        word = arguments.next()
    while word is not None:
        code = code_of(word)
        if code == UNKNOWN:
            # Android presses key 0 then, which nobody hears, and reports success.
            session.journal.miss(f"input keyevent {word}")
        for _ in range(2 if twice else 1):
            press_key(session, code, held=held)
        word = arguments.next()


def _key_combination(session: AdbSession, arguments: Arguments) -> None:
    word: str | None = arguments.required()
    if word == "-t":
        arguments.whole_number()
        word = arguments.required()
    codes: list[int] = []
    while word is not None:
        code = code_of(word)
        if code == UNKNOWN:
            raise Thrown(f"Unknown keycode: {word}")
        codes.append(code)
        word = arguments.next()
    if len(codes) < 2:
        raise Thrown("keycombination requires at least 2 keycodes")
    down: set[int] = set()
    for code in codes:
        if code in _SHIFTS | _CONTROLS:
            down.add(code)
        else:
            press_key(session, code, shift=bool(down & _SHIFTS), ctrl=bool(down & _CONTROLS))


_COMMANDS = {
    "draganddrop": _drag,
    "keycombination": _key_combination,
    "keyevent": _key_event,
    "motionevent": _motion_event,
    "press": _press,
    "roll": _roll,
    "swipe": _swipe,
    "tap": _tap,
    "text": _text,
}

input_service = android_command(_input)

COMMANDS: dict[str, Command] = {"input": input_service}

"""Keys of a host's keyboard, by the names and numbers that hosts give them.

Each stands for one of Android's keys; what that does is in `phoneworld.adb.handset.key_presses`. Numbers
are places on a US keyboard. Of a key that is not here, nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from phoneworld.adb.handset.key_presses import press_key, type_text
from phoneworld.adb.handset.keys import CHARACTERS, CODES, NAMES, UNKNOWN
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.latency import spend_latency

_NO_KEY = "\0"
XKB_OFFSET = 8
"""X counts its keys from 8, where Linux counts from 0."""

_CONTROLS = {"\n": "ENTER", "\b": "DEL", "\t": "TAB", "\x1b": "ESCAPE"}
_KEYS_BY_CHARACTER: Mapping[str, int] = {
    **{signs[0]: code for code, signs in CHARACTERS.items() if "NUMPAD" not in NAMES[code]},
    **{character: CODES[name] for character, name in _CONTROLS.items()},
}

# The keys of a keyboard in the order of their numbers, from 0.
_EVDEV = "\0\x1b1234567890-=\b\tqwertyuiop[]\n\0asdfghjkl;'`\0\\zxcvbnm,./\0*\0 "
_USB = "\0\0\0\0abcdefghijklmnopqrstuvwxyz1234567890\n\x1b\b\t -=[]\\\0;'`,./"
_MAC = "asdfhgzxcv\0bqweryt123465=97-80]ou[ip\nlj'k;\\,/nm.\t `\b"
_USB_PAGE = 0x070000

_BY_NAME = {
    "AppSwitch": "APP_SWITCH", "ArrowDown": "DPAD_DOWN", "ArrowLeft": "DPAD_LEFT",
    "ArrowRight": "DPAD_RIGHT", "ArrowUp": "DPAD_UP", "AudioVolumeDown": "VOLUME_DOWN",
    "AudioVolumeUp": "VOLUME_UP", "Backspace": "DEL", "BrowserBack": "BACK", "BrowserHome": "HOME",
    "ContextMenu": "MENU", "Control": "CTRL_LEFT", "Delete": "FORWARD_DEL", "End": "MOVE_END",
    "Enter": "ENTER", "Escape": "ESCAPE", "GoBack": "BACK", "GoHome": "HOME", "Home": "HOME",
    "PageDown": "PAGE_DOWN", "PageUp": "PAGE_UP", "Power": "POWER", "Shift": "SHIFT_LEFT",
    "Tab": "TAB", "WakeUp": "WAKEUP",
}  # fmt: skip
"""What browsers call keys, and what Android calls them."""


class CodeType(Enum):
    """Whose numbers they are."""

    USB = "usb"
    EVDEV = "evdev"
    XKB = "xkb"
    WINDOWS = "windows"
    MAC = "mac"


def _table(order: str, named: Mapping[int, str], *, first: int = 0) -> dict[int, int]:
    plain = {
        first + number: _KEYS_BY_CHARACTER[character]
        for number, character in enumerate(order)
        if character != _NO_KEY
    }
    return plain | {number: CODES[name] for number, name in named.items()}


_PLACES: Mapping[CodeType, Mapping[int, int]] = {
    CodeType.EVDEV: _table(
        _EVDEV,
        {
            29: "CTRL_LEFT", 42: "SHIFT_LEFT", 54: "SHIFT_RIGHT", 96: "NUMPAD_ENTER",
            97: "CTRL_RIGHT", 102: "HOME", 103: "DPAD_UP", 104: "PAGE_UP", 105: "DPAD_LEFT",
            106: "DPAD_RIGHT", 107: "MOVE_END", 108: "DPAD_DOWN", 109: "PAGE_DOWN",
            111: "FORWARD_DEL", 114: "VOLUME_DOWN", 115: "VOLUME_UP", 116: "POWER", 139: "MENU",
            143: "WAKEUP", 158: "BACK", 172: "HOME", 580: "APP_SWITCH",
        },
    ),
    CodeType.USB: _table(
        _USB,
        {
            0x07004A: "HOME", 0x07004B: "PAGE_UP", 0x07004C: "FORWARD_DEL", 0x07004D: "MOVE_END",
            0x07004E: "PAGE_DOWN", 0x07004F: "DPAD_RIGHT", 0x070050: "DPAD_LEFT",
            0x070051: "DPAD_DOWN", 0x070052: "DPAD_UP", 0x070058: "NUMPAD_ENTER",
            0x070066: "POWER", 0x0700E0: "CTRL_LEFT", 0x0700E1: "SHIFT_LEFT",
            0x0700E4: "CTRL_RIGHT", 0x0700E5: "SHIFT_RIGHT", 0x0C0223: "HOME", 0x0C0224: "BACK",
        },
        first=_USB_PAGE,
    ),
    # Scan codes, which Linux took over; what came later has a prefix.
    CodeType.WINDOWS: _table(
        _EVDEV,
        {
            29: "CTRL_LEFT", 42: "SHIFT_LEFT", 54: "SHIFT_RIGHT", 0xE01C: "NUMPAD_ENTER",
            0xE01D: "CTRL_RIGHT", 0xE032: "HOME", 0xE047: "HOME", 0xE048: "DPAD_UP",
            0xE049: "PAGE_UP", 0xE04B: "DPAD_LEFT", 0xE04D: "DPAD_RIGHT", 0xE04F: "MOVE_END",
            0xE050: "DPAD_DOWN", 0xE051: "PAGE_DOWN", 0xE053: "FORWARD_DEL", 0xE05E: "POWER",
            0xE06A: "BACK",
        },
    ),
    CodeType.MAC: _table(
        _MAC,
        {
            53: "ESCAPE", 56: "SHIFT_LEFT", 59: "CTRL_LEFT", 60: "SHIFT_RIGHT", 62: "CTRL_RIGHT",
            76: "NUMPAD_ENTER", 115: "HOME", 116: "PAGE_UP", 117: "FORWARD_DEL", 119: "MOVE_END",
            121: "PAGE_DOWN", 123: "DPAD_LEFT", 124: "DPAD_RIGHT", 125: "DPAD_DOWN",
            126: "DPAD_UP",
        },
    ),
}  # fmt: skip


def code_at(kind: CodeType, number: int) -> int:
    """Android's code for the key of a number, or `UNKNOWN`."""
    if kind is CodeType.XKB:
        return _PLACES[CodeType.EVDEV].get(number - XKB_OFFSET, UNKNOWN)
    return _PLACES[kind].get(number, UNKNOWN)


def code_named(name: str) -> int:
    """Android's code for the key that browsers call so, or `UNKNOWN`."""
    return CODES[_BY_NAME[name]] if name in _BY_NAME else UNKNOWN


class HostKeyboard:
    """A host's keyboard on one phone. It remembers which shift and control keys are down."""

    def __init__(self, session: AdbSession) -> None:
        self._session = session
        self._held: set[str] = set()

    def down(self, code: int) -> None:
        """Press one of Android's keys."""
        name = NAMES[code]
        if name.startswith(("SHIFT_", "CTRL_")):
            self._held.add(name)
            return
        press_key(
            self._session,
            code,
            shift=any(name.startswith("SHIFT_") for name in self._held),
            ctrl=any(name.startswith("CTRL_") for name in self._held),
        )
        spend_latency(self._session.phone)

    def up(self, code: int) -> None:
        """Let it go."""
        self._held.discard(NAMES[code])

    def type(self, text: str) -> None:
        """Type characters one after the other; line breaks are the enter key."""
        for number, line in enumerate(text.replace("\r\n", "\n").split("\n")):
            if number:
                press_key(self._session, CODES["ENTER"])
            if line:
                type_text(self._session, line)
        spend_latency(self._session.phone)

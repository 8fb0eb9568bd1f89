"""Keys of a host's keyboard, by the numbers that hosts give them, and what they do to a phone.

A key is called as browsers call it: by its character, or by a name ("Enter", "GoBack"). Numbers
stand for places on a US keyboard. Of a number that is not here, nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from phoneworld.adb.session import Session
from runtime.actions import Button

_NONE = "\0"
_NAMES = {"\n": "Enter", "\b": "Backspace", "\t": "Tab", "\x1b": "Escape"}
_SHIFTED = str.maketrans("1234567890-=[]\\;'`,./", '!@#$%^&*()_+{}|:"~<>?')

# The keys of a keyboard in the order of their numbers, from 0.
_EVDEV = "\0\x1b1234567890-=\b\tqwertyuiop[]\n\0asdfghjkl;'`\0\\zxcvbnm,./\0*\0 "
_USB = "\0\0\0\0abcdefghijklmnopqrstuvwxyz1234567890\n\x1b\b\t -=[]\\\0;'`,./"
_MAC = "asdfhgzxcv\0bqweryt123465=97-80]ou[ip\nlj'k;\\,/nm.\t `\b"
_USB_PAGE = 0x070000
XKB_OFFSET = 8


class CodeType(Enum):
    """Whose numbers they are."""

    USB = "usb"
    EVDEV = "evdev"
    XKB = "xkb"
    WINDOWS = "windows"
    MAC = "mac"


def _table(order: str, named: Mapping[int, str], first: int = 0) -> dict[int, str]:
    table = {
        first + number: _NAMES.get(character, character)
        for number, character in enumerate(order)
        if character != _NONE
    }
    return table | dict(named)


_CODES: Mapping[CodeType, Mapping[int, str]] = {
    CodeType.EVDEV: _table(
        _EVDEV,
        {
            42: "Shift", 54: "Shift", 96: "Enter", 102: "GoHome", 111: "Delete", 116: "Power",
            139: "ContextMenu", 158: "GoBack", 172: "GoHome", 580: "AppSwitch",
        },
    ),
    CodeType.USB: _table(
        _USB,
        {
            0x07004A: "GoHome", 0x07004C: "Delete", 0x070058: "Enter", 0x070066: "Power",
            0x0700E1: "Shift", 0x0700E5: "Shift", 0x0C0223: "GoHome", 0x0C0224: "GoBack",
        },
        first=_USB_PAGE,
    ),
    # Scan codes, which Linux took over; what came later has a prefix.
    CodeType.WINDOWS: _table(
        _EVDEV,
        {
            42: "Shift", 54: "Shift", 0xE01C: "Enter", 0xE032: "GoHome", 0xE047: "GoHome",
            0xE053: "Delete", 0xE05E: "Power", 0xE06A: "GoBack",
        },
    ),
    CodeType.MAC: _table(
        _MAC,
        {53: "Escape", 56: "Shift", 60: "Shift", 76: "Enter", 115: "GoHome", 117: "Delete"},
    ),
}  # fmt: skip


def key_of(kind: CodeType, code: int) -> str:
    """The key of a number, as its character without shift or its name; nothing if unknown."""
    if kind is CodeType.XKB:
        return _CODES[CodeType.EVDEV].get(code - XKB_OFFSET, "")
    return _CODES[kind].get(code, "")


class Keyboard:
    """A host's keyboard on one phone. It remembers which shift keys are down."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._shifted = False

    def down(self, key: str, *, by_place: bool = False) -> None:
        """Press a key. `by_place`: it was named by its number, so that shift changes it."""
        if key == "Shift":
            self._shifted = True
        elif len(key) == 1:
            shifted = by_place and self._shifted
            self._insert(key.translate(_SHIFTED).upper() if shifted else key)
        else:
            self._press(key)

    def up(self, key: str) -> None:
        """Let a key go."""
        if key == "Shift":
            self._shifted = False

    def type(self, text: str) -> None:
        """Type characters one after the other; line breaks are the enter key."""
        for number, line in enumerate(text.replace("\r\n", "\n").split("\n")):
            if number:
                self._press("Enter")
            if line:
                self._insert(line)

    def _insert(self, text: str) -> None:
        if self._answers():
            self._session.type_text(text)

    def _press(self, key: str) -> None:
        session = self._session
        match key:
            case "Power":
                session.screen_on = not session.screen_on
            case _ if not self._answers():
                pass
            case "Enter":
                session.press(Button.ENTER)
            case "Backspace":
                session.backspace()
            case "GoBack" | "BrowserBack" | "Escape":
                session.press(Button.BACK)
            case "GoHome" | "BrowserHome" | "Home":
                session.press(Button.HOME)
            case "ContextMenu":
                session.press(Button.MENU)
            case "AppSwitch":
                session.phone.show_panel("recents")
            case "Delete" | "Tab":
                # Nothing stands behind the cursor, and it goes to fields by touch only.
                pass
            case _:
                session.journal.miss(f"emulator key {key!r}")

    def _answers(self) -> bool:
        return self._session.screen_on and not self._session.locked

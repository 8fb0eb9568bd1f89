"""A phone of two screens, in memory: a home screen, and an app that keeps notes.

Just enough to try loops on: something to tap, to type into, to leave and to get wrong. It obeys
`check_device`, as every device does.
"""

from __future__ import annotations

import struct
import threading
import zlib
from typing import assert_never

from runtime.actions import (
    Action,
    AskUser,
    Click,
    CloseApp,
    DoubleClick,
    Drag,
    Finish,
    LongPress,
    OpenApp,
    Output,
    PressButton,
    Scroll,
    SystemButton,
    Type,
    Wait,
)
from runtime.device import DeviceInfo, Performed
from runtime.device_checks import check_action
from runtime.errors import DeviceError, DeviceGone, Interrupted, UnknownApp
from runtime.observation import (
    CLICKABLE,
    EDITABLE,
    FOCUSABLE,
    FOCUSED,
    Bounds,
    Element,
    Observation,
    Screenshot,
)

HOME = "com.example.home"
NOTES = "com.example.notes"
NOTES_LABEL = "Notes"
_NO_FIELD = "no field has the cursor: tap one first"


class FakeDevice:
    """Its clock stands still but for `Wait`, which takes real time only if asked to.

    `notes` is what was saved. `break_with` lets the next call fail, as phones do.
    """

    def __init__(self, *, waits_in_real_time: bool = False) -> None:
        self.notes: list[str] = []
        self._waits_in_real_time = waits_in_real_time
        self._package = HOME
        self._draft = ""
        self._cursor = False
        self._looks = 0
        self._newest = ""
        self._time_s = 0.0
        self._closed = False
        self._fault: DeviceError | None = None
        self._interrupted = threading.Event()

    @property
    def info(self) -> DeviceInfo:
        return DeviceInfo("fake:", "fake", "Fake phone", "15", 400, 800, 160, "en-US", HOME)

    def observe(self, *, screenshot: bool = False) -> Observation:
        self._check_alive()
        self._looks += 1
        self._newest = f"look-{self._looks}"
        elements = self._elements()
        focused = [element.index for element in elements if element.focused]
        return Observation(
            id=self._newest,
            package=self._package,
            activity=".Main",
            width_px=self.info.width_px,
            height_px=self.info.height_px,
            rotation=0,
            elements=elements,
            keyboard_shown=self._cursor,
            focused=focused[0] if focused else None,
            secure=False,
            notices=(),
            screenshot=self._screenshot() if screenshot else None,
            time_s=self._time_s,
        )

    def perform(self, action: Action, observation: Observation) -> Performed:
        self._check_alive()
        check_action(action, observation, self._newest)
        before = self._elements()
        touches: tuple[tuple[int, int], ...] = ()
        note = ""
        match action:
            case Click(target) | DoubleClick(target) | LongPress(target):
                touches = (observation.pixel(target),)
                note = self._touch(*touches[0])
            case Type(text, target, clear):
                if target is not None:
                    touches = (observation.pixel(target),)
                    self._touch(*touches[0])
                note = self._type(text, clear=clear)
            case Scroll() | Drag():
                note = "nothing here moves"
            case PressButton(button):
                note = self._press(button)
            case OpenApp(app):
                self._show(_known_app(app))
            case CloseApp(app):
                if self._package == _known_app(app):
                    self._show(HOME)
            case Wait(duration_ms):
                self._wait(duration_ms)
            case Output() | Finish() | AskUser():
                raise AssertionError("check_action has refused these")
            case _:
                assert_never(action)
        self._newest = ""
        return Performed(action, touches, changed=self._elements() != before, note=note)

    def interrupt(self) -> None:
        self._interrupted.set()

    def close(self) -> None:
        self._closed = True

    def break_with(self, fault: DeviceError) -> None:
        """Let the next call raise `fault`."""
        self._fault = fault

    def _check_alive(self) -> None:
        if self._closed:
            raise DeviceGone("this fake phone was closed: open another")
        if self._fault is not None:
            fault, self._fault = self._fault, None
            raise fault

    def _elements(self) -> tuple[Element, ...]:
        if self._package == HOME:
            rows = [("text", "Home", "", 0), ("button", NOTES_LABEL, "", CLICKABLE)]
        else:
            cursor = FOCUSED if self._cursor else 0
            rows = [
                ("field", self._draft, "New note", CLICKABLE | EDITABLE | FOCUSABLE | cursor),
                ("button", "Save", "", CLICKABLE),
                *[("text", note, "", 0) for note in self.notes[-6:]],
            ]
        return tuple(
            Element(i, role, text, hint, "", "", Bounds(0, 100 * i, 400, 100 * i + 100), flags)
            for i, (role, text, hint, flags) in enumerate(rows)
        )

    def _touch(self, x: int, y: int) -> str:
        hits = [element for element in self._elements() if element.bounds.contains(x, y)]
        if not hits or not hits[0].clickable:
            return "nothing there can be tapped"
        match hits[0].role, hits[0].text:
            case "field", _:
                self._cursor = True
            case _, "Save":
                self._save()
            case _:
                self._show(NOTES)
        return ""

    def _type(self, text: str, *, clear: bool) -> str:
        if not self._cursor:
            return _NO_FIELD
        self._draft = text if clear else self._draft + text
        return ""

    def _press(self, button: SystemButton) -> str:
        match button:
            case SystemButton.BACK if self._cursor:
                self._cursor = False
            case SystemButton.BACK | SystemButton.HOME:
                self._show(HOME)
            case SystemButton.ENTER:
                if not self._cursor:
                    return _NO_FIELD
                self._save()
            case SystemButton.MENU:
                return "there is no menu here"
        return ""

    def _save(self) -> None:
        if self._draft:
            self.notes.append(self._draft)
        self._draft = ""

    def _show(self, package: str) -> None:
        self._package = package
        self._cursor = False

    def _wait(self, duration_ms: int) -> None:
        if self._waits_in_real_time:
            self._interrupted.clear()
            if self._interrupted.wait(duration_ms / 1000):
                raise Interrupted("the wait was ended on purpose")
        self._time_s += duration_ms / 1000

    def _screenshot(self) -> Screenshot:
        """A grey image of the screen's size, darker in the app."""
        info = self.info
        return Screenshot(
            _grey_png(info.width_px, info.height_px, 200 if self._package == HOME else 100),
            "image/png",
            info.width_px,
            info.height_px,
        )


def _known_app(app: str) -> str:
    if app.strip().lower() in {NOTES_LABEL.lower(), NOTES}:
        return NOTES
    raise UnknownApp(f"no app {app!r} is on this phone; there is {NOTES_LABEL}")


def _grey_png(width_px: int, height_px: int, shade: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    rows = (b"\0" + bytes([shade]) * width_px) * height_px
    header = struct.pack(">IIBBBBB", width_px, height_px, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )

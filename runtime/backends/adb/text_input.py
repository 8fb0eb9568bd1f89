"""Enters text into the field that has the cursor, and reads it back.

Several ways, from the least to the most intrusive: accessibility, clipboard, an adb keyboard that
is already installed, key events. The first whose text can be read back wins. Nothing is installed;
the user's clipboard and keyboard are put back on every way out. Where the keyboard is up but no field
can be read (games, drawn forms, web pages), the text is typed blind, and that is said.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from runtime.backends.adb.automation import Rpc
from runtime.backends.adb.calls import AdbShell
from runtime.backends.adb.deadlines import Deadline
from runtime.backends.adb.errors import (
    AutomationFailed,
    CommandFailed,
    DebuggingRestricted,
    KeyboardFailure,
)
from runtime.backends.adb.pending_restores import PendingRestores
from runtime.backends.adb.screen import Views
from runtime.backends.adb.stacking import walk
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import EDITABLE, FOCUSED, PASSWORD

NO_FIELD = "no field has the cursor: tap one first"
BLIND = "typed, but no field shows it: look whether it arrived"
BLIND_NOT_CLEARED = "typed after what was there, which cannot be cleared; no field shows it: look"
READ_BACK_S = 0.6
STAYS_S = 0.15
"""How long a field must show the same before that is what it made of a text."""
KEYBOARD_S = 3.0
POLL_S = 0.02
PIECE = 40
"""Longer runs of key events lose characters."""
ENTER_KEY = "66"
_CLASS_NAME, _FOCUSED = 0x10, 0x020000
_CURRENT = re.compile(r"\bmCurId=(\S+)")
_BOUND = re.compile(r"\bmBoundToMethod=(true|false)")


@dataclass(frozen=True, slots=True)
class AdbKeyboard:
    """A keyboard that takes text by broadcast."""

    id: str
    action: str
    extra: str

    @property
    def package(self) -> str:
        return self.id.partition("/")[0]


ADB_KEYBOARDS = (
    AdbKeyboard("com.android.adbkeyboard/.AdbIME", "ADB_INPUT_B64", "msg"),
    AdbKeyboard("com.github.uiautomator/.AdbKeyboard", "ADB_KEYBOARD_INPUT_TEXT", "text"),
)


class _NotPossible(Exception):
    """This way cannot be gone on this phone, or with this text."""


@dataclass(frozen=True, slots=True)
class _Job:
    """What is to be typed, into what."""

    text: str
    old: str
    field: HierarchyNode

    @property
    def selector(self) -> dict[str, object]:
        """The field, as uiautomator2 selects it."""
        return {
            "mask": _CLASS_NAME | _FOCUSED,
            "childOrSibling": [],
            "childOrSiblingSelector": [],
            "className": self.field.class_name,
            "focused": True,
        }

    def fits(self, shown: str) -> bool:
        """Whether a field that shows this holds the text, at the cursor or over the selection."""
        if self.field.flags & PASSWORD:
            # Dots only. Java counts an emoji as two.
            added = (len(self.text), len(self.text.encode("utf-16-le")) // 2)
            return any(len(shown) == len(self.old) + count for count in added)
        old, rest = self.old, len(shown) - len(self.text)
        return any(
            shown[start : start + len(self.text)] == self.text
            and old.startswith(shown[:start])
            and old.endswith(shown[start + len(self.text) :])
            and rest <= len(old)
            for start in range(max(0, rest) + 1)
        )


_Way = Callable[[_Job], str | None]
"""Enters the text and gives what the field shows then; None when there is no field any more."""


class TextInput:
    """Types on one phone. `views` reads the screen, `keyboard_shown` whether something takes text."""

    def __init__(
        self,
        shell: AdbShell,
        rpc: Rpc,
        views: Callable[[], Views],
        restores: PendingRestores,
        pause: Callable[[float], None],
        keyboard_shown: Callable[[], bool],
    ) -> None:
        self._shell = shell
        self._rpc = rpc
        self._views = views
        self._restores = restores
        self._pause = pause
        self._keyboard_shown = keyboard_shown

    def type(self, text: str, *, clear: bool) -> str:
        """Type at the cursor; what to know about the result, or nothing."""
        field = focused_field(self._views())
        if field is None:
            return self._type_blind(text, clear=clear) if self._keyboard_shown() else NO_FIELD
        if clear and field.text:
            self._rpc.call("clearTextField", _Job("", "", field).selector)
            field = focused_field(self._views()) or field
        job = _Job(text, "" if clear else field.text, field)
        if not text:
            return ""
        shown: dict[str, str] = {}
        failures: list[str] = []
        restricted = False
        for name, way in self._ways(job):
            try:
                seen = way(job)
            except (_NotPossible, AutomationFailed, CommandFailed, DebuggingRestricted) as error:
                restricted = restricted or isinstance(error, DebuggingRestricted)
                failures.append(f"{name}: {error}")
                continue
            if seen is None:
                return "the field is gone: the text may have been sent off"
            if job.fits(seen):
                return ""
            failures.append(f"{name}: the field shows {seen!r}")
            if seen != job.old and seen in shown.values():
                # Two ways that agree: the field has a format or a limit of its own.
                return f"the field made {seen!r} of it"
            shown[name] = seen
            self._undo(job, seen)
        cause = DebuggingRestricted if restricted else KeyboardFailure
        raise cause(
            f"{text[:40]!r} could not be typed into {_described(field)}: {'; '.join(failures)}"
        )

    def _type_blind(self, text: str, *, clear: bool) -> str:
        """Send the text to whatever the keyboard is up for."""
        if _has_keys(text):
            self._send_keys(text)
        else:
            with self._clipboard_holding(text):
                self._rpc.call("pasteClipboard")
                # Nothing shows when the app has read it.
                self._pause(READ_BACK_S)
        return BLIND_NOT_CLEARED if clear else BLIND

    def _ways(self, job: _Job) -> Iterator[tuple[str, _Way]]:
        """Replacing all of a field is only right when it is empty; else the cursor's place counts."""
        if not job.old:
            yield "accessibility", self._set_text
        yield "clipboard", self._paste
        yield "adb keyboard", self._broadcast
        yield "key events", self._press_keys
        if job.old:
            yield "accessibility", self._set_text

    def _set_text(self, job: _Job) -> str | None:
        if job.field.flags & PASSWORD and job.old:
            raise _NotPossible("a password cannot be read, so nothing can be added to it")
        if self._rpc.call("setText", job.selector, job.old + job.text) is False:
            raise _NotPossible("the field does not take it")
        return self._read_back(job)

    def _paste(self, job: _Job) -> str | None:
        with self._clipboard_holding(job.text):
            self._rpc.call("pasteClipboard")
            # The app reads the clipboard when it handles the key, which may be later.
            return self._read_back(job)

    @contextmanager
    def _clipboard_holding(self, text: str) -> Generator[None]:
        before = self._rpc.read("getClipboard")

        def put_back() -> None:
            self._rpc.call("setClipboard", None, before or "")

        with self._restores.restoring("the clipboard", put_back):
            self._rpc.call("setClipboard", None, text)
            yield

    def _broadcast(self, job: _Job) -> str | None:
        installed = self._shell.shell("ime", "list", "-s", "-a").text.split()
        keyboard = next((known for known in ADB_KEYBOARDS if known.id in installed), None)
        if keyboard is None:
            raise _NotPossible("none is installed, and none is installed without consent")
        enabled = self._shell.shell("ime", "list", "-s").text.split()
        before = self._chosen_keyboard()

        def put_back() -> None:
            if before:
                self._shell.shell("ime", "set", before)
            else:
                self._shell.shell("ime", "reset")
            if keyboard.id not in enabled:
                self._shell.shell("ime", "disable", keyboard.id)

        with self._restores.restoring("the keyboard", put_back):
            self._shell.shell("ime", "enable", keyboard.id)
            self._shell.shell("ime", "set", keyboard.id)
            self._await_keyboard(keyboard.id)
            encoded = base64.b64encode(job.text.encode()).decode()
            # Its receiver sets no result, so what is said back proves nothing.
            self._shell.shell(
                "am", "broadcast", "-a", keyboard.action, "-p", keyboard.package,
                "--es", keyboard.extra, encoded,
            )  # fmt: skip
            return self._read_back(job)

    def _press_keys(self, job: _Job) -> str | None:
        if not _has_keys(job.text):
            raise _NotPossible("there are no keys for these characters")
        self._send_keys(job.text)
        return self._read_back(job)

    def _send_keys(self, text: str) -> None:
        for number, line in enumerate(text.split("\n")):
            if number:
                self._shell.shell("input", "keyevent", ENTER_KEY)
            for piece in _pieces(line):
                self._shell.shell("input", "text", piece)

    def _await_keyboard(self, id: str) -> None:
        """Wait until a keyboard is chosen and bound: text sent before that is lost."""
        deadline = Deadline.after(KEYBOARD_S, f"switching to {id}")
        while not deadline.passed:
            if self._chosen_keyboard() == id and is_bound(
                self._shell.shell("dumpsys", "input_method").text, id
            ):
                return
            self._pause(POLL_S)
        raise _NotPossible(f"{id} was not taken as the keyboard")

    def _chosen_keyboard(self) -> str:
        return chosen_keyboard(
            self._shell.shell("settings", "get", "secure", "default_input_method").text
        )

    def _read_back(self, job: _Job) -> str | None:
        """What the field shows, once it fits, stays as it is, or time is up; None without a field."""
        deadline = Deadline.after(READ_BACK_S, "reading the field back")
        stays = Deadline.after(STAYS_S, "reading the field back")
        last: str | None = job.old
        while True:
            field = focused_field(self._views())
            shown = None if field is None else field.text
            if shown is not None and job.fits(shown):
                return shown
            if shown != last:
                stays = Deadline.after(STAYS_S, deadline.what)
                last = shown
            arrived = shown is not None and shown != job.old and stays.passed
            if arrived or deadline.passed:
                return shown
            self._pause(POLL_S)

    def _undo(self, job: _Job, seen: str) -> None:
        """Bring the field back to what it held, so that the next way does not add to half a text."""
        if seen == job.old or job.field.flags & PASSWORD:
            return
        try:
            if job.old:
                self._rpc.call("setText", job.selector, job.old)
            else:
                self._rpc.call("clearTextField", job.selector)
        except AutomationFailed:
            return


def chosen_keyboard(text: str) -> str:
    """The keyboard that the settings name; nothing where none is set, which phones call `null`."""
    return text.strip() if "/" in text else ""


def is_bound(text: str, id: str) -> bool:
    """Whether `dumpsys input_method` says that a keyboard is connected; one that says nothing is."""
    current, bound = _CURRENT.findall(text), _BOUND.findall(text)
    return (not current or current[-1] == id) and (not bound or bound[-1] == "true")


def focused_field(views: Views) -> HierarchyNode | None:
    """The field that has the cursor, if any."""
    return next(
        (
            node
            for window in views.windows
            for node in walk(window)
            if node.flags & FOCUSED and node.flags & EDITABLE
        ),
        None,
    )


def _has_keys(text: str) -> bool:
    return all(" " <= letter <= "~" or letter == "\n" for letter in text)


def _pieces(line: str) -> Iterator[str]:
    """Parts that `input text` types as they are: it makes a space of %s."""
    for part in line.replace("%s", "%\0s").split("\0"):
        for start in range(0, len(part), PIECE):
            yield part[start : start + PIECE]


def _described(field: HierarchyNode) -> str:
    return field.resource_id or field.hint or field.description or field.class_name

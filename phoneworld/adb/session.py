"""What the adb side of a phone remembers beyond the phone itself, and how it touches the phone.

One event loop owns a session and its phone; nothing here waits or locks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from phoneworld import gestures
from phoneworld.adb.handset.screens import Screens
from phoneworld.adb.handset.state import HandsetState
from phoneworld.adb.personality import ORDINARY, Personality
from phoneworld.adb.storage.files import FileTree
from phoneworld.adb.wire.ports import Ports
from phoneworld.phone import Phone
from phoneworld.system import text_input
from phoneworld.ui.widgets import Field
from runtime.actions import Direction, SystemButton

BroadcastReceiver = Callable[[str, Mapping[str, object]], bool]
ScreenViewer = Callable[[], Awaitable[None]]

PHONEWORLD_IME = "com.phoneworld.keyboard/.Keyboard"
LOG_LINES = 2000
MAX_UNKNOWN = 10_000
LONGEST_ENTRY = 2000


@dataclass(slots=True)
class AdbJournal:
    """What clients asked for, and what could not be answered: gaps show here."""

    requests: deque[str] = field(default_factory=lambda: deque[str](maxlen=5000))
    unknown: list[str] = field(default_factory=list[str])

    def miss(self, what: str) -> None:
        """Note what could not be answered. Of a flood, only the start is kept."""
        if len(self.unknown) < MAX_UNKNOWN:
            self.unknown.append(what[:LONGEST_ENTRY])


class AdbSession:
    """One phone as adb sees it.

    `files` holds what is neither shared storage nor a database: /data/local/tmp and the like.
    `tree` shows those, shared storage and databases as one file system; use it for any path.
    `ports` is who listens on the phone (`tcp:9008`), `screens` gives pictures of it, `handset` is
    the phone as a thing: panel, finger, lock, properties. `personality` is how its answers differ.
    `receivers` are told of broadcasts, by action and extras; the first that says it heard one ends it.
    `viewers` are shown the screen at the end of each shell command, before its client hears of that.
    """

    def __init__(self, phone: Phone, *, serial: str, personality: Personality = ORDINARY) -> None:
        self.phone = phone
        self.serial = serial
        self.personality = personality
        self.journal = AdbJournal()
        self.log: deque[str] = deque[str](maxlen=LOG_LINES)
        self.files: dict[str, bytes] = {}
        self.tree = FileTree(phone, self.files)
        self.ports = Ports()
        self.screens = Screens(self)
        self.handset = HandsetState(phone.realism.display)
        self.installed: list[str] = []
        self.ime = PHONEWORLD_IME
        self.screen_on = True
        self.locked = False
        self.black_frames = 0
        self.receivers: list[BroadcastReceiver] = []
        self.viewers: list[ScreenViewer] = []

    @property
    def size(self) -> tuple[int, int]:
        """The screen in pixels."""
        display = self.phone.realism.display
        return display.width_px, display.height_px

    def tap(self, x: int, y: int) -> str:
        """Touch a pixel. Returns the reason if nothing happened, else an empty text."""
        return gestures.tap(self.phone, *self._on_screen(x, y))

    def hold(self, x: int, y: int) -> str:
        """Touch a pixel and hold."""
        return gestures.hold(self.phone, *self._on_screen(x, y))

    def swipe(self, x1: int, y1: int, x2: int, y2: int, *, duration_ms: int = 300) -> str:
        """Move a finger; one that stays where it is for long is a hold."""
        start, end = self._on_screen(x1, y1), self._on_screen(x2, y2)
        if start == end:
            return self.hold(*start) if duration_ms >= 500 else self.tap(*start)
        return gestures.stroke(self.phone, start, end)

    def press(self, button: SystemButton) -> str:
        """Press one of the phone's buttons."""
        return gestures.press(self.phone, button)

    def scroll(self, direction: Direction, x: int, y: int) -> str:
        """Scroll by a page in the container at a pixel."""
        return gestures.scroll(self.phone, direction, *self._on_screen(x, y))

    def type_text(self, text: str) -> bool:
        """Type at the cursor. False where no field has it."""
        return text_input.insert(self.phone, text)

    def set_text(self, field: Field, text: str) -> None:
        """Replace the text of a field, as accessibility services do."""
        self.phone.focus_field(field.key)
        text_input.set_text(self.phone, field, text_input.fitting(field, text))

    def backspace(self) -> None:
        """Delete the character before the cursor."""
        text_input.backspace(self.phone)

    def _on_screen(self, x: int, y: int) -> tuple[int, int]:
        width, height = self.size
        return max(0, min(width - 1, x)), max(0, min(height - 1, y))

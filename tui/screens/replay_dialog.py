"""Before a replay on a phone that is not as it was: what differs, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from tui.screens.dismissal import DismissibleDialog


class ReplayChoice(StrEnum):
    """What the person wants."""

    UNDO_FIRST = "undo_first"
    HOME_FIRST = "home_first"
    ANYWAY = "anyway"
    LEAVE = "leave"


class ReplayDialog(DismissibleDialog[ReplayChoice]):
    """Leaves with what the person wants; nothing is done by default."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "go('undo_first')", "Undo first"),
        Binding("h", "go('home_first')", "Home first"),
        Binding("a", "go('anyway')", "Replay anyway"),
        Binding("escape", "go('leave')", "Leave it"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, differences: Sequence[str], *, can_undo: bool) -> None:
        super().__init__()
        self._differences = differences
        self._can_undo = can_undo

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "The phone is not as it was"
            for line in self._differences:
                yield Static(line, markup=False)
            with Horizontal(classes="choices"):
                if self._can_undo:
                    yield Button("Undo first (u)", id="undo_first", compact=True)
                yield Button("Home first (h)", id="home_first", compact=True)
                yield Button("Replay anyway (a)", id="anyway", compact=True)
                yield Button("Leave it (Esc)", id="leave", compact=True)

    def on_mount(self) -> None:
        self.query_one("#leave").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.dismiss(ReplayChoice(event.button.id or ReplayChoice.LEAVE))

    def action_go(self, way: str) -> None:
        if way != ReplayChoice.UNDO_FIRST or self._can_undo:
            self.dismiss(ReplayChoice(way))

"""All keys, on one screen."""

from __future__ import annotations

from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui.screens.dismissal import DismissibleDialog

KEYS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Anywhere",
        (
            ("Ctrl+C or F9", "stop the run at once"),
            ("F1", "this help"),
            ("F2", "runs: open, run again, replay, take back, export, delete"),
            ("F3", "phones"),
            ("Ctrl+O", "another phone, in a new tab"),
            ("Ctrl+G or F10", "the next tab"),
            ("Ctrl+L", "close the tab"),
            ("F4", "policies"),
            ("Ctrl+P", "every command by name, themes too"),
            ("Ctrl+Q", "leave"),
        ),
    ),
    (
        "At work",
        (
            ("Enter", "begin the task that you typed"),
            ("F5", "pause, go on, continue what was interrupted"),
            ("F6", "take the phone over, hand it back"),
            ("F7", "answer what is asked"),
            ("Ctrl+Z", "take back what the last task did, on a virtual phone"),
            ("F8", "phone drawn in words, as picture, with outlines, as list"),
            ("Tab", "from one part of the screen to the next"),
        ),
    ),
    (
        "While the phone is yours",
        (
            ("click, drag", "tap, swipe; hold or right button: long press"),
            ("wheel, arrows", "scroll"),
            ("letters", "type; Backspace takes back"),
            ("Enter, Escape, Home", "the phone's enter, back and home"),
            ("text view", "arrows choose, Enter taps"),
        ),
    ),
    (
        "In lists",
        (
            ("Enter", "open, or use from now on"),
            ("/", "search; Escape leaves the search"),
            ("Escape", "back to the phone"),
        ),
    ),
)


def help_table() -> Table:
    """Keys and what they do, by place."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for place, keys in KEYS:
        table.add_row(Text(place, "bold underline"), "")
        for key, meaning in keys:
            table.add_row(Text(f"  {key}", "bold"), meaning)
    return table


class HelpScreen(DismissibleDialog[None]):
    """Shows the keys until any of the usual ones is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,enter,q", "leave", "Back"),
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog help", can_focus=True) as dialog:
            dialog.border_title = "Keys"
            dialog.border_subtitle = "Escape: back"
            yield Static(help_table())

    def action_leave(self) -> None:
        self.dismiss()

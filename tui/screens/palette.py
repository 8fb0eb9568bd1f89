"""Every command by name: type a part of it, choose, Enter.

Textual's own palette gathers its commands in the background, and what arrives after it was left, or
after a click, brings the app down. This one knows all of them from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from tui.screens.dismissal import DismissibleDialog
from tui.widgets.paged_list import PagedList


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be done now."""

    name: str
    hint: str
    do: Callable[[], object]


class Palette(DismissibleDialog[Command]):
    """Leaves with the command to carry out."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+p", "leave", "Back", priority=True),
        # The line keeps the focus, so that it can be typed in at any time.
        Binding("down", "move('cursor_down')", show=False, priority=True),
        Binding("up", "move('cursor_up')", show=False, priority=True),
        Binding("pagedown", "move('page_down')", show=False, priority=True),
        Binding("pageup", "move('page_up')", show=False, priority=True),
    ]

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self._commands = tuple(commands)
        self._shown = self._commands
        self._line = Input(placeholder="What to do", compact=True, classes="search")
        self._list = PagedList(classes="commands")
        self._list.can_focus = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog palette") as dialog:
            dialog.border_title = "Commands"
            dialog.border_subtitle = "Enter: do it    Escape: back"
            yield self._line
            yield self._list

    def on_mount(self) -> None:
        self._line.focus()
        self._fill()

    def _fill(self) -> None:
        self._shown = matching(self._commands, self._line.value)
        self._list.clear_options()
        self._list.add_options(Option(_line_of(command)) for command in self._shown)
        if self._shown:
            self._list.highlighted = 0

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._fill()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._choose(self._list.highlighted)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._choose(event.option_index)

    def _choose(self, place: int | None) -> None:
        if place is not None and place < len(self._shown):
            self.dismiss(self._shown[place])

    def action_move(self, how: str) -> None:
        """The list's own action of this name."""
        getattr(self._list, f"action_{how}")()

    def action_leave(self) -> None:
        self.dismiss()


def matching(commands: Sequence[Command], typed: str) -> tuple[Command, ...]:
    """Those in which every word that was typed occurs; by name before those by hint alone."""
    words = typed.casefold().split()

    def fits(text: str) -> bool:
        return all(word in text.casefold() for word in words)

    named = [command for command in commands if fits(command.name)]
    hinted = [command for command in commands if fits(f"{command.name} {command.hint}")]
    return (*named, *(command for command in hinted if command not in named))


def _line_of(command: Command) -> Content:
    return Content.assemble((command.name, "bold"), "  ", (command.hint, "dim"))

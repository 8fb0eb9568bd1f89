"""A list with a line to search in it: what the screens of runs, phones and policies share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from rich.cells import cell_len
from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import DataTable, Input, Static

from tui.plain_text import one_line


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line of a list. `key` names what it stands for, and no other row has it.

    `colour` is that of the first cell: a variable of the theme, such as $text-success, or a plain one.
    """

    key: str
    cells: tuple[str, ...]
    colour: str = ""


class FilteredTable(Vertical):
    """Keeps the chosen row while rows come and go."""

    class Chosen(Message):
        """A row was opened."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Pointed(Message):
        """Another row is the current one; an empty key if there is none."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Searched(Message):
        """The person searches."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, columns: Sequence[str], empty: str) -> None:
        super().__init__()
        self._table: DataTable[Text] = DataTable(cursor_type="row", zebra_stripes=False)
        self._columns = columns
        self._search = Input(placeholder="Search", classes="search", compact=True)
        self._empty = Static(empty, markup=False, classes="empty")
        self._rows: tuple[TableLine, ...] | None = None
        """Not known before they are first told, which may be before there is a table to fill."""
        self._needle = ""

    def compose(self) -> ComposeResult:
        yield self._search
        yield self._table
        yield self._empty

    def on_mount(self) -> None:
        self._add_columns(())
        self._search.display = False
        self._empty.display = False
        self._table.focus()
        self._fill()

    @property
    def current(self) -> str:
        """The key of the row that the cursor is on; empty if there is none."""
        if not self._table.is_valid_coordinate(self._table.cursor_coordinate):
            return ""
        return self._table.coordinate_to_cell_key(self._table.cursor_coordinate).row_key.value or ""

    def say_empty(self, text: str) -> None:
        """What to read where there is nothing to list."""
        self._empty.update(text)

    def show(self, rows: Sequence[TableLine]) -> None:
        """The rows there are now."""
        if tuple(rows) != self._rows:
            self._rows = tuple(rows)
            self._fill()

    def search(self) -> None:
        """Let the person type what they look for."""
        self._search.display = True
        # At once: a letter that is typed meanwhile would be a key of the list, and replay a run.
        self.screen.set_focus(self._search)

    def leave_search(self) -> bool:
        """Back to the list; false if the person was there already."""
        if not self._search.display:
            return False
        self._search.value = ""
        self._search.display = False
        self._table.focus()
        return True

    def _fill(self) -> None:
        if self._rows is None or not self._table.columns:
            return
        kept, place = self.current, self._table.cursor_row
        rows = [row for row in self._rows if self._needle in " ".join(row.cells).casefold()]
        shown = [[one_line(cell, 80) for cell in row.cells] for row in rows]
        self._add_columns(shown)
        for row, (first, *others) in zip(rows, shown, strict=True):
            cells = [Text(first, style=self._rich_style(row.colour)), *map(Text, others)]
            self._table.add_row(*cells, key=row.key)
        keys = [row.value for row in self._table.rows]
        if keys:
            place = keys.index(kept) if kept in keys else min(place, len(keys) - 1)
            self._table.move_cursor(row=place)
        self._empty.display = not keys
        self.post_message(self.Pointed(self.current))

    def _rich_style(self, colour: str) -> str:
        """A colour as tables take it, which know nothing of themes."""
        if colour.startswith("$"):
            app = cast("App[None]", self.app)  # pyright: ignore[reportUnknownMemberType]
            colour = app.theme_variables.get(colour[1:], "")
        # Such as "auto 60%": whatever can be read, paler.
        return "dim" if colour.startswith("auto") else colour

    def _add_columns(self, lines: Iterable[Sequence[str]]) -> None:
        """Empty columns, wide enough for these lines.

        The widths are given: a table that finds them itself does so when it is idle, and keeps the cut
        cells of a picture that was drawn before that.
        """
        self._table.clear(columns=True)
        for label, *cells in zip(self._columns, *lines, strict=True):
            self._table.add_column(label, width=max(map(cell_len, (label, *cells))))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._needle = event.value.casefold().strip()
        self._fill()
        self.post_message(self.Searched(event.value.strip()))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._table.focus()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(event.row_key.value or ""))

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        event.stop()
        # The event's own row may be gone by now.
        self.post_message(self.Pointed(self.current))

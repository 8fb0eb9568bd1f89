"""Runs: all there are, newest first, to be opened, repeated, replayed, exported and deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from enum import StrEnum
from typing import ClassVar

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.errors import BuddyError
from phonebuddy.v1.requests import has_ended
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Static

from tui import words
from tui.change_words import changes_of, nothing_words
from tui.conversation import UNDONE
from tui.endings import LOOKS, outcome_words, run_ending
from tui.link import RuntimeLink
from tui.plain_text import one_line
from tui.screens.dismissal import DismissibleScreen
from tui.screens.periodic_refresh import PeriodicRefresh
from tui.widgets.filtered_table import FilteredTable, TableLine

MOST_RUNS = 300
REFRESH_S = 2.0


class RunCommand(StrEnum):
    """What is wanted of a run."""

    OPEN = "open"
    AGAIN = "again"
    REPLAY = "replay"
    UNDO = "undo"
    EXPORT = "export"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class RunWish:
    """A run, and what is wanted of it."""

    run: run_pb2.Run
    command: RunCommand


class RunsScreen(DismissibleScreen[RunWish]):
    """Leaves with what is wanted of a run. Exporting and deleting happen above it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "wish('again')", "Again"),
        Binding("p", "wish('replay')", "Replay"),
        Binding("u", "wish('undo')", "Undo"),
        Binding("e", "wish('export')", "Export"),
        Binding("d,delete", "wish('delete')", "Delete"),
        Binding("slash", "search", "Search", key_display="/"),
        Binding("escape,f2", "leave", "Back"),
    ]

    def __init__(self, link: RuntimeLink) -> None:
        super().__init__()
        self._link = link
        self._runs: dict[str, run_pb2.Run] = {}
        self._table = FilteredTable(
            ("State", "Task", "Steps", "When", "Phone", "Policy"), "Fetching the runs …"
        )
        self._detail = Static(classes="detail", markup=False)
        self._list = PeriodicRefresh(self, self._fetch)
        self._needle = ""

    def compose(self) -> ComposeResult:
        yield Static(" Runs", classes="title")
        yield self._table
        yield self._detail
        yield Footer()

    def on_mount(self) -> None:
        self._list.begin(REFRESH_S)

    async def _fetch(self) -> None:
        async def fetch() -> list[run_pb2.Run]:
            found: list[run_pb2.Run] = []
            async for run in self._link.client.runs(search=self._needle):
                found.append(run)
                if len(found) >= MOST_RUNS:
                    break
            return found

        try:
            found = await self._link.ask(fetch)
        except BuddyError as error:
            self._table.say_empty(one_line(str(error)))
            self._table.show([])
            return
        self._runs = {run.id: run for run in found}
        self._table.say_empty(
            f"No run has {self._needle!r} in its task."
            if self._needle
            else "There are no runs yet."
        )
        self._table.show(rows_of(list(self._runs.values())))

    def on_filtered_table_searched(self, event: FilteredTable.Searched) -> None:
        # Runs that are not on this page are found by the runtime.
        self._needle = event.text
        self._list.anew()

    def on_filtered_table_pointed(self, event: FilteredTable.Pointed) -> None:
        run = self._runs.get(event.key)
        self._detail.update("" if run is None else detail(run))

    def on_filtered_table_chosen(self, _event: FilteredTable.Chosen) -> None:
        self.action_wish(RunCommand.OPEN)

    def action_wish(self, command: str) -> None:
        run = self._runs.get(self._table.current)
        if run is None:
            return
        if command in {RunCommand.DELETE, RunCommand.EXPORT, RunCommand.UNDO} and not has_ended(
            run.state
        ):
            self.notify("It has not ended yet: stop it first.", severity="warning")
            return
        self.dismiss(RunWish(run, RunCommand(command)))

    def action_search(self) -> None:
        self._table.search()

    def action_leave(self) -> None:
        if not self._table.leave_search():
            self.dismiss()


def rows_of(runs: Sequence[run_pb2.Run]) -> list[TableLine]:
    """Runs as lines of a list."""
    return [
        TableLine(
            run.id,
            (
                words.state_words(run.state) if ending is None else LOOKS[ending].word,
                one_line(run.goal, 48),
                str(run.steps),
                f"{run.created.ToDatetime(UTC).astimezone():%d %b %H:%M}",
                one_line(run.device, 24),
                one_line(run.policy, 20),
            ),
            colour="" if ending is None else LOOKS[ending].colour,
        )
        for run in runs
        for ending in [run_ending(run)]
    ]


def detail(run: run_pb2.Run) -> str:
    """A run in a few lines."""
    lines = [one_line(run.goal)]
    if run.HasField("outcome"):
        lines.append(outcome_words(run.outcome))
        changes = changes_of(run.outcome)
        if run.undone:
            lines.append(UNDONE)
        elif changes is not None:
            told = f"Changed: {'; '.join(changes)}" if changes else nothing_words(run.outcome)
            lines.append(told)
    elif run.HasField("question"):
        lines.append(f"{words.question_title(run.question)} {words.question_words(run.question)}")
    elif run.reason:
        lines.append(one_line(run.reason))
    lines.append(f"{run.id}, {run.steps} steps, {run.tokens} tokens{words.cost_words(run)}")
    return "\n".join(lines)

"""Policies: which there are, what is known of them, loading and letting go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from phonebuddy.v1 import policy_service_pb2
from phonebuddy.v1.errors import BuddyError
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, ProgressBar, Static

from tui import words
from tui.choices import usable_policy
from tui.link import RuntimeLink
from tui.plain_text import duration_words, one_line, size_words
from tui.policy_card import card
from tui.screens.dismissal import DismissibleScreen
from tui.screens.periodic_refresh import PeriodicRefresh
from tui.widgets.filtered_table import FilteredTable, TableLine

REFRESH_S = 1.5
NONE_YET = (
    "There are no policies yet. A policy is a folder with a policy.json; put it into the runtime's "
    "policy folder (~/.phonebuddy/policies unless told otherwise). A GGUF file can be served as it "
    "is: python -m runtime serve --gguf FILE --mmproj FILE, then phonebuddy --connect ADDRESS."
)


class PoliciesScreen(DismissibleScreen[str]):
    """Leaves with the name of the policy to use from now on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "nothing", "Use"),
        Binding("l", "load", "Load"),
        Binding("u", "unload", "Let go"),
        Binding("slash", "search", "Search", key_display="/"),
        Binding("escape,f4", "leave", "Back"),
    ]

    def __init__(self, link: RuntimeLink, current: str) -> None:
        super().__init__()
        self._link = link
        self._current = current
        self._policies: dict[str, policy_service_pb2.Policy] = {}
        self._table = FilteredTable(
            ("", "Policy", "State", "Engine", "Sees", "Size"), "Fetching the policies …"
        )
        self._detail = Static(classes="detail", markup=False)
        self._list = PeriodicRefresh(self, self._fetch)
        self._progress = ProgressBar(total=None, show_percentage=False, show_eta=False)
        self._loading = ""
        self._loading_s = 0.0

    def compose(self) -> ComposeResult:
        yield Static(" Policies", classes="title")
        yield self._table
        yield self._progress
        yield self._detail
        yield Footer()

    def on_mount(self) -> None:
        self._progress.display = False
        self._list.begin(REFRESH_S)
        self.set_interval(1.0, self._count)

    def _count(self) -> None:
        if self._loading:
            self._loading_s += 1.0
            self._describe(self._table.current)

    async def _fetch(self) -> None:
        try:
            found = await self._link.ask(self._link.client.policies)
        except BuddyError as error:
            self._table.say_empty(one_line(str(error)))
            self._table.show([])
            return
        self._policies = by_key(found)
        self._table.say_empty(NONE_YET)
        self._table.show(rows_of(self._policies, self._current))
        self._describe(self._table.current)

    def on_filtered_table_pointed(self, event: FilteredTable.Pointed) -> None:
        self._describe(event.key)

    def _describe(self, key: str) -> None:
        policy = self._policies.get(key)
        text = "" if policy is None else card(policy)
        if self._loading:
            text = f"Loading {self._loading} … {duration_words(self._loading_s)}\n{text}"
        self._detail.update(text)

    def on_filtered_table_chosen(self, event: FilteredTable.Chosen) -> None:
        policy = self._policies.get(event.key)
        if policy is None:
            return
        if not usable_policy(policy):
            problem = one_line(policy.problem) or "It cannot be used."
            self.notify(problem, severity="warning", markup=False)
            return
        self.dismiss(policy.name)

    def action_nothing(self) -> None:
        """Enter is the table's; the binding is there to be seen."""

    def action_load(self) -> None:
        policy = self._policies.get(self._table.current)
        if policy is not None and not self._loading:
            self.run_worker(partial(self._load, policy.name), group="load")

    async def _load(self, name: str) -> None:
        self._loading, self._loading_s = one_line(name), 0.0
        self._progress.display = True
        self._describe(self._table.current)
        try:
            await self._link.tell(lambda: self._link.client.load_policy(name))
        except BuddyError as error:
            text = f"It is not loaded: {one_line(str(error))}"
            self.notify(text, severity="error", markup=False)
        else:
            self.notify(f"{one_line(name)} is loaded.", markup=False)
        finally:
            self._loading = ""
            self._progress.display = False
            self._list.now()

    def action_unload(self) -> None:
        policy = self._policies.get(self._table.current)
        if policy is not None:
            self.run_worker(partial(self._unload, policy.name), group="load")

    async def _unload(self, name: str) -> None:
        try:
            await self._link.tell(lambda: self._link.client.unload_policy(name))
        except BuddyError as error:
            self.notify(one_line(str(error)), severity="error", markup=False)
        self._list.now()

    def action_search(self) -> None:
        self._table.search()

    def action_leave(self) -> None:
        if not self._table.leave_search():
            self.dismiss()


def by_key(
    policies: Sequence[policy_service_pb2.Policy],
) -> dict[str, policy_service_pb2.Policy]:
    """Each under its name; of several with one name, that is the one that can be used, if any."""
    usable_first = sorted(range(len(policies)), key=lambda n: not usable_policy(policies[n]))
    meant: dict[str, int] = {}
    for number in usable_first:
        meant.setdefault(policies[number].name, number)
    return {
        policy.name if meant[policy.name] == number else f"{policy.name}\n{number}": policy
        for number, policy in enumerate(policies)
    }


def rows_of(policies: Mapping[str, policy_service_pb2.Policy], current: str) -> list[TableLine]:
    """Policies as lines of a list."""
    return [
        TableLine(
            key,
            (
                "›" if key == current else " ",
                one_line(policy.name, 30),
                words.policy_state_words(policy.state),
                one_line(policy.engine),
                one_line(policy.observation),
                size_words(policy.file_bytes),
            ),
        )
        for key, policy in policies.items()
    ]

"""The conversation: one block for each entry, kept at its end while it grows.

A new task goes on below the ones before, which stay to be read.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui.conversation import Conversation, Entry
from tui.widgets.entries import entry_content, heading

MOST_BLOCKS = 400
"""Of long runs, the last ones; the whole of them can be read among the old runs."""


class ConversationPane(VerticalScroll):
    """Shows a conversation, or words of welcome where there is none."""

    def __init__(self) -> None:
        super().__init__(id="talk")
        self._greeting = Static(id="greeting", markup=False)
        self._progress = Static(id="progress", markup=False)
        self._blocks: list[tuple[Entry, Static]] = []
        self._heading: Static | None = None
        self._past: list[Static] = []
        """Of the tasks before."""
        self._run_id = ""
        self._first = 0

    def compose(self) -> ComposeResult:
        yield self._greeting
        yield self._progress

    def on_mount(self) -> None:
        self.border_title = "Conversation"
        self._progress.display = False

    def greet(self, text: Content | str) -> None:
        """What to read before there is a run."""
        self._greeting.update(text)
        self._greeting.display = bool(text)

    def progress(self, text: str) -> None:
        """What is being waited for; empty if nothing is."""
        self._progress.display = bool(text)
        self._progress.update(text)

    async def show(self, talk: Conversation) -> None:
        """Show what has been added or has changed since the last time."""
        at_end = self.is_vertical_scroll_end
        if talk.run_id != self._run_id:
            await self._begin(talk)
            at_end = True
        first = max(0, len(talk.entries) - MOST_BLOCKS)
        if first > self._first:
            gone, self._blocks = (
                self._blocks[: first - self._first],
                self._blocks[first - self._first :],
            )
            self._first = first
            await self.remove_children([block for _, block in gone])
        shown = talk.entries[first:]
        for place, entry in enumerate(shown[: len(self._blocks)]):
            before, block = self._blocks[place]
            if before != entry:
                block.update(entry_content(entry))
                self._blocks[place] = (entry, block)
        fresh = [
            (entry, Static(entry_content(entry), classes="entry"))
            for entry in shown[len(self._blocks) :]
        ]
        if fresh:
            self._blocks += fresh
            await self.mount(*(block for _, block in fresh), before=self._progress)
        # Someone who has scrolled up is reading.
        if at_end:
            self.scroll_end(animate=False)

    async def _begin(self, talk: Conversation) -> None:
        """Leave what is there to be read, and go on below it with another task."""
        if self._heading is not None:
            self._past += [self._heading, *(block for _, block in self._blocks)]
        surplus = max(0, len(self._past) - MOST_BLOCKS)
        gone, self._past = self._past[:surplus], self._past[surplus:]
        await self.remove_children(gone)
        self._blocks, self._first, self._run_id = [], 0, talk.run_id
        self.greet("")
        self._heading = Static(heading(talk), classes="goal", markup=False)
        self._heading.set_class(bool(self._past), "later")
        await self.mount(self._heading, before=self._progress)

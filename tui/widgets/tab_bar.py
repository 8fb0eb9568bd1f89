"""One line of tabs, one for each phone: its number, its name, and how its run stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui.plain_text import one_line

KEYS = "^o new  ^g next  ^l close "
LEAST_NAME = 6
MOST_NAME = 26


@dataclass(frozen=True, slots=True)
class TabTitle:
    """A tab. `standing` is a sign and a word, `colour` says the same."""

    name: str
    standing: str
    colour: str


class TabBar(Widget):
    """Not seen while there is one tab. A click on a tab goes there."""

    DEFAULT_CSS = """
    TabBar { height: 1; width: 1fr; background: $panel; display: none; }
    """

    class Chosen(Message):
        """The person wants to see that tab."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        super().__init__(id="tabs")
        self._titles: Sequence[TabTitle] = ()
        self._current = 0

    def show(self, titles: Sequence[TabTitle], current: int) -> None:
        """The tabs that there are, and which of them is in front."""
        self.display = len(titles) > 1
        if (titles, current) != (self._titles, self._current):
            self._titles, self._current = titles, current
            self.refresh()

    def render(self) -> Content:
        cells = tab_cells(self._titles, self.size.width)
        parts = [
            Content.styled(text, f"{title.colour} {'bold reverse' if n == self._current else ''}")
            for n, (title, text) in enumerate(zip(self._titles, cells, strict=True))
        ]
        left = self.size.width - sum(cell_len(text) for text in cells)
        if left > len(KEYS):
            parts.append(Content.styled(KEYS.rjust(left), "$text-muted"))
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        at = event.x
        for place, text in enumerate(tab_cells(self._titles, self.size.width)):
            at -= cell_len(text)
            if at < 0:
                self.post_message(self.Chosen(place))
                return


def tab_cells(titles: Sequence[TabTitle], width: int) -> list[str]:
    """The text of each tab; names are cut where all would not fit, states are not."""
    fixed = sum(len(f" {n} {title.standing}  ") for n, title in enumerate(titles, 1))
    room = (width - fixed) // max(1, len(titles))
    most = max(LEAST_NAME, min(room, MOST_NAME))
    return [
        f" {n} {one_line(title.name, most)} {title.standing} " for n, title in enumerate(titles, 1)
    ]

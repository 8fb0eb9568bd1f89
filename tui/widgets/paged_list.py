"""A list of lines that stands quick keys and clicks."""

from __future__ import annotations

from contextlib import suppress

from textual import events
from textual.widgets import OptionList


class PagedList(OptionList):
    """Where Textual's own would bring the app down, nothing happens."""

    def action_page_up(self) -> None:
        # Before it was laid out.
        with suppress(KeyError, IndexError):
            super().action_page_up()

    def action_page_down(self) -> None:
        with suppress(KeyError, IndexError):
            super().action_page_down()

    async def _on_click(self, event: events.Click) -> None:
        # On a line that was on the screen still, and in the list no more.
        option = event.style.meta.get("option")
        if option is not None and option >= self.option_count:
            event.prevent_default()

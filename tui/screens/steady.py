"""Screens that stand a window whose size changes quickly.

Textual's screens pass their new size on to those below, and each takes that for news of its own. With
two sizes under way at once, these chase each other from screen to screen for ever.
"""

from __future__ import annotations

from textual import events
from textual.message_pump import MessagePump
from textual.screen import Screen


class SteadySize(MessagePump):
    """To be named before Textual's screen: passes over sizes that the window no longer has."""

    async def _on_resize(self, event: events.Resize) -> None:
        if event.size != self.app.size:  # pyright: ignore[reportUnknownMemberType]
            event.stop()
            event.prevent_default()


class BottomScreen(SteadySize, Screen[None]):
    """Below all others, and empty."""

"""What a conversation is drawn with: messages, days, and a list that starts at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from phoneworld.apps.phone.times import clock, day
from phoneworld.ui.env import Env
from phoneworld.ui.rows import Bubble
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Row, View, keep_visible
from phoneworld.ui.widgets import Icon, Text
from runtime.observation import SCROLLABLE

Record = dict[str, Any]


class Message(Bubble):
    """One message; touch and hold opens its menu. Mine say that they were sent."""

    def __init__(
        self, message: Record, *, mine: bool, starred: bool, on_hold: Callable[[], object]
    ) -> None:
        at = clock(message["date"])
        super().__init__(message["body"], mine=mine)
        # The menu of the message takes the place of the one for selectable text.
        said = Text(message["body"], color="on_container" if mine else "on_surface")
        self.body.children = [
            said.named("message_text").held(on_hold),
            Row(
                Text(f"{at} · Sent" if mine else at, "caption", color="muted"),
                Icon("star", size=14, color="primary", description="Starred") if starred else None,
                gap=4,
            ),
        ]


class FromEnd(ScrollView):
    """A scrolling column that shows its end until it is scrolled."""

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        View.place(self, env, x, y, w, h)
        height = self.column.measure(env, w)
        self.max_offset = max(0, height - h)
        self.offset = min(env.scroll.get(self.key, self.max_offset), self.max_offset)
        if self.max_offset:
            self.flags = SCROLLABLE
        # What fits stands at the bottom, next to where one types.
        top = y - self.offset if self.max_offset else y + h - height
        self.column.place(env, x, top, w, height)
        self.children = keep_visible(self.column.children, x, y, x + w, y + h)


def with_days(messages: list[Record], now_ms: int, bubble: Callable[[Record], View]) -> list[View]:
    """Messages in order, with a line wherever another day begins."""
    views: list[View] = []
    last = ""
    for message in messages:
        name = day(message["date"], now_ms)
        if name != last:
            views.append(
                Row(Text(name, "caption", color="muted", align="center").grow(), pad=(0, 10))
            )
            last = name
        views.append(bubble(message))
    return views

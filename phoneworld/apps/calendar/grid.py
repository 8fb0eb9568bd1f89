"""How days look: a cell of the month, and the hours of a day with its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from phoneworld.apps.calendar.dates import DAY_MS, MINUTE_MS, hours_text, start_of
from phoneworld.ui.canvas import Canvas
from phoneworld.ui.env import Env
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Text
from runtime.observation import CLICKABLE, FOCUSABLE, SELECTED

Event = Mapping[str, Any]
HOUR_DP = 60
LABEL_DP = 56
SHORTEST_MS = 26 * MINUTE_MS
"""An event is drawn as if it took this long, so that its title can be read."""


class DayCell(View):
    """One day of a month: its number, and a dot for each event."""

    class_name = "android.widget.Button"

    def __init__(
        self, day: date, colors: Sequence[str], *, today: bool, chosen: bool, on_click: Handler
    ) -> None:
        self.text = str(day.day)
        count = len(colors)
        events = f", {count} event{'' if count == 1 else 's'}" if count else ""
        self.description = f"{day.day} {day:%B} {day.year}{events}"
        self.colors = colors
        self.today = today
        self.on_click = on_click
        self.flags = CLICKABLE | FOCUSABLE | (SELECTED if chosen else 0)

    def draw(self, canvas: Canvas, env: Env) -> None:
        chosen = bool(self.flags & SELECTED)
        middle, radius = self.x + self.w // 2, env.px(15)
        top = self.y + env.px(19)
        if chosen or self.today:
            fill = "primary" if chosen else "container"
            canvas.circle(middle, top, radius, env.color(fill))
        ink = "on_primary" if chosen else "on_container" if self.today else "on_surface"
        size, _, weight = env.style("small")
        canvas.text(
            middle - env.text_width(self.text, "small") // 2,
            top - int(size * 0.6),
            self.text,
            size_px=int(size),
            weight=weight,
            color=env.color(ink),
        )
        dots = self.colors[:4]
        step = env.px(7)
        x = middle - step * (len(dots) - 1) // 2
        for color in dots:
            canvas.circle(x, top + radius + env.px(6), env.px(2.5), env.color(color))
            x += step


class Hours(View):
    """The hours of a day from top to bottom, each event where and as long as it is."""

    class_name = "android.widget.FrameLayout"

    def __init__(
        self, day: date, events: Sequence[Event], open_event: Callable[[int], object]
    ) -> None:
        midnight = start_of(day)
        spans = [_span(event, midnight) for event in events]
        hour_ms = 60 * MINUTE_MS
        # Nights are left out unless something happens then.
        self.first_hour = min([7, *(start // hour_ms for start, _ in spans)])
        self.end_hour = max([21, *(-(-end // hour_ms) for _, end in spans)])
        self.lanes = lanes_of(spans)
        self.spans = spans
        self.children = [
            _block(event, end - start, open_event)
            for event, (start, end) in zip(events, spans, strict=True)
        ]

    def content_height(self, env: Env, width: int) -> int:
        del width
        return env.px(HOUR_DP) * (self.end_hour - self.first_hour) + env.px(24)

    def _at(self, env: Env, since_midnight_ms: int) -> int:
        minutes = since_midnight_ms / MINUTE_MS - self.first_hour * 60
        return self.y + env.px(12) + int(minutes * env.px(HOUR_DP) / 60)

    def place(self, env: Env, x: int, y: int, w: int, h: int) -> None:
        super().place(env, x, y, w, h)
        left, room, gap = x + env.px(LABEL_DP), w - env.px(LABEL_DP + 12), env.px(2)
        for child, (start, end), (lane, count) in zip(
            self.children, self.spans, self.lanes, strict=True
        ):
            top, bottom = self._at(env, start), self._at(env, end)
            width = room // count
            child.place(env, left + lane * width, top + gap, width - gap, bottom - top - 2 * gap)

    def draw(self, canvas: Canvas, env: Env) -> None:
        size, _, weight = env.style("caption")
        for hour in range(self.first_hour, self.end_hour + 1):
            y = self._at(env, hour * 60 * MINUTE_MS)
            canvas.rect(
                self.x + env.px(LABEL_DP), y, self.w - env.px(LABEL_DP), 1, env.color("divider")
            )
            canvas.text(
                self.x + env.px(14),
                y - int(size * 0.6),
                f"{hour:02d}:00",
                size_px=int(size),
                weight=weight,
                color=env.color("muted"),
            )
        for child in self.children:
            with canvas.clip(child.x, child.y, child.w, child.h):
                child.draw(canvas, env)


def _span(event: Event, midnight: int) -> tuple[int, int]:
    """From when to when an event is drawn, in milliseconds since the midnight before the day."""
    start = max(0, min(event["dtstart"] - midnight, DAY_MS - SHORTEST_MS))
    return start, min(DAY_MS, max(event["dtend"] - midnight, start + SHORTEST_MS))


def _block(event: Event, span_ms: int, open_event: Callable[[int], object]) -> View:
    title = Text(event["title"], "label", color="#ffffff", lines=1)
    hours = Text(hours_text(event), "caption", color="#ffffff", lines=1)
    color = event["calendar_color"]
    if span_ms < 45 * MINUTE_MS:
        block: View = Row(title, hours, pad=(8, 0), gap=8, bg=color, radius=6)
    else:
        place = event["eventLocation"]
        block = Column(
            title,
            hours,
            Text(place, "caption", color="#ffffff", lines=1)
            if place and span_ms >= 60 * MINUTE_MS
            else None,
            pad=(8, 3),
            bg=color,
            radius=6,
        )
    return block.clicked(lambda: open_event(event["_id"]))


def lanes_of(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where spans that overlap stand side by side: for each its lane, and of how many.

    Spans come in the order of their starts. Those that touch each other in a chain share the room.
    """
    lanes: list[int] = []
    counts: list[int] = []
    ends: list[int] = []
    first = 0
    for index, (start, end) in enumerate(spans):
        if all(start >= other for other in ends):
            counts += [len(ends)] * (index - first)
            ends, first = [], index
        lane = next((i for i, other in enumerate(ends) if start >= other), len(ends))
        if lane == len(ends):
            ends.append(end)
        else:
            ends[lane] = end
        lanes.append(lane)
    counts += [len(ends)] * (len(spans) - first)
    return list(zip(lanes, counts, strict=True))

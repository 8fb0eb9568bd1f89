"""Timers: those that are kept, and the form for a new one."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.clock.data import add_timer, pause_timer, reset_timer, start_timer
from phoneworld.apps.clock.sections import section_bar, top_bar
from phoneworld.apps.clock.times import HOUR, MINUTE, SECOND, length_text
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, ButtonKind, Chip, IconButton
from phoneworld.ui.rows import Card, Section
from phoneworld.ui.scroll_views import LazyList, ScrollView, SideScroll
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Field, Progress, Text

PRESETS = (1, 3, 5, 10, 15, 30, 45, 60)
"""Lengths to choose from, in minutes."""
LONGEST_HOURS = 99
MAX_LABEL = 60


class Timers(Screen):
    """The timers, each with its own buttons."""

    def view(self) -> View:
        return Scaffold(
            top_bar(self, "Timer", IconButton("add", "Add timer", lambda: self.open("new_timer"))),
            LazyList(self.timers, self.card, row_height=200, empty="No timers"),
            bottom=section_bar(self, "Timer"),
        )

    def timers(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows("SELECT * FROM timers ORDER BY _id DESC LIMIT ? OFFSET ?", count, first)

    def card(self, timer: dict[str, Any]) -> View:
        id, state = timer["_id"], timer["state"]
        name = timer["label"] or f"{length_text(timer['length_ms'])} timer"
        left = timer["left_ms"]
        if state == "running":
            left = max(0, timer["ends_at"] - self.phone.now_ms)
        over = state == "running" and not left
        return Column(
            Card(
                Row(
                    Text(name, "subtitle", lines=1).grow(),
                    IconButton("close", f"Delete {name}", lambda: self.delete(id), size=40),
                ),
                Text("Time's up" if over else length_text(left), "display"),
                Progress(left / timer["length_ms"]),
                Row(
                    *self.buttons(id, name, state, over=over, begun=left < timer["length_ms"]),
                    gap=8,
                ),
                pad=(16, 8, 8, 12),
                gap=6,
            ),
            pad=(16, 6),
        )

    def buttons(self, id: int, name: str, state: str, *, over: bool, begun: bool) -> list[View]:
        """What can be done with a timer now. The descriptions tell the timers apart."""

        def button(text: str, on_click: Handler, kind: ButtonKind = "tonal") -> View:
            return Button(text, on_click, kind=kind).described(f"{text} {name}").grow()

        if over:
            return [
                button("Stop", lambda: self.reset(id), "filled"),
                button("+1 min", lambda: self.extend(id)),
            ]
        if state == "running":
            return [
                button("Pause", lambda: self.pause(id), "filled"),
                button("+1 min", lambda: self.extend(id)),
            ]
        made = [button("Start", lambda: self.start(id), "filled")]
        if begun or state == "paused":
            made.append(button("Reset", lambda: self.reset(id)))
        return made

    def start(self, id: int) -> None:
        start_timer(self.db, id, self.phone.now_ms)

    def pause(self, id: int) -> None:
        pause_timer(self.db, id, self.phone.now_ms)

    def reset(self, id: int) -> None:
        reset_timer(self.db, id)

    def extend(self, id: int) -> None:
        """A minute more, from now where it is over."""
        self.db.run(
            "UPDATE timers SET ends_at = max(ends_at, ?) + ? WHERE _id = ? AND state = 'running' "
            "AND ends_at < ?",
            self.phone.now_ms,
            MINUTE,
            id,
            self.phone.now_ms + LONGEST_HOURS * HOUR,
        )

    def delete(self, id: int) -> None:
        self.db.run("DELETE FROM timers WHERE _id = ?", id)
        self.toast("Timer deleted")

    def settings(self) -> None:
        self.open("settings")


class NewTimer(Screen):
    """How long, and what for. Starting it is what makes it."""

    def view(self) -> View:
        return Scaffold(
            TopBar("New timer", back=self.close),
            ScrollView(
                Column(
                    Row(
                        *(
                            Field(
                                key, hint, kind="number", style="title", select_on_focus=True
                            ).grow()
                            for key, hint in UNITS
                        ),
                        gap=8,
                    ),
                    Field("label", "Label", icon="label"),
                    pad=(16, 8),
                    gap=12,
                ),
                Section("Presets"),
                SideScroll(
                    *(Chip(f"{minutes} min", self.filler(minutes)) for minutes in PRESETS),
                    key="presets",
                ),
                Column(
                    Row(
                        Button("Start", self.start, icon="play_arrow", id="start").grow(),
                        Button("Save", self.keep, kind="outlined", id="save").grow(),
                        gap=12,
                    ),
                    pad=16,
                ),
            ),
        )

    def filler(self, minutes: int) -> Handler:
        def fill() -> None:
            hours, rest = divmod(minutes, 60)
            self.state.update(hours=str(hours), minutes=str(rest), seconds="0")

        return fill

    def length_ms(self) -> int | None:
        """What the fields say, or None where that is no length of time."""
        total = 0
        for (key, _), unit, limit in zip(
            UNITS, (HOUR, MINUTE, SECOND), (LONGEST_HOURS, 59, 59), strict=True
        ):
            text = self.state.get(key, "").strip() or "0"
            if not (text.isascii() and text.isdecimal() and len(text) <= 3):
                return None
            number = int(text)
            # 90 minutes without hours are as good as 1 hour 30.
            if number > limit and (key == "hours" or number > 999):
                return None
            total += number * unit
        return total if 0 < total <= LONGEST_HOURS * HOUR else None

    def keep(self) -> int | None:
        """Keep the timer without starting it; its id."""
        length = self.length_ms()
        if length is None:
            self.toast("Enter a length of time")
            return None
        label = " ".join(self.state.get("label", "").split())[:MAX_LABEL]
        id = add_timer(self.db, length, label=label)
        self.close()
        return id

    def start(self) -> None:
        id = self.keep()
        if id is not None:
            start_timer(self.db, id, self.phone.now_ms)


UNITS = (("hours", "Hours"), ("minutes", "Minutes"), ("seconds", "Seconds"))

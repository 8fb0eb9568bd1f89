"""One event of Simple Calendar Pro: reading, sharing and deleting it."""

from __future__ import annotations

from typing import Any

from phoneworld.apps.calendar.dates import day_of, days_text, hours_text, reminder_text
from phoneworld.apps.calendar.event import EventDetails
from phoneworld.packs.androidworld.calendar_pro.data import (
    NO_REMINDER,
    REPETITIONS,
    delete_events,
    event_of,
    shape,
)
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Icon, Text


def repetition_text(row: dict[str, Any]) -> str:
    """How often an event comes again."""
    for text, interval in REPETITIONS.items():
        if interval == row["repeat_interval"]:
            return text
    return f"Every {row['repeat_interval'] // 86_400} days"


class ProEvent(EventDetails):
    """All that is known of an event, at the time that was tapped."""

    def row(self) -> dict[str, Any] | None:
        return event_of(self.db, self.args["id"])

    def event(self) -> dict[str, Any] | None:
        row = self.row()
        if row is None:
            return None
        return shape(row, self.args.get("start_ms", row["start_ts"] * 1000) // 1000)

    def view(self) -> View:
        row, event = self.row(), self.event()
        if row is None or event is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("event", "This event was deleted")
            )
        place, description = row["location"], row["description"]
        return Scaffold(
            TopBar(
                "",
                back=self.close,
                actions=(
                    IconButton("edit", "Edit event", lambda: self.open("edit", id=row["id"])),
                    IconButton("delete", "Delete", self.ask_delete),
                    IconButton("more_vert", "More options", self.more),
                ),
            ),
            ScrollView(
                Column(
                    Text(row["title"], "headline", selectable=True).named("title"),
                    pad=(20, 4, 16, 12),
                ),
                Row(
                    Icon("schedule"),
                    Column(
                        Text(days_text(event, day_of(self.phone.now_ms))).named("date"),
                        Text(hours_text(event), "small", color="muted").named("time"),
                    ).grow(),
                    pad=(16, 8),
                    gap=16,
                ),
                self.place_tile(place) if place else None,
                Row(
                    Icon("description"),
                    Text(description, selectable=True).named("description").grow(),
                    pad=(16, 12),
                    gap=16,
                )
                if description
                else None,
                Tile(reminder_text(row["reminder_1_minutes"]), icon="notifications")
                if row["reminder_1_minutes"] != NO_REMINDER
                else None,
                Tile(repetition_text(row), icon="repeat", id="repetition")
                if row["repeat_interval"]
                else None,
                pad=24,
            ),
        )

    def more(self) -> None:
        self.menu({"Duplicate": "duplicate", "Share": "share_it"})

    def delete(self) -> None:
        delete_events(self.db, [self.args["id"]])
        self.toast("Event deleted")
        self.close()

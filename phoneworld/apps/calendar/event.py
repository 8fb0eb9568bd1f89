"""One event: reading it, sharing it, deleting it."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.calendar.data import delete_event, guests_of, reminders_of
from phoneworld.apps.calendar.dates import day_of, days_text, hours_text, reminder_text
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Icon, Text

MAIL, MAPS = "com.phoneworld.mail", "com.phoneworld.maps"


class EventDetails(Screen):
    """All that is known of an event."""

    def event(self) -> dict[str, Any] | None:
        return self.phone.calendar.one(
            "SELECT e.*, c.calendar_display_name, c.calendar_color FROM events e "
            "JOIN calendars c ON c._id = e.calendar_id WHERE e._id = ?",
            self.args["id"],
        )

    def view(self) -> View:
        event = self.event()
        if event is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("event", "This event was deleted")
            )
        place, description = event["eventLocation"], event["description"]
        return Scaffold(
            TopBar(
                "",
                back=self.close,
                actions=(
                    IconButton("edit", "Edit event", lambda: self.open("edit", id=event["_id"])),
                    IconButton("more_vert", "More options", self.more),
                ),
            ),
            ScrollView(
                Row(
                    Icon("circle", size=18, color=event["calendar_color"]),
                    Text(event["title"], "headline", selectable=True).named("title").grow(),
                    pad=(20, 4, 16, 12),
                    gap=18,
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
                *(
                    Tile(reminder_text(minutes), icon="notifications", id="reminder")
                    for minutes in reminders_of(self.phone.calendar, event["_id"])
                ),
                *self.guests(event["_id"]),
                Row(
                    Icon("description"),
                    Text(description, selectable=True).named("description").grow(),
                    pad=(16, 12),
                    gap=16,
                )
                if description
                else None,
                Tile(event["calendar_display_name"], icon="event", id="calendar"),
                pad=24,
            ),
        )

    def place_tile(self, place: str) -> View:
        return Tile(
            place,
            icon="place",
            id="location",
            on_click=lambda: self.show_on_map(place),
            on_long_click=lambda: self.offer_copy(place),
        )

    def show_on_map(self, place: str) -> None:
        if self.phone.has_app(MAPS):
            self.launch(MAPS, "search", query=place)
        else:
            self.offer_copy(place)

    def guests(self, event: int) -> list[View]:
        rows = guests_of(self.phone.calendar, event)
        if not rows:
            return []
        noun = "guest" if len(rows) == 1 else "guests"
        return [Section(f"{len(rows)} {noun}"), *(self.guest(row) for row in rows)]

    def guest(self, row: dict[str, Any]) -> View:
        name, email = row["attendeeName"], row["attendeeEmail"]
        return Tile(
            name,
            email,
            avatar=name,
            on_click=lambda: self.write_to(email),
            on_long_click=lambda: self.offer_copy(email or name),
        )

    def write_to(self, email: str) -> None:
        event = self.event()
        if event is None or not email:
            self.toast("No email address")
        elif self.phone.has_app(MAIL):
            self.launch(MAIL, "compose", to=email, subject=event["title"])
        else:
            self.offer_copy(email)

    def more(self) -> None:
        self.menu({"Duplicate": "duplicate", "Share": "share_it", "Delete": "ask_delete"})

    def duplicate(self) -> None:
        self.open("edit", copy_of=self.args["id"])

    def share_it(self) -> None:
        event = self.event()
        if event is None:
            return
        when = f"{days_text(event, day_of(self.phone.now_ms))}, {hours_text(event)}"
        parts = (event["title"], when, event["eventLocation"], event["description"])
        self.share("\n".join(part for part in parts if part))

    def ask_delete(self) -> None:
        self.confirm("Delete this event?", yes="Delete", then="delete")

    def delete(self) -> None:
        delete_event(self.phone.calendar, self.args["id"])
        self.toast("Event deleted")
        self.close()

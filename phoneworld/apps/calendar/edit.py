"""The form of an event, and the choice of guests for it."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.calendar.data import change_guests, change_reminders, guests_of, reminders_of
from phoneworld.apps.calendar.dates import (
    DAY_MS,
    MINUTE_MS,
    REMINDERS,
    day_of,
    day_text,
    last_day,
    moment,
    parse_day,
    reminder_text,
    start_of,
    time_text,
)
from phoneworld.providers import contacts
from phoneworld.providers.calendar import add_event
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile, switch_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Divider, Field

HOUR_MS = 60 * MINUTE_MS
TEXTS = {"title": "title", "location": "eventLocation", "description": "description"}


class EventForm(Screen):
    """A new event, one that is there, or a copy of one.

    Opened with `id`, `copy_of`, or any of `title`, `day` (ISO), `time` (`09:30`), `location`
    and `description`.
    """

    def opened(self) -> None:
        database = self.phone.calendar
        source = self.args.get("id", self.args.get("copy_of"))
        event = database.one("SELECT * FROM events WHERE _id = ?", source) if source else None
        if event is None:
            self.fill_new()
            return
        self.state.update({key: event[column] for key, column in TEXTS.items()})
        guests = [
            [g["attendeeName"], g["attendeeEmail"]] for g in guests_of(database, event["_id"])
        ]
        self.state.update(
            all_day=bool(event["allDay"]),
            calendar=event["calendar_id"],
            guests=guests,
            reminders=reminders_of(database, event["_id"]),
        )
        if event["allDay"]:
            self.put_days(day_of(event["dtstart"]), last_day(event))
        else:
            self.put_span(event["dtstart"], event["dtend"])

    def fill_new(self) -> None:
        self.state.update({key: str(self.args.get(key, "")) for key in TEXTS})
        self.state.update(all_day=False, calendar=self.first_calendar(), guests=[], reminders=[])
        day = parse_day(str(self.args.get("day", "")), day_of(self.phone.now_ms))
        next_hour = (self.phone.now_ms // HOUR_MS + 1) * HOUR_MS % DAY_MS
        start = start_of(day) + next_hour
        with suppress(ValueError):  # without a time, the next full hour is as good as any
            start = moment(day.isoformat(), str(self.args.get("time", "")))
        self.put_span(start, start + HOUR_MS)

    def first_calendar(self) -> int:
        """The calendar that a new event goes into."""
        return self.phone.calendar.value("SELECT _id FROM calendars ORDER BY _id")

    def put_span(self, start: int, end: int) -> None:
        self.state.update(
            start_day=day_of(start).isoformat(),
            start_time=time_text(start),
            end_day=day_of(end).isoformat(),
            end_time=time_text(end),
        )

    def put_days(self, first: date, last: date) -> None:
        self.state.update(
            start_day=first.isoformat(),
            start_time="09:00",
            end_day=last.isoformat(),
            end_time="10:00",
        )

    # The form

    def view(self) -> View:
        state = self.state
        all_day = state["all_day"]
        return Scaffold(
            TopBar(
                "New event" if self.args.get("id") is None else "Edit event",
                back=self.close,
                actions=(Button("Save", self.save, id="save"),),
            ),
            ScrollView(
                Column(Field("title", "Title"), pad=(16, 8)),
                switch_tile("All day", on=all_day, on_click=self.flip_all_day, icon="schedule"),
                self.when("Start", "start", timed=not all_day),
                self.when("End", "end", timed=not all_day),
                Divider(),
                Column(Field("location", "Location", icon="place"), pad=(16, 8)),
                *(self.guest(name, email) for name, email in state["guests"]),
                Tile("Add guest", icon="person_add", on_click=lambda: self.open("guests")),
                Divider(),
                *(self.reminder(minutes) for minutes in state["reminders"]),
                Tile("Add reminder", icon="notifications", on_click=self.ask_reminder),
                Tile(
                    "Calendar",
                    self.calendars().get(state["calendar"], ""),
                    icon="event",
                    id="calendar",
                    on_click=self.ask_calendar,
                ),
                Column(Field("description", "Description", kind="multiline"), pad=(16, 8)),
                pad=24,
            ),
        )

    def when(self, word: str, key: str, *, timed: bool) -> View:
        day, clock = self.state[f"{key}_day"], self.state[f"{key}_time"]
        shown = day_text(date.fromisoformat(day), day_of(self.phone.now_ms))
        date_tile = Tile(
            f"{word} date",
            shown,
            id=f"{key}_date",
            on_click=lambda: self.pick_date(day, then=f"put_{key}_day"),
        )
        if not timed:
            return date_tile
        time_tile = Tile(
            f"{word} time",
            clock,
            id=f"{key}_time",
            on_click=lambda: self.pick_time(clock, then=f"put_{key}_time"),
        )
        return Row(date_tile.grow(3), time_tile.grow(2), pad=(40, 0, 0, 0))

    def guest(self, name: str, email: str) -> View:
        return Tile(
            name,
            email,
            avatar=name,
            trailing=IconButton(
                "close", f"Remove guest {name}", lambda: self.state["guests"].remove([name, email])
            ),
        )

    def reminder(self, minutes: int) -> View:
        text = reminder_text(minutes)
        return Tile(
            text,
            icon="notifications_active",
            trailing=IconButton(
                "close", f"Remove reminder {text}", lambda: self.state["reminders"].remove(minutes)
            ),
        )

    # What is chosen in it

    def flip_all_day(self) -> None:
        self.state["all_day"] = not self.state["all_day"]

    def _span(self) -> tuple[int, int]:
        state = self.state
        return (
            moment(state["start_day"], state["start_time"]),
            moment(state["end_day"], state["end_time"]),
        )

    def _move_start(self, **new: str) -> None:
        """Another start moves the end along, so that the event stays as long as it was."""
        start, end = self._span()
        self.state.update(new)
        moved = self._span()[0]
        self.put_span(moved, moved + max(0, end - start))

    def put_start_day(self, day: str) -> None:
        self._move_start(start_day=day)

    def put_start_time(self, clock: str) -> None:
        self._move_start(start_time=clock)

    def put_end_day(self, day: str) -> None:
        self.state["end_day"] = day

    def put_end_time(self, clock: str) -> None:
        self.state["end_time"] = clock

    def calendars(self) -> dict[int, str]:
        rows = self.phone.calendar.rows("SELECT * FROM calendars ORDER BY _id LIMIT 20")
        return {row["_id"]: row["calendar_display_name"] for row in rows}

    def ask_calendar(self) -> None:
        names = self.calendars()
        self.choose(
            "Calendar",
            list(names.values()),
            names.get(self.state["calendar"], ""),
            then="put_calendar",
        )

    def put_calendar(self, name: str) -> None:
        for id, known in self.calendars().items():
            if known == name:
                self.state["calendar"] = id

    def ask_reminder(self) -> None:
        free = [text for text, value in REMINDERS.items() if value not in self.state["reminders"]]
        self.choose("Add reminder", free, "", then="put_reminder")

    def put_reminder(self, text: str) -> None:
        self.state["reminders"] = sorted({*self.state["reminders"], REMINDERS[text]})

    def returned(self, result: Any) -> None:
        """A guest was chosen."""
        if result in self.state["guests"]:
            self.toast(f"{result[0]} is already invited")
        else:
            self.state["guests"].append(result)

    # Keeping it

    def save(self) -> None:
        state = self.state
        texts = {key: state[key].strip() for key in TEXTS}
        if not texts["title"]:
            self.toast("Enter a title")
            return
        start, end = self._span()
        if state["all_day"]:
            start = start_of(date.fromisoformat(state["start_day"]))
            end = start_of(date.fromisoformat(state["end_day"])) + DAY_MS
        if end < start or (state["all_day"] and end == start):
            self.toast("The event cannot end before it starts")
            return
        self.write(texts, start, end)
        self.toast("Event saved")
        self.close()

    def write(self, texts: dict[str, str], start: int, end: int) -> None:
        database, state = self.phone.calendar, self.state
        id: int = self.args.get("id", 0)
        if database.one("SELECT 1 FROM events WHERE _id = ?", id) is None:
            id = add_event(
                database,
                texts["title"],
                start_ms=start,
                end_ms=end,
                location=texts["location"],
                description=texts["description"],
                calendar=state["calendar"],
                all_day=state["all_day"],
            )
        else:
            database.run(
                "UPDATE events SET title = ?, eventLocation = ?, description = ?, dtstart = ?, "
                "dtend = ?, allDay = ?, calendar_id = ? WHERE _id = ?",
                texts["title"],
                texts["location"],
                texts["description"],
                start,
                end,
                int(state["all_day"]),
                state["calendar"],
                id,
            )
        change_guests(database, id, [(name, email) for name, email in state["guests"]])
        change_reminders(database, id, state["reminders"])


class Guests(Screen):
    """The people of the address book, and any email address. Closes with [name, email]."""

    def view(self) -> View:
        query = self.state.get("query", "").strip()
        return Scaffold(
            TopBar(
                Field("query", "Name or email", kind="search", icon="search").sized(height=48),
                back=self.close,
            ),
            Column(
                Tile(
                    f"Add {query}",
                    icon="mail",
                    on_click=lambda: self.close([query[:200], query[:200]]),
                )
                if "@" in query
                else None,
                LazyList(self.people, self.row, row_height=64, empty="No contacts found"),
            ),
        )

    def people(self, first: int, count: int) -> list[dict[str, Any]]:
        return contacts.contact_page(self.phone.contacts, self.state.get("query", ""), first, count)

    def row(self, person: dict[str, Any]) -> View:
        name = person["display_name"]
        email = contacts.details(self.phone.contacts, person["_id"]).get(contacts.EMAIL, "")
        return Tile(name, email, avatar=name, on_click=lambda: self.close([name, email]))

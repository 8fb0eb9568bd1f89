"""Calendar: what is on when, as a schedule, by day and by month.

Its data is the calendar provider's, which other apps read and write too.
"""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.calendar.data import (
    PACKAGE,
    delete_event,
    events_between,
    found,
    remind,
    seed,
    upcoming,
)
from phoneworld.apps.calendar.dates import (
    day_of,
    day_text,
    hours_text,
    last_day,
    next_month,
    parse_day,
    shifted,
)
from phoneworld.apps.calendar.edit import EventForm, Guests
from phoneworld.apps.calendar.event import EventDetails
from phoneworld.apps.calendar.grid import DayCell, Hours
from phoneworld.ui.bars import Fab, Scaffold, TopBar, drawer_panel, tabs
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.controls import Checkbox
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import Grid, LazyList, ScrollView
from phoneworld.ui.view import Center, Column, Handler, Row, View
from phoneworld.ui.widgets import Divider, Field, Icon, Text
from runtime.actions import Direction

SCHEDULE, DAY, MONTH = VIEWS = ("Schedule", "Day", "Month")
EARLIER_DAYS = 30


class EventRows(Screen):
    """What screens that list events have in common: the row of an event."""

    @property
    def today(self) -> date:
        return day_of(self.phone.now_ms)

    def events_from(self, day: date, first: int, count: int) -> list[dict[str, Any]]:
        """A page of the events that are not over before a day."""
        return upcoming(self.phone.calendar, day, first, count)

    def events_on(self, first: date, last: date) -> list[dict[str, Any]]:
        """The events that touch the days from `first` to `last`."""
        return events_between(self.phone.calendar, first, last)

    def events_with(self, words: str, first: int, count: int) -> list[dict[str, Any]]:
        """A page of the events that say these words."""
        return found(self.phone.calendar, words, first, count)

    def row(self, event: dict[str, Any]) -> View:
        return self.tile(event, note=day_text(day_of(event["dtstart"]), self.today))

    def tile(self, event: dict[str, Any], *, note: str = "") -> View:
        id, place = event["_id"], event["eventLocation"]
        below = f"{hours_text(event)} · {place}" if place else hours_text(event)
        return Tile(
            event["title"],
            below,
            leading=Icon("circle", size=16, color=event["calendar_color"]),
            note=note,
            on_click=lambda: self.open("event", id=id),
            on_long_click=lambda: self.menu(
                {"Edit": "edit", "Duplicate": "duplicate", "Delete": "ask_delete"}, id=id
            ),
        )

    def edit(self, id: int) -> None:
        self.open("edit", id=id)

    def duplicate(self, id: int) -> None:
        self.open("edit", copy_of=id)

    def ask_delete(self, id: int) -> None:
        self.confirm("Delete this event?", yes="Delete", then="delete", id=id)

    def delete(self, id: int) -> None:
        delete_event(self.phone.calendar, id)
        self.toast("Event deleted")


class CalendarHome(EventRows):
    """The three ways to look at the days, around the day that is chosen."""

    title = "Calendar"

    @property
    def shown(self) -> str:
        return self.state.get("view", SCHEDULE)

    @property
    def day(self) -> date:
        return parse_day(self.state.get("day", ""), self.today)

    def view(self) -> View:
        body = {SCHEDULE: self.schedule, DAY: self.hours, MONTH: self.month}[self.shown]
        return Scaffold(
            self.bar(),
            body(),
            tab_row=tabs(VIEWS, self.shown, self.choose_view),
            fab=Fab("add", "New event", lambda: self.open("edit", day=self.day.isoformat())),
            drawer=self.drawer() if self.state.get("drawer") else None,
        )

    def bar(self) -> View:
        return TopBar(
            self.title,
            menu=self.open_drawer,
            actions=(
                IconButton("search", "Search events", lambda: self.open("search")),
                IconButton("today", "Jump to today", self.show_today),
                IconButton(
                    "date_range",
                    "Go to date",
                    lambda: self.pick_date(self.day.isoformat(), then="show_day"),
                ),
            ),
        )

    def choose_view(self, view: str) -> None:
        self.state["view"] = view

    def show_day(self, day: str) -> None:
        self.state["day"] = day

    def show_today(self) -> None:
        self.state.pop("day", None)

    def showing(self, day: date) -> Handler:
        return lambda: self.show_day(day.isoformat())

    def turn(self, by: int) -> None:
        """On to the next day or month, or back."""
        new = next_month(self.day, by) if self.shown == MONTH else shifted(self.day, by)
        self.show_day(new.isoformat())

    def swiped(self, direction: Direction) -> bool:
        ways = {Direction.RIGHT: 1, Direction.LEFT: -1}
        if direction not in ways:
            return False
        if self.state.get("drawer"):
            self.state["drawer"] = False
        elif self.shown != SCHEDULE:
            self.turn(ways[direction])
        else:
            return False
        return True

    # The schedule

    def schedule(self) -> View:
        earlier = shifted(self.day, -EARLIER_DAYS)
        return Column(
            Row(
                Text(f"From {day_text(self.day, self.today)}", "label", color="muted").grow(),
                Button("Show earlier", self.showing(earlier), kind="text"),
                pad=(16, 0, 8, 0),
            ),
            LazyList(
                lambda first, count: self.events_from(self.day, first, count),
                self.row,
                row_height=64,
                key=f"schedule{self.day}",
                empty="Nothing planned from here on",
                end_space=88,
            ),
        )

    # One day

    def hours(self) -> View:
        events = self.events_on(self.day, self.day)
        timed = [event for event in events if not event["allDay"]]
        return Column(
            self.stepper(f"{self.day:%A}, {self.day.day} {self.day:%B} {self.day.year}", "day"),
            *(self.tile(event) for event in events[:3] if event["allDay"]),
            Divider(),
            ScrollView(
                Hours(self.day, timed, lambda id: self.open("event", id=id)), key="hours", pad=88
            ),
        )

    def stepper(self, heading: str, unit: str) -> View:
        return Row(
            IconButton("chevron_left", f"Previous {unit}", lambda: self.turn(-1)),
            Text(heading, "subtitle", align="center", lines=1).named("heading").grow(),
            IconButton("chevron_right", f"Next {unit}", lambda: self.turn(1)),
            pad=(8, 0),
        )

    # One month

    def month(self) -> View:
        chosen_day, today = self.day, self.today
        first = chosen_day.replace(day=1)
        last = chosen_day.replace(day=calendar.monthrange(first.year, first.month)[1])
        colors: dict[date, list[str]] = {}
        events: list[dict[str, Any]] = []
        for event in self.events_on(first, last):
            start, end = day_of(event["dtstart"]), last_day(event)
            if start <= chosen_day <= end:
                events.append(event)
            start, end = max(start, first), min(end, last)
            for offset in range((end - start).days + 1):
                day = start + timedelta(days=offset)
                colors.setdefault(day, []).append(event["calendar_color"])
        cells: list[View] = [Text("", "small") for _ in range(first.weekday())]
        for number in range(last.day):
            day = first + timedelta(days=number)
            cells.append(
                DayCell(
                    day,
                    colors.get(day, []),
                    today=day == today,
                    chosen=day == chosen_day,
                    on_click=self.showing(day),
                )
            )
        return Column(
            self.stepper(f"{chosen_day:%B} {chosen_day.year}", "month"),
            Grid(
                [Center(Text(name, "caption", color="muted")) for name in "MTWTFSS"],
                columns=7,
                row_height=22,
            ),
            Grid(cells, columns=7, row_height=48),
            Divider(),
            Section(day_text(chosen_day, today)),
            ScrollView(
                *(self.tile(event) for event in events[:50]),
                None if events else Row(Text("Nothing planned", "small", color="muted"), pad=16),
                key=f"day{chosen_day}",
                pad=80,
            ),
        )

    # The calendars

    def open_drawer(self) -> None:
        self.state["drawer"] = True

    def drawer(self) -> View:
        rows = self.phone.calendar.rows("SELECT * FROM calendars ORDER BY _id LIMIT 20")
        return drawer_panel(
            "Calendars",
            ScrollView(
                *(self.calendar_tile(row) for row in rows),
                Divider(),
                Tile("Close", icon="close", on_click=self.back),
                key="drawer",
            ),
        )

    def calendar_tile(self, row: dict[str, Any]) -> View:
        return Tile(
            row["calendar_display_name"],
            leading=Icon("circle", size=16, color=row["calendar_color"]),
            trailing=Checkbox(on=bool(row["visible"])),
            on_click=lambda: self.phone.calendar.run(
                "UPDATE calendars SET visible = 1 - visible WHERE _id = ?", row["_id"]
            ),
        )

    def back(self) -> bool:
        if self.state.get("drawer"):
            self.state["drawer"] = False
            return True
        if self.shown != SCHEDULE or "day" in self.state:
            self.state.clear()
            return True
        return False


class EventSearch(EventRows):
    """Events with certain words in them, old and new."""

    hint = "Search for a title, a place or a guest"

    def view(self) -> View:
        return Scaffold(
            TopBar(
                Field("query", "Search events", kind="search", icon="search").sized(height=48),
                back=self.close,
            ),
            LazyList(
                self.events,
                self.row,
                row_height=64,
                empty="No events found" if self.state.get("query") else self.hint,
            ),
        )

    def events(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.events_with(self.state.get("query", ""), first, count)


APP = App(
    package=PACKAGE,
    label="Calendar",
    icon="calendar_month",
    color="#1a73e8",
    screens={
        "home": CalendarHome,
        "event": EventDetails,
        "edit": EventForm,
        "guests": Guests,
        "search": EventSearch,
    },
    start="home",
    seed=seed,
    permissions=("android.permission.READ_CALENDAR", "android.permission.READ_CONTACTS"),
    on_time=remind,
)

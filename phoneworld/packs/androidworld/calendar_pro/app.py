"""Simple Calendar Pro's screens: those of Calendar, on its own table, with several events selected at once."""

from __future__ import annotations

from datetime import date
from typing import Any

from phoneworld.app import App
from phoneworld.apps import calendar
from phoneworld.apps.calendar.app import CalendarHome, EventRows, EventSearch
from phoneworld.apps.calendar.dates import hours_text
from phoneworld.packs.androidworld.calendar_pro.data import (
    PACKAGE,
    SCHEMA,
    delete_events,
    events_between,
    events_from,
    events_with,
)
from phoneworld.packs.androidworld.calendar_pro.event import ProEvent
from phoneworld.packs.androidworld.calendar_pro.form import ProForm
from phoneworld.ui.bars import TopBar, drawer_panel
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.controls import Checkbox
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import View
from phoneworld.ui.widgets import Divider, Icon


class ProRows(EventRows):
    """Rows of this app's own table; one that is held is selected, and then others by a tap."""

    selects = True

    @property
    def chosen(self) -> list[int]:
        return self.state.setdefault("chosen", [])

    def events_from(self, day: date, first: int, count: int) -> list[dict[str, Any]]:
        return events_from(self.db, day, first, count)

    def events_on(self, first: date, last: date) -> list[dict[str, Any]]:
        return events_between(self.db, first, last)

    def events_with(self, words: str, first: int, count: int) -> list[dict[str, Any]]:
        return events_with(self.db, words, first, count)

    def tile(self, event: dict[str, Any], *, note: str = "") -> View:
        id, place = event["_id"], event["eventLocation"]
        below = f"{hours_text(event)} · {place}" if place else hours_text(event)
        if self.chosen:
            return Tile(
                event["title"],
                below,
                leading=Checkbox(on=id in self.chosen),
                note=note,
                selected=id in self.chosen,
                on_click=lambda: self.flip(id),
            )
        start_ms = event["dtstart"]
        return Tile(
            event["title"],
            below,
            leading=Icon("circle", size=16, color=event["calendar_color"]),
            note=note,
            on_click=lambda: self.open("event", id=id, start_ms=start_ms),
            on_long_click=(lambda: self.flip(id)) if self.selects else None,
        )

    def flip(self, id: int) -> None:
        chosen = self.chosen
        if id in chosen:
            chosen.remove(id)
        else:
            chosen.append(id)

    def select_bar(self) -> View:
        return TopBar(
            f"{len(self.chosen)} selected",
            back=self.unselect,
            actions=(IconButton("delete", "Delete", self.ask_delete_chosen),),
        )

    def unselect(self) -> None:
        self.state["chosen"] = []

    def ask_delete_chosen(self) -> None:
        count = len(self.chosen)
        what = "this event" if count == 1 else f"these {count} events"
        self.confirm(
            f"Delete {what}?", "Repetitions are deleted too.", yes="Delete", then="delete_chosen"
        )

    def delete_chosen(self) -> None:
        delete_events(self.db, self.chosen)
        self.unselect()


class ProHome(ProRows, CalendarHome):
    """The schedule, a day, a month."""

    title = "Simple Calendar Pro"

    def bar(self) -> View:
        return self.select_bar() if self.chosen else super().bar()

    def drawer(self) -> View:
        return drawer_panel(
            "Event types",
            ScrollView(
                Tile("Regular event", leading=Icon("circle", size=16, color="#2e7d32")),
                Divider(),
                Tile("Close", icon="close", on_click=self.back),
                key="drawer",
            ),
        )

    def back(self) -> bool:
        if self.chosen:
            self.unselect()
            return True
        self.state.pop("chosen", None)
        return super().back()


class ProSearch(ProRows, EventSearch):
    """Events with certain words in them."""

    hint = "Search for a title, a place or a description"
    selects = False


APP = App(
    package=PACKAGE,
    label="Simple Calendar Pro",
    icon="calendar_month",
    color="#f57c00",
    activity=".activities.MainActivity",
    screens={"home": ProHome, "event": ProEvent, "edit": ProForm, "search": ProSearch},
    start="home",
    database="events.db",
    schema=SCHEMA,
    stands_in_for=calendar.APP,
    permissions=(
        "android.permission.READ_CALENDAR",
        "android.permission.WRITE_CALENDAR",
        "android.permission.POST_NOTIFICATIONS",
    ),
)

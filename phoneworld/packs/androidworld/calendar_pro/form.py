"""The form of an event of Simple Calendar Pro: Calendar's, with repetition and without guests."""

from __future__ import annotations

from typing import Any

from phoneworld.apps.calendar.dates import REMINDERS, day_of, last_day, moment, reminder_text
from phoneworld.apps.calendar.edit import EventForm
from phoneworld.packs.androidworld.calendar_pro.data import (
    ALL_DAY,
    NO_REMINDER,
    REPETITIONS,
    add_event,
    event_of,
    rule_of,
    shape,
)
from phoneworld.packs.androidworld.calendar_pro.event import repetition_text
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Tile, switch_tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Divider, Field

NO_REMINDER_TEXT = "No reminder"


class ProForm(EventForm):
    """A new event, one that is there, or a copy of one."""

    def opened(self) -> None:
        row = event_of(self.db, self.args.get("id", self.args.get("copy_of")))
        if row is None:
            self.fill_new()
            self.state.update(reminder=NO_REMINDER, repeat=0, rule=0, limit=0)
            return
        event = shape(row, row["start_ts"])
        self.state.update(
            title=row["title"],
            location=row["location"],
            description=row["description"],
            all_day=event["allDay"],
            reminder=row["reminder_1_minutes"],
            repeat=row["repeat_interval"],
            rule=row["repeat_rule"],
            limit=row["repeat_limit"],
        )
        if event["allDay"]:
            self.put_days(day_of(event["dtstart"]), last_day(event))
        else:
            self.put_span(event["dtstart"], event["dtend"])

    def first_calendar(self) -> int:
        return 1

    def view(self) -> View:
        state = self.state
        all_day = state["all_day"]
        reminder = state["reminder"]
        return Scaffold(
            TopBar(
                "New event" if self.args.get("id") is None else "Edit event",
                back=self.close,
                actions=(Button("Save", self.save, id="save"),),
            ),
            ScrollView(
                Column(
                    Field("title", "Title"),
                    Field("location", "Location", icon="place"),
                    Field("description", "Description", kind="multiline"),
                    pad=(16, 8),
                    gap=8,
                ),
                Divider(),
                switch_tile("All day", on=all_day, on_click=self.flip_all_day, icon="schedule"),
                self.when("Start", "start", timed=not all_day),
                self.when("End", "end", timed=not all_day),
                Divider(),
                Tile(
                    "Reminder",
                    NO_REMINDER_TEXT if reminder == NO_REMINDER else reminder_text(reminder),
                    icon="notifications",
                    on_click=self.ask_reminder,
                ),
                Tile(
                    "Repetition",
                    self.repetition(),
                    icon="repeat",
                    on_click=self.ask_repetition,
                ),
                self.limit_tile() if state["repeat"] else None,
                pad=24,
            ),
        )

    def repetition(self) -> str:
        return repetition_text({"repeat_interval": self.state["repeat"]})

    def limit_tile(self) -> View:
        limit = self.state["limit"]
        until = day_of(limit * 1000).isoformat() if limit > 0 else "Forever"
        return Tile("Repeat until", until, icon="event", on_click=self.ask_limit)

    def ask_reminder(self) -> None:
        self.choose("Reminder", [NO_REMINDER_TEXT, *REMINDERS], "", then="put_reminder")

    def put_reminder(self, text: str) -> None:
        self.state["reminder"] = REMINDERS.get(text, NO_REMINDER)

    def ask_repetition(self) -> None:
        self.choose("Repetition", list(REPETITIONS), self.repetition(), then="put_repetition")

    def put_repetition(self, text: str) -> None:
        self.state.update(repeat=REPETITIONS[text], rule=None, limit=0)

    def ask_limit(self) -> None:
        self.menu({"Forever": "put_forever", "Until a date": "ask_last_day"})

    def put_forever(self) -> None:
        self.state["limit"] = 0

    def ask_last_day(self) -> None:
        self.pick_date(self.state["start_day"], then="put_last_day")

    def put_last_day(self, day: str) -> None:
        self.state["limit"] = moment(day, "23:59") // 1000

    def write(self, texts: dict[str, str], start: int, end: int) -> None:
        state = self.state
        rule = state["rule"]
        row = event_of(self.db, self.args.get("id"))
        moved = row is None or row["start_ts"] != start // 1000
        if rule is None or moved:
            rule = rule_of(state["repeat"], day_of(start))
        values: dict[str, Any] = {
            **texts,
            "repeat_interval": state["repeat"],
            "repeat_rule": rule,
            "repeat_limit": state["limit"],
            "flags": ALL_DAY if state["all_day"] else 0,
        }
        if row is None:
            add_event(
                self.db,
                **values,
                start_s=start // 1000,
                end_s=end // 1000,
                reminder_minutes=state["reminder"],
                now_ms=self.phone.now_ms,
            )
            return
        values |= {
            "start_ts": start // 1000,
            "end_ts": end // 1000,
            "reminder_1_minutes": state["reminder"],
            "last_updated": self.phone.now_ms,
        }
        columns = ", ".join(f"{name} = ?" for name in values)
        self.db.run(f"UPDATE events SET {columns} WHERE id = ?", *values.values(), row["id"])

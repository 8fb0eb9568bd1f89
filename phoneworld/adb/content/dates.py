"""Calendars and events, changed through their provider. An event takes guests and reminders along."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.adb.content.rows import (
    Values,
    columns_of,
    delete_rows,
    number_of,
    text_of,
)
from phoneworld.adb.session import AdbSession
from phoneworld.providers import calendar
from phoneworld.store import Value


def insert_event(session: AdbSession, values: Values, uri: str) -> None:
    del uri
    database = session.phone.calendar
    given = columns_of(database, "events", values)
    start = number_of(given, "dtstart", session.phone.now_ms)
    row: dict[str, Value] = {
        "calendar_id": database.value("SELECT min(_id) FROM calendars"),
        "title": "",
        "dtend": start + 3_600_000,
        **given,
        "dtstart": start,
    }
    database.insert("events", **row)


def delete_events(session: AdbSession, ids: Sequence[int]) -> None:
    database = session.phone.calendar
    for id in ids:
        database.run("DELETE FROM attendees WHERE event_id = ?", id)
        database.run("DELETE FROM reminders WHERE event_id = ?", id)
    delete_rows(database, "events", ids)


def insert_calendar(session: AdbSession, values: Values, uri: str) -> None:
    del uri
    database = session.phone.calendar
    given = columns_of(database, "calendars", values)
    row: dict[str, Value] = {
        "calendar_display_name": text_of(values, "name"),
        "calendar_color": calendar.CALENDARS[0][1],
        **given,
    }
    database.insert("calendars", **row)


def delete_calendars(session: AdbSession, ids: Sequence[int]) -> None:
    database = session.phone.calendar
    for id in ids:
        events = database.rows("SELECT _id FROM events WHERE calendar_id = ?", id)
        delete_events(session, [row["_id"] for row in events])
    delete_rows(database, "calendars", ids)

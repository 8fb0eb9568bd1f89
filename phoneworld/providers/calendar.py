"""Calendars, events, attendees and reminders, as Android's calendar provider keeps them."""

from __future__ import annotations

from datetime import timedelta

from phoneworld.store import Database, database_path
from phoneworld.world import World, millis

PACKAGE = "com.android.providers.calendar"
PATH = database_path(PACKAGE, "calendar.db")
SCHEMA = """
CREATE TABLE calendars (
    _id INTEGER PRIMARY KEY, calendar_display_name TEXT NOT NULL, calendar_color TEXT NOT NULL,
    visible INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE events (
    _id INTEGER PRIMARY KEY, calendar_id INTEGER NOT NULL REFERENCES calendars (_id),
    title TEXT NOT NULL, dtstart INTEGER NOT NULL, dtend INTEGER NOT NULL,
    allDay INTEGER NOT NULL DEFAULT 0, eventLocation TEXT NOT NULL DEFAULT '',
    description TEXT NOT NULL DEFAULT '', rrule TEXT NOT NULL DEFAULT ''
);
CREATE INDEX events_start ON events (dtstart);
CREATE TABLE attendees (
    _id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES events (_id),
    attendeeName TEXT NOT NULL, attendeeEmail TEXT NOT NULL DEFAULT ''
);
CREATE INDEX attendees_event ON attendees (event_id);
CREATE TABLE reminders (
    _id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES events (_id),
    minutes INTEGER NOT NULL
);
CREATE INDEX reminders_event ON reminders (event_id);
"""
CALENDARS = (("Personal", "#1a73e8"), ("Work", "#e37400"), ("Family", "#188038"))
TITLES = (
    "Dentist,Team meeting,Yoga class,Lunch,Book club,Haircut,Piano lesson,Project review,Dinner,"
    "Car service,Parent evening,Swimming,Budget talk,Doctor,Workshop"
).split(",")


def add_event(
    database: Database,
    title: str,
    *,
    start_ms: int,
    end_ms: int,
    location: str = "",
    description: str = "",
    calendar: int = 1,
    all_day: bool = False,
    attendees: tuple[tuple[str, str], ...] = (),
    reminder_minutes: int | None = None,
) -> int:
    """Add an event. Returns its id. Attendees are pairs of name and email."""
    event = database.insert(
        "events",
        calendar_id=calendar,
        title=title,
        dtstart=start_ms,
        dtend=end_ms,
        allDay=int(all_day),
        eventLocation=location,
        description=description,
    )
    for name, email in attendees:
        database.insert("attendees", event_id=event, attendeeName=name, attendeeEmail=email)
    if reminder_minutes is not None:
        database.insert("reminders", event_id=event, minutes=reminder_minutes)
    return event


def seed_calendar(database: Database, world: World) -> None:
    """A month of appointments."""
    rng = world.rng("calendar")
    for name, color in CALENDARS:
        database.insert("calendars", calendar_display_name=name, calendar_color=color)
    for title in TITLES:
        start = world.day(rng.randint(-10, 20), rng.randint(8, 18), rng.choice((0, 15, 30)))
        person = rng.choice(world.people)
        add_event(
            database,
            title,
            start_ms=millis(start),
            end_ms=millis(start + timedelta(minutes=rng.choice((30, 45, 60, 90)))),
            location=person.address if rng.random() < 0.4 else "",
            calendar=rng.randint(1, 3),
            attendees=((person.name, person.email),) if rng.random() < 0.4 else (),
            reminder_minutes=10 if rng.random() < 0.5 else None,
        )

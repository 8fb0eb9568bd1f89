"""The events of the calendar provider: what the screens read and write, and more made-up ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from phoneworld.apps.calendar.dates import DAY_MS, MINUTE_MS, hours_text, start_of
from phoneworld.providers.calendar import add_event
from phoneworld.store import Database
from phoneworld.world import millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.calendar"
LONGEST_MS = 31 * DAY_MS
"""Events that go on longer than that are found on their first month only."""

EVENTS = (
    "SELECT e.*, c.calendar_color FROM events e JOIN calendars c ON c._id = e.calendar_id "
    "WHERE c.visible = 1 AND "
)


def upcoming(database: Database, day: date, first: int, count: int) -> list[dict[str, Any]]:
    """The events that are not over before a day, in order."""
    start = start_of(day)
    return database.rows(
        f"{EVENTS} e.dtstart >= ? AND (e.dtend > ? OR e.dtstart >= ?) "
        "ORDER BY e.dtstart, e._id LIMIT ? OFFSET ?",
        start - LONGEST_MS,
        start,
        start,
        count,
        first,
    )


def events_between(database: Database, first: date, last: date) -> list[dict[str, Any]]:
    """The events that touch the days from `first` to `last`."""
    start, end = start_of(first), start_of(last) + DAY_MS
    return database.rows(
        f"{EVENTS} e.dtstart >= ? AND e.dtstart < ? AND (e.dtend > ? OR e.dtstart >= ?) "
        "ORDER BY e.allDay DESC, e.dtstart, e._id LIMIT 400",
        start - LONGEST_MS,
        end,
        start,
        start,
    )


def found(database: Database, query: str, first: int, count: int) -> list[dict[str, Any]]:
    """The events with these words in title, place, description or among the guests."""
    words = " ".join(query.lower().split())[:100]
    if not words:
        return []
    return database.rows(
        f"{EVENTS} (instr(lower(e.title), ?) OR instr(lower(e.eventLocation), ?) OR "
        "instr(lower(e.description), ?) OR EXISTS (SELECT 1 FROM attendees a "
        "WHERE a.event_id = e._id AND instr(lower(a.attendeeName), ?))) "
        "ORDER BY e.dtstart, e._id LIMIT ? OFFSET ?",
        words,
        words,
        words,
        words,
        count,
        first,
    )


def guests_of(database: Database, event: int) -> list[dict[str, Any]]:
    """Who is invited to an event."""
    return database.rows("SELECT * FROM attendees WHERE event_id = ? ORDER BY _id LIMIT 100", event)


def reminders_of(database: Database, event: int) -> list[int]:
    """When the owner is reminded of an event, in minutes before it."""
    rows = database.rows(
        "SELECT minutes FROM reminders WHERE event_id = ? ORDER BY minutes LIMIT 20", event
    )
    return [row["minutes"] for row in rows]


def change_guests(database: Database, event: int, guests: Sequence[tuple[str, str]]) -> None:
    """Make these (name, email) the guests of an event. Who stays is not touched."""
    there = {
        (row["attendeeName"], row["attendeeEmail"]): row["_id"]
        for row in guests_of(database, event)
    }
    for guest, row in there.items():
        if guest not in guests:
            database.run("DELETE FROM attendees WHERE _id = ?", row)
    for name, email in guests:
        if (name, email) not in there:
            database.insert("attendees", event_id=event, attendeeName=name, attendeeEmail=email)


def change_reminders(database: Database, event: int, minutes: Sequence[int]) -> None:
    """Make these the reminders of an event. Those that stay are not touched."""
    there = reminders_of(database, event)
    for old in there:
        if old not in minutes:
            database.run("DELETE FROM reminders WHERE event_id = ? AND minutes = ?", event, old)
    for new in minutes:
        if new not in there:
            database.insert("reminders", event_id=event, minutes=new)


def delete_event(database: Database, event: int) -> None:
    """Remove an event with its guests and reminders."""
    database.run("DELETE FROM events WHERE _id = ?", event)
    database.run("DELETE FROM attendees WHERE event_id = ?", event)
    database.run("DELETE FROM reminders WHERE event_id = ?", event)


def remind(phone: Phone, before_s: float, now_s: float) -> None:
    """Post the reminders whose time has come."""
    before, now = int(before_s * 1000), int(now_s * 1000)
    rows = phone.calendar.rows(
        "SELECT e.*, r.minutes FROM events e JOIN reminders r ON r.event_id = e._id "
        "WHERE e.dtstart > ? AND e.dtstart <= ? AND e.dtstart - r.minutes * ? > ? "
        "AND e.dtstart - r.minutes * ? <= ? ORDER BY e.dtstart LIMIT 20",
        before,
        now + 7 * DAY_MS,
        MINUTE_MS,
        before,
        MINUTE_MS,
        now,
    )
    for row in rows:
        text = " · ".join(part for part in (hours_text(row), row["eventLocation"]) if part)
        phone.notify(PACKAGE, row["title"], text, route="event", id=row["_id"])


# Title, minutes (0: all day), calendar, description; beside those that the provider has.
MORE = (
    ("Stand-up", 15, 2, "Short round: done, next, blocked"),
    ("Sprint planning", 90, 2, "Bring the list of open points"),
    ("1:1 with {first}", 30, 2, ""),
    ("Interview with {first}", 60, 2, "Room is booked, portfolio is in the shared folder"),
    ("Client call", 45, 2, "Dial-in is in the invitation"),
    ("Physio", 30, 1, "Bring the referral"),
    ("Choir rehearsal", 120, 1, ""),
    ("Tax advisor", 60, 1, "Take last year's papers along"),
    ("Coffee with {first}", 60, 1, ""),
    ("Concert", 150, 1, "Doors open half an hour earlier"),
    ("Vet", 30, 3, "Vaccination"),
    ("Movie with {first}", 135, 3, ""),
    ("School play", 90, 3, "{first} plays the tree"),
    ("Flat viewing", 45, 3, "Ask about the heating"),
    ("{first}'s birthday", 0, 3, ""),
    ("Recycling day", 0, 1, "Paper and glass"),
    ("Parking permit expires", 0, 1, "Renew online"),
    ("Office closed", 0, 2, ""),
)


def seed(phone: Phone, world: World) -> None:
    """More events than the provider's own, so that weeks look lived in."""
    rng = world.rng("calendar app")
    for title, minutes, calendar, description in MORE:
        person = rng.choice(world.people)
        start = world.day(
            rng.randint(-12, 20),
            *((rng.randint(8, 19), rng.choice((0, 15, 30, 45))) if minutes else (0, 0)),
        )
        named = "{first}" in title
        add_event(
            phone.calendar,
            title.format(first=person.first),
            start_ms=millis(start),
            end_ms=millis(start + timedelta(minutes=minutes or 1440)),
            location=person.address if minutes > 30 and rng.random() < 0.5 else "",
            description=description.format(first=person.first),
            calendar=calendar,
            all_day=not minutes,
            attendees=((person.name, person.email),) if named and minutes else (),
            reminder_minutes=rng.choice((10, 30, 60)) if rng.random() < 0.4 else None,
        )

"""The events: one table, times in seconds. A repeating event is one row that stands for all its days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from phoneworld.apps.calendar.dates import day_of, start_of
from phoneworld.store import Database, database_path
from phoneworld.world import from_millis, millis

PACKAGE = "com.simplemobiletools.calendar.pro"
PATH = database_path(PACKAGE, "events.db")
SCHEMA = """
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    start_ts INTEGER NOT NULL,
    end_ts INTEGER NOT NULL,
    title TEXT NOT NULL,
    location TEXT NOT NULL,
    description TEXT NOT NULL,
    reminder_1_minutes INTEGER NOT NULL,
    reminder_2_minutes INTEGER NOT NULL,
    reminder_3_minutes INTEGER NOT NULL,
    reminder_1_type INTEGER NOT NULL,
    reminder_2_type INTEGER NOT NULL,
    reminder_3_type INTEGER NOT NULL,
    repeat_interval INTEGER NOT NULL,
    repeat_rule INTEGER NOT NULL,
    repeat_limit INTEGER NOT NULL,
    repetition_exceptions TEXT NOT NULL,
    attendees TEXT NOT NULL,
    import_id TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    flags INTEGER NOT NULL,
    event_type INTEGER NOT NULL,
    parent_id INTEGER NOT NULL,
    last_updated INTEGER NOT NULL,
    source TEXT NOT NULL,
    availability INTEGER NOT NULL,
    color INTEGER NOT NULL,
    type INTEGER NOT NULL
);
"""

ALL_DAY = 1
"""The bit of `flags` for an event without times."""
NO_REMINDER = -1
DAILY_S, WEEKLY_S, MONTHLY_S, YEARLY_S = 86_400, 604_800, 2_592_001, 31_536_000
REPETITIONS = {
    "No repetition": 0,
    "Daily": DAILY_S,
    "Weekly": WEEKLY_S,
    "Monthly": MONTHLY_S,
    "Yearly": YEARLY_S,
}
SAME_DAY_OF_MONTH = 1
COLOR = "#2e7d32"
AHEAD_DAYS = 90
"""How far the schedule looks ahead for the days of repeating events."""
MOST = 2000


def weekday_rule(day: date) -> int:
    """The rule of a weekly event: a bit for each day of the week, Monday the lowest."""
    return 1 << (day.isoweekday() - 1)


def rule_of(interval: int, day: date) -> int:
    """What `repeat_rule` holds for an interval that begins on a day."""
    if interval == WEEKLY_S:
        return weekday_rule(day)
    return SAME_DAY_OF_MONTH if interval in (MONTHLY_S, YEARLY_S) else 0


def add_event(
    database: Database,
    title: str,
    *,
    start_s: int,
    end_s: int,
    location: str = "",
    description: str = "",
    repeat_interval: int = 0,
    repeat_rule: int = 0,
    repeat_limit: int = 0,
    reminder_minutes: int = NO_REMINDER,
    flags: int = 0,
    now_ms: int = 0,
) -> int:
    """Write an event down; its id."""
    return database.insert(
        "events",
        start_ts=start_s,
        end_ts=end_s,
        title=title,
        location=location,
        description=description,
        reminder_1_minutes=reminder_minutes,
        reminder_2_minutes=NO_REMINDER,
        reminder_3_minutes=NO_REMINDER,
        reminder_1_type=0,
        reminder_2_type=0,
        reminder_3_type=0,
        repeat_interval=repeat_interval,
        repeat_rule=repeat_rule,
        repeat_limit=repeat_limit,
        repetition_exceptions="[]",
        attendees="",
        import_id="",
        time_zone="UTC",
        flags=flags,
        event_type=1,
        parent_id=0,
        last_updated=now_ms,
        source="simple-calendar",
        availability=0,
        color=0,
        type=0,
    )


def event_of(database: Database, id: int | None) -> dict[str, Any] | None:
    """The row of an event."""
    return database.one("SELECT * FROM events WHERE id = ?", id)


def delete_events(database: Database, ids: list[int]) -> None:
    """Remove events, with all their repetitions."""
    for id in ids:
        database.run("DELETE FROM events WHERE id = ?", id)


def events_between(database: Database, first: date, last: date) -> list[dict[str, Any]]:
    """What happens from one day to another, each time that it does, in order."""
    start, end = start_of(first) // 1000, start_of(last) // 1000 + DAILY_S
    single = database.rows(
        "SELECT * FROM events WHERE repeat_interval = 0 AND start_ts < ? AND "
        "(end_ts > ? OR start_ts >= ?) ORDER BY start_ts LIMIT ?",
        end,
        start,
        start,
        MOST,
    )
    repeating = database.rows(
        "SELECT * FROM events WHERE repeat_interval > 0 AND start_ts < ? LIMIT ?", end, MOST
    )
    shown = [shape(row, row["start_ts"]) for row in single]
    for row in repeating:
        shown += [shape(row, at) for at in _times(row, start, end)]
    return sorted(shown, key=lambda event: (event["dtstart"], event["_id"]))


def events_from(database: Database, day: date, first: int, count: int) -> list[dict[str, Any]]:
    """A page of what is not over before a day."""
    last = database.value("SELECT max(start_ts) FROM events WHERE repeat_interval = 0") or 0
    ahead = max(day + timedelta(days=AHEAD_DAYS), day_of(last * 1000))
    return events_between(database, day, ahead)[first : first + count]


def events_with(database: Database, words: str, first: int, count: int) -> list[dict[str, Any]]:
    """A page of the events with these words in title, place or description."""
    sought = " ".join(words.lower().split())[:100]
    if not sought:
        return []
    rows = database.rows(
        "SELECT * FROM events WHERE instr(lower(title), ?) OR instr(lower(location), ?) OR "
        "instr(lower(description), ?) ORDER BY start_ts, id LIMIT ? OFFSET ?",
        sought,
        sought,
        sought,
        count,
        first,
    )
    return [shape(row, row["start_ts"]) for row in rows]


def shape(row: dict[str, Any], start_s: int) -> dict[str, Any]:
    """An event at one of its times, as the screens of a calendar read it."""
    lasts = row["end_ts"] - row["start_ts"]
    all_day = bool(row["flags"] & ALL_DAY)
    return {
        "_id": row["id"],
        "title": row["title"],
        "dtstart": start_s * 1000,
        "dtend": (start_s + max(lasts, DAILY_S if all_day else 0)) * 1000,
        "allDay": all_day,
        "eventLocation": row["location"],
        "description": row["description"],
        "calendar_color": COLOR,
    }


def _times(row: dict[str, Any], start: int, end: int) -> list[int]:
    """When a repeating event begins, within a span of seconds."""
    lasts, limit = row["end_ts"] - row["start_ts"], row["repeat_limit"]
    first = from_millis(row["start_ts"] * 1000)
    begin = max(row["start_ts"], start - lasts)
    at = datetime.combine(day_of(begin * 1000), first.time(), tzinfo=UTC)
    found: list[int] = []
    while (seconds := millis(at) // 1000) < end and (limit <= 0 or seconds <= limit):
        over = seconds + lasts <= start and seconds < start
        if seconds >= row["start_ts"] and not over and _falls_on(row, first.date(), at.date()):
            found.append(seconds)
        at += timedelta(days=1)
    return found


def _falls_on(row: dict[str, Any], first: date, day: date) -> bool:
    interval, days = row["repeat_interval"], (day - first).days
    if interval % WEEKLY_S == 0:
        weeks = (days + first.weekday()) // 7
        return weeks % (interval // WEEKLY_S) == 0 and bool(row["repeat_rule"] & weekday_rule(day))
    if interval % MONTHLY_S == 0:
        months = (day.year - first.year) * 12 + day.month - first.month
        return day.day == first.day and months % (interval // MONTHLY_S) == 0
    if interval % YEARLY_S == 0:
        return (day.day, day.month) == (first.day, first.month)
    return days % max(1, interval // DAILY_S) == 0

"""Days and times of events: from milliseconds to what people read, and back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from phoneworld.world import from_millis, millis

DAY_MS = 86_400_000
MINUTE_MS = 60_000
FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(2099, 12, 31)
REMINDERS = {
    "At time of event": 0,
    "5 minutes before": 5,
    "10 minutes before": 10,
    "15 minutes before": 15,
    "30 minutes before": 30,
    "1 hour before": 60,
    "1 day before": 1440,
    "1 week before": 10080,
}


def day_of(stamp_ms: int) -> date:
    """The day of a moment."""
    return from_millis(stamp_ms).date()


def start_of(day: date) -> int:
    """The first millisecond of a day."""
    return millis(datetime.combine(day, time(), tzinfo=UTC))


def moment(day: str, clock: str) -> int:
    """The millisecond of an ISO day and a time as `09:30`."""
    hour, minute = map(int, clock.split(":"))
    return start_of(date.fromisoformat(day)) + (hour * 60 + minute) * MINUTE_MS


def shifted(day: date, days: int) -> date:
    """A day some days later, kept within what the calendar shows."""
    span = (LAST_DAY - FIRST_DAY).days
    return FIRST_DAY + timedelta(days=max(0, min(span, (day - FIRST_DAY).days + days)))


def next_month(day: date, by: int) -> date:
    """The first day of a month before or after, kept within what the calendar shows."""
    months = day.year * 12 + day.month - 1 + by
    months = max(FIRST_DAY.year * 12, min(LAST_DAY.year * 12 + 11, months))
    return date(months // 12, months % 12 + 1, 1)


def parse_day(text: str, otherwise: date) -> date:
    """An ISO day that another app has named; what cannot be read is `otherwise`."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return otherwise
    return day if FIRST_DAY <= day <= LAST_DAY else otherwise


def day_text(day: date, today: date) -> str:
    """`Thu, 14 May`, with the year where it is another."""
    text = f"{day:%a}, {day.day} {day:%b}"
    return text if day.year == today.year else f"{text} {day.year}"


def time_text(stamp_ms: int) -> str:
    """`09:30`."""
    return f"{from_millis(stamp_ms):%H:%M}"


def last_day(event: Mapping[str, Any]) -> date:
    """The last day of an event; the end of an all-day event is the midnight after it."""
    return day_of(max(event["dtstart"], event["dtend"] - 1))


def days_text(event: Mapping[str, Any], today: date) -> str:
    """The day of an event, or its first and last."""
    first, last = day_of(event["dtstart"]), last_day(event)
    text = day_text(first, today)
    return text if first == last else f"{text} – {day_text(last, today)}"


def hours_text(event: Mapping[str, Any]) -> str:
    """`10:00 – 11:00`, or that it takes all day."""
    if event["allDay"]:
        return "All day"
    return f"{time_text(event['dtstart'])} – {time_text(event['dtend'])}"


def reminder_text(minutes: int) -> str:
    """How long before the event a reminder comes."""
    for text, known in REMINDERS.items():
        if known == minutes:
            return text
    return f"{minutes} minutes before"

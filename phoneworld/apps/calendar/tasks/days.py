"""How days and times are said, and read from the calendar."""

from __future__ import annotations

import re
from datetime import date, datetime

from phoneworld.apps.calendar.reading import (
    today,
)
from phoneworld.author import Pilot

NUMBERS = "zero one two three four five six seven eight nine".split()


def clock_forms(clock: str) -> tuple[str, ...]:
    """The ways to say a time in an answer."""
    hour, minute = clock.split(":")
    half = "am" if int(hour) < 12 else "pm"
    return (clock, f"{(int(hour) - 1) % 12 + 1}:{minute} {half}")


def date_forms(day: str) -> tuple[str, ...]:
    """The ways to say a date in an answer."""
    when = date.fromisoformat(day)
    months = (f"{when:%b}", f"{when:%B}")
    return (
        *(f"{when.day} {month}" for month in months),
        *(f"{month} {when.day}" for month in months),
        *(f"{month} {when.day}{ending(when.day)}" for month in months),
        *(f"{when.day}{ending(when.day)} of {month}" for month in months),
        day,
    )


def ending(number: int) -> str:
    """What makes a number an ordinal."""
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number not in (11, 12, 13) else 0, "th")


def day_at_end(text: str) -> str:
    """The date that the row of an event ends with, or nothing."""
    match = re.search(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ [A-Z][a-z]{2}$", text)
    return match.group() if match else ""


def read_day(text: str, pilot: Pilot) -> date:
    """The day that a row of this year shows."""
    year = today(pilot).year
    return datetime.strptime(f"{text} {year}", "%a, %d %b %Y").date()  # noqa: DTZ007 - a day has no zone

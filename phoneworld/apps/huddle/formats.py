"""How Huddle shows amounts, days and times, and in which words people say them back.

What every row of a list shows is kept for a while: a list is built anew at every look.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

from phoneworld.formats import dollars
from phoneworld.world import from_millis


@lru_cache(maxsize=4096)
def plain(cents: int) -> str:
    """An amount without the currency: `12.50`."""
    return dollars(cents).replace("$", "")


def cents_in(text: str) -> int:
    """The amount that a text ends with, in cents: what `dollars` has written."""
    return round(float(text.rpartition("$")[2].replace(",", "")) * 100)


@lru_cache(maxsize=4096)
def day_text(day: str) -> str:
    """A day (`2026-05-14`) as `Thu, 14 May`."""
    when = date.fromisoformat(day)
    return f"{when:%a}, {when.day} {when:%b}"


def long_day(day: str) -> str:
    """A day as one says it: `Thursday, 14 May`."""
    when = date.fromisoformat(day)
    return f"{when:%A}, {when.day} {when:%B}"


def day_readings(day: str) -> tuple[str, ...]:
    """The ways to write a day that count as the same answer."""
    when = date.fromisoformat(day)
    ending = "th" if 11 <= when.day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(when.day % 10, "th")
    months = dict.fromkeys((f"{when:%b}", f"{when:%B}"))
    numbers = (str(when.day), f"{when.day}{ending}")
    return (
        day,
        *(f"{number} {month}" for month in months for number in numbers),
        *(f"{number} of {month}" for month in months for number in numbers),
        *(f"{month} {number}" for month in months for number in numbers),
    )


@lru_cache(maxsize=4096)
def clock(stamp_ms: int) -> str:
    """The time of day: `09:30`."""
    return f"{from_millis(stamp_ms):%H:%M}"


@lru_cache(maxsize=4096)
def day_of(stamp_ms: int) -> str:
    """The day of a time, as `2026-05-14`."""
    return from_millis(stamp_ms).date().isoformat()


@lru_cache(maxsize=4096)
def moment(stamp_ms: int) -> str:
    """Day and time: `Thu, 14 May 09:30`."""
    return f"{day_text(day_of(stamp_ms))} {clock(stamp_ms)}"


@lru_cache(maxsize=4096)
def near_day(day: str, today: str) -> str:
    """A day as seen from today: `Today`, `Tomorrow`, `Yesterday`, else the date."""
    names = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}
    apart = (date.fromisoformat(day) - date.fromisoformat(today)).days
    return names.get(apart) or day_text(day)


def days_after(day: str, days: int) -> str:
    """The day that many days later."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def sought(text: str) -> str:
    """What was typed into a search field, as `instr(lower(column), ?)` compares it."""
    return text.strip().lower()


def time_readings(time: str) -> tuple[str, ...]:
    """The ways to write a time of day (`17:30`) that count as the same answer."""
    hour, minute = map(int, time.split(":"))
    half = "am" if hour < 12 else "pm"
    short = f"{hour % 12 or 12}:{minute:02d}"
    forms = [time, f"{hour}:{minute:02d}", f"{short} {half}", f"{short}{half}"]
    if not minute:
        forms += [f"{hour % 12 or 12} {half}", f"{hour % 12 or 12}{half}"]
    return tuple(dict.fromkeys(forms))

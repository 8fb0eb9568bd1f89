"""Days and times as the suite's questions word them: `this Monday`, `October 19`, `3:15pm`.

A weekday alone may be one that comes or one that was; whoever asks decides by what is on the phone.
What is no such wording is `TaskError`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from phoneworld.errors import TaskError
from phoneworld.packs.androidworld.phone import NOW

TODAY = NOW.date()
THIS_WEEK = (TODAY - timedelta(days=TODAY.weekday()), TODAY + timedelta(days=6 - TODAY.weekday()))
"""Monday and Sunday of the week that the phone is in."""
NEXT_WEEK = (THIS_WEEK[0] + timedelta(days=7), THIS_WEEK[1] + timedelta(days=7))
NEARBY = {"yesterday": -1, "today": 0, "tomorrow": 1}
CLOCKS = ("%H:%M", "%I:%M%p", "%I%p")


def full_day(day: date) -> str:
    """`October 16 2023`, which can mean one day only."""
    return f"{day:%B} {day.day} {day.year}"


def wordings(day: date) -> list[str]:
    """Every way to word a day that means it alone: a weekday by itself could also be over."""
    ahead = (day - TODAY).days
    words = [full_day(day), f"{day:%B} {day.day}"]
    words += [word for word, days in NEARBY.items() if days == ahead]
    if 0 < ahead < 7:
        words.append(f"this {day:%A}")
    elif 7 < ahead <= 14:
        words.append(f"the {day:%A} after next")
    return words


def word_day(rng: Random, day: date) -> str:
    """One of the ways to word a day."""
    return rng.choice(wordings(day))


def days_meant(words: str) -> tuple[date, ...]:
    """The days that a wording can mean, the likeliest first."""
    text = " ".join(words.split())
    if text.casefold() in NEARBY:
        return (TODAY + timedelta(days=NEARBY[text.casefold()]),)
    if text.startswith("the ") and text.endswith(" after next"):
        return (_weekday(text[4:-11], 8),)
    if text.startswith("this "):
        return (_weekday(text[5:], 1),)
    for given in (text, f"{text} {TODAY.year}"):
        try:
            return (datetime.strptime(given, "%B %d %Y").replace(tzinfo=UTC).date(),)
        except ValueError:
            continue
    return (_weekday(text, 1), _weekday(text, -7))


def day_meant(words: str) -> date:
    """The likeliest day that a wording means."""
    return days_meant(words)[0]


def settle_day(words: str, fits: Callable[[date], bool]) -> str:
    """A wording in full, for the first of its meanings that fits; the likeliest if none does."""
    days = days_meant(words)
    return full_day(next((day for day in days if fits(day)), days[0]))


def _weekday(name: str, first: int) -> date:
    """The weekday of this name within the seven days that begin some days from today."""
    for ahead in range(first, first + 7):
        day = TODAY + timedelta(days=ahead)
        if f"{day:%A}".casefold() == name.casefold():
            return day
    raise TaskError(f"no day is worded {name!r}")


def clock_meant(words: str) -> time:
    """The time of day of `14:30`, `2:30pm` or `2pm`."""
    for form in CLOCKS:
        try:
            return datetime.strptime(words.replace(" ", ""), form).replace(tzinfo=UTC).time()
        except ValueError:
            continue
    raise TaskError(f"no time is worded {words!r}")


def word_clock(rng: Random, at: time) -> str:
    """A time of day, as the suite words it."""
    half = f"{at:%I}".lstrip("0")
    words = [f"{at:%H:%M}", f"{half}:{at:%M}{at:%p}".lower()]
    if not at.minute:
        words.append(f"{half}{at:%p}".lower())
    return rng.choice(words)

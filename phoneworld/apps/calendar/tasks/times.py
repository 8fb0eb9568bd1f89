"""How the times of an event are filled in."""

from __future__ import annotations

from phoneworld.author import (
    PickDate,
    PickTime,
    Script,
    Tap,
)

FIRST_OFFSET, LAST_OFFSET = 2, 40


def fill_times(day: str, start: str, end: str) -> Script:
    """Set the day and the times in the form that is open."""
    return (
        Tap("Start date"),
        PickDate(day),
        Tap("Start time"),
        PickTime(start),
        Tap("End time"),
        PickTime(end),
    )

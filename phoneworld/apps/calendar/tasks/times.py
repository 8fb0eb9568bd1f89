"""How the times of an event are filled in."""

from __future__ import annotations

from phoneworld.tasks.pilot import Pilot

FIRST_OFFSET, LAST_OFFSET = 2, 40


def fill_times(pilot: Pilot, day: str, start: str, end: str) -> None:
    """Set the day and the times in the form that is open."""
    pilot.tap("Start date")
    pilot.pick_date(day)
    pilot.tap("Start time")
    pilot.pick_time(start)
    pilot.tap("End time")
    pilot.pick_time(end)

"""AndroidWorld's tasks with OpenTracks: questions."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.opentracks.tasks.questions import (
    ActivitiesOnDate,
    ActivityDuration,
    LongestDistance,
    TotalDistance,
    TotalDuration,
    WeekCount,
)

TASKS = templates_of(
    ActivitiesOnDate, WeekCount, ActivityDuration, LongestDistance, TotalDuration, TotalDistance
)

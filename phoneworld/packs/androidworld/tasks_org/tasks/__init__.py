"""AndroidWorld's tasks with Tasks: questions."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.tasks_org.tasks.questions import (
    CompletedForDate,
    DueNextWeek,
    DueOnDate,
    HighPriority,
    HighPriorityOnDate,
    IncompleteOnDate,
)

TASKS = templates_of(
    DueOnDate, HighPriority, HighPriorityOnDate, DueNextWeek, CompletedForDate, IncompleteOnDate
)

"""AndroidWorld's tasks with Clock."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.clock.tasks.watches import (
    EnterTimer,
    LeaveStopwatchRunning,
    StopwatchPausedVerify,
)

TASKS = templates_of(LeaveStopwatchRunning, StopwatchPausedVerify, EnterTimer)

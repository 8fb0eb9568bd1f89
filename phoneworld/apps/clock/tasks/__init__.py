"""Tasks with the clock."""

from __future__ import annotations

from phoneworld.apps.clock.tasks.alarm_switches import (
    AlarmAlreadyOn,
    AskWhich,
    TurnOff,
    TurnOn,
    WeekendOff,
)
from phoneworld.apps.clock.tasks.alarms import (
    AddAlarm,
    AddRepeating,
    ChangeDays,
    DeleteAlarm,
    DeleteMissingAlarm,
    MoveAlarm,
)
from phoneworld.apps.clock.tasks.cities import AddCity, AlarmAbroad, CityTime, RemoveCity
from phoneworld.apps.clock.tasks.everyday_alarms import (
    AlarmAt,
    AllAlarmsOff,
    ChangeAlarmTime,
    DeleteAlarmAt,
)
from phoneworld.apps.clock.tasks.everyday_questions import AlarmTime, NextAlarm
from phoneworld.apps.clock.tasks.everyday_timers import (
    PauseTheTimer,
    StopStopwatch,
    TimerOf,
)
from phoneworld.apps.clock.tasks.rings import AlarmGap, Snooze, SnoozeLength
from phoneworld.apps.clock.tasks.stopwatch import (
    FastestLap,
    ResetStopwatch,
    RunStopwatch,
    StartStopwatch,
)
from phoneworld.apps.clock.tasks.timers import DeleteShort, ExtendTimer, PauseTimer, StartTimer
from phoneworld.author import templates_of

TASKS = templates_of(
    TurnOff,
    TurnOn,
    AlarmAlreadyOn,
    AskWhich,
    WeekendOff,
    DeleteMissingAlarm,
    Snooze,
    AlarmGap,
    AddAlarm,
    AddRepeating,
    DeleteAlarm,
    MoveAlarm,
    ChangeDays,
    SnoozeLength,
    AddCity,
    RemoveCity,
    CityTime,
    AlarmAbroad,
    StartTimer,
    PauseTimer,
    ExtendTimer,
    DeleteShort,
    StartStopwatch,
    RunStopwatch,
    ResetStopwatch,
    FastestLap,
    AlarmAt,
    DeleteAlarmAt,
    ChangeAlarmTime,
    AllAlarmsOff,
    AlarmTime,
    NextAlarm,
    TimerOf,
    PauseTheTimer,
    StopStopwatch,
)

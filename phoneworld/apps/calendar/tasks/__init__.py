"""Tasks with the calendar."""

from __future__ import annotations

from phoneworld.apps.calendar.tasks.calculations import FreeDay, HowLong, NextWith
from phoneworld.apps.calendar.tasks.deletions import (
    DeleteEventAfterAsking,
    DeleteMissingEvent,
    DeleteOne,
    DeleteToday,
    HideCalendar,
)
from phoneworld.apps.calendar.tasks.details import (
    ChangePlace,
    InviteGuest,
    KeepReminder,
    SetReminder,
)
from phoneworld.apps.calendar.tasks.everyday_changes import (
    AddAtTime,
    ChangeStart,
    DeleteEvent,
)
from phoneworld.apps.calendar.tasks.everyday_questions import (
    NextEventTime,
    UpcomingEvent,
    WhatToday,
    WhatTomorrow,
    WhenIs,
)
from phoneworld.apps.calendar.tasks.new_events import BookGap, CreateAllDay, CreateEvent, CreateFull
from phoneworld.apps.calendar.tasks.questions import BusyAt, CountDay, WhenTomorrow, WhereIs
from phoneworld.apps.calendar.tasks.times import Delay, MoveEvent, ResolveOverlap
from phoneworld.author import templates_of

TASKS = templates_of(
    CreateEvent,
    CreateAllDay,
    CreateFull,
    BookGap,
    MoveEvent,
    Delay,
    InviteGuest,
    SetReminder,
    ChangePlace,
    ResolveOverlap,
    WhereIs,
    WhenTomorrow,
    BusyAt,
    FreeDay,
    CountDay,
    HowLong,
    NextWith,
    DeleteToday,
    DeleteOne,
    HideCalendar,
    KeepReminder,
    DeleteMissingEvent,
    DeleteEventAfterAsking,
    AddAtTime,
    ChangeStart,
    DeleteEvent,
    UpcomingEvent,
    NextEventTime,
    WhatToday,
    WhatTomorrow,
    WhenIs,
)

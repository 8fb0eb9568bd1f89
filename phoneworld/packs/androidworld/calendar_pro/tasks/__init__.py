"""AndroidWorld's tasks with Simple Calendar Pro."""

from __future__ import annotations

from phoneworld.author import templates_of
from phoneworld.packs.androidworld.calendar_pro.tasks.deletions import (
    DeleteEvents,
    DeleteEventsOnWeekday,
    DeleteOneEvent,
)
from phoneworld.packs.androidworld.calendar_pro.tasks.new_events import (
    AddEventInTwoWeeks,
    AddEventOnWeekday,
    AddEventTomorrow,
    AddOneEvent,
    AddRepeatingEvent,
)
from phoneworld.packs.androidworld.calendar_pro.tasks.questions import (
    AnyEventsOnDate,
    EventOnDateAtTime,
    EventsInTimeRange,
    EventsNextWeek,
    EventsOnDate,
    FirstEventAfter,
    LocationOfEvent,
    NextEvent,
    NextMeetingWith,
)

TASKS = templates_of(
    AddOneEvent,
    AddEventOnWeekday,
    AddEventTomorrow,
    AddEventInTwoWeeks,
    AddRepeatingEvent,
    DeleteOneEvent,
    DeleteEvents,
    DeleteEventsOnWeekday,
    EventsOnDate,
    NextEvent,
    EventOnDateAtTime,
    AnyEventsOnDate,
    NextMeetingWith,
    LocationOfEvent,
    EventsNextWeek,
    FirstEventAfter,
    EventsInTimeRange,
)

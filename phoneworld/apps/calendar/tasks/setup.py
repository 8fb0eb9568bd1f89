"""What the calendar's tasks share: days and times in words, events to set up, forms and rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from phoneworld.apps.calendar.data import delete_event, events_between
from phoneworld.apps.calendar.dates import day_text
from phoneworld.author import Enter, Open, PickDate, PickTime, Pilot, Scene, Script, Tap
from phoneworld.providers.calendar import add_event
from phoneworld.world import from_millis, millis

TITLES = (
    "Wine tasting,Pottery class,Eye test,Rent talk,Garden visit,Chess club,Blood donation,Boat tour,"
    "Passport office,Driving lesson,Book signing,Kitchen fitting,Bike check,Language exam,Photo shoot,"
    "Spanish lesson,Museum tour,Board games,Roof inspection,Dance class,Job fair,Cooking course,"
    "Climbing hall,House meeting,Sewing circle,Flea market,Radio interview,Fitting of the suit"
).split(",")
FIRST_CALENDAR = 1
"""The calendar that a new event goes to unless another is chosen."""
FIRST_OFFSET, LAST_OFFSET = 2, 40
NUMBERS = "zero one two three four five six seven eight nine".split()


def some_titles(rng: Random, count: int) -> list[str]:
    """Titles of events that are not in the calendar yet."""
    return rng.sample(TITLES, count)


def on(scene: Scene, days: int) -> date:
    """A day from today."""
    return scene.world.day(days).date()


def put_event(
    scene: Scene,
    title: str,
    days: int,
    start: str,
    minutes: int,
    *,
    location: str = "",
    guest: tuple[str, str] | None = None,
    reminder: int | None = None,
) -> int:
    """Enter an event some days from now."""
    hour, minute = map(int, start.split(":"))
    begin = scene.world.day(days, hour, minute)
    return add_event(
        scene.phone.calendar,
        title,
        start_ms=millis(begin),
        end_ms=millis(begin + timedelta(minutes=minutes)),
        location=location,
        calendar=scene.rng.randint(1, 3),
        attendees=(guest,) if guest else (),
        reminder_minutes=reminder,
    )


def clear_days(scene: Scene, first: int, last: int) -> None:
    """Take everything off some days, so that only the task decides what is on them."""
    for event in events_between(scene.phone.calendar, on(scene, first), on(scene, last)):
        delete_event(scene.phone.calendar, event["_id"])


def some_time(rng: Random, first_hour: int = 8, last_hour: int = 18) -> str:
    """A time that meetings start at."""
    return f"{rng.randint(first_hour, last_hour):02d}:{rng.choice((0, 15, 30, 45)):02d}"


def later(clock: str, minutes: int) -> str:
    """A time some minutes later on the same day."""
    hour, minute = map(int, clock.split(":"))
    total = hour * 60 + minute + minutes
    return f"{total // 60:02d}:{total % 60:02d}"


def stamp(day: str, clock: str) -> int:
    """A day and a time as the calendar stores them."""
    return millis(datetime.fromisoformat(f"{day}T{clock}:00+00:00"))


def date_words(rng: Random, day: date) -> str:
    """A day as people write it in a request."""
    return rng.choice(
        (
            f"{day:%A}, {day.day} {day:%B}",
            f"{day.day} {day:%B}",
            f"{day:%B} {day.day}",
            f"{day:%a} {day.day} {day:%b} {day.year}",
        )
    )


def clock_words(rng: Random, clock: str) -> str:
    """A time as people write it in a request."""
    hour, minute = map(int, clock.split(":"))
    half = "am" if hour < 12 else "pm"
    short = f"{(hour - 1) % 12 + 1}" if not minute else f"{(hour - 1) % 12 + 1}:{minute:02d}"
    return rng.choice((clock, f"{short} {half}"))


def today(pilot: Pilot) -> date:
    """The day on the phone's clock."""
    return from_millis(pilot.screen.time_s * 1000).date()


def find_event(title: str) -> Script:
    """Open the calendar and search for an event."""
    return (Open("Calendar"), Tap("Search events"), Enter(title, into="Search events"))


def row_of(title: str, day: str, now: date) -> re.Pattern[str]:
    """What the row of an event on a day reads like."""
    shown = day_text(date.fromisoformat(day), now)
    return re.compile(f"{re.escape(title)}, .*, {re.escape(shown)}$", re.IGNORECASE)


def tap_row(pilot: Pilot, title: str, day: str) -> None:
    """Open the event of a title that is on a day; there may be others of that title."""
    wanted = row_of(title, day, today(pilot))
    for element in pilot.screen.elements:
        if element.role == "item" and wanted.match(element.text):
            pilot.tap(element.text, role="item")
            return
    pilot.tap(f"{title} on {day}", role="item")


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as its row shows it."""

    title: str
    start: str
    end: str


def show_day(day: str) -> Script:
    """Open the calendar with the schedule from a day on."""
    return (Open("Calendar"), Tap("Go to date"), PickDate(day))


def rows_on(pilot: Pilot, day: str) -> list[EventRow]:
    """The events of a day that the schedule shows, in order."""
    shown = day_text(date.fromisoformat(day), today(pilot))
    found: list[EventRow] = []
    for element in pilot.screen.elements:
        match = re.match(r"(.*), (\d\d:\d\d) – (\d\d:\d\d)", element.text)
        if match and element.text.endswith(f", {shown}"):
            found.append(EventRow(*match.groups()))
    return found


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


def clock_forms(clock: str) -> tuple[str, ...]:
    """The ways to say a time in an answer."""
    hour, minute = clock.split(":")
    half = "am" if int(hour) < 12 else "pm"
    return (clock, f"{(int(hour) - 1) % 12 + 1}:{minute} {half}")


def date_forms(day: str) -> tuple[str, ...]:
    """The ways to say a date in an answer."""
    when = date.fromisoformat(day)
    months = (f"{when:%b}", f"{when:%B}")
    return (
        *(f"{when.day} {month}" for month in months),
        *(f"{month} {when.day}" for month in months),
        *(f"{month} {when.day}{ending(when.day)}" for month in months),
        *(f"{when.day}{ending(when.day)} of {month}" for month in months),
        day,
    )


def ending(number: int) -> str:
    """What makes a number an ordinal."""
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number not in (11, 12, 13) else 0, "th")


def day_at_end(text: str) -> str:
    """The date that the row of an event ends with, or nothing."""
    match = re.search(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ [A-Z][a-z]{2}$", text)
    return match.group() if match else ""


def read_day(text: str, pilot: Pilot) -> date:
    """The day that a row of this year shows."""
    year = today(pilot).year
    return datetime.strptime(f"{text} {year}", "%a, %d %b %Y").date()  # noqa: DTZ007 - a day has no zone

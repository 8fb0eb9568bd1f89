"""Tasks that enter new events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.dates import DAY_MS, reminder_text
from phoneworld.apps.calendar.tasks.setup import (
    FIRST_CALENDAR,
    FIRST_OFFSET,
    LAST_OFFSET,
    clear_days,
    clock_words,
    date_words,
    fill_times,
    later,
    on,
    put_event,
    rows_on,
    show_day,
    some_time,
    some_titles,
    stamp,
)
from phoneworld.author import (
    BACK,
    Added,
    Child,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    PickDate,
    PickTime,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Without,
)
from phoneworld.providers.calendar import CALENDARS, PATH
from phoneworld.world import make_address


@dataclass(frozen=True)
class CreateEvent(TaskType):
    """A new event on a day, from one time to another."""

    template = "calendar.create"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Put "{title}" into my calendar on {date} from {from_words} to {to_words}.',
        'Create an event "{title}" for {date}. It starts at {from_words} and ends at {to_words}.',
        'I have a {title} on {date}, {from_words} to {to_words}. Please add it to the calendar as "{title}".',
        'Block {date} from {from_words} until {to_words} in my calendar for "{title}".',
    )

    title: str
    day: str
    other_day: str
    date: str
    start: str
    end: str
    from_words: str
    to_words: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        days = rng.randint(FIRST_OFFSET, LAST_OFFSET)
        start = some_time(rng, 8, 17)
        end = later(start, rng.choice((30, 45, 75, 90, 105, 120)))
        return cls(
            title=some_titles(rng, 1)[0],
            day=on(scene, days).isoformat(),
            other_day=on(scene, days + 7).isoformat(),
            date=date_words(rng, on(scene, days)),
            start=start,
            end=end,
            from_words=clock_words(rng, start),
            to_words=clock_words(rng, end),
        )

    def expect(self) -> list[Expectation]:
        where = {
            "title": self.title,
            "dtstart": stamp(self.day, self.start),
            "dtend": stamp(self.day, self.end),
            "allDay": 0,
            "calendar_id": FIRST_CALENDAR,
        }
        return [Added(PATH, "events", where)]

    def script(self) -> Script:
        return (
            Open("Calendar"),
            Tap("New event"),
            Enter(self.title, into="Title"),
            BACK,
            *fill_times(self.day, self.start, self.end),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a week late": Instead(day=self.other_day),
            "an hour too long": Instead(end=later(self.end, 60)),
        }


@dataclass(frozen=True)
class CreateAllDay(TaskType):
    """An event that takes all day."""

    template = "calendar.create_all_day"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Add an all-day event "{title}" on {date}.',
        'Mark {date} in my calendar as "{title}", all day.',
        '"{title}" is on {date}. Enter it as an event that lasts the whole day.',
    )

    title: str
    day: str
    other_day: str
    date: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        days = rng.randint(FIRST_OFFSET, 60)
        person = rng.choice(scene.world.people)
        title = rng.choice(("Name day of {}", "{} moves house", "Wedding of {}", "{} on holiday"))
        return cls(
            title=title.format(person.name),
            day=on(scene, days).isoformat(),
            other_day=on(scene, days + 1).isoformat(),
            date=date_words(rng, on(scene, days)),
        )

    def expect(self) -> list[Expectation]:
        start = stamp(self.day, "00:00")
        where = {
            "title": self.title,
            "dtstart": start,
            "dtend": start + DAY_MS,
            "allDay": 1,
            "calendar_id": FIRST_CALENDAR,
        }
        return [Added(PATH, "events", where)]

    def script(self) -> Script:
        return (
            Open("Calendar"),
            Tap("New event"),
            Enter(self.title, into="Title"),
            BACK,
            Tap("All day"),
            Tap("Start date"),
            PickDate(self.day),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"a day late": Instead(day=self.other_day)}


@dataclass(frozen=True)
class CreateFull(TaskType):
    """An event with a place, a guest, a reminder and a calendar of its own."""

    template = "calendar.create_with_guest"
    level = Level.HARD
    apps = ("Calendar",)
    goals = (
        'Schedule "{title}" in the {calendar} calendar on {date}, {from_words} to {to_words}, at "{location}". Invite {guest} and set a reminder {reminder}.',
        'New event in my {calendar} calendar: "{title}", {date}, {from_words} until {to_words}. Location: "{location}". Guest: {guest}. Reminder: {reminder}.',
        'Please plan "{title}" with {guest} for {date} from {from_words} to {to_words} at "{location}" (calendar {calendar}), and remind me {reminder}.',
    )

    title: str
    day: str
    date: str
    start: str
    end: str
    from_words: str
    to_words: str
    location: str
    guest: str
    other_guest: str
    minutes: int
    reminder: str
    calendar: str
    calendar_id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        days = rng.randint(FIRST_OFFSET, LAST_OFFSET)
        start = some_time(rng, 8, 17)
        end = later(start, rng.choice((30, 45, 90, 120)))
        guest, other = rng.sample(scene.world.people, 2)
        minutes = rng.choice((5, 15, 30, 1440))
        number = rng.randint(2, 3)
        return cls(
            title=some_titles(rng, 1)[0],
            day=on(scene, days).isoformat(),
            date=date_words(rng, on(scene, days)),
            start=start,
            end=end,
            from_words=clock_words(rng, start),
            to_words=clock_words(rng, end),
            location=make_address(rng),
            guest=guest.name,
            other_guest=other.name,
            minutes=minutes,
            reminder=reminder_text(minutes).lower(),
            calendar=CALENDARS[number - 1][0],
            calendar_id=number,
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(
                PATH,
                "events",
                {
                    "title": self.title,
                    "dtstart": stamp(self.day, self.start),
                    "dtend": stamp(self.day, self.end),
                    "eventLocation": self.location,
                    "calendar_id": self.calendar_id,
                },
                children=(
                    Child("attendees", "event_id", {"attendeeName": self.guest}),
                    Child("reminders", "event_id", {"minutes": self.minutes}),
                ),
            )
        ]

    def script(self) -> Script:
        return (
            Open("Calendar"),
            Tap("New event"),
            Enter(self.title, into="Title"),
            Enter(self.location, into="Location"),
            BACK,
            *fill_times(self.day, self.start, self.end),
            Tap("Add guest"),
            Enter(self.guest, into="Name or email"),
            Tap(self.guest, role="item"),
            Tap("Add reminder"),
            Tap(self.reminder, role="radio"),
            Tap("Calendar", role="item"),
            Tap(self.calendar, role="radio"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "somebody else invited": Instead(guest=self.other_guest),
            "no reminder": Without(Tap("Add reminder"), Tap(self.reminder, role="radio")),
            "the wrong calendar": Instead(calendar=CALENDARS[0][0]),
        }


@dataclass(frozen=True)
class BookGap(TaskType):
    """An hour is booked where the day has room for it first."""

    template = "calendar.book_first_gap"
    level = Level.HARD
    apps = ("Calendar",)
    hidden = ("before_gap",)
    goals = (
        'Book "{title}" for one hour on {date}, as early as possible from 9:00 on, without touching anything that is already there.',
        'Find the first free hour on {date} after 9 am and put "{title}" there (exactly one hour).',
        'I need an hour for "{title}" on {date}: take the earliest slot from 09:00 that does not collide with another event.',
    )

    title: str
    date: str
    day: str
    short_gap: str
    before_gap: str
    gap: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        days = rng.randint(3, 35)
        clear_days(scene, days, days)
        title, *others = some_titles(rng, 4)
        # A gap too short, then one that is long enough.
        first = rng.choice((60, 75, 90))
        second_start = later("09:00", first + rng.choice((15, 30, 45)))
        second = rng.choice((45, 60, 90))
        gap = later(second_start, second)
        last_start = later(gap, rng.choice((60, 75, 120)))
        put_event(scene, others[0], days, "09:00", first)
        put_event(scene, others[1], days, second_start, second)
        put_event(scene, others[2], days, last_start, 60)
        day = on(scene, days)
        return cls(
            title=title,
            date=date_words(rng, day),
            day=day.isoformat(),
            short_gap=later("09:00", first),
            before_gap=f"{second_start} – {gap}",
            gap=gap,
        )

    def expect(self) -> list[Expectation]:
        where = {
            "title": self.title,
            "dtstart": stamp(self.day, self.gap),
            "dtend": stamp(self.day, later(self.gap, 60)),
            "calendar_id": FIRST_CALENDAR,
        }
        return [Added(PATH, "events", where)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(show_day(self.day))
        start = "09:00"
        for row in rows_on(pilot, self.day):
            if row.start >= later(start, 60):
                break
            start = max(start, row.end)
        pilot.tap("New event")
        pilot.type(self.title, into="Title")
        pilot.back()
        pilot.tap("Start time")
        pilot.pick_time(start)
        if not pilot.read("end_time").endswith(later(start, 60)):
            pilot.tap("End time")
            pilot.pick_time(later(start, 60))
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the gap that is too short": Swap(PickTime(self.gap), PickTime(self.short_gap)),
            "over the second": Swap(
                PickTime(self.gap), PickTime(self.before_gap.partition(" – ")[0])
            ),
        }

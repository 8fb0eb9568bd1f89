"""Questions about events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Self

from phoneworld.author import (
    Alike,
    Expectation,
    ExpectedParts,
    Level,
    Mistake,
    OneOf,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Without,
)
from phoneworld.packs.androidworld.asked_days import (
    NEXT_WEEK,
    TODAY,
    clock_meant,
    day_meant,
    full_day,
    word_clock,
    word_day,
)
from phoneworld.packs.androidworld.calendar_pro.data import PATH
from phoneworld.packs.androidworld.calendar_pro.tasks.setup import (
    LABEL,
    SPECIAL,
    description,
    fill_weeks,
    going,
    moment,
    put_event,
    titles_between,
    titles_on,
)
from phoneworld.packs.androidworld.listed_answers import ListedAnswers
from phoneworld.packs.androidworld.phone import NOW
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import FIRST_NAMES
from phoneworld.phone import Phone
from phoneworld.world import STREETS

NOISE = 75
LENGTHS = (5, 10, 15, 20, 30, 45, 60, 75, 90, 120, 150, 180)
MIDNIGHT = time()


def coming_day(scene: Scene) -> date:
    """A day from today on, within two weeks."""
    return TODAY + timedelta(days=scene.rng.randint(0, 14))


class TitleQuestion(ListedAnswers):
    """What is asked for are the titles of events, found on one day of the schedule."""

    apps = (LABEL,)
    elsewhere = "Dentist"

    @property
    def looked_at(self) -> date:
        """The day that the schedule is opened at."""
        raise NotImplementedError  # every question has its own

    def looking(self) -> Script:
        return () if self.looked_at == TODAY else going(self.looked_at)


@dataclass(frozen=True)
class EventsOnDate(TitleQuestion):
    """What there is on a day: one event."""

    template = "androidworld.simple_calendar_events_on_date"
    suite = "SimpleCalendarEventsOnDate"
    goals = (
        "What is there {date} in Simple Calendar Pro? Only the titles, parted by commas.",
        "Tell me the titles of my events {date} in Simple Calendar Pro, with commas between them.",
        "Look into Simple Calendar Pro: which events do I have {date}? Name nothing but titles, with commas.",
    )

    date: str
    title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, day = scene.rng, coming_day(scene)
        title = rng.choice(SPECIAL)
        put_event(scene, title, moment(day, rng.randint(6, 21), 15), rng.choice(LENGTHS))
        fill_weeks(scene, NOISE, lambda one: day not in (one.start.date(), one.end.date()))
        return cls(word_day(rng, day), title)

    @property
    def looked_at(self) -> date:
        return day_meant(self.date)

    @property
    def answers(self) -> tuple[str, ...]:
        return (self.title,)


@dataclass(frozen=True)
class NextEvent(TitleQuestion):
    """What comes next."""

    template = "androidworld.simple_calendar_next_event"
    suite = "SimpleCalendarNextEvent"
    goals = (
        "What comes next in Simple Calendar Pro? Give me its title only.",
        "Which event is up next, says Simple Calendar Pro? The title is enough.",
        "Tell me the title, and no more, of my next event in Simple Calendar Pro.",
    )

    title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, start = rng.choice(SPECIAL), moment(TODAY, rng.randint(16, 22), 20)
        put_event(scene, title, start, rng.choice(LENGTHS))
        fill_weeks(scene, NOISE, lambda one: one.end < NOW or one.start > start)
        return cls(title)

    @property
    def looked_at(self) -> date:
        return TODAY

    @property
    def answers(self) -> tuple[str, ...]:
        return (self.title,)


@dataclass(frozen=True)
class EventOnDateAtTime(TitleQuestion):
    """What there is at a time of a day."""

    template = "androidworld.simple_calendar_event_on_date_at_time"
    suite = "SimpleCalendarEventOnDateAtTime"
    goals = (
        "What does Simple Calendar Pro say for {date} at {time}? Titles only, with commas between them.",
        "Which events begin {date} at {time} in Simple Calendar Pro? Only titles, parted by commas.",
        "Tell me what I have at {time} {date}, by Simple Calendar Pro: just the titles.",
    )

    date: str
    time: str
    title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, day = scene.rng, coming_day(scene)
        title, start = rng.choice(SPECIAL), moment(day, rng.randint(0, 23), rng.choice((0, 15, 45)))
        put_event(scene, title, start, rng.choice(LENGTHS))
        fill_weeks(scene, NOISE, lambda one: not one.start <= start <= one.end)
        return cls(word_day(rng, day), word_clock(rng, start.time()), title)

    @property
    def looked_at(self) -> date:
        return day_meant(self.date)

    @property
    def answers(self) -> tuple[str, ...]:
        return (self.title,)


@dataclass(frozen=True)
class AnyEventsOnDate(TitleQuestion):
    """Whether there is anything on a day: three events."""

    template = "androidworld.simple_calendar_any_events_on_date"
    suite = "SimpleCalendarAnyEventsOnDate"
    goals = (
        "Is there anything {date} in Simple Calendar Pro? Answer with titles, parted by commas.",
        "Am I busy {date}? Give the titles that Simple Calendar Pro has, with commas between them.",
        "Check Simple Calendar Pro for events {date} and list their titles, separated by commas.",
    )

    date: str
    titles: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, day = scene.rng, coming_day(scene)
        titles = rng.sample(SPECIAL, 3)
        hours = sorted(rng.sample(range(6, 22), 3))
        for title, hour in zip(titles, hours, strict=True):
            put_event(scene, title, moment(day, hour, rng.choice((0, 30))), 60)
        fill_weeks(scene, NOISE, lambda one: day not in (one.start.date(), one.end.date()))
        return cls(word_day(rng, day), tuple(titles))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        return cls(params["date"], titles_on(phone, day_meant(params["date"])))

    @property
    def looked_at(self) -> date:
        return day_meant(self.date)

    @property
    def answers(self) -> tuple[str, ...]:
        return self.titles


@dataclass(frozen=True)
class EventsNextWeek(TitleQuestion):
    """What there is in the week after this one: two events."""

    template = "androidworld.simple_calendar_events_in_next_week"
    suite = "SimpleCalendarEventsInNextWeek"
    goals = (
        "What is in Simple Calendar Pro for next week, Monday to Sunday? Titles only, with commas.",
        "List the titles of next week's events in Simple Calendar Pro, parted by commas; weeks begin on Monday.",
        "My weeks begin on Monday. Which events does Simple Calendar Pro have next week? Only titles and commas.",
    )

    titles: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        monday, sunday = NEXT_WEEK
        titles = rng.sample(SPECIAL, 2)
        days = sorted(rng.sample(range(7), 2))
        for title, ahead in zip(titles, days, strict=True):
            at = moment(monday + timedelta(days=ahead), rng.randint(0, 22), 30)
            put_event(scene, title, at, rng.choice((15, 30, 60)))
        fill_weeks(scene, NOISE, lambda one: one.end.date() < TODAY or one.start.date() > sunday)
        return cls(tuple(titles))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del params
        monday, sunday = NEXT_WEEK
        end = moment(sunday, 0) + timedelta(days=1)
        return cls(titles_between(phone, moment(monday, 0), end))

    @property
    def looked_at(self) -> date:
        return NEXT_WEEK[0]

    @property
    def answers(self) -> tuple[str, ...]:
        return self.titles


@dataclass(frozen=True)
class FirstEventAfter(TitleQuestion):
    """What comes first after a time of a day."""

    template = "androidworld.simple_calendar_first_event_after_start_time"
    suite = "SimpleCalendarFirstEventAfterStartTime"
    goals = (
        "What comes first in Simple Calendar Pro from {time} on {date}? The title only.",
        "Tell me the title of the first event {date} at {time} or later, from Simple Calendar Pro.",
        "Which event of Simple Calendar Pro is the first one {date} after {time}? Only its title.",
    )

    time: str
    date: str
    title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, day = scene.rng, coming_day(scene)
        title, start = rng.choice(SPECIAL), moment(day, rng.randint(8, 20), rng.choice((0, 5, 30)))
        put_event(scene, title, start, rng.choice(LENGTHS))
        fill_weeks(
            scene,
            NOISE,
            lambda one: one.start.date() != day or one.end < start,
        )
        return cls(word_clock(rng, start.time()), word_day(rng, day), title)

    @property
    def looked_at(self) -> date:
        return day_meant(self.date)

    @property
    def answers(self) -> tuple[str, ...]:
        return (self.title,)


@dataclass(frozen=True)
class EventsInTimeRange(TitleQuestion):
    """What there is between a time and eight in the evening."""

    template = "androidworld.simple_calendar_events_in_time_range"
    suite = "SimpleCalendarEventsInTimeRange"
    goals = (
        "What is there from {start_time} to 8pm {date} in Simple Calendar Pro? Titles only, with commas.",
        "Name the titles of events between {start_time} and 8pm {date} in Simple Calendar Pro, parted by commas.",
        "Am I free {date} from {start_time} to 8pm? Answer with the titles in Simple Calendar Pro, if any.",
    )

    start_time: str
    date: str
    title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, day = scene.rng, coming_day(scene)
        title, start = rng.choice(SPECIAL), moment(day, rng.randint(9, 18), rng.choice((0, 15, 30)))
        put_event(scene, title, start, rng.choice(LENGTHS))
        late = moment(day, 20)
        fill_weeks(scene, NOISE, lambda one: one.end < start or one.start > late)
        return cls(word_clock(rng, start.time()), word_day(rng, day), title)

    @property
    def looked_at(self) -> date:
        return day_meant(self.date)

    @property
    def answers(self) -> tuple[str, ...]:
        return (self.title,)


@dataclass(frozen=True)
class NextMeetingWith(SuiteTask):
    """When somebody is met next."""

    template = "androidworld.simple_calendar_next_meeting_with_person"
    suite = "SimpleCalendarNextMeetingWithPerson"
    complexity = 1
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "When do I meet {person} next, by Simple Calendar Pro? Answer like this: January 5 2023 17:45",
        "Simple Calendar Pro knows my next meeting with {person}. When is it? Write it as January 5 2023 17:45",
        "Find my next meeting with {person} in Simple Calendar Pro; tell me when, in the form January 5 2023 17:45",
    )
    hidden = ("clock",)

    person: str
    date: str
    time: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        day, person = TODAY + timedelta(days=rng.randint(1, 14)), rng.choice(FIRST_NAMES)
        start = moment(day, rng.randint(8, 22), rng.choice((0, 15, 30, 45)))
        put_event(scene, f"Drinks with {person}", start, 30)
        fill_weeks(scene, NOISE, lambda one: person not in one.title)
        return cls(person, full_day(day), f"{start:%H:%M}")

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        person = params["person"]
        start_s = phone.databases[PATH].value(
            "SELECT start_ts FROM events WHERE title = ?", f"Drinks with {person}"
        )
        start = datetime.fromtimestamp(start_s, UTC)
        return cls(person, full_day(start.date()), f"{start:%H:%M}")

    @property
    def clock(self) -> str:
        return f"{clock_meant(self.time):%H:%M}"

    def expect(self) -> list[Expectation]:
        day = day_meant(self.date)
        ways = (f"{full_day(day)} {self.clock}", f"{day:%B %d %Y} {self.clock}")
        return [ExpectedParts(OneOf(*ways))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open(LABEL)
        pilot.tap("Search events")
        pilot.type(self.person, into="Search events")
        pilot.reach(f"Drinks with {self.person}")
        pilot.say(f"{day_meant(self.date):%B %d %Y} {self.clock}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another day": Swap(Say, Say(f"October 31 2023 {self.clock}")),
            "without the time": Swap(Say, Say(self.date)),
            "not answered": Without(Say),
        }


@dataclass(frozen=True)
class LocationOfEvent(SuiteTask):
    """Where an event is."""

    template = "androidworld.simple_calendar_location_of_event"
    suite = "SimpleCalendarLocationOfEvent"
    complexity = 1
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "Where is '{title}', by Simple Calendar Pro? Only the place.",
        "Which location does my event '{title}' have in Simple Calendar Pro? Answer with that alone.",
        "Tell me the place of '{title}' from Simple Calendar Pro, and nothing else.",
    )
    hidden = ("location",)

    title: str
    location: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, place = rng.choice(SPECIAL), f"{rng.randint(1, 99)} {rng.choice(STREETS)}"
        at = moment(coming_day(scene), rng.randint(8, 20), 30)
        put_event(scene, title, at, 30, location=place, about=description(rng))
        fill_weeks(scene, NOISE, lambda one: title not in one.title)
        return cls(title, place)

    def expect(self) -> list[Expectation]:
        return [ExpectedParts(Alike(self.location))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open(LABEL)
        pilot.tap("Search events")
        pilot.type(self.title, into="Search events")
        pilot.reach(self.location)
        pilot.say(self.location)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another place": Swap(Say, Say("At home")),
            "not answered": Without(Say),
        }

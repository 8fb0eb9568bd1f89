"""Tasks in which events are deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, Self

from phoneworld.author import (
    Exact,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Removed,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.asked_days import TODAY
from phoneworld.packs.androidworld.calendar_pro.data import PATH
from phoneworld.packs.androidworld.calendar_pro.tasks.setup import (
    LABEL,
    MINUTES,
    description,
    fill_october,
    going,
    moment,
    noise_title,
    put_event,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone

NOISE = 20


def removed(title: str, start_s: int) -> Removed:
    """An event is gone."""
    return Removed(PATH, "events", {"title": Exact(title), "start_ts": start_s})


@dataclass(frozen=True)
class DeleteOneEvent(SuiteTask):
    """One event, named by its title and time, is deleted."""

    template = "androidworld.simple_calendar_delete_one_event"
    suite = "SimpleCalendarDeleteOneEvent"
    complexity = 1.2
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "'{event_title}' on {year}-{month}-{day} at {hour}h is off: delete it from Simple Calendar Pro.",
        "Remove the event '{event_title}' ({year}-{month}-{day}, {hour}h) from Simple Calendar Pro.",
        "Take '{event_title}', {hour}h on {year}-{month}-{day}, out of Simple Calendar Pro.",
    )

    year: int
    month: int
    day: int
    hour: int
    event_title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        start = moment(TODAY.replace(day=rng.randint(TODAY.day, 31)), rng.randint(0, 23))
        title = noise_title(rng)
        put_event(scene, title, start, rng.choice(MINUTES), about=description(rng))
        fill_october(scene, NOISE, lambda one: one.title != title and one.start != start)
        return cls(start.year, start.month, start.day, start.hour, title)

    @property
    def date(self) -> date:
        return date(self.year, self.month, self.day)

    def expect(self) -> list[Expectation]:
        return [removed(self.event_title, int(moment(self.date, self.hour).timestamp()))]

    def script(self) -> Script:
        return (
            Open(LABEL),
            *going(self.date),
            Hold(self.event_title),
            Tap("Delete"),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not confirmed": Without(Tap("Delete", role="button")),
            "only looked": Without(Tap("Delete"), Hold(self.event_title)),
        }


@dataclass(frozen=True)
class DeleteEvents(SuiteTask):
    """All events of a date are deleted. `rows` are their starts and titles, in order."""

    template = "androidworld.simple_calendar_delete_events"
    suite = "SimpleCalendarDeleteEvents"
    complexity = 1.4
    level = Level.MEDIUM
    apps = (LABEL,)
    goals: ClassVar[tuple[str, ...]] = (
        "Delete whatever is in Simple Calendar Pro on {year}-{month}-{day}.",
        "I am away on {year}-{month}-{day}: remove every event of that day from Simple Calendar Pro.",
        "Clear {year}-{month}-{day} in Simple Calendar Pro, all its events.",
    )
    hidden = ("first",)
    count: ClassVar[int] = 3
    last_day: ClassVar[int] = 31
    first_day: ClassVar[int] = TODAY.day

    year: int
    month: int
    day: int
    rows: tuple[tuple[int, str], ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        day = TODAY.replace(day=rng.randint(cls.first_day, cls.last_day))
        rows: list[tuple[int, str]] = []
        for _ in range(cls.count):
            start, title = moment(day, rng.randint(0, 23)), noise_title(rng)
            put_event(scene, title, start, rng.choice(MINUTES), about=description(rng))
            rows.append((int(start.timestamp()), title))
        fill_october(scene, NOISE, lambda one: one.start.date() != day)
        return cls(day.year, day.month, day.day, tuple(sorted(rows)))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del phone
        rows = sorted((row.start_ts, row.title) for row in params["row_objects"])
        return cls(params["year"], params["month"], params["day"], tuple(rows))

    @property
    def date(self) -> date:
        return date(self.year, self.month, self.day)

    @property
    def day_of_week(self) -> str:
        return f"{self.date:%A}"

    @property
    def first(self) -> str:
        return self.rows[0][1]

    def expect(self) -> list[Expectation]:
        return [removed(title, start_s) for start_s, title in self.rows]

    def script(self) -> Script:
        titles = [title for _, title in self.rows]
        further = (Tap(title, nth=titles[:at].count(title)) for at, title in enumerate(titles))
        next(further)
        return (
            Open(LABEL),
            *going(self.date),
            Hold(titles[0]),
            *further,
            Tap("Delete"),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not confirmed": Without(Tap("Delete", role="button")),
            "one forgotten": Instead(rows=self.rows[:-1]),
        }


@dataclass(frozen=True)
class DeleteEventsOnWeekday(DeleteEvents):
    """All events of a day of the week that begins tomorrow are deleted."""

    template = "androidworld.simple_calendar_delete_events_on_relative_day"
    suite = "SimpleCalendarDeleteEventsOnRelativeDay"
    complexity = 1.2
    goals = (
        "I need this {day_of_week} free: delete all its events from Simple Calendar Pro.",
        "Remove what Simple Calendar Pro has for this {day_of_week}, all of it.",
        "Clear this {day_of_week} in Simple Calendar Pro.",
    )
    count = 2
    first_day = TODAY.day + 1
    last_day = TODAY.day + 6

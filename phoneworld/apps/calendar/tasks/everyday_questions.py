"""What is asked in few words: what comes next, what today and tomorrow hold, when something is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.dates import day_text
from phoneworld.apps.calendar.tasks.setup import (
    EventRow,
    clear_days,
    clock_forms,
    date_forms,
    day_at_end,
    find_event,
    later,
    on,
    put_event,
    rows_on,
    some_time,
    some_titles,
    today,
)
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    OracleLost,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)
from phoneworld.world import from_millis


def put_next(scene: Scene) -> tuple[str, str, list[str], list[str]]:
    """The next event, later today, and others: one after it, and perhaps one that is over.

    Title and start of the next; titles and starts of the others.
    """
    rng = scene.rng
    clear_days(scene, 0, 1)
    title, after, tomorrow, over = some_titles(rng, 4)
    start = f"{rng.randint(10, 15)}:{rng.choice((10, 20, 25, 35, 40, 50))}"
    others = {after: later(start, rng.choice((95, 130, 185)))}
    put_event(scene, title, 0, start, rng.choice((30, 45, 60)))
    put_event(scene, after, 0, others[after], 40)
    put_event(scene, tomorrow, 1, some_time(rng), 60)
    if rng.random() < 0.4:
        others[over] = f"08:{rng.choice((5, 15, 20)):02d}"
        put_event(scene, over, 0, others[over], 30)
    return title, start, [*others, tomorrow], list(others.values())


def next_row(pilot: Pilot) -> EventRow:
    """The first event of today that has not begun yet."""
    pilot.open("Calendar")
    pilot.reach("New event")
    now = f"{from_millis(pilot.screen.time_s * 1000):%H:%M}"
    coming = [row for row in rows_on(pilot, today(pilot).isoformat()) if row.start > now]
    if not coming:
        raise OracleLost("nothing is planned for the rest of today")
    return coming[0]


@dataclass(frozen=True)
class UpcomingEvent(TaskType):
    """What comes next is asked for."""

    template = "calendar.next_event"
    apps = ("Calendar",)
    hidden = ("title",)
    goals = (
        "What is my next event?",
        "What comes next in my calendar?",
        "Tell me what my next appointment is.",
    )

    title: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, _, others, _ = put_next(scene)
        return cls(title=title, others=tuple(others))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.title, nots=self.others)]

    def solve(self, pilot: Pilot) -> None:
        pilot.say(next_row(pilot).title)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one after": Swap(Say, Say(self.others[0])),
            "the last one named": Swap(Say, Say(self.others[-1])),
        }


@dataclass(frozen=True)
class NextEventTime(TaskType):
    """When the next event starts is asked for."""

    template = "calendar.next_event_time"
    apps = ("Calendar",)
    hidden = ("start",)
    goals = (
        "When does my next event start?",
        "At what time is my next appointment?",
        "Tell me when my next event begins.",
    )

    start: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        _, start, _, others = put_next(scene)
        return cls(start=start, others=tuple(others))

    def expect(self) -> list[Expectation]:
        wrong = tuple(form for clock in self.others for form in clock_forms(clock))
        return [ExpectedAnswer(clock_forms(self.start), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.say(next_row(pilot).start)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one after": Swap(Say, Say(self.others[0])),
            "the last one": Swap(Say, Say(self.others[-1])),
        }


def put_day(scene: Scene, days: int) -> tuple[list[str], list[str]]:
    """One event or two on a day, one on the day before or after, none else; titles of both kinds."""
    rng = scene.rng
    clear_days(scene, 0, days + 1)
    first, second, *others = some_titles(rng, 4)
    titles = rng.choice(([first], [first], [first, second]))
    for title in titles:
        put_event(scene, title, days, some_time(rng, 11), 45)
    beside = [day for day in (days - 1, days + 1) if day >= 0]
    wrong = others[: len(beside)]
    for title, day in zip(wrong, beside, strict=True):
        put_event(scene, title, day, some_time(rng, 11), 45)
    return titles, wrong


def say_titles(pilot: Pilot, day: str) -> None:
    """Name the events of a day that the schedule begins with."""
    pilot.open("Calendar")
    pilot.reach("New event")
    pilot.say(", ".join(row.title for row in rows_on(pilot, day)) or "Nothing")


@dataclass(frozen=True)
class WhatToday(TaskType):
    """What today holds is asked for: one event or two."""

    template = "calendar.what_today"
    apps = ("Calendar",)
    hidden = ("first",)
    goals = (
        "What do I have today?",
        "Which events are in my calendar for today?",
        "Tell me what is planned for today.",
    )

    first: str
    titles: tuple[str, ...]
    day: str
    other_day: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        titles, wrong = put_day(scene, 0)
        return cls(
            first=titles[0],
            titles=tuple(titles),
            day=on(scene, 0).isoformat(),
            other_day=on(scene, 1).isoformat(),
            wrong=tuple(wrong),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(*self.titles, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        say_titles(pilot, self.day)

    def mistakes(self) -> dict[str, Mistake]:
        everything = ", ".join((*self.titles, *self.wrong))
        return {
            "tomorrow's": Instead(day=self.other_day),
            "tomorrow's too": Swap(Say, Say(everything)),
        }


@dataclass(frozen=True)
class WhatTomorrow(TaskType):
    """What tomorrow holds is asked for: one event or two."""

    template = "calendar.what_tomorrow"
    apps = ("Calendar",)
    hidden = ("first",)
    goals = (
        "What do I have tomorrow?",
        "Which events are in my calendar for tomorrow?",
        "Tell me what is planned for tomorrow.",
    )

    first: str
    titles: tuple[str, ...]
    day: str
    other_day: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        titles, wrong = put_day(scene, 1)
        return cls(
            first=titles[0],
            titles=tuple(titles),
            day=on(scene, 1).isoformat(),
            other_day=on(scene, 2).isoformat(),
            wrong=tuple(wrong),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(*self.titles, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        say_titles(pilot, self.day)

    def mistakes(self) -> dict[str, Mistake]:
        everything = ", ".join((*self.titles, *self.wrong))
        return {
            "the day after": Instead(day=self.other_day),
            "today's too": Swap(Say, Say(everything)),
        }


@dataclass(frozen=True)
class WhenIs(TaskType):
    """On which day an event is, is asked for."""

    template = "calendar.when_is"
    apps = ("Calendar",)
    hidden = ("shown",)
    goals = (
        'On which day is "{title}"?',
        'What date is my "{title}" on?',
        'Tell me the day of the event "{title}".',
    )

    title: str
    other: str
    shown: str
    dates: tuple[str, str]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        days = rng.sample(range(1, 28), 2)
        for one, day in zip((title, other), days, strict=True):
            put_event(scene, one, day, some_time(rng), 60)
        dates = [on(scene, day) for day in days]
        return cls(
            title=title,
            other=other,
            shown=day_text(dates[0], on(scene, 0)),
            dates=(dates[0].isoformat(), dates[1].isoformat()),
        )

    def expect(self) -> list[Expectation]:
        right, wrong = map(date_forms, self.dates)
        return [ExpectedAnswer(right, nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        pilot.say(day_at_end(pilot.reach(self.title, role="item").text))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another event": Instead(title=self.other)}

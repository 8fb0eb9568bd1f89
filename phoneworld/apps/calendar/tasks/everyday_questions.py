"""What is asked in few words: what comes next, what today and tomorrow hold, when something is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.dates import day_text
from phoneworld.apps.calendar.tasks.setup import (
    NUMBERS,
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
    Level,
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
class NextEvent(TaskType):
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


@dataclass(frozen=True)
class CountToday(TaskType):
    """How many events today has is asked for."""

    template = "calendar.count_today"
    apps = ("Calendar",)
    hidden = ("one",)
    goals = (
        "How many events do I have today?",
        "Count my appointments of today.",
        "Tell me how many things are in my calendar for today.",
    )

    count: int
    one: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        clear_days(scene, 0, 1)
        count = rng.randint(1, 4)
        titles = some_titles(rng, count + 2)
        for title in titles[:count]:
            put_event(scene, title, 0, some_time(rng, 8, 19), rng.choice((30, 45)))
        for title in titles[count:]:
            put_event(scene, title, 1, some_time(rng), 60)
        return cls(count=count, one=titles[0])

    def expect(self) -> list[Expectation]:
        count = self.count
        wrong = tuple(
            f"{n} {noun}" for n in (count - 1, count + 1, count + 2) for noun in ("events", "event")
        )
        return [ExpectedAnswer((str(count), NUMBERS[count]), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calendar")
        pilot.reach("New event")
        pilot.say(f"{len(rows_on(pilot, today(pilot).isoformat()))} events")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "tomorrow's too": Swap(Say, Say(f"{self.count + 2} events")),
            "one too many": Swap(Say, Say(f"{self.count + 1} events")),
        }


@dataclass(frozen=True)
class WhatTomorrow(TaskType):
    """What tomorrow holds is asked for: one event or two."""

    template = "calendar.what_tomorrow"
    level = Level.MEDIUM
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
        rng = scene.rng
        clear_days(scene, 0, 2)
        count = rng.choice((1, 1, 2))
        titles, wrong = some_titles(rng, count), []
        while len(wrong) < 2:
            wrong += [title for title in some_titles(rng, 2) if title not in (*titles, *wrong)]
        for title in titles:
            put_event(scene, title, 1, some_time(rng), 45)
        for title, days in zip(wrong, (0, 2), strict=False):
            put_event(scene, title, days, some_time(rng, 11), 45)
        return cls(
            first=titles[0],
            titles=tuple(titles),
            day=on(scene, 1).isoformat(),
            other_day=on(scene, 2).isoformat(),
            wrong=tuple(wrong[:2]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(*self.titles, nots=self.wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calendar")
        pilot.reach("New event")
        rows = rows_on(pilot, self.day)
        pilot.say(", ".join(row.title for row in rows) or "Nothing")

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

"""Questions about one event or day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.tasks.setup import (
    NUMBERS,
    clear_days,
    clock_forms,
    clock_words,
    date_words,
    find_event,
    later,
    on,
    put_event,
    rows_on,
    show_day,
    some_time,
    some_titles,
    tap_row,
)
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)
from phoneworld.world import make_address


@dataclass(frozen=True)
class WhereIs(TaskType):
    """The place of an event is asked for."""

    template = "calendar.where"
    apps = ("Calendar",)
    hidden = ("place",)
    goals = (
        'Where does my "{title}" on {date} take place?',
        'What is the address of the event "{title}" on {date}?',
        'Look up in my calendar where I have to go for "{title}" on {date}.',
    )

    title: str
    date: str
    day: str
    other_day: str
    place: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        first, second = rng.sample(range(1, 25), 2)
        place, wrong = make_address(rng), make_address(rng)
        put_event(scene, title, first, some_time(rng), 60, location=place)
        put_event(scene, title, second, some_time(rng), 60, location=wrong)
        return cls(
            title=title,
            date=date_words(rng, on(scene, first)),
            day=on(scene, first).isoformat(),
            other_day=on(scene, second).isoformat(),
            place=place,
            wrong=wrong,
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.place.partition(",")[0], nots=(self.wrong.partition(",")[0],))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        tap_row(pilot, self.title, self.day)
        pilot.say(pilot.read("location"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other day's": Instead(day=self.other_day)}


@dataclass(frozen=True)
class WhenTomorrow(TaskType):
    """When something starts tomorrow is asked for."""

    template = "calendar.when_tomorrow"
    apps = ("Calendar",)
    hidden = ("start",)
    goals = (
        'At what time does my "{title}" start tomorrow?',
        'When do I have to be at "{title}" tomorrow, according to my calendar?',
        'Tell me the start time of tomorrow\'s "{title}".',
    )

    title: str
    other: str
    start: str
    day: str
    other_day: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        clear_days(scene, 0, 2)
        title, other = some_titles(rng, 2)
        start, before, after = (
            f"{hour}:{rng.choice((5, 25, 35, 50)):02d}" for hour in rng.sample(range(10, 20), 3)
        )
        put_event(scene, title, 1, start, 40)
        put_event(scene, other, 1, before, 40)
        put_event(scene, title, 2, after, 40)
        return cls(
            title=title,
            other=other,
            start=start,
            day=on(scene, 1).isoformat(),
            other_day=on(scene, 2).isoformat(),
            wrong=(before, after),
        )

    def expect(self) -> list[Expectation]:
        wrong = [form for clock in self.wrong for form in clock_forms(clock)]
        return [ExpectedAnswer(clock_forms(self.start), nots=tuple(wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calendar")
        pilot.reach(self.title, role="item")
        rows = [row for row in rows_on(pilot, self.day) if row.title == self.title]
        pilot.say(rows[0].start if rows else "I do not know")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the day after": Instead(day=self.other_day),
            "another event": Instead(title=self.other),
        }


@dataclass(frozen=True)
class BusyAt(TaskType):
    """What is going on at a certain time is asked for."""

    template = "calendar.busy_at"
    level = Level.MEDIUM
    apps = ("Calendar",)
    hidden = ("title",)
    goals = (
        "What am I doing on {date} at {clock}, according to my calendar?",
        "Which event is going on at {clock} on {date}?",
        "Somebody wants to meet me on {date} at {clock}. What do I have then?",
    )

    date: str
    day: str
    other_day: str
    clock: str
    at: str
    other_at: str
    title: str
    wrong: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        days = rng.randint(2, 35)
        clear_days(scene, days - 1, days + 1)
        titles = some_titles(rng, 4)
        start = some_time(rng, 8, 9)
        starts = [start, later(start, 105), later(start, 210)]
        for title, begin in zip(titles, starts, strict=False):
            put_event(scene, title, days, begin, 90)
        put_event(scene, titles[3], days + 1, starts[1], 90)
        meant = rng.randrange(3)
        clock = later(starts[meant], rng.choice((15, 30, 45, 60)))
        day = on(scene, days)
        return cls(
            date=date_words(rng, day),
            day=day.isoformat(),
            other_day=on(scene, days + 1).isoformat(),
            clock=clock_words(rng, clock),
            at=clock,
            other_at=later(starts[meant - 1], 30),
            title=titles[meant],
            wrong=tuple(title for title in titles if title != titles[meant]),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.title, nots=tuple(self.wrong))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(show_day(self.day))
        rows = [row for row in rows_on(pilot, self.day) if row.start <= self.at < row.end]
        pilot.say(rows[0].title if rows else "Nothing")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another time": Instead(at=self.other_at),
            "the day after": Instead(day=self.other_day),
        }


@dataclass(frozen=True)
class CountDay(TaskType):
    """How many events a day has is asked for."""

    template = "calendar.count_day"
    level = Level.MEDIUM
    apps = ("Calendar",)
    hidden = ("one",)
    goals = (
        "How many events do I have on {date}?",
        "Count my appointments on {date}.",
        "Tell me the number of calendar entries for {date}.",
    )

    date: str
    day: str
    other_day: str
    count: int
    one: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        days = rng.randint(2, 40)
        clear_days(scene, days - 1, days + 1)
        count = rng.randint(2, 5)
        titles = some_titles(rng, count + 2)
        for title in titles[:count]:
            put_event(scene, title, days, some_time(rng), rng.choice((30, 45, 60)))
        put_event(scene, titles[-1], days - 1, some_time(rng), 60)
        put_event(scene, titles[-2], days + 1, some_time(rng), 60)
        day = on(scene, days)
        return cls(
            date=date_words(rng, day),
            day=day.isoformat(),
            other_day=on(scene, days + 1).isoformat(),
            count=count,
            one=titles[0],
        )

    def expect(self) -> list[Expectation]:
        count = self.count
        # Only as a claim: an honest answer may well name times and dates.
        wrong = tuple(
            f"{n} {noun}" for n in (count - 1, count + 1) for noun in ("events", "entries")
        )
        return [ExpectedAnswer((str(count), NUMBERS[count]), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(show_day(self.day))
        pilot.say(f"{len(rows_on(pilot, self.day))} events")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the day after": Instead(day=self.other_day),
            "one too many": Swap(Say, Say(f"{self.count + 1} events")),
        }

"""Tasks that change when something takes place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import Self

from phoneworld.apps.calendar.tasks.setup import (
    clear_days,
    date_words,
    find_event,
    later,
    on,
    put_event,
    rows_on,
    show_day,
    some_time,
    some_titles,
    stamp,
    tap_row,
)
from phoneworld.author import (
    Changed,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    OracleLost,
    PickDate,
    PickTime,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.providers.calendar import PATH


@dataclass(frozen=True)
class MoveEvent(TaskType):
    """An event goes to another day, at the same time."""

    template = "calendar.move_to_day"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Move my "{title}" to {date}, same time.',
        "The {title} takes place on {date} now, at the usual time. Change it in the calendar.",
        'Reschedule "{title}" to {date} without changing the time of day.',
    )

    title: str
    other: str
    date: str
    day: str
    wrong_day: str
    start: int
    end: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        days, move = rng.randint(3, 25), rng.randint(2, 12)
        start, minutes = some_time(rng), rng.choice((30, 45, 60, 90))
        put_event(scene, title, days, start, minutes)
        put_event(scene, other, days, some_time(rng), 60)
        target = on(scene, days + move)
        return cls(
            title=title,
            other=other,
            date=date_words(rng, target),
            day=target.isoformat(),
            wrong_day=(target + timedelta(days=7)).isoformat(),
            start=stamp(target.isoformat(), start),
            end=stamp(target.isoformat(), later(start, minutes)),
        )

    def expect(self) -> list[Expectation]:
        to = {"dtstart": self.start, "dtend": self.end}
        return [Changed(PATH, "events", {"title": self.title}, to)]

    def script(self) -> Script:
        return (
            *find_event(self.title),
            Hold(self.title, role="item"),
            Tap("Edit"),
            Tap("Start date"),
            PickDate(self.day),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a week too far": Instead(day=self.wrong_day),
            "another event": Instead(title=self.other),
            "a second one made": Swap(Tap("Edit"), Tap("Duplicate")),
        }


@dataclass(frozen=True)
class Delay(TaskType):
    """An event starts later by some minutes; its time has to be read."""

    template = "calendar.delay"
    level = Level.HARD
    apps = ("Calendar",)
    hidden = ("shown",)
    goals = (
        'Push "{title}" on {date} back by {minutes} minutes; it stays as long as it is.',
        "My {title} on {date} starts {minutes} minutes later than planned and ends that much later, too. Update it.",
        'Delay the event "{title}" of {date} by {minutes} minutes, start and end alike.',
    )

    title: str
    date: str
    day: str
    other_day: str
    minutes: int
    shown: str
    before: int
    start: int
    end: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        first, second = rng.sample(range(2, 30), 2)
        start, length = some_time(rng, 8, 16), rng.choice((45, 60, 90))
        minutes = rng.choice((15, 20, 35, 40, 50, 75))
        put_event(scene, title, first, start, length)
        put_event(scene, title, second, some_time(rng, 8, 16), length)
        day, moved = on(scene, first), later(start, minutes)
        return cls(
            title=title,
            date=date_words(rng, day),
            day=day.isoformat(),
            other_day=on(scene, second).isoformat(),
            minutes=minutes,
            shown=f"{start} – {later(start, length)}",
            before=stamp(day.isoformat(), start),
            start=stamp(day.isoformat(), moved),
            end=stamp(day.isoformat(), later(moved, length)),
        )

    def expect(self) -> list[Expectation]:
        where = {"title": self.title, "dtstart": self.before}
        return [Changed(PATH, "events", where, {"dtstart": self.start, "dtend": self.end})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        tap_row(pilot, self.title, self.day)
        start = pilot.read("time").partition(" – ")[0]
        pilot.tap("Edit event")
        pilot.tap("Start time")
        pilot.pick_time(later(start, self.minutes))
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other day's": Instead(day=self.other_day),
            "earlier instead": Instead(minutes=-self.minutes),
        }


@dataclass(frozen=True)
class ResolveOverlap(TaskType):
    """Of two events that overlap, the later one is moved to follow the earlier."""

    template = "calendar.resolve_overlap"
    level = Level.HARD
    apps = ("Calendar",)
    hidden = ("first_hours", "second_hours")
    goals = (
        "Two of my events on {date} overlap. Move the one that starts later so that it begins exactly when the other ends, and keep its length.",
        "On {date} two events clash. Let the later one start as soon as the earlier one is over; it stays as long as it is.",
        "Fix the overlap in my calendar on {date}: the event with the later start should follow right after the other, unchanged in length.",
    )

    date: str
    day: str
    earlier: str
    title: str
    first_hours: str
    second_hours: str
    start: int
    end: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        days = rng.randint(3, 35)
        clear_days(scene, days, days)
        one, other, third = some_titles(rng, 3)
        start = some_time(rng, 9, 12)
        length, second_length = rng.choice((60, 75, 90)), rng.choice((30, 45, 60))
        second = later(start, rng.choice((15, 30, 45)))
        put_event(scene, one, days, start, length)
        put_event(scene, other, days, second, second_length)
        put_event(scene, third, days, some_time(rng, 17, 19), 45)
        day, end = on(scene, days), later(start, length)
        return cls(
            date=date_words(rng, day),
            day=day.isoformat(),
            earlier=one,
            title=other,
            first_hours=f"{start} – {end}",
            second_hours=f"{second} – {later(second, second_length)}",
            start=stamp(day.isoformat(), end),
            end=stamp(day.isoformat(), later(end, second_length)),
        )

    def expect(self) -> list[Expectation]:
        to = {"dtstart": self.start, "dtend": self.end}
        return [Changed(PATH, "events", {"title": self.title}, to)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(show_day(self.day))
        rows = rows_on(pilot, self.day)
        pairs = [(a, b) for a, b in pairwise(rows) if b.start < a.end]
        if not pairs:
            raise OracleLost(f"no two events on {self.day} overlap: {rows}")
        kept, moved = pairs[0]
        pilot.tap(moved.title, role="item")
        pilot.tap("Edit event")
        pilot.tap("Start time")
        pilot.pick_time(kept.end)
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        end = self.first_hours.partition(" – ")[2]
        return {
            "the wrong one moved": Swap(Tap(self.title), Tap(self.earlier, role="item")),
            "with a gap": Swap(PickTime, PickTime(later(end, 15))),
        }

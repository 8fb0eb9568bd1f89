"""Tasks that delete and hide events, or find that they cannot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.tasks.setup import (
    clear_days,
    date_words,
    find_event,
    on,
    put_event,
    rows_on,
    some_time,
    some_titles,
    stamp,
    tap_row,
)
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    ExpectedEnding,
    ExpectedQuestion,
    FinishStatus,
    Guess,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.providers.calendar import PATH


def delete(title: str) -> Script:
    """Delete an event that the list shows."""
    return (Hold(title, role="item"), Tap("Delete"), Tap("Delete", role="button"))


@dataclass(frozen=True)
class DeleteToday(TaskType):
    """Something of today is cancelled."""

    template = "calendar.delete_today"
    apps = ("Calendar",)
    goals = (
        'Delete "{title}" from my calendar for today.',
        "Today's {title} is cancelled. Take it out of my calendar.",
        'Please remove the event "{title}" that I have today.',
    )

    title: str
    other: str
    start: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        clear_days(scene, 0, 1)
        title, other = some_titles(rng, 2)
        start = some_time(rng, 11, 19)
        put_event(scene, title, 0, start, 45)
        put_event(scene, other, 0, some_time(rng, 11, 19), 45)
        return cls(title=title, other=other, start=stamp(on(scene, 0).isoformat(), start))

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "events", {"title": self.title, "dtstart": self.start})]

    def script(self) -> Script:
        return (Open("Calendar"), *delete(self.title))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another event": Instead(title=self.other),
            "not confirmed": Swap(Tap("Delete", role="button"), Tap("Cancel", role="button")),
        }


@dataclass(frozen=True)
class DeleteOne(TaskType):
    """Of two events of the same title, one is deleted."""

    template = "calendar.delete_one_of_two"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Delete the "{title}" on {date} from my calendar. The other one stays.',
        'My "{title}" on {date} is cancelled, take it out of the calendar.',
        'Remove the event "{title}" that is on {date}, and only that one.',
    )

    title: str
    date: str
    day: str
    other_day: str
    start: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title = some_titles(rng, 1)[0]
        first, gap = rng.randint(2, 25), rng.randint(1, 7)
        start = some_time(rng)
        days = [first, first + gap]
        rng.shuffle(days)
        for day in days:
            put_event(scene, title, day, start, 60)
        day = on(scene, days[0])
        return cls(
            title=title,
            date=date_words(rng, day),
            day=day.isoformat(),
            other_day=on(scene, days[1]).isoformat(),
            start=stamp(day.isoformat(), start),
        )

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "events", {"title": self.title, "dtstart": self.start})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        tap_row(pilot, self.title, self.day)
        pilot.tap("More options")
        pilot.tap("Delete")
        pilot.tap("Delete", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other one": Instead(day=self.other_day)}


@dataclass(frozen=True)
class HideCalendar(TaskType):
    """One of the calendars is no longer shown."""

    template = "calendar.hide_calendar"
    apps = ("Calendar",)
    goals = (
        "Hide the {calendar} calendar.",
        "I do not want to see the events of my {calendar} calendar for now. Switch it off in the Calendar app.",
        "Make Calendar stop showing what is in {calendar}; do not delete anything.",
    )

    calendar: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, other = scene.rng.sample(("Personal", "Work", "Family"), 2)
        return cls(calendar=name, other=other)

    def expect(self) -> list[Expectation]:
        where = {"calendar_display_name": self.calendar}
        return [Changed(PATH, "calendars", where, {"visible": 0})]

    def script(self) -> Script:
        return (
            Open("Calendar"),
            Tap("Open navigation drawer"),
            Tap(self.calendar, role="checkbox"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another calendar": Instead(calendar=self.other),
            "shown again": Also(Tap(self.calendar, role="checkbox")),
        }


@dataclass(frozen=True)
class DeleteMissingEvent(TaskType):
    """The event that is to be deleted is not on that day."""

    template = "calendar.delete_missing"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Delete the event "{title}" on {date} from my calendar.',
        'Cancel my "{title}" of {date}: take it out of the calendar.',
        'On {date} there should be a "{title}" in my calendar. Please remove that one.',
    )

    title: str
    other: str
    date: str
    day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        days = rng.randint(5, 30)
        put_event(scene, title, days + rng.choice((-3, -2, 2, 3, 7)), some_time(rng), 60)
        put_event(scene, other, days, some_time(rng), 60)
        day = on(scene, days)
        return cls(title=title, other=other, date=date_words(rng, day), day=day.isoformat())

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(self.title))
        if not rows_on(pilot, self.day):
            pilot.give_up(f"There is no {self.title} on {self.date}.")
            return
        pilot.follow(delete(self.title))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "that of another day": Way(*find_event(self.title), *delete(self.title)),
            "another event": Instead(title=self.other),
        }


@dataclass(frozen=True)
class DeleteEventAfterAsking(TaskType):
    """Which of two meetings is meant must be asked."""

    template = "calendar.ask_which"
    level = Level.HARD
    apps = ("Calendar",)
    goals = (
        "Cancel my walk with {first}: delete it from the calendar. Ask me if there is more than one.",
        "Delete the walk with {first} from my calendar, but check with me if several could be meant.",
        "Take the walk with {first} out of the calendar. If you find two, ask which one I mean.",
    )

    first: str
    meant: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        first = rng.choice(scene.world.people).first
        places = rng.sample(("harbor", "river", "forest", "old town", "lake", "castle"), 2)
        titles = [f"Walk with {first}, {place}" for place in places]
        for title, days in zip(titles, rng.sample(range(2, 20), 2), strict=True):
            put_event(scene, title, days, some_time(rng), 90)
        rng.shuffle(titles)
        return cls(first=first, meant=titles[0], other=titles[1])

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        return [ExpectedQuestion(), Removed(PATH, "events", {"title": self.meant})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_event(f"Walk with {self.first}"))
        title = pilot.ask(f"Which walk with {self.first} do you mean?")
        pilot.follow(delete(title))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }

"""What is entered, changed and deleted in few words: a title, and a time at most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calendar.tasks.setup import (
    FIRST_CALENDAR,
    clear_days,
    clock_words,
    find_event,
    later,
    on,
    put_event,
    some_time,
    some_titles,
    stamp,
)
from phoneworld.author import (
    BACK,
    Added,
    Changed,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    PickDate,
    PickTime,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
)
from phoneworld.providers.calendar import PATH


@dataclass(frozen=True)
class AddAtTime(TaskType):
    """A new event of today or tomorrow whose end is not said: it takes an hour."""

    template = "calendar.add_at_time"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Add "{title}" to my calendar {when} at {clock}.',
        'I have "{title}" {when} at {clock}, put it into the calendar.',
        '{when} at {clock}: "{title}". Make that an event, please.',
        'New event {when}, {clock}: "{title}".',
    )

    title: str
    when: str
    day: str
    other_day: str
    start: str
    clock: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        days = rng.choice((0, 1, 1))
        # What is left of today, and not the hour that the form proposes.
        start = some_time(rng, 11 if days == 0 else 8, 20)
        return cls(
            title=some_titles(rng, 1)[0],
            when=("today", "tomorrow")[days],
            day=on(scene, days).isoformat(),
            other_day=on(scene, 1 - days).isoformat(),
            start=start,
            clock=clock_words(rng, start),
        )

    def expect(self) -> list[Expectation]:
        where = {
            "title": self.title,
            "dtstart": stamp(self.day, self.start),
            "dtend": stamp(self.day, later(self.start, 60)),
            "allDay": 0,
            "calendar_id": FIRST_CALENDAR,
            "eventLocation": "",
        }
        return [Added(PATH, "events", where)]

    def script(self) -> Script:
        return (
            Open("Calendar"),
            Tap("New event"),
            Enter(self.title, into="Title"),
            BACK,
            *((Tap("Start date"), PickDate(self.day)) if self.when != "today" else ()),
            Tap("Start time"),
            PickTime(self.start),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        other = "today" if self.when != "today" else "tomorrow"
        return {
            "the other day": Instead(when=other, day=self.other_day),
            "half an hour late": Instead(start=later(self.start, 30)),
        }


@dataclass(frozen=True)
class ChangeStart(TaskType):
    """An event of today starts at another time and stays as long as it is."""

    template = "calendar.change_time"
    level = Level.MEDIUM
    apps = ("Calendar",)
    goals = (
        'Change the time of "{title}" to {clock}.',
        '"{title}" starts at {clock} now, correct that in my calendar.',
        'Let my event "{title}" begin at {clock} instead.',
    )

    title: str
    clock: str
    new: str
    end: str
    day: str
    before: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        clear_days(scene, 0, 0)
        title, other = some_titles(rng, 2)
        start, new = f"{rng.randint(10, 14)}:00", some_time(rng, 15, 19)
        minutes = rng.choice((30, 45, 60))
        put_event(scene, title, 0, start, minutes)
        put_event(scene, other, 0, later(start, rng.choice((-60, 75))), 30)
        day = on(scene, 0).isoformat()
        return cls(
            title=title,
            clock=clock_words(rng, new),
            new=new,
            end=later(new, minutes),
            day=day,
            before=stamp(day, start),
            other=other,
        )

    def expect(self) -> list[Expectation]:
        to = {"dtstart": stamp(self.day, self.new), "dtend": stamp(self.day, self.end)}
        return [Changed(PATH, "events", {"title": self.title, "dtstart": self.before}, to)]

    def script(self) -> Script:
        return (
            Open("Calendar"),
            Tap(self.title, role="item"),
            Tap("Edit event"),
            Tap("Start time"),
            PickTime(self.new),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another event": Instead(title=self.other),
            "an hour late": Instead(new=later(self.new, 60)),
            "only the end": Swap(Tap("Start time"), Tap("End time")),
        }


@dataclass(frozen=True)
class DeleteEvent(TaskType):
    """An event is cancelled; nobody needs its day to tell which."""

    template = "calendar.delete_event"
    apps = ("Calendar",)
    goals = (
        'Delete the event "{title}".',
        'Take "{title}" out of my calendar.',
        'My "{title}" is not going to happen, cancel it in the calendar.',
    )

    title: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, other = some_titles(rng, 2)
        day = rng.randint(0, 20)
        put_event(scene, title, day, some_time(rng, 11), 60)
        put_event(scene, other, day, some_time(rng, 11), 60)
        return cls(title=title, other=other)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "events", {"title": self.title})]

    def script(self) -> Script:
        delete = (Hold(self.title, role="item"), Tap("Delete"), Tap("Delete", role="button"))
        return (*find_event(self.title), *delete)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another event": Instead(title=self.other),
            "not confirmed": Swap(Tap("Delete", role="button"), Tap("Cancel", role="button")),
            "one more of it": Way(
                *find_event(self.title),
                Hold(self.title, role="item"),
                Tap("Duplicate"),
                Tap("Save"),
            ),
        }

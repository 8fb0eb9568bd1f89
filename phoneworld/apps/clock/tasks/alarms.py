"""Tasks that set alarms: new ones, and changes to those that are there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.clock.data import PATH, WEEKDAYS, WEEKENDS, add_alarm
from phoneworld.apps.clock.tasks.setup import (
    LABELS,
    database_of,
    fill_form,
    free_time,
    read_time,
    shifted,
    spoken_time,
)
from phoneworld.apps.clock.times import DAY_NAMES, WEEK, join_days
from phoneworld.author import (
    Added,
    Changed,
    Expectation,
    ExpectedEnding,
    FinishStatus,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Tap,
    TaskType,
    Way,
)

DAY_WORDS = {
    WEEKDAYS: "every weekday",
    WEEKENDS: "on weekends",
    "Mon,Wed,Fri": "every Monday, Wednesday and Friday",
    "Tue,Thu": "on Tuesdays and Thursdays",
    "Sat": "every Saturday",
    "Mon,Tue": "on Mondays and Tuesdays",
    "Wed,Sun": "on Wednesdays and Sundays",
}


@dataclass(frozen=True)
class AddAlarm(TaskType):
    """A new alarm with a name, once."""

    template = "clock.add_alarm"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Set an alarm for {said} and call it {label}.",
        "I need an alarm labelled {label} at {said}.",
        "Wake me at {said} tomorrow or whenever that comes next; the alarm's label is {label}.",
        "Please create a one-time alarm: {said}, {label}.",
    )

    time: str
    said: str
    label: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        time = shifted(free_time(scene, 5, 22), scene.rng.choice((0, 1, 2, 3)))
        label = scene.rng.choice(LABELS)
        other = shifted(time, scene.rng.choice((720, 60, -10)))
        return cls(time=time, said=spoken_time(scene.rng, time), label=label, other=other)

    def expect(self) -> list[Expectation]:
        wanted = {"time": self.time, "label": self.label, "days": "", "enabled": 1}
        return [Added(PATH, "alarms", wanted)]

    def script(self) -> Script:
        return (
            Open("Clock"),
            Tap("Add alarm"),
            *fill_form(time=self.time, label=self.label),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another time": Instead(time=self.other)}


@dataclass(frozen=True)
class AddRepeating(TaskType):
    """A new alarm on some days of the week."""

    template = "clock.add_repeating_alarm"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Set a repeating alarm for {said} {when}, labelled {label}.",
        "I want to be reminded of {label} {when} at {said}. Make an alarm with that label.",
        "New alarm: {label}, {said}, {when}.",
    )

    time: str
    said: str
    label: str
    days: str
    when: str
    other_days: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        days, other = rng.sample(list(DAY_WORDS), 2)
        time = free_time(scene)
        return cls(
            time=time,
            said=spoken_time(rng, time),
            label=rng.choice(LABELS),
            days=days,
            when=DAY_WORDS[days],
            other_days=other,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"time": self.time, "label": self.label, "days": self.days, "enabled": 1}
        return [Added(PATH, "alarms", wanted)]

    def script(self) -> Script:
        return (
            Open("Clock"),
            Tap("Add alarm"),
            *fill_form(time=self.time, label=self.label, flip=self.days),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"other days": Instead(days=self.other_days), "once only": Instead(days="")}


@dataclass(frozen=True)
class DeleteAlarm(TaskType):
    """One of two alarms of the same name goes."""

    template = "clock.delete_alarm"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Delete the {label} alarm at {said}.",
        "Remove my {said} alarm for {label}; the other {label} alarm stays.",
        "There are two {label} alarms. Get rid of the one set for {said}.",
    )

    time: str
    said: str
    label: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        label = scene.rng.choice(LABELS)
        times: list[str] = []
        for _ in range(2):
            times.append(free_time(scene, 10, 22))
            add_alarm(database, times[-1], label=label, days=scene.rng.choice(("", WEEKENDS)))
        time, other = times
        return cls(time=time, said=spoken_time(scene.rng, time), label=label, other=other)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "alarms", {"time": self.time, "label": self.label})]

    def script(self) -> Script:
        return (
            Open("Clock"),
            Tap(self.time, role="item"),
            Tap("Delete alarm"),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other one": Instead(time=self.other),
            "only switched off": Way(Open("Clock"), Tap(self.time, role="switch")),
        }


@dataclass(frozen=True)
class MoveAlarm(TaskType):
    """The new time follows from the old one, which must be looked up."""

    template = "clock.move_alarm"
    level = Level.HARD
    apps = ("Clock",)
    hidden = ("old",)
    goals = (
        "Make my {label} alarm ring {minutes} minutes {way}.",
        "Move the alarm {label} by {minutes} minutes: it should go off {way}.",
        "{label} was rescheduled. Please set its alarm {minutes} minutes {way} than now.",
    )

    label: str
    other: str
    minutes: int
    way: str
    wrong_way: str
    old: str
    new: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = database_of(scene)
        label, other = rng.sample(LABELS, 2)
        old = free_time(scene, 11, 20)
        add_alarm(database, old, label=label, days=rng.choice(("", "Fri", WEEKDAYS)))
        add_alarm(database, free_time(scene, 11, 20), label=f"{label} bag", enabled=False)
        add_alarm(database, free_time(scene, 11, 20), label=other)
        later = rng.random() < 0.5
        minutes = rng.choice((10, 15, 20, 25, 35, 40, 50, 70, 80))
        return cls(
            label=label,
            other=other,
            minutes=minutes,
            way="later" if later else "earlier",
            wrong_way="earlier" if later else "later",
            old=old,
            new=shifted(old, minutes if later else -minutes),
        )

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "alarms", {"label": self.label, "time": self.old}, {"time": self.new})
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Clock")
        time = read_time(pilot, self.label)
        by = self.minutes if self.way == "later" else -self.minutes
        pilot.tap(f"{self.label},", role="item")
        pilot.follow(fill_form(time=shifted(time, by)))
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the wrong way": Instead(way=self.wrong_way),
            "too far": Instead(minutes=self.minutes + 10),
            "another alarm": Instead(label=self.other),
        }


@dataclass(frozen=True)
class ChangeDays(TaskType):
    """One day more, one less."""

    template = "clock.change_days"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "My {label} alarm should ring on {added} too, but no longer on {dropped}.",
        "For the {label} alarm, replace {dropped} with {added}.",
        "{label} has moved from {dropped} to {added}. Adjust the days of its alarm.",
    )

    label: str
    other: str
    dropped: str
    added: str
    flip: str
    half: str
    wrong: str
    days: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = database_of(scene)
        label, other = rng.sample(LABELS, 2)
        stay, dropped, added, wrong = rng.sample(WEEK, 4)
        days = join_days({stay, dropped})
        for name in (label, other):
            add_alarm(database, free_time(scene, 10, 22), label=name, days=days)
        return cls(
            label=label,
            other=other,
            dropped=DAY_NAMES[dropped],
            added=DAY_NAMES[added],
            flip=f"{added},{dropped}",
            half=added,
            wrong=f"{wrong},{dropped}",
            days=join_days({stay, added}),
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "alarms", {"label": self.label}, {"days": self.days})]

    def script(self) -> Script:
        return (
            Open("Clock"),
            Tap(f"{self.label},", role="item"),
            *fill_form(flip=self.flip),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only added": Instead(flip=self.half),
            "another day": Instead(flip=self.wrong),
            "another alarm": Instead(label=self.other),
        }


@dataclass(frozen=True)
class DeleteMissingAlarm(TaskType):
    """An alarm that does not exist cannot be deleted."""

    template = "clock.delete_missing"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Delete my {label} alarm.",
        "Please remove the alarm labelled {label}.",
        "Get rid of the {label} alarm, I don't need it any more.",
    )

    label: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        label, other = scene.rng.sample(LABELS, 2)
        add_alarm(database_of(scene), free_time(scene, 10, 22), label=other)
        return cls(label=label, other=other)

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Clock")
        pilot.reach("Add alarm")
        while not pilot.shows(self.label, role="item"):
            if not pilot.scroll():
                break
        pilot.give_up(f"There is no alarm called {self.label}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"deleted another": Way(Open("Clock"), Hold(self.other, role="item"), Tap("Delete"))}

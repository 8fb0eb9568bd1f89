"""Tasks with when alarms ring: the snooze, and the time between two of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.clock.data import PATH, WEEKDAYS, add_alarm, ring, set_option
from phoneworld.apps.clock.tasks.setup import LABELS, database_of, free_time, read_time
from phoneworld.apps.clock.times import MINUTE
from phoneworld.author import (
    Between,
    Changed,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Open,
    OpenShade,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class SnoozeLength(TaskType):
    """An option of the app."""

    template = "clock.snooze_length"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Set the snooze length of my alarms to {minutes} minutes.",
        "When I snooze an alarm it should wait {minutes} minutes. Change that in the Clock app.",
        "Please change Clock's snooze to {minutes} minutes.",
    )

    minutes: int
    other: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        minutes, other, now = scene.rng.sample((5, 15, 20, 25, 30), 3)
        set_option(database_of(scene), "snooze_minutes", str(now))
        return cls(minutes=minutes, other=other)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "options", {"name": "snooze_minutes"}, {"value": str(self.minutes)})]

    def script(self) -> Script:
        return (
            Open("Clock"),
            Tap("More options"),
            Tap("Settings"),
            Tap("Snooze length"),
            Tap(f"{self.minutes} minutes", role="radio"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another length": Instead(minutes=self.other),
            "another option": Swap(Tap("Snooze length"), Tap("Silence after")),
        }


@dataclass(frozen=True)
class Snooze(TaskType):
    """One of two alarms that ring."""

    template = "clock.snooze"
    apps = ("Clock",)
    goals = (
        "Snooze the {label} alarm that is ringing.",
        "{label} is going off, hit snooze on it.",
        "Let the {label} alarm ring again a bit later.",
    )

    label: str
    other: str
    until: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        rng = scene.rng
        minutes = rng.choice((5, 10, 15, 20))
        set_option(database, "snooze_minutes", str(minutes))
        names = rng.sample(LABELS, 2)
        for label in rng.sample(names, 2):
            id = add_alarm(database, "09:40", label=label, days="Thu")
            ring(scene.phone, id, "09:40", label)
        until = scene.phone.now_ms + minutes * MINUTE
        return cls(label=names[0], other=names[1], until=until)

    def expect(self) -> list[Expectation]:
        # A slow phone takes a little while until the button is pressed.
        soon = Between(self.until, self.until + 3 * MINUTE)
        return [Changed(PATH, "alarms", {"label": self.label}, {"snoozed_until": soon})]

    def script(self) -> Script:
        return (OpenShade(), Tap(self.label), Tap("Snooze"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other alarm": Instead(label=self.other),
            "stopped": Swap(Tap("Snooze"), Tap("Stop")),
        }


@dataclass(frozen=True)
class AlarmGap(TaskType):
    """How long it is from one alarm to another."""

    template = "clock.alarm_gap"
    level = Level.HARD
    apps = ("Clock",)
    hidden = ("start", "end")
    goals = (
        "How many minutes are there between my {first} alarm and my {second} alarm?",
        "Look at the alarms {first} and {second}: how many minutes after the first does the second ring?",
        "Tell me how many minutes I have from the {first} alarm to the {second} alarm.",
    )

    first: str
    second: str
    third: str
    start: str
    end: str
    gap: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        first, second, third = scene.rng.sample(LABELS, 3)
        times = sorted(free_time(scene, 11, 21) for _ in range(3))
        while len(set(times)) < 3:
            times = sorted(free_time(scene, 11, 21) for _ in range(3))
        for label, time in zip((first, second, third), times, strict=True):
            add_alarm(database, time, label=label, days=WEEKDAYS)
        return cls(
            first=first,
            second=second,
            third=third,
            start=times[0],
            end=times[1],
            gap=str(gap(times[0], times[1])),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.gap)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Clock")
        start = read_time(pilot, self.first)
        end = read_time(pilot, self.second)
        pilot.say(str(gap(start, end)))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another alarm": Instead(second=self.third),
            "the same one": Instead(second=self.first),
        }


def gap(start: str, end: str) -> int:
    """Minutes from one time of day to a later one."""
    minutes = [int(time[:2]) * 60 + int(time[3:]) for time in (start, end)]
    return minutes[1] - minutes[0]

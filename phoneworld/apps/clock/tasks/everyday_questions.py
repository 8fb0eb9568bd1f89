"""What is asked about alarms in few words: when one rings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.clock.data import WEEKDAYS, add_alarm
from phoneworld.apps.clock.tasks.setup import (
    LABELS,
    database_of,
    few_alarms,
    free_time,
    read_time,
    twelve_hours,
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


def said_forms(time: str) -> tuple[str, ...]:
    """The ways to say a time in an answer."""
    return (time, twelve_hours(time), time.removeprefix("0"))


@dataclass(frozen=True)
class AlarmTime(TaskType):
    """When an alarm rings is asked for by its name."""

    template = "clock.alarm_time"
    apps = ("Clock",)
    hidden = ("time",)
    goals = (
        "What time is my {label} alarm set for?",
        "When does the {label} alarm ring?",
        "Tell me the time of my alarm called {label}.",
    )

    label: str
    other: str
    time: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        label, other = scene.rng.sample(LABELS, 2)
        times: list[str] = []
        for name in (label, other):
            times.append(free_time(scene))
            add_alarm(database_of(scene), times[-1], label=name, days=WEEKDAYS)
        return cls(label=label, other=other, time=times[0], wrong=times[1])

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(said_forms(self.time), nots=said_forms(self.wrong)[:2])]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Clock")
        pilot.say(read_time(pilot, self.label))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another alarm": Instead(label=self.other)}


@dataclass(frozen=True)
class NextAlarm(TaskType):
    """When the only alarm that is on will ring."""

    template = "clock.next_alarm"
    apps = ("Clock",)
    hidden = ("time",)
    goals = (
        "At what time does my next alarm ring?",
        "When will the alarm go off next?",
        "Tell me the time of the alarm that is on.",
    )

    time: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        time, *others = few_alarms(scene, scene.rng.randint(3, 4))
        database_of(scene).run("UPDATE alarms SET enabled = 1 WHERE time = ?", time)
        return cls(time=time, others=tuple(others))

    def expect(self) -> list[Expectation]:
        wrong = tuple(form for time in self.others for form in said_forms(time)[:2])
        return [ExpectedAnswer(said_forms(self.time), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Clock")
        on = [e for e in pilot.screen.elements if e.role == "switch" and e.checked]
        if not on:
            raise OracleLost("no alarm on the screen is on")
        pilot.say(on[0].label[:5])

    def mistakes(self) -> dict[str, Mistake]:
        return {"one that is off": Swap(Say, Say(self.others[0]))}

"""What is asked of alarms in few words: one that rings at a time, goes, moves or stays silent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.clock.data import PATH, SOUNDS, WEEKDAYS, add_alarm
from phoneworld.apps.clock.tasks.setup import (
    LABELS,
    database_of,
    few_alarms,
    fill_form,
    free_time,
    shifted,
    spoken_time,
    taken_times,
)
from phoneworld.author import (
    Added,
    Changed,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
)


def round_time(scene: Scene) -> str:
    """A time that people get up or leave at, mostly on the half hour; there is no alarm then."""
    rng = scene.rng
    taken = taken_times(scene)
    while True:
        minute = rng.choice((0, 0, 0, 30, 30, 15, 45, rng.randrange(0, 60, 5)))
        time = f"{rng.randint(5, 22):02d}:{minute:02d}"
        if time not in taken and not "09:35" < time < "10:00":
            return time


def add_pair(scene: Scene) -> tuple[str, str]:
    """Two alarms that are on, half a day apart, and no others at these times; their times."""
    database = database_of(scene)
    time = free_time(scene, 5, 11)
    while "09:00" < time < "10:00":
        time = free_time(scene, 5, 11)
    other = shifted(time, 720)
    database.run("DELETE FROM alarms WHERE time = ?", other)
    for one, label in zip((time, other), scene.rng.sample(LABELS, 2), strict=True):
        add_alarm(database, one, label=label, days=scene.rng.choice(("", WEEKDAYS, "Tue,Fri")))
    pair = [time, other]
    scene.rng.shuffle(pair)
    return pair[0], pair[1]


@dataclass(frozen=True)
class AlarmAt(TaskType):
    """A new alarm of which only the time is said."""

    template = "clock.alarm"
    apps = ("Clock",)
    goals = (
        "Set an alarm for {said}.",
        "Wake me up at {said}, please.",
        "I need an alarm at {said}.",
        "Add a new alarm that rings at {said}.",
    )

    time: str
    said: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        time = round_time(scene)
        other = shifted(time, scene.rng.choice((720, 60, -10)))
        return cls(time=time, said=spoken_time(scene.rng, time), other=other)

    def expect(self) -> list[Expectation]:
        usual = {"label": "", "days": "", "enabled": 1, "vibrate": 1, "sound": SOUNDS[0]}
        return [Added(PATH, "alarms", {"time": self.time, **usual})]

    def script(self) -> Script:
        return (Open("Clock"), Tap("Add alarm"), *fill_form(time=self.time), Tap("Save"))

    def mistakes(self) -> dict[str, Mistake]:
        named = (Enter("Wake up", into="Label"), Tap("Save"))
        return {
            "another time": Instead(time=self.other),
            "with a name": Swap(Tap("Save"), *named),
            "every Monday": Swap(Tap("Save"), Tap("Monday"), Tap("Save")),
        }


@dataclass(frozen=True)
class DeleteAlarmAt(TaskType):
    """An alarm goes, by its time; there is one twelve hours before or after."""

    template = "clock.delete_alarm_at"
    apps = ("Clock",)
    goals = (
        "Delete my {said} alarm.",
        "Remove the alarm at {said} from the list.",
        "Get rid of the {said} alarm altogether.",
    )

    time: str
    said: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        time, other = add_pair(scene)
        return cls(time=time, said=spoken_time(scene.rng, time), other=other)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "alarms", {"time": self.time})]

    def script(self) -> Script:
        return (Open("Clock"), Hold(self.time, role="item"), Tap("Delete"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "half a day off": Instead(time=self.other),
            "only switched off": Way(Open("Clock"), Tap(self.time, role="switch")),
        }


@dataclass(frozen=True)
class ChangeAlarmTime(TaskType):
    """An alarm that is there rings at another time from now on."""

    template = "clock.change_alarm"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Change my {said} alarm to {new_said}.",
        "Move the alarm from {said} to {new_said}.",
        "My {said} alarm should ring at {new_said} instead.",
    )

    time: str
    said: str
    new_time: str
    new_said: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        time, other = add_pair(scene)
        new = round_time(scene)
        return cls(
            time=time,
            said=spoken_time(scene.rng, time),
            new_time=new,
            new_said=spoken_time(scene.rng, new),
            other=other,
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "alarms", {"time": self.time}, {"time": self.new_time})]

    def script(self) -> Script:
        change = fill_form(time=self.new_time)
        return (Open("Clock"), Tap(self.time, role="item"), *change, Tap("Save"))

    def mistakes(self) -> dict[str, Mistake]:
        another = (Open("Clock"), Tap("Add alarm"), *fill_form(time=self.new_time), Tap("Save"))
        return {
            "half a day off": Instead(new_time=shifted(self.new_time, 720)),
            "another alarm": Instead(time=self.other),
            "one more alarm": Way(*another),
        }


@dataclass(frozen=True)
class AllAlarmsOff(TaskType):
    """Every alarm that is on is switched off."""

    template = "clock.all_alarms_off"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Turn off all my alarms.",
        "Switch every alarm off, but keep them in the list.",
        "No alarm should ring any more: disable all of them.",
    )

    times: tuple[str, ...]
    off: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        off, *times = few_alarms(scene, scene.rng.randint(3, 4))
        for time in times:
            database_of(scene).run("UPDATE alarms SET enabled = 1 WHERE time = ?", time)
        return cls(times=tuple(sorted(times)), off=off)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "alarms", {"time": time}, {"enabled": 0}) for time in self.times]

    def script(self) -> Script:
        return (Open("Clock"), *(Tap(time, role="switch") for time in self.times))

    def mistakes(self) -> dict[str, Mistake]:
        first = Tap(self.times[0], role="switch")
        return {
            "one left on": Instead(times=self.times[1:]),
            "one on that was off": Swap(first, first, Tap(self.off, role="switch")),
        }

"""Tasks with the list of alarms: switching them, reading them, and one that rings."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from phoneworld.apps.clock.data import PATH, WEEKDAYS, WEEKENDS, add_alarm, ring, set_option
from phoneworld.apps.clock.draws import (
    LABELS,
    database_of,
    free_time,
    shifted,
    spoken_time,
)
from phoneworld.apps.clock.tasks_alarms import read_time, time_in
from phoneworld.apps.clock.times import MINUTE
from phoneworld.author import (
    Also,
    Answered,
    Asked,
    Between,
    Changed,
    Ended,
    Expectation,
    FinishStatus,
    Guess,
    Hold,
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
    Way,
    templates_of,
)
from phoneworld.locale import readings


@dataclass(frozen=True)
class TurnOff(TaskType):
    """One alarm of several at similar times."""

    template = "clock.turn_off_alarm"
    apps = ("Clock",)
    goals = (
        "Turn off my {said} alarm.",
        "I don't need the {said} alarm any more, switch it off (but keep it).",
        "Please disable the alarm at {said}.",
    )

    time: str
    said: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        time = free_time(scene, 5, 11)
        database = database_of(scene)
        label, other_label = scene.rng.sample(LABELS, 2)
        others = [t for t in (shifted(time, 5), shifted(time, 720)) if not "09:35" < t < "10:00"]
        for near in others:
            # What is there at such a time makes way: times must tell the alarms apart.
            database.run("DELETE FROM alarms WHERE time = ?", near)
            add_alarm(database, near, label=other_label)
        add_alarm(database, time, label=label, days=scene.rng.choice(("", WEEKDAYS, "Mon,Thu")))
        return cls(time=time, said=spoken_time(scene.rng, time), other=others[-1])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "alarms", {"time": self.time}, {"enabled": 0})]

    def script(self) -> Script:
        return (
            Open("Clock"),
            Tap(self.time, role="switch"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "an alarm at a similar time": Instead(time=self.other),
            "deleted": Way(Open("Clock"), Hold(self.time, role="item"), Tap("Delete")),
        }


@dataclass(frozen=True)
class TurnOn(TaskType):
    """One alarm by its name, of two with similar names."""

    template = "clock.turn_on_alarm"
    apps = ("Clock",)
    goals = (
        "Switch on the alarm called {label}.",
        "Activate my {label} alarm.",
        "Can you turn the {label} alarm back on?",
    )

    label: str
    other: str
    time: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        label = scene.rng.choice(LABELS)
        other = f"{label} {scene.rng.choice(('prep', 'tickets', 'backup'))}"
        times: list[str] = []
        for name in (label, other):
            times.append(free_time(scene, 11, 22))
            add_alarm(database, times[-1], label=name, days="Tue,Sat", enabled=False)
        return cls(label=label, other=other, time=times[0])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "alarms", {"label": self.label}, {"enabled": 1})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Clock")
        time = read_time(pilot, self.label)
        pilot.tap(f"{time}, {self.label}", role="switch")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a similar name": Instead(label=self.other),
            "on and off again": Also(Tap(f"{self.time}, {self.label}", role="switch")),
        }


@dataclass(frozen=True)
class AlreadyOn(TaskType):
    """An alarm that is on already: nothing is to be done."""

    template = "clock.already_on"
    apps = ("Clock",)
    goals = (
        "Make sure that my {label} alarm is on.",
        "Check that the alarm {label} is switched on, and turn it on if it is not.",
        "The {label} alarm must be active. Please see to it.",
    )

    label: str
    other: str
    time: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        label, other = scene.rng.sample(LABELS, 2)
        time = free_time(scene, 11, 22)
        add_alarm(database, time, label=label, days=scene.rng.choice((WEEKDAYS, "", "Sun")))
        add_alarm(database, free_time(scene, 11, 22), label=other, enabled=False)
        return cls(label=label, other=other, time=time)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Clock")
        time = read_time(pilot, self.label)
        switch = pilot.reach(f"{time}, {self.label}", role="switch")
        if not switch.checked:
            pilot.tap(f"{time}, {self.label}", role="switch")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "switched off": Also(Tap(f"{self.time}, {self.label}", role="switch")),
            "another one": Instead(label=self.other),
        }


@dataclass(frozen=True)
class AskWhich(TaskType):
    """Two alarms have the same name: which is meant must be asked."""

    template = "clock.ask_which"
    level = Level.HARD
    apps = ("Clock",)
    goals = (
        "Turn off the {label} alarm. Ask me if you are not sure which one.",
        "Switch my {label} alarm off, and check with me if there is more than one.",
        "I won't go to {label} today. Turn its alarm off; if several fit, ask first.",
    )

    label: str
    meant: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        label = scene.rng.choice(LABELS)
        times: list[str] = []
        for days in ("Mon,Thu", "Thu,Sat"):
            times.append(free_time(scene, 11, 22))
            add_alarm(database, times[-1], label=label, days=days)
        scene.rng.shuffle(times)
        return cls(label=label, meant=times[0], other=times[1])

    def reply(self, question: str) -> str:
        del question
        return f"The one at {self.meant}"

    def expect(self) -> list[Expectation]:
        return [Asked(), Changed(PATH, "alarms", {"time": self.meant}, {"enabled": 0})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Clock")
        pilot.reach(self.label, role="item")
        answer = pilot.ask(f"Which of the {self.label} alarms do you mean?")
        pilot.tap(answer.rpartition(" ")[2], role="switch")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }


@dataclass(frozen=True)
class WeekendOff(TaskType):
    """All alarms of a kind, wherever they stand in the list."""

    template = "clock.weekend_off"
    level = Level.HARD
    apps = ("Clock",)
    goals = (
        "Turn off all alarms that ring only at the weekend. Leave the others alone.",
        "I want to sleep in: switch off every alarm whose days are just Saturday or Sunday or both.",
        "Disable each active alarm that goes off on Saturdays or Sundays but never on a weekday.",
    )

    ids: tuple[int, ...]
    on_fridays: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        names = scene.rng.sample(LABELS, 5)
        switches: dict[str, str] = {}
        for label, days in zip(names, (WEEKENDS, "Sat", "Sun", "Fri,Sat", "Mon,Sun"), strict=True):
            # A few of them may be off already.
            on = days in ("Sat", "Fri,Sat") or scene.rng.random() < 0.7
            time = free_time(scene)
            add_alarm(database, time, label=label, days=days, enabled=on)
            switches[days] = f"{time}, {label}"
        rows = database.rows(
            "SELECT _id FROM alarms WHERE enabled = 1 AND days IN ('Sat', 'Sun', 'Sat,Sun')"
        )
        return cls(ids=tuple(row["_id"] for row in rows), on_fridays=switches["Fri,Sat"])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "alarms", {"_id": id}, {"enabled": 0}) for id in self.ids]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Clock")
        wanted = {"Sat", "Sun", *readings("Weekends")}
        names: list[str] = []
        pilot.reach("Add alarm")
        while True:
            names += [name for name in active_alarms(pilot, wanted) if name not in names]
            if not pilot.scroll():
                break
        for name in reversed(names):
            pilot.tap(name, role="switch")

    def mistakes(self) -> dict[str, Mistake]:
        return {"Fridays too": Also(Tap(self.on_fridays, role="switch"))}


def active_alarms(pilot: Pilot, plans: set[str]) -> list[str]:
    """The switches, by description, that are on, of rows on the screen that ring on such days."""
    found: list[str] = []
    # Each row is followed by its switch.
    for row, switch in pairwise(pilot.screen.elements):
        time = time_in(row)
        if not time or row.role != "item" or switch.role != "switch":
            continue
        if switch.checked and row.text.partition(f"{time}, ")[2] in plans:
            found.append(switch.description)
    return found


@dataclass(frozen=True)
class DeleteMissing(TaskType):
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
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Clock")
        pilot.reach("Add alarm")
        while not pilot.shows(self.label, role="item"):
            if not pilot.scroll():
                break
        pilot.give_up(f"There is no alarm called {self.label}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"deleted another": Way(Open("Clock"), Hold(self.other, role="item"), Tap("Delete"))}


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
        return [Answered(self.gap)]

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


LIST_TASKS = templates_of(
    TurnOff,
    TurnOn,
    AlreadyOn,
    AskWhich,
    WeekendOff,
    DeleteMissing,
    Snooze,
    AlarmGap,
)

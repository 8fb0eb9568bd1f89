"""Tasks that switch alarms on and off, or leave them as they are."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from phoneworld.apps.clock.data import PATH, WEEKDAYS, WEEKENDS, add_alarm
from phoneworld.apps.clock.tasks.setup import (
    LABELS,
    database_of,
    free_time,
    read_time,
    shifted,
    spoken_time,
    time_in,
)
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    ExpectedQuestion,
    Guess,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
    Way,
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
        return (Open("Clock"), Tap(self.time, role="switch"))

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
class AlarmAlreadyOn(TaskType):
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
        return [ExpectedQuestion(), Changed(PATH, "alarms", {"time": self.meant}, {"enabled": 0})]

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

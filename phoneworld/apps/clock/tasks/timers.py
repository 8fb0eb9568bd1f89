"""Tasks with timers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.clock.data import PATH, add_timer, start_timer
from phoneworld.apps.clock.tasks.setup import (
    TIMER_LABELS,
    database_of,
    fill_length,
    open_section,
    spoken_length,
)
from phoneworld.apps.clock.times import HOUR, MINUTE, SECOND
from phoneworld.author import (
    Added,
    Also,
    Between,
    Changed,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class StartTimer(TaskType):
    """A new timer with a name."""

    template = "clock.start_timer"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Start a timer for {length}, labelled {label}.",
        "Set a {length} timer called {label} and let it run.",
        "I need a countdown of {length} for {label}. Use that as the label and start it now.",
    )

    length_ms: int
    length: str
    label: str
    other_ms: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        length = rng.choice(
            (
                rng.randint(2, 58) * MINUTE,
                rng.randint(1, 25) * MINUTE + rng.choice((15, 30, 45)) * SECOND,
                HOUR + rng.choice((10, 20, 45)) * MINUTE,
            )
        )
        other = length + rng.choice((MINUTE, 10 * MINUTE, 15 * SECOND))
        label = rng.choice(TIMER_LABELS)
        # The same length, or the same name, is there already.
        add_timer(database_of(scene), length, label=rng.choice(("", "Old timer")))
        return cls(
            length_ms=length,
            length=spoken_length(length),
            label=label,
            other_ms=other,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"length_ms": self.length_ms, "label": self.label, "state": "running"}
        return [Added(PATH, "timers", wanted)]

    def script(self) -> Script:
        return (
            *open_section("Timer"),
            Tap("Add timer"),
            *fill_length(self.length_ms),
            Enter(self.label, into="Label"),
            Tap("Start", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another length": Instead(length_ms=self.other_ms),
            "saved but not started": Swap(Tap("Start", role="button"), Tap("Save", role="button")),
        }


@dataclass(frozen=True)
class PauseTimer(TaskType):
    """One of two that run."""

    template = "clock.pause_timer"
    apps = ("Clock",)
    goals = (
        "Pause the {label} timer.",
        "Hold the {label} timer for a moment, I will continue it later.",
        "Please put my running {label} timer on pause.",
    )

    label: str
    other: str
    left_ms: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        label, other = running_timers(scene)
        ends = database_of(scene).value("SELECT ends_at FROM timers WHERE label = ?", label)
        return cls(label=label, other=other, left_ms=ends - scene.phone.now_ms)

    def expect(self) -> list[Expectation]:
        # It runs on until it is paused, and gets no more time.
        to = {"state": "paused", "left_ms": Between(1, self.left_ms), "ends_at": 0}
        return [Changed(PATH, "timers", {"label": self.label}, to)]

    def script(self) -> Script:
        return (*open_section("Timer"), Tap(f"Pause {self.label}"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other timer": Instead(label=self.other),
            "deleted": Swap(Tap(f"Pause {self.label}"), Tap(f"Delete {self.label}")),
        }


def running_timers(scene: Scene) -> tuple[str, str]:
    """Two timers that have been running for a while; their labels."""
    rng = scene.rng
    database = database_of(scene)
    first, second = rng.sample(TIMER_LABELS, 2)
    for label in rng.sample((first, second), 2):
        length = rng.randint(12, 55) * MINUTE
        id = add_timer(database, length, label=label)
        start_timer(database, id, scene.phone.now_ms - rng.randint(30, 600) * SECOND)
    return first, second


@dataclass(frozen=True)
class ExtendTimer(TaskType):
    """Some minutes more for one of two that run."""

    template = "clock.extend_timer"
    apps = ("Clock",)
    goals = (
        "Give the {label} timer {minutes} more minutes.",
        "Add {minutes} minutes to the running {label} timer.",
        "{label} needs longer. Extend its timer by {minutes} minutes without stopping it.",
    )

    label: str
    other: str
    minutes: int
    ends_at: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        label, other = running_timers(scene)
        ends = database_of(scene).value("SELECT ends_at FROM timers WHERE label = ?", label)
        minutes = scene.rng.choice((2, 3))
        return cls(label=label, other=other, minutes=minutes, ends_at=ends + minutes * MINUTE)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "timers", {"label": self.label}, {"ends_at": self.ends_at})]

    def script(self) -> Script:
        return (*open_section("Timer"), *(Tap(f"+1 min {self.label}") for _ in range(self.minutes)))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one minute too many": Instead(minutes=self.minutes + 1),
            "the other timer": Instead(label=self.other),
        }


@dataclass(frozen=True)
class DeleteShort(TaskType):
    """All timers below a length go."""

    template = "clock.delete_short_timers"
    level = Level.HARD
    apps = ("Clock",)
    goals = (
        "Delete all timers that are shorter than {limit} minutes.",
        "Clean up my timers: everything below {limit} minutes can go.",
        "Remove every timer in Clock that lasts less than {limit} minutes and keep the rest.",
    )

    limit: int
    short: tuple[str, ...]
    exact: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = database_of(scene)
        database.run("DELETE FROM timers")
        limit = rng.choice((5, 8, 12, 15))
        labels = rng.sample(TIMER_LABELS, 6)
        lengths = [
            limit * MINUTE,
            limit * MINUTE + 30 * SECOND,
            limit * MINUTE - 30 * SECOND,
            rng.randint(1, limit - 2) * MINUTE,
            rng.randint(limit + 3, 55) * MINUTE,
            rng.choice((HOUR, HOUR + 5 * MINUTE, 45 * SECOND)),
        ]
        rng.shuffle(lengths)
        for label, length in zip(labels, lengths, strict=True):
            add_timer(database, length, label=label)
        short = [n for n, ms in zip(labels, lengths, strict=True) if ms < limit * MINUTE]
        exact = labels[lengths.index(limit * MINUTE)]
        return cls(limit=limit, short=tuple(short), exact=exact)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "timers", {"label": label}) for label in self.short]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_section("Timer"))
        names: list[str] = []
        pilot.reach("Add timer")
        while True:
            names += [
                name for name in short_timers(pilot, self.limit * MINUTE) if name not in names
            ]
            if not pilot.scroll():
                break
        for name in reversed(names):
            pilot.tap(f"Delete {name}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"the one of just that length too": Also(Tap(f"Delete {self.exact}"))}


def short_timers(pilot: Pilot, limit_ms: int) -> list[str]:
    """The timers on the screen that are shorter. A delete button with the name precedes the length."""
    found: list[str] = []
    name = ""
    for element in pilot.screen.elements:
        if element.description.startswith("Delete "):
            name = element.description.removeprefix("Delete ")
        elif name and re.fullmatch(r"(\d+:)?\d\d:\d\d", element.text):
            length = 0
            for part in element.text.split(":"):
                length = length * 60 + int(part)
            if length * SECOND < limit_ms:
                found.append(name)
            name = ""
    return found

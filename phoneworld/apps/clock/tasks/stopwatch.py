"""Tasks with the stopwatch."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.clock.data import PATH, add_lap, set_stopwatch
from phoneworld.apps.clock.tasks.setup import database_of, open_section
from phoneworld.apps.clock.times import SECOND, exact_text
from phoneworld.author import (
    Also,
    Anything,
    Between,
    Changed,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pause,
    Pilot,
    Removed,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class StartStopwatch(TaskType):
    """A single tap in the right place."""

    template = "clock.start_stopwatch"
    apps = ("Clock",)
    goals = (
        "Start the stopwatch.",
        "Please set the stopwatch going.",
        "I am about to run: start timing me with the stopwatch.",
    )

    elapsed_ms: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        # What was timed before stands still at some time, and is to go on.
        elapsed = scene.rng.choice((0, scene.rng.randint(20_000, 400_000)))
        set_stopwatch(database_of(scene), "paused" if elapsed else "ready", elapsed_ms=elapsed)
        return cls(elapsed_ms=elapsed)

    def expect(self) -> list[Expectation]:
        to = {"state": "running", "started_at": Anything(), "elapsed_ms": self.elapsed_ms}
        return [Changed(PATH, "stopwatch", {"_id": 1}, to)]

    def script(self) -> Script:
        return (*open_section("Stopwatch"), Tap("Start", role="button"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "and stopped it": Also(Tap("Stop", role="button")),
            "and took a lap": Also(Tap("Lap", role="button")),
        }


@dataclass(frozen=True)
class RunStopwatch(TaskType):
    """Start, wait, stop."""

    template = "clock.run_stopwatch"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Let the stopwatch run for {seconds} seconds, then stop it.",
        "Time {seconds} seconds with the stopwatch and stop it after that.",
        "Start the stopwatch, wait {seconds} seconds and stop it.",
    )

    seconds: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(seconds=scene.rng.randint(6, 50))

    def expect(self) -> list[Expectation]:
        # Not even a person is more precise than that; five seconds are too much.
        low, high = self.seconds * SECOND, self.seconds * SECOND + 4 * SECOND
        to = {"state": "paused", "elapsed_ms": Between(low - 500, high)}
        return [Changed(PATH, "stopwatch", {"_id": 1}, to)]

    def script(self) -> Script:
        return (
            *open_section("Stopwatch"),
            Tap("Start", role="button"),
            Pause(self.seconds),
            Tap("Stop", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "too short": Instead(seconds=self.seconds - 3),
            "too long": Instead(seconds=self.seconds + 15),
        }


def draw_laps(scene: Scene, count: int) -> list[int]:
    """Laps of a run that is over; their lengths."""
    lengths = scene.rng.sample(range(24_000, 98_000, 70), count)
    database = database_of(scene)
    database.run("DELETE FROM laps")
    total = 0
    for length in lengths:
        total += length
        add_lap(database, total)
    set_stopwatch(database, "paused", elapsed_ms=total + scene.rng.randint(900, 9000))
    return lengths


@dataclass(frozen=True)
class ResetStopwatch(TaskType):
    """Time and laps are cleared."""

    template = "clock.reset_stopwatch"
    apps = ("Clock",)
    goals = (
        "Reset the stopwatch.",
        "Clear the stopwatch with all its laps.",
        "Set the stopwatch back to zero, please.",
    )

    laps: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(laps=tuple(draw_laps(scene, scene.rng.randint(1, 5))))

    def expect(self) -> list[Expectation]:
        return [
            Changed(PATH, "stopwatch", {"_id": 1}, {"state": "ready", "elapsed_ms": 0}),
            *(Removed(PATH, "laps", {"lap_ms": length}) for length in self.laps),
        ]

    def script(self) -> Script:
        return (*open_section("Stopwatch"), Tap("Reset", role="button"))

    def mistakes(self) -> dict[str, Mistake]:
        start = Tap("Start", role="button")
        return {"went on": Swap(Tap("Reset"), start), "and started anew": Also(start)}


@dataclass(frozen=True)
class FastestLap(TaskType):
    """The shortest of many laps."""

    template = "clock.fastest_lap"
    level = Level.HARD
    apps = ("Clock",)
    hidden = ("fastest",)
    goals = (
        "How long was my fastest lap? It is still on the stopwatch.",
        "Look through the laps on the stopwatch and tell me the time of the quickest one.",
        "What is the shortest lap time that my stopwatch shows?",
    )

    fastest: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        lengths = draw_laps(scene, scene.rng.randint(8, 14))
        return cls(fastest=exact_text(min(lengths)), others=tuple(exact_text(n) for n in lengths))

    def expect(self) -> list[Expectation]:
        fastest = self.fastest
        plain = fastest.lstrip("0").lstrip(":")
        wrong = tuple(text for text in self.others if text != fastest)
        return [ExpectedAnswer((fastest, plain, fastest[1:]), nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_section("Stopwatch"))
        laps: set[str] = set()
        pilot.reach("Reset")
        while True:
            for element in pilot.screen.elements:
                found = re.fullmatch(r".*\d\d:\d\d\.\d\d, (\d\d:\d\d\.\d\d)", element.text)
                if found:
                    laps.add(found[1])
            if not pilot.scroll():
                break
        pilot.say(min(laps))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the slowest": Swap(Say, Say(max(self.others)))}

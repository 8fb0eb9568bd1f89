"""Tasks with the stopwatch and with timers. What counts is what the screen shows at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.author import (
    Also,
    Anything,
    Changed,
    Exact,
    Expectation,
    ExpectedScreen,
    Instead,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    ShownElement,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.clock.data import PACKAGE, PATH
from phoneworld.packs.androidworld.clock.tasks.setup import LABEL, described
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone


class StopwatchTask(SuiteTask):
    """A task without parameters: the stopwatch stands at zero."""

    complexity = 1
    apps = (LABEL,)

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        del scene
        return cls()

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del params, phone
        return cls()


@dataclass(frozen=True)
class LeaveStopwatchRunning(StopwatchTask):
    """The stopwatch is started, and looked at."""

    template = "androidworld.clock_stop_watch_running"
    suite = "ClockStopWatchRunning"
    goals = (
        "Start the stopwatch.",
        "Let the stopwatch run.",
        "I want to see the stopwatch running.",
    )

    def expect(self) -> list[Expectation]:
        runs = {"state": "running", "started_at": Anything(), "elapsed_ms": Anything()}
        return [
            Changed(PATH, "stopwatch", {"_id": 1}, runs),
            ExpectedScreen(PACKAGE, (described("Pause"), described("Lap"))),
        ]

    def script(self) -> Script:
        return (Open(LABEL), Tap("Stopwatch"), Tap("Start"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"paused again": Also(Tap("Pause")), "left for the timer": Also(Tap("Timer"))}


@dataclass(frozen=True)
class StopwatchPausedVerify(StopwatchTask):
    """The stopwatch does not run; that is to be seen."""

    template = "androidworld.clock_stop_watch_paused_verify"
    suite = "ClockStopWatchPausedVerify"
    goals = (
        "Make sure the stopwatch is paused, and leave it open.",
        "The stopwatch should not be running. Show me that it is not.",
        "Go to the stopwatch and pause it if it runs.",
    )

    def expect(self) -> list[Expectation]:
        named = ShownElement(text=Exact("Stopwatch"), times=2)
        return [ExpectedScreen(PACKAGE, (described("Start"), named))]

    def script(self) -> Script:
        return (Open(LABEL), Tap("Stopwatch"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"started": Also(Tap("Start")), "elsewhere": Without(Tap("Stopwatch"))}


@dataclass(frozen=True)
class EnterTimer(SuiteTask):
    """The length of a timer is entered; the timer is not started."""

    template = "androidworld.clock_timer_entry"
    suite = "ClockTimerEntry"
    complexity = 1
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "Set a timer to {hours} hours, {minutes} minutes and {seconds} seconds, but do not start it.",
        "Enter a timer of {hours} h {minutes} min {seconds} s in Clock. It must not run yet.",
        "Prepare a timer for {hours} hours {minutes} minutes {seconds} seconds without starting it.",
    )

    hours: int
    minutes: int
    seconds: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        # A length of nothing would be entered already.
        return cls(rng.randint(0, 23), rng.randint(0, 59), rng.randint(1, 59))

    def expect(self) -> list[Expectation]:
        length = f"{self.hours} hours, {self.minutes} minutes, {self.seconds} seconds"
        return [ExpectedScreen(PACKAGE, (described(length),))]

    def script(self) -> Script:
        digits = f"{self.hours:02d}{self.minutes:02d}{self.seconds:02d}".lstrip("0")
        keys = tuple(Tap(digit, role="button") for digit in digits)
        return (Open(LABEL), Tap("Timer"), *keys)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "started": Also(Tap("Start")),
            "a second more": Instead(seconds=self.seconds % 59 + 1),
        }

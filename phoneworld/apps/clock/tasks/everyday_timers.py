"""What is asked of timers and the stopwatch in few words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.clock.data import PATH, add_timer, set_stopwatch, start_timer
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
    Mistake,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class TimerOf(TaskType):
    """A new timer of which only the length is said."""

    template = "clock.timer"
    apps = ("Clock",)
    goals = (
        "Start a timer for {length}.",
        "Set a {length} timer, please.",
        "Count down {length} from now.",
        "Let me know when {length} are over: start a timer.",
    )

    length_ms: int
    length: str
    other_ms: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        lengths = (
            *(minutes * MINUTE for minutes in (*range(2, 31), 40, 45, 50)),
            *(seconds * SECOND for seconds in (20, 40, 90)),
            *(HOUR + minutes * MINUTE for minutes in (10, 20, 30)),
        )
        # A timer of that length that is kept would do as well.
        kept = {row["length_ms"] for row in database.rows("SELECT length_ms FROM timers")}
        length, other = rng.sample([length for length in lengths if length not in kept], 2)
        return cls(length_ms=length, length=spoken_length(length), other_ms=other)

    def expect(self) -> list[Expectation]:
        wanted = {"length_ms": self.length_ms, "label": "", "state": "running"}
        return [Added(PATH, "timers", wanted)]

    def script(self) -> Script:
        start = Tap("Start", role="button")
        return (
            *open_section("Timer"),
            Tap("Add timer"),
            *fill_length(self.length_ms),
            start,
        )

    def mistakes(self) -> dict[str, Mistake]:
        start = Tap("Start", role="button")
        return {
            "another length": Instead(length_ms=self.other_ms),
            "saved but not started": Swap(start, Tap("Save", role="button")),
            "with a name": Swap(start, Enter("Timer", into="Label"), start),
        }


@dataclass(frozen=True)
class PauseTheTimer(TaskType):
    """The only timer that runs; the others are ready to start."""

    template = "clock.pause_the_timer"
    apps = ("Clock",)
    goals = (
        "Pause the timer.",
        "Hold the countdown that is running.",
        "Stop my timer for a moment, I will go on later.",
    )

    label: str
    other: str
    left_ms: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        label, other = rng.sample(TIMER_LABELS, 2)
        ids: dict[str, int] = {}
        lengths = rng.sample(range(12, 56), 2)
        for name, minutes in zip(rng.sample((label, other), 2), lengths, strict=True):
            ids[name] = add_timer(database, minutes * MINUTE, label=name)
        now_ms = scene.phone.now_ms
        start_timer(database, ids[label], now_ms - rng.randint(30, 600) * SECOND)
        ends = database.value("SELECT ends_at FROM timers WHERE _id = ?", ids[label])
        return cls(label=label, other=other, left_ms=ends - now_ms)

    def expect(self) -> list[Expectation]:
        to = {"state": "paused", "left_ms": Between(1, self.left_ms), "ends_at": 0}
        return [Changed(PATH, "timers", {"label": self.label}, to)]

    def script(self) -> Script:
        return (*open_section("Timer"), Tap(f"Pause {self.label}"))

    def mistakes(self) -> dict[str, Mistake]:
        pause = Tap(f"Pause {self.label}")
        return {
            "started another": Swap(pause, Tap(f"Start {self.other}")),
            "deleted": Swap(pause, Tap(f"Delete {self.label}")),
            "and reset": Also(Tap(f"Reset {self.label}")),
        }


@dataclass(frozen=True)
class StopStopwatch(TaskType):
    """The stopwatch runs and is stopped; its time stays."""

    template = "clock.stop_stopwatch"
    apps = ("Clock",)
    goals = (
        "Stop the stopwatch.",
        "Halt the running stopwatch and leave the time on it.",
        "I have arrived: stop timing me on the stopwatch.",
    )

    elapsed_ms: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        elapsed = scene.rng.randint(20, 1500) * SECOND
        started = scene.phone.now_ms - elapsed
        set_stopwatch(database_of(scene), "running", started_at=started)
        return cls(elapsed_ms=elapsed)

    def expect(self) -> list[Expectation]:
        went = Between(self.elapsed_ms, self.elapsed_ms + 10 * MINUTE)
        to = {"state": "paused", "started_at": 0, "elapsed_ms": went}
        return [Changed(PATH, "stopwatch", {"_id": 1}, to)]

    def script(self) -> Script:
        return (*open_section("Stopwatch"), Tap("Stop", role="button"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a lap instead": Swap(Tap("Stop"), Tap("Lap", role="button")),
            "and reset it": Also(Tap("Reset", role="button")),
            "and went on": Also(Tap("Start", role="button")),
        }

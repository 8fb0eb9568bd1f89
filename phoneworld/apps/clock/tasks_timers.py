"""Tasks with timers and the stopwatch."""

from __future__ import annotations

import re

from phoneworld.apps.clock.data import (
    PATH,
    add_lap,
    add_timer,
    set_stopwatch,
    start_timer,
)
from phoneworld.apps.clock.draws import (
    TIMER_LABELS,
    database_of,
    spoken_length,
)
from phoneworld.apps.clock.times import (
    HOUR,
    MINUTE,
    SECOND,
    exact_text,
)
from phoneworld.tasks.expect import Added, Answered, Changed, Expectation, Removed
from phoneworld.tasks.matching import Anything, Between
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import Direction, Scroll


def open_section(pilot: Pilot, section: str) -> None:
    """Open Clock and go to one of its sections."""
    pilot.open("Clock")
    pilot.tap(section, role="tab")


class StartTimer(Template):
    """A new timer with a name."""

    name = "clock.start_timer"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Start a timer for {length}, labelled {label}.",
        "Set a {length} timer called {label} and let it run.",
        "I need a countdown of {length} for {label}. Use that as the label and start it now.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "length_ms": length,
            "length": spoken_length(length),
            "label": label,
            "other_ms": other,
            "button": "Start",
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"length_ms": v["length_ms"], "label": v["label"], "state": "running"}
        return [Added(PATH, "timers", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        length = v["length_ms"]
        open_section(pilot, "Timer")
        pilot.tap("Add timer")
        for field, number in (
            ("Hours", length // HOUR),
            ("Minutes", length % HOUR // MINUTE),
            ("Seconds", length % MINUTE // SECOND),
        ):
            if number:
                pilot.type(str(number), into=field)
        pilot.type(v["label"], into="Label")
        pilot.tap(v["button"], role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another length": {"length_ms": v["other_ms"]},
            "saved but not started": {"button": "Save"},
            "no label": {"label": ""},
        }


class PauseTimer(Template):
    """One of two that run."""

    name = "clock.pause_timer"
    apps = ("Clock",)
    goals = (
        "Pause the {label} timer.",
        "Hold the {label} timer for a moment, I will continue it later.",
        "Please put my running {label} timer on pause.",
    )

    def setup(self, scene: Scene) -> Params:
        label, other = running_timers(scene)
        return {"label": label, "other": other, "button": "Pause"}

    def expect(self, v: Params) -> list[Expectation]:
        to = {"state": "paused", "left_ms": Between(1, 99 * HOUR), "ends_at": 0}
        return [Changed(PATH, "timers", {"label": v["label"]}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Timer")
        pilot.tap(f"{v['button']} {v['label']}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other timer": {"label": v["other"]}, "deleted": {"button": "Delete"}}


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


class ExtendTimer(Template):
    """Some minutes more for one of two that run."""

    name = "clock.extend_timer"
    apps = ("Clock",)
    goals = (
        "Give the {label} timer {minutes} more minutes.",
        "Add {minutes} minutes to the running {label} timer.",
        "{label} needs longer. Extend its timer by {minutes} minutes without stopping it.",
    )

    def setup(self, scene: Scene) -> Params:
        label, other = running_timers(scene)
        ends = database_of(scene).value("SELECT ends_at FROM timers WHERE label = ?", label)
        minutes = scene.rng.choice((2, 3))
        return {
            "label": label,
            "other": other,
            "minutes": minutes,
            "ends_at": ends + minutes * MINUTE,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "timers", {"label": v["label"]}, {"ends_at": v["ends_at"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Timer")
        for _ in range(v["minutes"]):
            pilot.tap(f"+1 min {v['label']}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "one minute too many": {"minutes": v["minutes"] + 1},
            "the other timer": {"label": v["other"]},
        }


class DeleteShort(Template):
    """All timers below a length go."""

    name = "clock.delete_short_timers"
    level = Level.HARD
    apps = ("Clock",)
    goals = (
        "Delete all timers that are shorter than {limit} minutes.",
        "Clean up my timers: everything below {limit} minutes can go.",
        "Remove every timer in Clock that lasts less than {limit} minutes and keep the rest.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {"limit": limit, "short": short, "shift_ms": 0, "most": 99}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "timers", {"label": label}) for label in v["short"]]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Timer")
        limit = v["limit"] * MINUTE + v["shift_ms"]
        names: list[str] = []
        pilot.reach("Add timer")
        while True:
            names += [name for name in short_timers(pilot, limit) if name not in names]
            if pilot.act(Scroll(Direction.DOWN)).note:
                break
        for name in reversed(names[: v["most"]]):
            pilot.tap(f"Delete {name}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the one of just that length too": {"shift_ms": SECOND},
            "all but one": {"most": len(v["short"]) - 1},
            "not the longest of them": {"shift_ms": -30 * SECOND},
        }


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


class StartStopwatch(Template):
    """A single tap in the right place."""

    name = "clock.start_stopwatch"
    apps = ("Clock",)
    goals = (
        "Start the stopwatch.",
        "Please set the stopwatch going.",
        "I am about to run: start timing me with the stopwatch.",
    )

    def setup(self, scene: Scene) -> Params:
        # What was timed before stands still at some time, and is to go on.
        elapsed = scene.rng.choice((0, scene.rng.randint(20_000, 400_000)))
        set_stopwatch(database_of(scene), "paused" if elapsed else "ready", elapsed_ms=elapsed)
        return {"elapsed_ms": elapsed, "then": ""}

    def expect(self, v: Params) -> list[Expectation]:
        to = {"state": "running", "started_at": Anything(), "elapsed_ms": v["elapsed_ms"]}
        return [Changed(PATH, "stopwatch", {"_id": 1}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Stopwatch")
        pilot.tap("Start", role="button")
        if v["then"]:
            pilot.tap(v["then"], role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"and stopped it": {"then": "Stop"}, "and took a lap": {"then": "Lap"}}


class RunStopwatch(Template):
    """Start, wait, stop."""

    name = "clock.run_stopwatch"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Let the stopwatch run for {seconds} seconds, then stop it.",
        "Time {seconds} seconds with the stopwatch and stop it after that.",
        "Start the stopwatch, wait {seconds} seconds and stop it.",
    )

    def setup(self, scene: Scene) -> Params:
        return {"seconds": scene.rng.randint(6, 50)}

    def expect(self, v: Params) -> list[Expectation]:
        # Not even a person is more precise than that; five seconds are too much.
        low, high = v["seconds"] * SECOND, v["seconds"] * SECOND + 4 * SECOND
        to = {"state": "paused", "elapsed_ms": Between(low - 500, high)}
        return [Changed(PATH, "stopwatch", {"_id": 1}, to)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Stopwatch")
        pilot.tap("Start", role="button")
        pilot.wait(v["seconds"])
        if not v.get("go_on"):
            pilot.tap("Stop", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "too short": {"seconds": v["seconds"] - 3},
            "too long": {"seconds": v["seconds"] + 15},
            "not stopped": {"go_on": True},
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


class ResetStopwatch(Template):
    """Time and laps are cleared."""

    name = "clock.reset_stopwatch"
    apps = ("Clock",)
    goals = (
        "Reset the stopwatch.",
        "Clear the stopwatch with all its laps.",
        "Set the stopwatch back to zero, please.",
    )

    def setup(self, scene: Scene) -> Params:
        return {"laps": draw_laps(scene, scene.rng.randint(1, 5)), "button": "Reset"}

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Changed(PATH, "stopwatch", {"_id": 1}, {"state": "ready", "elapsed_ms": 0}),
            *(Removed(PATH, "laps", {"lap_ms": length}) for length in v["laps"]),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Stopwatch")
        pilot.tap(v["button"], role="button")
        if v.get("restart"):
            pilot.tap("Start", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"went on": {"button": "Start"}, "and started anew": {"restart": True}}


class FastestLap(Template):
    """The shortest of many laps."""

    name = "clock.fastest_lap"
    level = Level.HARD
    apps = ("Clock",)
    hidden = ("fastest",)
    goals = (
        "How long was my fastest lap? It is still on the stopwatch.",
        "Look through the laps on the stopwatch and tell me the time of the quickest one.",
        "What is the shortest lap time that my stopwatch shows?",
    )

    def setup(self, scene: Scene) -> Params:
        lengths = draw_laps(scene, scene.rng.randint(8, 14))
        return {"fastest": exact_text(min(lengths)), "others": [exact_text(n) for n in lengths]}

    def expect(self, v: Params) -> list[Expectation]:
        fastest: str = v["fastest"]
        plain = fastest.lstrip("0").lstrip(":")
        wrong = tuple(text for text in v["others"] if text != fastest)
        return [Answered((fastest, plain, fastest[1:]), nots=wrong)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Stopwatch")
        laps: set[str] = set()
        pilot.reach("Reset")
        while True:
            for element in pilot.screen.elements:
                found = re.fullmatch(r".*\d\d:\d\d\.\d\d, (\d\d:\d\d\.\d\d)", element.text)
                if found:
                    laps.add(found[1])
            if v.get("first_page") or pilot.act(Scroll(Direction.DOWN)).note:
                break
        pilot.say(max(laps) if v.get("slowest") else min(laps))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the slowest": {"slowest": True}}


TIMER_TASKS = (
    StartTimer(),
    PauseTimer(),
    ExtendTimer(),
    DeleteShort(),
    StartStopwatch(),
    RunStopwatch(),
    ResetStopwatch(),
    FastestLap(),
)

"""Tasks with the world clock, timers and the stopwatch."""

from __future__ import annotations

import re

from phoneworld.apps.clock.cities import BY_NAME, CITIES
from phoneworld.apps.clock.data import (
    PATH,
    add_city,
    add_lap,
    add_timer,
    set_stopwatch,
    start_timer,
)
from phoneworld.apps.clock.draws import (
    LABELS,
    TIMER_LABELS,
    database_of,
    free_time,
    shifted,
    spoken_length,
    twelve_hours,
)
from phoneworld.apps.clock.tasks_alarms import fill_form
from phoneworld.apps.clock.times import (
    HOUR,
    MINUTE,
    SECOND,
    clock_text,
    exact_text,
    offset_text,
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


def listed_cities(scene: Scene) -> list[str]:
    """The cities on the list."""
    return [row["name"] for row in database_of(scene).rows("SELECT name FROM cities")]


def unlisted_cities(scene: Scene) -> list[str]:
    """The cities that could be added."""
    listed = set(listed_cities(scene))
    return [city.name for city in CITIES if city.name not in listed]


class AddCity(Template):
    """A city for the world clock."""

    name = "clock.add_city"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Add {city} to my world clock.",
        "I want to see the time in {city} in the Clock app. Put it on the list.",
        "Please show {city} among the cities of the clock.",
    )

    def setup(self, scene: Scene) -> Params:
        city, other = scene.rng.sample(unlisted_cities(scene), 2)
        return {"city": city, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Added(PATH, "cities", {"name": v["city"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Clock")
        pilot.tap("Add city")
        pilot.type(v["city"], into="Search for a city")
        if not v.get("skip_choice"):
            pilot.tap(v["city"], role="item")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another city": {"city": v["other"]}, "only searched": {"skip_choice": True}}


class RemoveCity(Template):
    """A city less."""

    name = "clock.remove_city"
    apps = ("Clock",)
    goals = (
        "Remove {city} from the world clock.",
        "I no longer need the time in {city}. Take it off the list in Clock.",
        "Delete the city {city} in my clock app.",
    )

    def setup(self, scene: Scene) -> Params:
        city, other = scene.rng.sample(listed_cities(scene), 2)
        return {"city": city, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "cities", {"name": v["city"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Clock")
        pilot.hold(v["city"])
        if not v.get("hesitate"):
            pilot.tap("Remove")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another city": {"city": v["other"]}, "only held": {"hesitate": True}}


class CityTime(Template):
    """What time it is somewhere else."""

    name = "clock.city_time"
    apps = ("Clock",)
    hidden = ("time",)
    goals = (
        "What time is it in {city} now?",
        "Look at the world clock and tell me the time in {city}.",
        "How late is it in {city}? My clock app shows it.",
    )

    def setup(self, scene: Scene) -> Params:
        now = scene.phone.now_ms
        # Where the time is ours, the clock of the phone would tell it too.
        city = scene.rng.choice(
            [name for name in unlisted_cities(scene) if BY_NAME[name].offset_minutes]
        )
        add_city(database_of(scene), city)
        time = clock_text(now, BY_NAME[city].offset_minutes)
        others = [
            name
            for name in listed_cities(scene)
            if clock_text(now, BY_NAME[name].offset_minutes) != time
        ]
        return {"city": city, "time": time, "other": scene.rng.choice(others)}

    def expect(self, v: Params) -> list[Expectation]:
        half = twelve_hours(v["time"])
        return [Answered((v["time"], v["time"].lstrip("0"), half, half.replace(" ", "")))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Clock")
        pilot.say(pilot.reach(v["city"]).text.rpartition(", ")[2])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another city": {"city": v["other"]}, "somewhere else": {"city": "09:41"}}


class AlarmAbroad(Template):
    """An alarm for a time of somewhere else: the difference must be looked up."""

    name = "clock.alarm_abroad"
    level = Level.HARD
    apps = ("Clock",)
    hidden = ("offset",)
    goals = (
        (
            "I have to phone {city} when it is {there} over there. Set an alarm labelled {label} "
            "for that moment, in our time."
        ),
        (
            "Set an alarm called {label} that rings when the clocks in {city} say {there}. The "
            "city is in my world clock."
        ),
        "{label} starts at {there} {city} time. Make an alarm with that label for when it starts.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        names = [
            name for name in unlisted_cities(scene) if BY_NAME[name].offset_minutes not in (0, 720)
        ]
        city, other = rng.sample(names, 2)
        while BY_NAME[city].offset_minutes == BY_NAME[other].offset_minutes:
            city, other = rng.sample(names, 2)
        for name in rng.sample((city, other), 2):
            add_city(database_of(scene), name)
        offset = BY_NAME[city].offset_minutes
        here = free_time(scene)
        return {
            "city": city,
            "other": other,
            "label": rng.choice(LABELS),
            "there": shifted(here, offset),
            "here": here,
            "offset": offset_text(scene.phone.now_ms, offset),
        }

    def expect(self, v: Params) -> list[Expectation]:
        wanted = {"time": v["here"], "label": v["label"], "days": "", "enabled": 1}
        return [Added(PATH, "alarms", wanted)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        open_section(pilot, "Clock")
        ahead = minutes_ahead(pilot.reach(v["city"]).text)
        pilot.tap("Alarm", role="tab")
        pilot.tap("Add alarm")
        fill_form(pilot, time=shifted(v["there"], -ahead * v.get("factor", 1)), label=v["label"])
        pilot.tap("Save")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "not converted": {"factor": 0},
            "converted the wrong way": {"factor": -1},
            "another city": {"city": v["other"]},
        }


def minutes_ahead(row: str) -> int:
    """How far ahead a city's clocks are, by what its row says."""
    found = re.search(r"(?:(\d+) h)?(?: (\d+) min)? (ahead|behind)", row)
    if found is None:
        return 0
    minutes = int(found[1] or 0) * 60 + int(found[2] or 0)
    return minutes if found[3] == "ahead" else -minutes


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


TIME_TASKS = (
    AddCity(),
    RemoveCity(),
    CityTime(),
    AlarmAbroad(),
    StartTimer(),
    PauseTimer(),
    ExtendTimer(),
    DeleteShort(),
    StartStopwatch(),
    RunStopwatch(),
    ResetStopwatch(),
    FastestLap(),
)

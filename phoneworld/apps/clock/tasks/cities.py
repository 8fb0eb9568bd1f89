"""Tasks with the world clock."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.clock.cities import BY_NAME, CITIES
from phoneworld.apps.clock.data import PATH, add_city
from phoneworld.apps.clock.tasks.setup import (
    LABELS,
    database_of,
    fill_form,
    free_time,
    open_section,
    shifted,
    twelve_hours,
)
from phoneworld.apps.clock.times import clock_text, offset_text
from phoneworld.author import (
    Added,
    Enter,
    Expectation,
    ExpectedAnswer,
    Hold,
    Instead,
    Level,
    Mistake,
    PickTime,
    Pilot,
    Removed,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


def listed_cities(scene: Scene) -> list[str]:
    """The cities on the list."""
    return [row["name"] for row in database_of(scene).rows("SELECT name FROM cities")]


def unlisted_cities(scene: Scene) -> list[str]:
    """The cities that could be added."""
    listed = set(listed_cities(scene))
    return [city.name for city in CITIES if city.name not in listed]


def read_city(pilot: Pilot, city: str) -> str:
    """What the row of a city says, all of it: one at the edge of the screen may be cut off."""
    row = pilot.reach(city)
    if not re.search(r"(ahead|behind|same time), \d\d:\d\d$", row.text):
        pilot.scroll()
        row = pilot.reach(city)
    return row.text


@dataclass(frozen=True)
class AddCity(TaskType):
    """A city for the world clock."""

    template = "clock.add_city"
    level = Level.MEDIUM
    apps = ("Clock",)
    goals = (
        "Add {city} to my world clock.",
        "I want to see the time in {city} in the Clock app. Put it on the list.",
        "Please show {city} among the cities of the clock.",
    )

    city: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        city, other = scene.rng.sample(unlisted_cities(scene), 2)
        return cls(city=city, other=other)

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "cities", {"name": self.city})]

    def script(self) -> Script:
        return (
            *open_section("Clock"),
            Tap("Add city"),
            Enter(self.city, into="Search for a city"),
            Tap(self.city, role="item"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another city": Instead(city=self.other)}


@dataclass(frozen=True)
class RemoveCity(TaskType):
    """A city less."""

    template = "clock.remove_city"
    apps = ("Clock",)
    goals = (
        "Remove {city} from the world clock.",
        "I no longer need the time in {city}. Take it off the list in Clock.",
        "Delete the city {city} in my clock app.",
    )

    city: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        city, other = scene.rng.sample(listed_cities(scene), 2)
        return cls(city=city, other=other)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "cities", {"name": self.city})]

    def script(self) -> Script:
        return (*open_section("Clock"), Hold(self.city), Tap("Remove"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another city": Instead(city=self.other)}


@dataclass(frozen=True)
class CityTime(TaskType):
    """What time it is somewhere else."""

    template = "clock.city_time"
    apps = ("Clock",)
    hidden = ("time",)
    goals = (
        "What time is it in {city} now?",
        "Look at the world clock and tell me the time in {city}.",
        "How late is it in {city}? My clock app shows it.",
    )

    city: str
    time: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(city=city, time=time, other=scene.rng.choice(others))

    def expect(self) -> list[Expectation]:
        half = twelve_hours(self.time)
        return [ExpectedAnswer((self.time, self.time.lstrip("0"), half, half.replace(" ", "")))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_section("Clock"))
        pilot.say(read_city(pilot, self.city).rpartition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another city": Instead(city=self.other), "our own time": Swap(Say, Say("09:41"))}


@dataclass(frozen=True)
class AlarmAbroad(TaskType):
    """An alarm for a time of somewhere else: the difference must be looked up."""

    template = "clock.alarm_abroad"
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

    city: str
    other: str
    label: str
    there: str
    here: str
    offset: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
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
        return cls(
            city=city,
            other=other,
            label=rng.choice(LABELS),
            there=shifted(here, offset),
            here=here,
            offset=offset_text(scene.phone.now_ms, offset),
        )

    def expect(self) -> list[Expectation]:
        wanted = {"time": self.here, "label": self.label, "days": "", "enabled": 1}
        return [Added(PATH, "alarms", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_section("Clock"))
        ahead = minutes_ahead(read_city(pilot, self.city))
        pilot.tap("Alarm", role="tab")
        pilot.tap("Add alarm")
        pilot.follow(fill_form(time=shifted(self.there, -ahead), label=self.label))
        pilot.tap("Save")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not converted": Swap(PickTime, PickTime(self.there)),
            "converted the wrong way": Swap(
                PickTime, PickTime(shifted(self.there, minutes_ahead(self.offset)))
            ),
            "another city": Instead(city=self.other),
        }


def minutes_ahead(row: str) -> int:
    """How far ahead a city's clocks are, by what its row says."""
    found = re.search(r"(?:(\d+) h)?(?: (\d+) min)? (ahead|behind)", row)
    if found is None:
        return 0
    minutes = int(found[1] or 0) * 60 + int(found[2] or 0)
    return minutes if found[3] == "ahead" else -minutes

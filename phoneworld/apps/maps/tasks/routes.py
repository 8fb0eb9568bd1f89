"""Ways to go: how long, by what means, setting off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.maps import data
from phoneworld.apps.maps.geography import MODES, find_spot, minutes_between, shown_minutes
from phoneworld.apps.maps.tasks.setup import WORDS, MapPlace, add_pair, find_place, minutes_in, town
from phoneworld.author import (
    Added,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


def minutes_home(scene: Scene, place: MapPlace, mode: str) -> int:
    """How long it takes from home to a place."""
    home, spot = find_spot(town(scene), "home"), find_spot(town(scene), f"place:{place.id}")
    return minutes_between(home, spot, mode) if home and spot else 0


def way_from_home(place: str) -> Script:
    """Directions from home to a place, opened from the map."""
    return (
        *find_place(place),
        Tap("Directions", role="button"),
        Tap("Choose starting point"),
        Tap("Home", role="item"),
    )


@dataclass(frozen=True)
class TravelTime(TaskType):
    """How long it takes to get somewhere from home."""

    template = "maps.travel_time"
    level = Level.HARD
    apps = ("Maps",)
    hidden = ("shown",)
    goals = (
        "How many minutes does it take {by} from home to {place}?",
        "How long do I need to get from home to {place} {by}? Tell me in minutes.",
        "Find out the travel time in minutes from my home to {place} if I go {by}.",
    )

    place: str
    other: str
    other_differs: bool
    mode: str
    wrong_mode: str
    by: str
    minutes: int
    shown: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        modes = list(MODES)
        scene.rng.shuffle(modes)
        mode, other_mode = modes[:2]
        minutes = minutes_home(scene, one, mode)
        # The distractors must not give the same number by chance.
        wrong_mode = next(
            (m for m in modes[1:] if minutes_home(scene, one, m) != minutes), other_mode
        )
        return cls(
            place=one.name,
            other=other.name,
            other_differs=minutes_home(scene, other, mode) != minutes,
            mode=mode,
            wrong_mode=wrong_mode,
            by=WORDS[mode],
            minutes=minutes,
            shown=shown_minutes(minutes),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(str(self.minutes))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(way_from_home(self.place))
        pilot.tap(self.mode, role="item")
        pilot.say(f"{minutes_in(pilot.read('duration'))} minutes")

    def mistakes(self) -> dict[str, Mistake]:
        mistakes: dict[str, Mistake] = {"another means": Instead(mode=self.wrong_mode)}
        if self.other_differs:
            mistakes["another place"] = Instead(place=self.other)
        return mistakes


@dataclass(frozen=True)
class FasterWay(TaskType):
    """Two means are compared."""

    template = "maps.faster_way"
    level = Level.HARD
    apps = ("Maps",)
    hidden = ("slow", "fast")
    goals = (
        "From home to {place}: is it faster {one} or {other}, and by how many minutes?",
        (
            "I am at home and want to go to {place}, either {one} or {other}. Which is faster, and how many "
            "minutes does it save?"
        ),
        (
            "Compare the way from home to {place} {one} and {other}. Tell me the faster one and the "
            "difference in minutes."
        ),
    )

    place: str
    modes: tuple[str, ...]
    one: str
    other: str
    fast_mode: str
    fast: str
    slow: str
    difference: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        place, _ = add_pair(scene)
        modes = list(MODES)
        scene.rng.shuffle(modes)
        times = {mode: minutes_home(scene, place, mode) for mode in modes}
        one = modes[0]
        other = next((m for m in modes[1:] if times[m] != times[one]), modes[1])
        fast, slow = sorted((one, other), key=lambda mode: times[mode])
        return cls(
            place=place.name,
            modes=(one, other),
            one=WORDS[one],
            other=WORDS[other],
            fast_mode=fast,
            fast=shown_minutes(times[fast]),
            slow=shown_minutes(times[slow]),
            difference=times[slow] - times[fast],
        )

    def expect(self) -> list[Expectation]:
        said = {
            "Car": ("car", "driving"),
            "Transit": ("transit", "public transport", "bus"),
            "Walk": ("walk", "walking", "foot"),
            "Bike": ("bike", "bicycle", "cycling"),
        }[self.fast_mode]
        return [ExpectedAnswer(said, str(self.difference))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Maps")
        pilot.follow(way_from_home(self.place))
        times = {
            mode: minutes_in(pilot.reach(f"{mode},", role="item").text.rpartition(", ")[2])
            for mode in self.modes
        }
        fast, slow = sorted(times, key=lambda mode: times[mode])
        pilot.say(f"{WORDS[fast]}, {times[slow] - times[fast]} minutes")

    def mistakes(self) -> dict[str, Mistake]:
        (slow_mode,) = (mode for mode in self.modes if mode != self.fast_mode)
        return {
            "the slower one": Swap(Say, Say(f"{WORDS[slow_mode]}, {self.difference} minutes")),
            "a wrong difference": Swap(
                Say, Say(f"{WORDS[self.fast_mode]}, {self.difference + 3} minutes")
            ),
        }


@dataclass(frozen=True)
class StartNavigation(TaskType):
    """Off to a place, by the means that was asked for."""

    template = "maps.start_navigation"
    level = Level.HARD
    apps = ("Maps",)
    goals = (
        "Start navigation from home to {place} {by}.",
        "Guide me from home to {place}, I am going {by}. Start the navigation.",
        "I want to go {by} from home to {place}. Please start the directions.",
    )

    place: str
    other: str
    place_id: int
    mode: str
    by: str
    wrong_mode: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        mode, wrong = scene.rng.sample(list(MODES), 2)
        return cls(
            place=one.name,
            other=other.name,
            place_id=one.id,
            mode=mode,
            by=WORDS[mode],
            wrong_mode=wrong,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"origin": data.HOME, "place_id": self.place_id, "mode": self.mode}
        return [Added(data.PATH, "trips", wanted)]

    def script(self) -> Script:
        return (
            Open("Maps"),
            *way_from_home(self.place),
            Tap(self.mode, role="item"),
            Tap("Start", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a place of a similar name": Instead(place=self.other),
            "another means": Instead(mode=self.wrong_mode),
        }

"""Everyday tasks that show a place, or have the map guide one there from where one is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.maps import data
from phoneworld.apps.maps.geography import HERE, find_spot
from phoneworld.apps.maps.tasks.setup import add_pair, allow_location, find_place, town
from phoneworld.author import (
    Added,
    Expectation,
    ExpectedPage,
    Instead,
    Mistake,
    Open,
    Scene,
    Script,
    Tap,
    TaskType,
    Without,
)


def here(scene: Scene) -> str:
    """What a trip is said to begin at that begins where one is."""
    spot = find_spot(town(scene), HERE)
    return spot.name if spot else ""


@dataclass(frozen=True)
class Navigate(TaskType):
    """Off to a place from here, by the means that is preset."""

    template = "maps.navigate"
    apps = ("Maps",)
    goals = (
        "Navigate to {place}.",
        "Start the navigation to {place} from where I am.",
        "Guide me from here to {place}.",
    )

    place: str
    other: str
    place_id: int
    origin: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        allow_location(scene)
        one, other = add_pair(scene)
        return cls(one.name, other.name, one.id, here(scene))

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "trips", {"origin": self.origin, "place_id": self.place_id})]

    def script(self) -> Script:
        return (
            Open("Maps"),
            *find_place(self.place),
            Tap("Directions", role="button"),
            Tap("Start", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a place of a similar name": Instead(place=self.other),
            "only looked": Without(Tap("Start", role="button")),
        }


@dataclass(frozen=True)
class NavigateHome(TaskType):
    """Off home from here."""

    template = "maps.navigate_home"
    apps = ("Maps",)
    goals = (
        "Take me home from here.",
        "Navigate home.",
        "Start the navigation to my home address.",
    )

    origin: str
    work: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        allow_location(scene)
        address, x, y = data.free_spot(town(scene), scene.rng)
        data.set_label(town(scene), data.WORK, address, x, y)
        return cls(here(scene), address)

    def expect(self) -> list[Expectation]:
        return [Added(data.PATH, "trips", {"origin": self.origin, "destination": data.HOME})]

    def script(self) -> Script:
        return (
            Open("Maps"),
            Tap("Saved", role="tab"),
            Tap("Home", role="item"),
            Tap("Start", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"only looked": Without(Tap("Start", role="button"))}


@dataclass(frozen=True)
class ShowPlace(TaskType):
    """The page of a place is opened."""

    template = "maps.show_place"
    apps = ("Maps",)
    goals = (
        "Show me {place} on the map.",
        "Open the place {place} in Maps.",
        "Find {place} in Maps and open it.",
    )

    place: str
    other: str
    place_id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, other = add_pair(scene)
        return cls(one.name, other.name, one.id)

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(f"{data.PACKAGE}/place {json.dumps({'id': self.place_id})}")]

    def script(self) -> Script:
        return (Open("Maps"), *find_place(self.place))

    def mistakes(self) -> dict[str, Mistake]:
        return {"a place of a similar name": Instead(place=self.other)}

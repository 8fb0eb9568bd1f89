"""What the tasks with OsmAnd share."""

from __future__ import annotations

from random import Random

from phoneworld.author import Between, Enter, Open, Script, Tap
from phoneworld.errors import TaskError
from phoneworld.packs.androidworld.osmand.places import COUNTRY, PLACES, Place, find_places

LABEL = "OsmAnd"
NEAR_DEGREES = 0.001
"""So far off may a spot be."""


def locations(rng: Random, count: int) -> list[str]:
    """Places by name, as the goals write them."""
    return [f"{place.name}, {COUNTRY}" for place in rng.sample(PLACES, count)]


def location(rng: Random) -> str:
    """A place by its name, or by its coordinates: each always in one way, so that two texts are two places."""
    number = rng.randrange(len(PLACES))
    place = PLACES[number]
    return f"{place.name}, {COUNTRY}" if number % 2 else f"{place.lat}, {place.lon}"


def place_of(text: str) -> Place:
    """The place that a goal names."""
    found = find_places(text)
    if not found:
        raise TaskError(f"the map knows no place {text!r}")
    return found[0]


def near(place: Place) -> tuple[Between, Between]:
    """Latitudes and longitudes that count as the place's."""
    return (
        Between(place.lat - NEAR_DEGREES, place.lat + NEAR_DEGREES),
        Between(place.lon - NEAR_DEGREES, place.lon + NEAR_DEGREES),
    )


def seeking(text: str) -> Script:
    """The steps from an open search to the place that was sought."""
    return (Enter(text, into="Search"), Tap(place_of(text).title, role="item"))


def entering(text: str) -> Script:
    """The steps to a place."""
    return (Open(LABEL), Tap("Search"), *seeking(text))

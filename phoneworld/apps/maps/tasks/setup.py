"""What the tasks of Maps put on the map, and what their oracles share."""

from __future__ import annotations

import re
from dataclasses import dataclass

from phoneworld.apps.maps import data
from phoneworld.apps.maps.city import category_of
from phoneworld.author import BACK, ENTER_KEY, Enter, Scene, Script, Tap
from phoneworld.store import Database
from phoneworld.world import make_phone_number

NEW_NAMES = (
    ("Cafe", "Amber Lantern", "Amber Lounge"),
    ("Restaurant", "Casa Verde", "Casa Verano"),
    ("Restaurant", "The Tin Whistle", "The Tin Kettle"),
    ("Museum", "Museum of Maps", "Museum of Masks"),
    ("Bakery", "Hearth & Grain", "Hearth & Garden"),
    ("Library", "Poplar Library", "Poplar Reading Room"),
    ("Gym", "Northside Boxing", "Northside Bouldering"),
    ("Supermarket", "Pantry Lane", "Pantry Park"),
    ("Cinema", "Cinema Paradiso", "Cinema Parade"),
    ("Cafe", "Seven Spoons", "Seven Stones"),
)
"""Category, name, and a name that is easily taken for it."""
LISTS = tuple(name for name, _ in data.LISTS)
"""The lists of places that every phone has."""
SERVICES = (
    ("Florist", ("Rosehip", "Petal & Stem", "Green Thumb", "Marigold")),
    ("Locksmith", ("Key Point", "Lock & Latch", "Safe Hands", "Open Sesame")),
    ("Vet", ("Paws Practice", "Dr. Lindgren", "Animal House", "Fur & Feather")),
    ("Hairdresser", ("Salon Mira", "Sharp Cuts", "Hair by Nour", "The Parlor")),
)
"""Kinds of places that no map has before a task, and names for them."""
WORDS = {"Car": "by car", "Transit": "by public transport", "Walk": "on foot", "Bike": "by bike"}
"""Means of travel, as people say them."""


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place that was put on the map."""

    id: int
    name: str
    address: str
    phone: str
    rating: str
    hours: dict[int, tuple[str, str]]

    @property
    def street(self) -> str:
        """Number and street, without the town."""
        return self.address.partition(",")[0]


@dataclass(frozen=True, slots=True)
class PlaceList:
    """A list of places that every phone has."""

    id: int
    name: str


def town(scene: Scene) -> Database:
    """The database of Maps."""
    return scene.phone.databases[data.PATH]


def add_place(
    scene: Scene,
    name: str,
    category: str,
    *,
    hours: dict[int, tuple[str, str]] | None = None,
    spot: tuple[str, int, int] | None = None,
    rating: float = 0,
) -> MapPlace:
    """Put a place on the map."""
    rng = scene.rng
    database = town(scene)
    address, x, y = spot or data.free_spot(database, rng)
    week = hours if hours is not None else data.some_week(rng, category_of(category))
    phone = make_phone_number(rng)
    stars = rating or rng.randint(32, 49) / 10
    id = data.add_place(
        database,
        name,
        category,
        address=address,
        x=x,
        y=y,
        hours=week,
        rating=stars,
        ratings=rng.randint(14, 800),
        phone=phone,
    )
    return MapPlace(id, name, address, phone, f"{stars:.1f}", week)


def add_pair(scene: Scene) -> tuple[MapPlace, MapPlace]:
    """Two places of the same kind with names that are alike."""
    category, name, alike = scene.rng.choice(NEW_NAMES)
    names = [name, alike]
    scene.rng.shuffle(names)
    one, other = (add_place(scene, each, category) for each in names)
    return one, other


def add_branches(scene: Scene) -> tuple[MapPlace, MapPlace]:
    """Two places of the same name in different streets."""
    category, name, _ = scene.rng.choice(NEW_NAMES)
    return add_place(scene, name, category), add_place(scene, name, category)


def two_lists(scene: Scene) -> tuple[PlaceList, PlaceList]:
    """A list to use, and one to mix it up with; ids count from 1."""
    one, other = scene.rng.sample(range(len(LISTS)), 2)
    return PlaceList(one + 1, LISTS[one]), PlaceList(other + 1, LISTS[other])


def find_place(name: str, street: str = "") -> Script:
    """Open a place from the map, by its name and, among several, its street."""
    return (
        Tap("Search here"),
        Enter(name, into="Search places"),
        ENTER_KEY,
        Tap(f", {street}," if street else name, role="item"),
    )


def find_next(name: str) -> Script:
    """Go back from a place and on to another."""
    return (BACK, Enter(name, into="Search places", clear=True), ENTER_KEY, Tap(name, role="item"))


def minutes_in(text: str) -> int:
    """A duration such as `1 h 5 min`, in minutes."""
    found = re.fullmatch(r"(?:(\d+) h )?(\d+) min", text)
    return int(found.group(1) or 0) * 60 + int(found.group(2)) if found else 0


def allow_location(scene: Scene) -> None:
    """Maps may know where the phone is, as on one whose owner has used it for a while."""
    scene.phone.grant_permission(data.PACKAGE, data.LOCATION, granted=True)

"""What Maps keeps: the town, lists of saved places, home and work, reviews, trips.

Positions are metres east and south of the town's corner. `recents` are searches: they come by
looking, and tasks do not count them.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from phoneworld.apps.maps import city
from phoneworld.apps.maps.city import EXTENT_M, NUMBER_M, PlaceCategory
from phoneworld.store import Database, database_path
from phoneworld.world import CITIES, STREETS, World, make_person, make_phone_number, millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone

PACKAGE = "com.phoneworld.maps"
PATH = database_path(PACKAGE, "maps.db")
LOCATION = "android.permission.ACCESS_FINE_LOCATION"
HOME, WORK = "Home", "Work"
SCHEMA = """
CREATE TABLE streets (
    _id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL COLLATE NOCASE, across INTEGER NOT NULL,
    at INTEGER NOT NULL
);
CREATE TABLE places (
    _id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, address TEXT NOT NULL,
    x INTEGER NOT NULL, y INTEGER NOT NULL, phone TEXT NOT NULL DEFAULT '',
    website TEXT NOT NULL DEFAULT '', rating REAL NOT NULL, ratings INTEGER NOT NULL,
    about TEXT NOT NULL DEFAULT '', art TEXT NOT NULL DEFAULT ''
);
CREATE INDEX places_name ON places (name);
CREATE INDEX places_x ON places (x, y);
CREATE TABLE hours (
    _id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL REFERENCES places (_id),
    weekday INTEGER NOT NULL, opens TEXT NOT NULL, closes TEXT NOT NULL
);
CREATE INDEX hours_place ON hours (place_id, weekday);
CREATE TABLE lists (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, icon TEXT NOT NULL);
CREATE TABLE saved (
    _id INTEGER PRIMARY KEY, list_id INTEGER NOT NULL REFERENCES lists (_id),
    place_id INTEGER NOT NULL REFERENCES places (_id), note TEXT NOT NULL DEFAULT '',
    added INTEGER NOT NULL, UNIQUE (list_id, place_id)
);
CREATE INDEX saved_place ON saved (place_id);
CREATE TABLE labels (
    _id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, address TEXT NOT NULL, x INTEGER NOT NULL,
    y INTEGER NOT NULL
);
CREATE TABLE reviews (
    _id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL REFERENCES places (_id),
    author TEXT NOT NULL, stars INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
    mine INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX reviews_place ON reviews (place_id, at);
CREATE TABLE trips (
    _id INTEGER PRIMARY KEY, origin TEXT NOT NULL, destination TEXT NOT NULL,
    place_id INTEGER NOT NULL DEFAULT 0, mode TEXT NOT NULL, minutes INTEGER NOT NULL,
    started INTEGER NOT NULL
);
CREATE INDEX trips_started ON trips (started);
CREATE TABLE recents (_id INTEGER PRIMARY KEY, query TEXT UNIQUE NOT NULL, at INTEGER NOT NULL);
CREATE TABLE preferences (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, value TEXT NOT NULL);
"""
LISTS = (("Favorites", "favorite"), ("Want to go", "flag"), ("Starred places", "star"))
WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
Week = Mapping[int, tuple[str, str]]
"""Opening and closing time by weekday; a weekday that is missing is closed."""


def add_place(
    database: Database,
    name: str,
    category: str,
    *,
    address: str,
    x: int,
    y: int,
    hours: Week,
    rating: float,
    ratings: int,
    phone: str = "",
    website: str = "",
    about: str = "",
    art: str = "",
) -> int:
    """Put a place on the map; its id. The address should lie where the position is."""
    place = database.insert(
        "places",
        name=name,
        category=category,
        address=address,
        x=x,
        y=y,
        phone=phone,
        website=website,
        rating=rating,
        ratings=ratings,
        about=about,
        art=art,
    )
    database.insert_many(
        "hours",
        [
            {"place_id": place, "weekday": day, "opens": opens, "closes": closes}
            for day, (opens, closes) in hours.items()
        ],
    )
    return place


def add_saved(database: Database, list_id: int, place_id: int, *, at_ms: int) -> int:
    """Save a place to a list."""
    return database.insert("saved", list_id=list_id, place_id=place_id, added=at_ms)


def set_label(database: Database, name: str, address: str, x: int, y: int) -> None:
    """Make this the address of home or work."""
    database.run(
        "INSERT INTO labels (name, address, x, y) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE "
        "SET address = excluded.address, x = excluded.x, y = excluded.y",
        name,
        address,
        x,
        y,
    )


def preference(database: Database, name: str) -> str:
    """The value of a preference, or nothing."""
    return database.value("SELECT value FROM preferences WHERE name = ?", name) or ""


def set_preference(database: Database, name: str, value: str) -> None:
    """Set a preference."""
    database.run(
        "INSERT INTO preferences (name, value) VALUES (?, ?) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value,
    )


def some_week(rng: Random, kind: PlaceCategory) -> dict[int, tuple[str, str]]:
    """Opening hours as a place of that kind may have them."""
    if kind.always:
        return dict.fromkeys(range(7), ("00:00", "24:00"))
    opens = kind.opens * 60 + rng.choice((0, 0, 30, 60, 90))
    closes = kind.closes * 60 + rng.choice((-60, -30, 0, 0, 30, 60))
    week = dict.fromkeys(range(5), (_clock(opens), _clock(closes)))
    late = rng.randrange(5)
    week[late] = (week[late][0], _clock(min(closes + rng.choice((60, 90, 120)), 23 * 60 + 30)))
    week[5] = (_clock(opens + rng.choice((0, 30, 60))), _clock(closes - rng.choice((0, 60, 120))))
    week[6] = (
        _clock(opens + rng.choice((60, 90, 120))),
        _clock(closes - rng.choice((60, 90, 150))),
    )
    for day in kind.rest:
        if rng.random() < 0.7:
            del week[day]
    return week


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def town_of(database: Database) -> str:
    """The name of the town."""
    return preference(database, "town")


def free_spot(database: Database, rng: Random) -> tuple[str, int, int]:
    """An address with some room around it, and its position."""
    streets = database.rows("SELECT * FROM streets")
    for _ in range(200):
        street = rng.choice(streets)
        number = rng.randint(12, 188)
        x, y = street_position(street["across"], street["at"], number)
        crowded = database.value(
            "SELECT 1 FROM places WHERE abs(x - ?) < 270 AND abs(y - ?) < 270", x, y
        )
        if not crowded:
            return f"{number} {street['name']}, {town_of(database)}", x, y
    raise AssertionError("the town is full")


def street_position(across: int, at: int, number: int) -> tuple[int, int]:
    """Where a house number of a street is."""
    along = min(EXTENT_M, number * NUMBER_M)
    return (along, at) if across else (at, along)


def seed(phone: Phone, world: World) -> None:
    """A town with some fifty places, and the traces of somebody who lives in it."""
    database = phone.databases[PATH]
    rng = world.rng("maps")
    set_preference(database, "town", rng.choice(CITIES))
    set_preference(database, "units", "Kilometers")
    set_preference(database, "mode", "Car")
    set_preference(database, "avoid_tolls", "0")
    set_preference(database, "here_x", str(rng.randint(2400, 3600)))
    set_preference(database, "here_y", str(rng.randint(2400, 3600)))
    names = list(STREETS)
    rng.shuffle(names)
    for index, name in enumerate(names):
        database.insert("streets", name=name, across=index % 2, at=300 + 600 * (index // 2))
    for kind in city.CATEGORIES:
        for name in kind.names:
            _seed_place(database, world, rng, kind, name)
    for name, icon in LISTS:
        database.insert("lists", name=name, icon=icon)
    count: int = database.value("SELECT count(*) FROM places")
    for place in rng.sample(range(1, count + 1), 18):
        stamp = millis(world.day(-rng.randint(3, 60), rng.randint(8, 20)))
        add_saved(database, rng.randint(1, len(LISTS)), place, at_ms=stamp)
    address, x, y = free_spot(database, rng)
    set_label(database, HOME, address, x, y)
    for _ in range(4):
        _seed_trip(database, world, rng, rng.randint(1, count))
    for query in rng.sample(("Cafe", "Pharmacy", "Trattoria Rosa", "Museum", "Gas station"), 3):
        database.insert("recents", query=query, at=millis(world.day(-rng.randint(1, 9), 12)))


def _seed_place(
    database: Database, world: World, rng: Random, kind: PlaceCategory, name: str
) -> None:
    address, x, y = free_spot(database, rng)
    place = add_place(
        database,
        name,
        kind.name,
        address=address,
        x=x,
        y=y,
        hours=some_week(rng, kind),
        rating=rng.randint(31, 49) / 10,
        ratings=rng.randint(12, 940),
        phone=make_phone_number(rng),
        website=city.WEBSITES.get(name, ""),
        about=" · ".join(rng.sample(city.ABOUT.get(kind.name, ()), 2))
        if kind.name in city.ABOUT
        else "",
        art=_art_of(kind.name, rng.randint(1, 90)),
    )
    for stars, text in rng.sample(city.PRAISE, 2):
        database.insert(
            "reviews",
            place_id=place,
            author=make_person(rng).name,
            stars=stars,
            text=text,
            at=millis(world.day(-rng.randint(5, 300), rng.randint(8, 21))),
        )


def _seed_trip(database: Database, world: World, rng: Random, place: int) -> None:
    database.insert(
        "trips",
        origin=HOME,
        destination=database.value("SELECT name FROM places WHERE _id = ?", place),
        place_id=place,
        mode=rng.choice(("Car", "Transit", "Walk", "Bike")),
        minutes=rng.randint(6, 48),
        started=millis(world.day(-rng.randint(1, 20), rng.randint(8, 20))),
    )


def _art_of(kind: str, number: int) -> str:
    art = {
        "Park": "forest",
        "Restaurant": "food",
        "Cafe": "food",
        "Bakery": "food",
        "Museum": "abstract",
    }
    return f"{art.get(kind, 'city')}:{number}"

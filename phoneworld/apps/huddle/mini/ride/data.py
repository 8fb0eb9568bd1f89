"""Places of the town, and rides between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from phoneworld.apps.huddle.data import PATH
from phoneworld.phone import Phone
from phoneworld.store import Database
from phoneworld.world import World, make_address, millis

BOOKED, DONE, CANCELLED = "booked", "done", "cancelled"
PAYEE = "Ride"
SCHEMA = """
CREATE TABLE ride_places (
    _id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, address TEXT NOT NULL,
    saved INTEGER NOT NULL DEFAULT 0, x INTEGER NOT NULL, y INTEGER NOT NULL
);
CREATE INDEX ride_places_saved ON ride_places (saved, _id);
CREATE TABLE ride_trips (
    _id INTEGER PRIMARY KEY, pickup TEXT NOT NULL, destination TEXT NOT NULL, car TEXT NOT NULL,
    cents INTEGER NOT NULL, at INTEGER NOT NULL, status TEXT NOT NULL,
    driver TEXT NOT NULL, plate TEXT NOT NULL, method TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '', stars INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX ride_trips_status ON ride_trips (status, at);
"""


@dataclass(frozen=True, slots=True)
class CarClass:
    """A kind of car: how many fit in, what it costs, how soon it comes."""

    name: str
    seats: int
    base_cents: int
    km_cents: int
    minutes: int


CLASSES = (
    CarClass("Economy", 4, 250, 110, 4),
    CarClass("Electric", 4, 280, 120, 6),
    CarClass("Comfort", 4, 350, 150, 5),
    CarClass("Van", 6, 500, 190, 9),
)
PLACES = (
    ("Central Station", 52, 50),
    ("North Station", 48, 10),
    ("Airport Terminal 1", 108, 16),
    ("Airport Terminal 2", 114, 20),
    ("Grand Hotel", 60, 44),
    ("Grand Theater", 57, 62),
    ("Harbor Clinic", 84, 92),
    ("Oakwood School", 16, 80),
    ("Riverside Mall", 70, 66),
    ("Westside Mall", 10, 46),
    ("Botanic Garden", 30, 34),
    ("Museum of Art", 44, 56),
    ("Museum of Science", 40, 70),
    ("City Library", 50, 64),
    ("Swimming Hall", 26, 96),
    ("Football Stadium", 92, 70),
    ("Convention Center", 78, 30),
    ("Ferry Terminal", 98, 104),
    ("University Campus", 20, 18),
    ("Market Square", 54, 54),
)
DRIVERS = (
    "Amal",
    "Boris",
    "Chiara",
    "Dmitri",
    "Esther",
    "Farid",
    "Gloria",
    "Henrik",
    "Imani",
    "Joao",
)


def add_place(
    database: Database, name: str, address: str, *, x: int, y: int, saved: bool = False
) -> int:
    """Put a place on the map; its id. Coordinates are in units of 100 metres."""
    return database.insert("ride_places", name=name, address=address, x=x, y=y, saved=int(saved))


def add_trip(
    database: Database,
    pickup: str,
    destination: str,
    *,
    car: str,
    cents: int,
    at_ms: int,
    method: str,
    status: str = BOOKED,
    note: str = "",
) -> int:
    """Enter a ride; its id. Driver and plate follow from how many rides there were."""
    count: int = database.value("SELECT coalesce(max(_id), 0) FROM ride_trips")
    return database.insert(
        "ride_trips",
        pickup=pickup,
        destination=destination,
        car=car,
        cents=cents,
        at=at_ms,
        status=status,
        driver=DRIVERS[count * 7 % len(DRIVERS)],
        plate=f"{'BCDFGHKLMN'[count % 10]}{'PRSTVWXZ'[count * 3 % 8]} {1000 + count * 619 % 9000}",
        method=method,
        note=note,
    )


def the_place(database: Database, name: str) -> dict[str, Any]:
    """A place that is known to exist."""
    return database.rows("SELECT * FROM ride_places WHERE name = ?", name)[0]


def place(database: Database, name: str) -> dict[str, Any] | None:
    """A place by its name."""
    return database.one("SELECT * FROM ride_places WHERE name = ?", name)


def fare_cents(start: dict[str, Any], end: dict[str, Any], car: CarClass) -> int:
    """The price of a ride between two places."""
    units = abs(start["x"] - end["x"]) + abs(start["y"] - end["y"])
    return (car.base_cents + car.km_cents * units // 10) // 10 * 10


def seed(phone: Phone, world: World) -> None:
    """The town, one's home and work, and the rides of the last weeks."""
    database = phone.databases[PATH]
    rng = world.rng("huddle.ride")
    add_place(
        database,
        "Home",
        world.owner.address,
        x=rng.randint(15, 105),
        y=rng.randint(15, 105),
        saved=True,
    )
    add_place(
        database,
        "Work",
        make_address(rng),
        x=rng.randint(40, 80),
        y=rng.randint(40, 80),
        saved=True,
    )
    favorites = rng.sample([name for name, _, _ in PLACES], 2)
    for name, x, y in PLACES:
        add_place(database, name, make_address(rng), x=x, y=y, saved=name in favorites)
    cards = database.rows("SELECT name FROM wallet_methods WHERE kind = 'card'")
    names = ["Home", "Home", "Work", *(name for name, _, _ in PLACES)]
    for days in range(34, 0, -3):
        start, end = rng.sample(names, 2)
        if start == end:
            end = "Market Square"
        first, last = the_place(database, start), the_place(database, end)
        car = rng.choice(CLASSES)
        trip = add_trip(
            database,
            start,
            end,
            car=car.name,
            cents=fare_cents(first, last, car),
            at_ms=millis(world.day(-days, rng.randint(7, 22), rng.randint(0, 11) * 5)),
            method=rng.choice(cards)["name"],
            status=CANCELLED if rng.random() < 0.15 else DONE,
        )
        if rng.random() < 0.6:
            stars = rng.randint(3, 5)
            database.run(
                "UPDATE ride_trips SET stars = ? WHERE _id = ? AND status = 'done'", stars, trip
            )

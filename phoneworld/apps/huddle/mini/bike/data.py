"""Stations, bikes, rides, passes and reported problems of the bike share."""

from __future__ import annotations

from random import Random
from typing import Any

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import days_after
from phoneworld.phone import Phone
from phoneworld.store import Database
from phoneworld.world import World, make_address, millis

PAYEE = "Bikes"
CITY, ELECTRIC = "City bike", "E-bike"
PARKED, RIDING, BROKEN = "parked", "riding", "broken"
UNLOCK_CENTS = 100
MINUTE_CENTS = {CITY: 12, ELECTRIC: 20}
PASS_MINUTE_CENTS = {CITY: 0, ELECTRIC: 8}
"""With a pass there is no fee for unlocking either."""
PASSES = {"Day pass": (1, 690), "Week pass": (7, 1890), "Month pass": (30, 3490)}
"""Days and cents."""
PROBLEMS = ("Flat tire", "Brakes do not work", "Chain is off", "Light is broken", "Saddle is loose")
SCHEMA = """
CREATE TABLE bike_stations (
    _id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, address TEXT NOT NULL,
    docks INTEGER NOT NULL, metres INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL
);
CREATE INDEX bike_stations_near ON bike_stations (metres);
CREATE TABLE bike_bikes (
    _id INTEGER PRIMARY KEY, code TEXT UNIQUE NOT NULL, kind TEXT NOT NULL,
    battery INTEGER NOT NULL DEFAULT 0, station TEXT NOT NULL, state TEXT NOT NULL
);
CREATE INDEX bike_bikes_station ON bike_bikes (station, kind);
CREATE TABLE bike_rides (
    _id INTEGER PRIMARY KEY, code TEXT NOT NULL, kind TEXT NOT NULL, start_station TEXT NOT NULL,
    end_station TEXT NOT NULL DEFAULT '', started INTEGER NOT NULL,
    ended INTEGER NOT NULL DEFAULT 0, cents INTEGER NOT NULL DEFAULT 0,
    method TEXT NOT NULL DEFAULT ''
);
CREATE INDEX bike_rides_ended ON bike_rides (ended);
CREATE TABLE bike_passes (
    _id INTEGER PRIMARY KEY, kind TEXT NOT NULL, until TEXT NOT NULL, cents INTEGER NOT NULL,
    auto_renew INTEGER NOT NULL DEFAULT 0, method TEXT NOT NULL
);
CREATE TABLE bike_reports (
    _id INTEGER PRIMARY KEY, code TEXT NOT NULL, problem TEXT NOT NULL, at INTEGER NOT NULL
);
"""
STATIONS = (
    ("Central Station East", 54, 49),
    ("Central Station West", 49, 50),
    ("Market Square", 55, 56),
    ("University Gate", 20, 20),
    ("University Library", 24, 16),
    ("Riverside Park", 66, 60),
    ("Old Bridge", 48, 70),
    ("Harbor Promenade", 96, 100),
    ("City Hospital", 84, 90),
    ("Stadium North", 92, 64),
    ("Stadium South", 92, 76),
    ("Botanic Garden", 30, 36),
    ("Tech Park", 78, 28),
    ("Lake Shore", 12, 98),
)


def make_code(rng: Random) -> str:
    """The number on a bike."""
    return str(rng.randint(10000, 99999))


def add_bike(
    database: Database,
    code: str,
    station: str,
    *,
    kind: str = CITY,
    battery: int = 0,
    state: str = PARKED,
) -> int:
    """Put a bike into a station; its id."""
    return database.insert(
        "bike_bikes", code=code, kind=kind, battery=battery, station=station, state=state
    )


def begin_ride(database: Database, bike: dict[str, Any], *, at_ms: int) -> int:
    """Take a bike out of its station; the id of the ride."""
    database.run(
        "UPDATE bike_bikes SET state = ?, station = '' WHERE code = ?", RIDING, bike["code"]
    )
    return database.insert(
        "bike_rides",
        code=bike["code"],
        kind=bike["kind"],
        start_station=bike["station"],
        started=at_ms,
    )


def current_ride(database: Database) -> dict[str, Any] | None:
    """The ride that has not ended."""
    return database.one("SELECT * FROM bike_rides WHERE ended = 0 LIMIT 1")


def minutes_of(ride: dict[str, Any], now_ms: int) -> int:
    """How long a ride has been going on, in minutes begun."""
    return max(1, -(-(now_ms - ride["started"]) // 60_000))


def ride_cents(kind: str, minutes: int, *, with_pass: bool) -> int:
    """What a ride costs."""
    if with_pass:
        return PASS_MINUTE_CENTS[kind] * minutes
    return UNLOCK_CENTS + MINUTE_CENTS[kind] * minutes


def current_pass(database: Database, today: str) -> dict[str, Any] | None:
    """The pass that is valid today, the longest one."""
    return database.one(
        "SELECT * FROM bike_passes WHERE until >= ? ORDER BY until DESC LIMIT 1", today
    )


def add_pass(
    database: Database, kind: str, *, until: str, method: str, auto_renew: bool = False
) -> int:
    """Enter a pass; its id."""
    return database.insert(
        "bike_passes",
        kind=kind,
        until=until,
        cents=PASSES[kind][1],
        auto_renew=int(auto_renew),
        method=method,
    )


def seed(phone: Phone, world: World) -> None:
    """Stations with bikes in them, rides of the last weeks, and a pass that has run out."""
    database = phone.databases[PATH]
    rng = world.rng("huddle.bike")
    codes = rng.sample(range(10000, 99999), 140)
    here_x, here_y = rng.randint(20, 100), rng.randint(20, 100)
    for name, x, y in STATIONS:
        docks = rng.randint(10, 16)
        database.insert(
            "bike_stations",
            name=name,
            address=make_address(rng),
            docks=docks,
            metres=(abs(x - here_x) + abs(y - here_y)) * 100 + rng.choice((50, 100)),
            x=x,
            y=y,
        )
        for _ in range(rng.randint(3, 9)):
            electric = rng.random() < 0.4
            add_bike(
                database,
                str(codes.pop()),
                name,
                kind=ELECTRIC if electric else CITY,
                battery=rng.randint(15, 98) if electric else 0,
            )
    cards = [
        row["name"] for row in database.rows("SELECT name FROM wallet_methods WHERE kind = 'card'")
    ]
    for days in range(30, 0, -2):
        kind = rng.choice((CITY, CITY, ELECTRIC))
        minutes = rng.randint(5, 45)
        started = millis(world.day(-days, rng.randint(7, 21), rng.randint(0, 59)))
        start, end = rng.sample(STATIONS, 2)
        database.insert(
            "bike_rides",
            code=str(codes.pop()),
            kind=kind,
            start_station=start[0],
            end_station=end[0],
            started=started,
            ended=started + minutes * 60_000,
            cents=ride_cents(kind, minutes, with_pass=False),
            method=rng.choice(cards),
        )
    today = world.now.date().isoformat()
    add_pass(database, "Week pass", until=days_after(today, -rng.randint(5, 40)), method=cards[0])

"""Where things are, how far it is, and how to get there.

A spot is named by a key that a screen can remember: `place:12`, `home`, `work`, `here` or
`address:14 Elm Street`. Durations follow from the two positions alone, so that the same way
always takes the same time.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from phoneworld.apps.maps import data
from phoneworld.store import Database
from phoneworld.world import from_millis

HERE = "here"
MODES = {
    "Car": ("directions_car", 8.3, 3, 9),
    "Transit": ("directions_transit", 6.2, 7, 12),
    "Walk": ("directions_walk", 1.3, 0, 2),
    "Bike": ("directions_bike", 4.3, 1, 4),
}
"""Icon, metres a second, and the minutes that come on top: at least, and varying by so much."""
ADDRESS = re.compile(r"\s*(?:(\d{1,4})\s+)?([^,\d][^,]*?)\s*(?:,\s*([^,]{1,60}))?\s*")


@dataclass(frozen=True, slots=True)
class Spot:
    """A point on the map with a name."""

    key: str
    name: str
    address: str
    x: int
    y: int


def find_spot(database: Database, key: str) -> Spot | None:
    """The spot of a key, if there still is one."""
    kind, _, rest = key.partition(":")
    if kind == "place" and rest.isdecimal():
        row = database.one("SELECT name, address, x, y FROM places WHERE _id = ?", int(rest))
        return Spot(key, row["name"], row["address"], row["x"], row["y"]) if row else None
    if kind in ("home", "work"):
        row = database.one("SELECT * FROM labels WHERE name = ?", kind.title())
        return Spot(key, row["name"], row["address"], row["x"], row["y"]) if row else None
    if kind == HERE:
        return own_spot(database)
    if kind == "address":
        return find_address(database, rest)
    return None


def own_spot(database: Database) -> Spot:
    """Where the phone is."""
    x, y = data.preference(database, "here_x"), data.preference(database, "here_y")
    return Spot(HERE, "Your location", "", int(x or 0), int(y or 0))


def find_address(database: Database, text: str) -> Spot | None:
    """The spot of a street address in this town; another town's is taken for this one's streets."""
    found = ADDRESS.fullmatch(text[:160])
    if found is None:
        return None
    number, street, town = found.groups()
    row = database.one("SELECT * FROM streets WHERE name = ?", street)
    if row is None:
        return None
    x, y = data.street_position(row["across"], row["at"], int(number) if number else 100)
    house = f"{int(number)} {row['name']}" if number else row["name"]
    address = f"{house}, {town.strip() if town else data.town_of(database)}"
    return Spot(f"address:{address}", house, address, x, y)


def distance_m(one: Spot, other: Spot) -> int:
    """How far it is along the streets."""
    return abs(one.x - other.x) + abs(one.y - other.y)


def minutes_between(one: Spot, other: Spot, mode: str) -> int:
    """How long the way takes."""
    _, speed, least, varying = MODES[mode]
    way = f"{one.x},{one.y},{other.x},{other.y},{mode}".encode()
    extra = least + zlib.crc32(way) % (varying + 1)
    return max(1, round(distance_m(one, other) / speed / 60) + extra)


def shown_distance(metres: int, units: str) -> str:
    """A distance as people read it."""
    if units == "Miles":
        return f"{metres / 1609.344:.1f} mi"
    return f"{metres} m" if metres < 1000 else f"{metres / 1000:.1f} km"


def shown_minutes(minutes: int) -> str:
    """A duration as people read it."""
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def steps_between(database: Database, one: Spot, other: Spot, mode: str, units: str) -> list[str]:
    """The way, step by step."""
    east, south = other.x - one.x, other.y - one.y
    along = _nearest_street(database, across=1, at=one.y)
    down = _nearest_street(database, across=0, at=other.x)
    if mode == "Transit":
        bus = 2 + (one.x + other.y) // 300 % 30
        stops = max(1, distance_m(one, other) // 450)
        return [
            f"Walk {shown_distance(120 + one.x % 180, units)} to the stop on {along}",
            f"Take bus {bus} towards {down}, {stops} {'stop' if stops == 1 else 'stops'}",
            f"Walk {shown_distance(80 + other.y % 160, units)} to {other.name}",
        ]
    steps: list[str] = []
    if east:
        heading = "east" if east > 0 else "west"
        steps.append(f"Head {heading} on {along} for {shown_distance(abs(east), units)}")
    if south:
        if east:
            turn = "right" if (east > 0) == (south > 0) else "left"
            steps.append(f"Turn {turn} onto {down}, {shown_distance(abs(south), units)}")
        else:
            heading = "south" if south > 0 else "north"
            steps.append(f"Head {heading} on {down} for {shown_distance(abs(south), units)}")
    return [*steps, f"Arrive at {other.name}"]


def _nearest_street(database: Database, *, across: int, at: int) -> str:
    return (
        database.value(
            "SELECT name FROM streets WHERE across = ? ORDER BY abs(at - ?) LIMIT 1", across, at
        )
        or "the road"
    )


def day_hours(row: dict[str, Any] | None) -> str:
    """The opening hours of one day."""
    if row is None:
        return "Closed"
    if (row["opens"], row["closes"]) == ("00:00", "24:00"):
        return "Open 24 hours"
    return f"{row['opens']} – {row['closes']}"


def open_note(row: dict[str, Any] | None, now: datetime) -> str:
    """Whether a place with these hours today is open."""
    clock = f"{now:%H:%M}"
    if row is None or clock >= row["closes"]:
        return "Closed"
    if clock < row["opens"]:
        return f"Closed · Opens {row['opens']}"
    if row["closes"] == "24:00":
        return "Open 24 hours"
    return f"Open · Closes {row['closes']}"


def weekday_of(now_ms: int) -> int:
    """The weekday of a time, Monday being 0."""
    return from_millis(now_ms).weekday()

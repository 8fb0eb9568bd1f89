"""What the tasks with rides share: rides to set up, their price, and how one is planned."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from phoneworld.apps.huddle.mini.ride.data import CLASSES, PLACES, add_trip, fare_cents, the_place
from phoneworld.apps.huddle.receipts import enter
from phoneworld.author import Between, Enter, Pilot, Script, Tap
from phoneworld.store import Database

NAMES = tuple(name for name, _, _ in PLACES)
NOTES = (
    "I have two suitcases",
    "Please wait at the side entrance",
    "We bring a stroller",
    "I will be at the main gate",
    "One of us needs help getting in",
)


def price(database: Database, start: str, end: str, car: str) -> int:
    """What a ride costs, in cents."""
    first, last = the_place(database, start), the_place(database, end)
    return fare_cents(first, last, next(one for one in CLASSES if one.name == car))


def soon(now_ms: int) -> Between:
    """The time of a ride that was booked without waiting, on a clock that may have gone on."""
    return Between(now_ms, now_ms + 900_000)


def choose_place(name: str) -> Script:
    """Search a place in the list that is open, and take it."""
    return (Enter(name, into="Search places"), Tap(name, role="item"))


def plan(pilot: Pilot, start: str, end: str) -> None:
    """Open the prices of a ride."""
    pilot.follow(enter("Ride"))
    pilot.tap("Where to?")
    pilot.follow(choose_place(end))
    if not pilot.read("pickup").startswith(f"{start},"):
        pilot.tap_id("pickup")
        pilot.follow(choose_place(start))


@dataclass(frozen=True, slots=True)
class Trip:
    """A ride: where to, when, for how much, and how it was paid."""

    end: str
    at_ms: int
    cents: int
    method: str


def some_trips(
    database: Database, rng: Random, *, status: str, stamps: list[int], ends: list[str]
) -> list[Trip]:
    """Rides at these times to these places, each paid in some way."""
    trips: list[Trip] = []
    ways = [row["name"] for row in database.rows("SELECT name FROM wallet_methods ORDER BY _id")]
    for stamp, end in zip(stamps, ends, strict=True):
        start = rng.choice([name for name in ("Home", "Work", *NAMES) if name != end])
        car, method = rng.choice(CLASSES).name, rng.choice(ways)
        cents = price(database, start, end, car) + rng.randrange(0, 90, 10)
        add_trip(
            database,
            start,
            end,
            car=car,
            cents=cents,
            at_ms=stamp,
            method=method,
            status=status,
        )
        trips.append(Trip(end, stamp, cents, method))
    return trips

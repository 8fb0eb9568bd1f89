"""Parcels and what happened to them; the points where they can be picked up.

Every parcel on the way is in the table, also those of others: `listed` are those one follows.
"""

from __future__ import annotations

from random import Random

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import days_after
from phoneworld.phone import Phone
from phoneworld.store import Database
from phoneworld.world import World, make_address, millis

ANNOUNCED, IN_TRANSIT, OUT, DELIVERED = "Announced", "In transit", "Out for delivery", "Delivered"
DOOR, NEIGHBOR, SAFE_PLACE, POINT = "Front door", "Neighbor", "Safe place", "Pick-up point"
SAFE_PLACES = ("Porch", "Garage", "Garden shed", "Mail room")
SCHEMA = """
CREATE TABLE parcel_parcels (
    _id INTEGER PRIMARY KEY, number TEXT UNIQUE NOT NULL, sender TEXT NOT NULL,
    nickname TEXT NOT NULL DEFAULT '', status TEXT NOT NULL, eta TEXT NOT NULL,
    delivery TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', listed INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX parcel_parcels_list ON parcel_parcels (listed, status, eta);
CREATE TABLE parcel_events (
    _id INTEGER PRIMARY KEY, parcel_id INTEGER NOT NULL REFERENCES parcel_parcels (_id),
    at INTEGER NOT NULL, place TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX parcel_events_parcel ON parcel_events (parcel_id, at);
CREATE TABLE parcel_points (
    _id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, address TEXT NOT NULL,
    closes TEXT NOT NULL, sundays INTEGER NOT NULL
);
"""
SENDERS = (
    "Northwind Books",
    "Alpine Outfitters",
    "Green Thumb Garden",
    "Pixel Parts",
    "Lumen Lamps",
    "Old Mill Coffee",
    "Brightside Toys",
    "Cedar & Sons",
    "Fable Fabrics",
    "Harbor Vinyl",
    "Kitchen Corner",
    "Trailhead Sports",
    "Paper Moon",
    "Velo Works",
)
NICKNAMES = (
    "New headphones",
    "Birthday present",
    "Running shoes",
    "Desk lamp",
    "Cookbook",
    "Winter coat",
    "Coffee beans",
    "Board game",
    "Phone case",
    "Plant pots",
)
POINTS = (
    "Corner Kiosk",
    "Central Locker",
    "Station Locker",
    "Bakery Finch",
    "Post Office North",
    "Post Office South",
    "Fuel Stop",
    "Copy Shop Lens",
)
STOPS = ("Sorting center", "Regional hub", "Depot", "Airport hub")


def make_number(rng: Random) -> str:
    """A tracking number, e.g. `HP 4821 7730 15`."""
    return f"HP {rng.randint(1000, 9999)} {rng.randint(1000, 9999)} {rng.randint(10, 99)}"


def digits(number: str) -> str:
    """What counts of a tracking number."""
    return "".join(character for character in number.upper() if character.isalnum())


def add_parcel(
    database: Database,
    number: str,
    sender: str,
    *,
    eta: str,
    sent_ms: int,
    status: str = IN_TRANSIT,
    nickname: str = "",
    delivery: str = DOOR,
    detail: str = "",
    listed: bool = True,
    stops: int = 2,
) -> int:
    """Send a parcel; its id. It has passed some stops, half a day each."""
    parcel = database.insert(
        "parcel_parcels",
        number=number,
        sender=sender,
        nickname=nickname,
        status=status,
        eta=eta,
        delivery=delivery,
        detail=detail,
        listed=int(listed),
    )
    told = [("The sender has announced the parcel", sender)]
    if status != ANNOUNCED:
        told += [
            ("The parcel was processed", STOPS[(parcel + i) % len(STOPS)]) for i in range(stops)
        ]
    if status in (OUT, DELIVERED):
        told.append(("The parcel is in the delivery vehicle", "Local depot"))
    if status == DELIVERED:
        told.append(("The parcel was delivered", delivery))
    for index, (text, place) in enumerate(told):
        database.insert(
            "parcel_events",
            parcel_id=parcel,
            at=sent_ms + index * 43_200_000,
            place=place,
            text=text,
        )
    return parcel


def seed(phone: Phone, world: World) -> None:
    """Some parcels on the way, many that have come, and the points of the town."""
    database = phone.databases[PATH]
    rng = world.rng("huddle.parcel")
    for name in POINTS:
        database.insert(
            "parcel_points",
            name=name,
            address=make_address(rng),
            closes=f"{rng.randint(17, 22)}:{rng.choice(('00', '30'))}",
            sundays=int(rng.random() < 0.4),
        )
    senders = rng.sample(SENDERS, len(SENDERS))
    nicknames = rng.sample(NICKNAMES, 6)
    today = world.now.date().isoformat()
    for index, sender in enumerate(senders):
        on_the_way = index < 6
        status = rng.choice((ANNOUNCED, IN_TRANSIT, IN_TRANSIT)) if on_the_way else DELIVERED
        days = rng.randint(1, 6) if on_the_way else -rng.randint(1, 40)
        add_parcel(
            database,
            make_number(rng),
            sender,
            status=status,
            nickname=nicknames.pop() if nicknames and rng.random() < 0.4 else "",
            eta=days_after(today, days),
            sent_ms=millis(world.day(min(days, 0) - 2, rng.randint(6, 20), rng.randint(0, 59))),
        )

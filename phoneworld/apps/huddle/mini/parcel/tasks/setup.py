"""What the tasks with parcels share: parcels to set up, and how one is found."""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import days_after
from phoneworld.apps.huddle.mini.parcel.data import (
    DELIVERED,
    IN_TRANSIT,
    NICKNAMES,
    SENDERS,
    add_parcel,
    make_number,
)
from phoneworld.apps.huddle.receipts import enter
from phoneworld.author import Enter, Scene, Script, Tap
from phoneworld.world import millis


@dataclass(frozen=True, slots=True)
class Parcel:
    """A parcel under the name that the user gave it."""

    name: str
    number: str
    sender: str
    eta: str


def two_parcels(scene: Scene, *, status: str = IN_TRANSIT) -> tuple[Parcel, Parcel]:
    """Two parcels of one sender, told apart by their nicknames; the sender's others are gone."""
    rng, database = scene.rng, scene.phone.databases[PATH]
    sender = rng.choice(SENDERS)
    names = rng.sample(NICKNAMES, 2)
    database.run(
        "DELETE FROM parcel_events WHERE parcel_id IN "
        "(SELECT _id FROM parcel_parcels WHERE sender = ? OR nickname IN (?, ?))",
        sender,
        *names,
    )
    database.run(
        "DELETE FROM parcel_parcels WHERE sender = ? OR nickname IN (?, ?)", sender, *names
    )
    days = rng.sample(range(2, 9), 2)
    parcels: list[Parcel] = []
    for name, day in zip(names, days, strict=True):
        eta = days_after(scene.phone.today, -day if status == DELIVERED else day)
        parcel = Parcel(name, make_number(rng), sender, eta)
        add_parcel(
            database,
            parcel.number,
            sender,
            nickname=name,
            status=status,
            eta=eta,
            sent_ms=millis(scene.world.day(-day - 2 if status == DELIVERED else -2, 8)),
        )
        parcels.append(parcel)
    return parcels[0], parcels[1]


def open_parcel(name: str) -> Script:
    """Go to a parcel that is on its way."""
    return (*enter("Parcels"), Tap(name, role="item"))


def track(number: str) -> Script:
    """Follow a parcel by its number."""
    return (
        *enter("Parcels"),
        Tap("Track a parcel"),
        Enter(number, clear=True),
        Tap("Track", role="button"),
    )

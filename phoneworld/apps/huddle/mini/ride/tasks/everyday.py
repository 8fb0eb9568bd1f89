"""Everyday tasks with the ride that comes next: where it goes, and calling it off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.ride.data import BOOKED, CANCELLED, PAYEE
from phoneworld.apps.huddle.mini.ride.tasks.setup import NAMES, Trip, some_trips
from phoneworld.apps.huddle.receipts import MiniTask, PaymentMethods, enter, paid, wallet_of
from phoneworld.author import (
    Changed,
    Expectation,
    ExpectedAnswer,
    Mistake,
    OracleLost,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
)
from phoneworld.world import millis


def book(scene: Scene, count: int) -> list[Trip]:
    """The only rides that are booked, the next one first."""
    rng, database = scene.rng, scene.phone.databases[PATH]
    database.run("DELETE FROM ride_trips WHERE status = ?", BOOKED)
    days = sorted(rng.sample(range(1, 15), count))
    stamps = [millis(scene.world.day(day, rng.randint(6, 21), 30)) for day in days]
    ends = rng.sample(NAMES, count)
    return some_trips(database, rng, status=BOOKED, stamps=stamps, ends=ends)


@dataclass(frozen=True)
class NextRide(MiniTask):
    """Where the ride goes that comes next."""

    template = "huddle.ride_next"
    hidden = ("end",)
    goals = (
        "Where does my next booked ride in Huddle go?",
        "Tell me the destination of my next Huddle ride.",
        "Look in Huddle's Ride where the next car takes me.",
    )

    end: str
    later: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        first, later = book(scene, 2)
        return cls(first.end, later.end)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.end, nots=(self.later,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Ride"))
        first = pilot.find(" · from ", role="item")
        if first is None:
            raise OracleLost("no ride is listed")
        pilot.say(first.text.partition(", ")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {"the ride after it": Swap(Say, Say(self.later))}


@dataclass(frozen=True)
class CancelOnlyRide(MiniTask):
    """The one ride that is booked is called off."""

    template = "huddle.ride_cancel_booked"
    goals = (
        "Cancel the ride that I have booked in Huddle.",
        "Call off my booked Huddle ride.",
        "I don't need the car that is booked in Huddle, cancel it.",
    )

    trip: Trip
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        (trip,) = book(scene, 1)
        return cls(trip, wallet_of(scene))

    def expect(self) -> list[Expectation]:
        where = {"destination": self.trip.end, "at": self.trip.at_ms}
        return [
            Changed(PATH, "ride_trips", where, {"status": CANCELLED}),
            *paid(self.wallet, PAYEE, -self.trip.cents, method=self.trip.method),
        ]

    def script(self) -> Script:
        return (
            *enter("Ride"),
            Tap(f"{self.trip.end}, ", role="item"),
            Tap("Cancel ride"),
            Tap("Cancel ride", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"thought better of it": Swap(Tap("Cancel ride", role="button"), Tap("Keep it"))}

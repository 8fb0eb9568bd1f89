"""Tasks with rides that are booked or over, and questions about fares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import cents_in, day_text, days_after, long_day, moment, plain
from phoneworld.apps.huddle.mini.ride.data import BOOKED, CANCELLED, CLASSES, DONE, PAYEE
from phoneworld.apps.huddle.mini.ride.tasks.setup import NAMES, Trip, plan, price, some_trips
from phoneworld.apps.huddle.receipts import (
    MiniTask,
    PaymentMethods,
    enter,
    paid,
    row_text,
    wallet_of,
)
from phoneworld.author import (
    Changed,
    End,
    Expectation,
    ExpectedAnswer,
    ExpectedEnding,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    Way,
)
from phoneworld.formats import dollars
from phoneworld.world import millis


@dataclass(frozen=True)
class CancelRide(MiniTask):
    """One of several booked rides is cancelled."""

    template = "huddle.ride_cancel"
    level = Level.MEDIUM
    goals = (
        "Cancel my Huddle ride to {end} on {long_day}.",
        "I do not need the ride to {end} on {long_day} any more. Please cancel it in Huddle.",
        "In Huddle's Ride, call off the car to {end} that is booked for {long_day}.",
    )

    end: str
    long_day: str
    when: str
    other_end: str
    other_when: str
    third_when: str
    trip: Trip
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        end, other = rng.sample(NAMES, 2)
        days = sorted(rng.sample(range(1, 20), 3))
        rng.shuffle(days)
        stamps = [millis(scene.world.day(day, rng.randint(6, 21), 30)) for day in days]
        trips = some_trips(
            scene.phone.databases[PATH],
            rng,
            status=BOOKED,
            stamps=stamps,
            ends=[end, end, other],
        )
        days_of = [days_after(scene.phone.today, day) for day in days]
        return cls(
            end=end,
            long_day=long_day(days_of[0]),
            when=moment(stamps[0]),
            other_end=other,
            other_when=moment(stamps[1]),
            third_when=moment(stamps[2]),
            trip=trips[0],
            wallet=wallet_of(scene),
        )

    def expect(self) -> list[Expectation]:
        trip = self.trip
        return [
            Changed(
                PATH,
                "ride_trips",
                {"destination": trip.end, "at": trip.at_ms},
                {"status": CANCELLED},
            ),
            *paid(self.wallet, PAYEE, -trip.cents, method=trip.method),
        ]

    def script(self) -> Script:
        return (
            *enter("Ride"),
            Tap(f"{self.end}, {self.when}"),
            Tap("Cancel ride"),
            Tap("Cancel ride", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other day": Instead(when=self.other_when),
            "another destination": Instead(end=self.other_end, when=self.third_when),
            "thought better of it": Swap(Tap("Cancel ride", role="button"), Tap("Keep it")),
        }


@dataclass(frozen=True)
class CancelTaken(MiniTask):
    """A ride that was taken cannot be cancelled any more."""

    template = "huddle.ride_cancel_taken"
    level = Level.MEDIUM
    goals = (
        "Cancel yesterday's Huddle ride to {end} so that I get the money back.",
        "In Huddle, please cancel the ride to {end} from {day}, I want a refund.",
        "The ride to {end} on {day}: cancel it in Huddle and have it refunded.",
    )

    end: str
    other: str
    day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        end, other = rng.sample(NAMES, 2)
        database = scene.phone.databases[PATH]
        database.run("DELETE FROM ride_trips WHERE destination = ?", end)
        at = millis(scene.world.day(-1, rng.randint(17, 22), 20))
        later = millis(scene.world.day(rng.randint(1, 6), 9, 20))
        some_trips(database, rng, status=DONE, stamps=[at], ends=[end])
        some_trips(database, rng, status=BOOKED, stamps=[later], ends=[other])
        return cls(end=end, other=other, day=day_text(days_after(scene.phone.today, -1)))

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Ride"))
        pilot.tap("My rides")
        pilot.tap(self.end, role="item")
        pilot.give_up(f"The ride is {pilot.read('status').lower()} and cannot be cancelled.")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "cancelled another one": Way(
                *enter("Ride"),
                Tap(self.other, role="item"),
                Tap("Cancel ride"),
                Tap("Cancel ride", role="button"),
            ),
            "said it was done": Swap(End, End()),
        }


@dataclass(frozen=True)
class RateRide(MiniTask):
    """Stars for the newest ride."""

    template = "huddle.ride_rate"
    level = Level.EASY
    goals = (
        "Give my last Huddle ride {stars} stars.",
        "Rate the most recent ride I took with Huddle: {stars} out of 5.",
        "My latest ride in Huddle deserves {stars} stars, please rate it.",
    )

    stars: int
    fewer: int
    at: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        ends = rng.sample(NAMES, 2)
        stamps = [
            millis(scene.world.day(0, 7, rng.randint(0, 59))),
            millis(scene.world.day(-1, 23, rng.randint(0, 59))),
        ]
        database = scene.phone.databases[PATH]
        trips = some_trips(database, rng, status=DONE, stamps=stamps, ends=ends)
        stars = rng.randint(2, 5)
        return cls(stars=stars, fewer=stars - 1, at=trips[0].at_ms)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "ride_trips", {"at": self.at, "status": DONE}, {"stars": self.stars})]

    def script(self) -> Script:
        number = self.stars
        return (
            *enter("Ride"),
            Tap("My rides"),
            Tap(" · from "),
            Tap(f"Rate {number} star{'s' if number > 1 else ''}"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a star less": Instead(stars=self.fewer),
            "the ride before": Swap(Tap(" · from "), Tap(" · from ", nth=1)),
        }


@dataclass(frozen=True)
class ReadFare(MiniTask):
    """What a past ride cost."""

    template = "huddle.ride_fare_paid"
    level = Level.MEDIUM
    hidden = ("fare",)
    goals = (
        "How much did my Huddle ride to {end} on {long_day} cost?",
        "Look in Huddle's ride history: what did I pay to get to {end} on {long_day}?",
        "I need the price of the ride to {end} on {long_day}, I booked it in Huddle.",
    )

    end: str
    long_day: str
    when: str
    other_when: str
    fare: str
    other_fare: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        end = rng.choice(NAMES)
        days = rng.sample(range(2, 30), 2)
        stamps = [millis(scene.world.day(-day, rng.randint(6, 21), 15)) for day in days]
        database = scene.phone.databases[PATH]
        # Other rides to that place would make the question unclear.
        database.run("DELETE FROM ride_trips WHERE destination = ?", end)
        trips = some_trips(database, rng, status=DONE, stamps=stamps, ends=[end, end])
        fare, other_fare = (trip.cents for trip in trips)
        if fare == other_fare:
            database.run(
                "UPDATE ride_trips SET cents = cents + 130 WHERE at = ? AND destination = ?",
                stamps[1],
                end,
            )
            other_fare += 130
        return cls(
            end=end,
            long_day=long_day(days_after(scene.phone.today, -days[0])),
            when=moment(stamps[0]),
            other_when=moment(stamps[1]),
            fare=plain(fare),
            other_fare=plain(other_fare),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.fare, nots=(self.other_fare,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Ride"))
        pilot.tap("My rides")
        row = row_text(pilot, f"{self.end}, {self.when}", "$")
        pilot.say(row.rpartition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other ride": Instead(when=self.other_when)}


@dataclass(frozen=True)
class CompareRidePrices(MiniTask):
    """The difference between two classes; nothing is booked."""

    template = "huddle.ride_compare"
    level = Level.HARD
    hidden = ("high", "low")
    goals = (
        (
            "How much more would the class {dear} cost me than {cheap} for a ride from {start} to "
            "{end} in Huddle? Do not book anything."
        ),
        (
            "Without booking: in Huddle's Ride, what is the price difference between {cheap} and "
            "{dear} from {start} to {end}?"
        ),
        (
            "I want to go from {start} to {end}. Check in Huddle how many dollars I would save with "
            "{cheap} instead of {dear}, but do not order yet."
        ),
    )

    start: str
    end: str
    cheap: str
    dear: str
    other: str
    low: str
    high: str
    gap: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        database = scene.phone.databases[PATH]
        while True:
            start, end = rng.sample(NAMES, 2)
            low, high, other = rng.sample(range(len(CLASSES)), 3)
            low, high = min(low, high), max(low, high)
            fares = [price(database, start, end, car.name) for car in CLASSES]
            gap = fares[high] - fares[low]
            if gap not in (0, abs(fares[other] - fares[low]), abs(fares[high] - fares[other])):
                break
        return cls(
            start=start,
            end=end,
            cheap=CLASSES[low].name,
            dear=CLASSES[high].name,
            other=CLASSES[other].name,
            low=dollars(fares[low]),
            high=dollars(fares[high]),
            gap=plain(gap),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.gap)]

    def solve(self, pilot: Pilot) -> None:
        plan(pilot, self.start, self.end)
        dear = cents_in(row_text(pilot, self.dear, "$"))
        cheap = cents_in(row_text(pilot, self.cheap, "$"))
        pilot.say(dollars(abs(dear - cheap)))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another class": Instead(dear=self.other),
            "one and the same": Instead(dear=self.cheap),
        }

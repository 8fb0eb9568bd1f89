"""Tasks with rides that are booked or over, and questions about fares."""

from __future__ import annotations

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.ride.data import (
    BOOKED,
    CANCELLED,
    CLASSES,
    DONE,
    PAYEE,
)
from phoneworld.apps.huddle.mini.ride.tasks.trips import (
    NAMES,
    plan,
    price,
    some_trips,
)
from phoneworld.apps.huddle.receipts import MiniTemplate, enter, paid, row_text, wallet_of
from phoneworld.apps.huddle.wording import cents_in, day_text, days_after, long_day, moment, plain
from phoneworld.tasks.expect import Answered, Changed, Ended, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene
from phoneworld.wording import dollars
from phoneworld.world import millis
from runtime.actions import FinishStatus


class CancelRide(MiniTemplate):
    """One of several booked rides is cancelled."""

    name = "huddle.ride_cancel"
    level = Level.MEDIUM
    goals = (
        "Cancel my Huddle ride to {end} on {long_day}.",
        "I do not need the ride to {end} on {long_day} any more. Please cancel it in Huddle.",
        "In Huddle's Ride, call off the car to {end} that is booked for {long_day}.",
    )

    def setup(self, scene: Scene) -> Params:
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
        return {
            "end": end,
            "long_day": long_day(days_of[0]),
            "when": moment(stamps[0]),
            "other_end": other,
            "other_when": moment(stamps[1]),
            "third_when": moment(stamps[2]),
            "trip": trips[0],
            **wallet_of(scene),
        }

    def expect(self, v: Params) -> list[Expectation]:
        trip = v["trip"]
        return [
            Changed(
                PATH,
                "ride_trips",
                {"destination": trip["end"], "at": trip["at"]},
                {"status": CANCELLED},
            ),
            *paid(v, PAYEE, -trip["cents"], method=trip["method"]),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Ride")
        pilot.tap(f"{v['end']}, {v['when']}")
        pilot.tap("Cancel ride")
        pilot.tap("Keep it" if v.get("keep") else "Cancel ride")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "the other day": {"when": v["other_when"]},
            "another destination": {"end": v["other_end"], "when": v["third_when"]},
            "thought better of it": {"keep": True},
        }


class CancelTaken(MiniTemplate):
    """A ride that was taken cannot be cancelled any more."""

    name = "huddle.ride_cancel_taken"
    level = Level.MEDIUM
    goals = (
        "Cancel yesterday's Huddle ride to {end} so that I get the money back.",
        "In Huddle, please cancel the ride to {end} from {day}, I want a refund.",
        "The ride to {end} on {day}: cancel it in Huddle and have it refunded.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        end, other = rng.sample(NAMES, 2)
        database = scene.phone.databases[PATH]
        database.run("DELETE FROM ride_trips WHERE destination = ?", end)
        at = millis(scene.world.day(-1, rng.randint(17, 22), 20))
        later = millis(scene.world.day(rng.randint(1, 6), 9, 20))
        some_trips(database, rng, status=DONE, stamps=[at], ends=[end])
        some_trips(database, rng, status=BOOKED, stamps=[later], ends=[other])
        return {
            "end": end,
            "other": other,
            "day": day_text(days_after(scene.phone.today, -1)),
        }

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Ride")
        if v.get("instead"):
            pilot.tap(v["other"], role="item")
            pilot.tap("Cancel ride")
            pilot.tap("Cancel ride")
            return
        pilot.tap("My rides")
        pilot.tap(v["end"], role="item")
        if v.get("claims"):
            return
        pilot.give_up(f"The ride is {pilot.read('status').lower()} and cannot be cancelled.")

    def near_misses(self, v: Params) -> dict[str, Params]:
        del v
        return {"cancelled another one": {"instead": True}, "said it was done": {"claims": True}}


class RateRide(MiniTemplate):
    """Stars for the newest ride."""

    name = "huddle.ride_rate"
    level = Level.EASY
    goals = (
        "Give my last Huddle ride {stars} stars.",
        "Rate the most recent ride I took with Huddle: {stars} out of 5.",
        "My latest ride in Huddle deserves {stars} stars, please rate it.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        ends = rng.sample(NAMES, 2)
        stamps = [
            millis(scene.world.day(0, 7, rng.randint(0, 59))),
            millis(scene.world.day(-1, 23, rng.randint(0, 59))),
        ]
        database = scene.phone.databases[PATH]
        trips = some_trips(database, rng, status=DONE, stamps=stamps, ends=ends)
        stars = rng.randint(2, 5)
        return {
            "stars": stars,
            "fewer": stars - 1,
            "at": trips[0]["at"],
            "nth": 0,
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "ride_trips", {"at": v["at"], "status": DONE}, {"stars": v["stars"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Ride")
        pilot.tap("My rides")
        pilot.tap(" · from ", nth=v["nth"])
        number = v["stars"]
        pilot.tap(f"Rate {number} star{'s' if number > 1 else ''}")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"a star less": {"stars": v["fewer"]}, "the ride before": {"nth": 1}}


class ReadFare(MiniTemplate):
    """What a past ride cost."""

    name = "huddle.ride_fare_paid"
    level = Level.MEDIUM
    hidden = ("fare",)
    goals = (
        "How much did my Huddle ride to {end} on {long_day} cost?",
        "Look in Huddle's ride history: what did I pay to get to {end} on {long_day}?",
        "I need the price of the ride to {end} on {long_day}, I booked it in Huddle.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        end = rng.choice(NAMES)
        days = rng.sample(range(2, 30), 2)
        stamps = [millis(scene.world.day(-day, rng.randint(6, 21), 15)) for day in days]
        database = scene.phone.databases[PATH]
        # Other rides to that place would make the question unclear.
        database.run("DELETE FROM ride_trips WHERE destination = ?", end)
        trips = some_trips(database, rng, status=DONE, stamps=stamps, ends=[end, end])
        if trips[0]["cents"] == trips[1]["cents"]:
            database.run(
                "UPDATE ride_trips SET cents = cents + 130 WHERE at = ? AND destination = ?",
                stamps[1],
                end,
            )
            trips[1]["cents"] += 130
        return {
            "end": end,
            "long_day": long_day(days_after(scene.phone.today, -days[0])),
            "when": moment(stamps[0]),
            "other_when": moment(stamps[1]),
            "fare": plain(trips[0]["cents"]),
            "other_fare": plain(trips[1]["cents"]),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["fare"], nots=(v["other_fare"],))]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Ride")
        pilot.tap("My rides")
        row = row_text(pilot, f"{v['end']}, {v['when']}", "$")
        pilot.say(row.rpartition(", ")[2])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the other ride": {"when": v["other_when"]}}


class ComparePrices(MiniTemplate):
    """The difference between two classes; nothing is booked."""

    name = "huddle.ride_compare"
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

    def setup(self, scene: Scene) -> Params:
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
        return {
            "start": start,
            "end": end,
            "cheap": CLASSES[low].name,
            "dear": CLASSES[high].name,
            "other": CLASSES[other].name,
            "low": dollars(fares[low]),
            "high": dollars(fares[high]),
            "gap": plain(gap),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["gap"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        plan(pilot, v["start"], v["end"])
        dear = cents_in(row_text(pilot, v["dear"], "$"))
        cheap = cents_in(row_text(pilot, v["cheap"], "$"))
        pilot.say(dollars(abs(dear - cheap)))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another class": {"dear": v["other"]}, "one and the same": {"dear": v["cheap"]}}


TASKS = (
    CancelRide(),
    CancelTaken(),
    RateRide(),
    ReadFare(),
    ComparePrices(),
)

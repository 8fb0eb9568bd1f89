"""Tasks with rides."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.ride.data import (
    BOOKED,
    CANCELLED,
    CLASSES,
    DONE,
    PAYEE,
    PLACES,
    add_trip,
    fare_cents,
    the_place,
)
from phoneworld.apps.huddle.receipts import MiniTemplate, enter, paid, pay, row_text, wallet_of
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.apps.huddle.wording import cents_in, day_text, days_after, long_day, moment, plain
from phoneworld.store import Database
from phoneworld.tasks.expect import Added, Answered, Asked, Changed, Ended, Expectation
from phoneworld.tasks.matching import Between
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene
from phoneworld.wording import dollars
from phoneworld.world import millis
from runtime.actions import FinishStatus

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


def soon(v: Params) -> Between:
    """The time of a ride that was booked without waiting, on a clock that may have gone on."""
    return Between(v["now"], v["now"] + 1_800_000)


def choose_place(pilot: Pilot, name: str) -> None:
    """Search a place in the list that is open, and take it."""
    pilot.type(name, into="Search places")
    pilot.tap(name, role="item")


def plan(pilot: Pilot, start: str, end: str) -> None:
    """Open the prices of a ride."""
    enter(pilot, "Ride")
    pilot.tap("Where to?")
    choose_place(pilot, end)
    if not pilot.read("pickup").startswith(f"{start},"):
        pilot.tap_id("pickup")
        choose_place(pilot, start)


def some_trips(
    database: Database, rng: Random, *, status: str, stamps: list[int], ends: list[str]
) -> list[Params]:
    """Rides at these times to these places, each paid in some way."""
    trips: list[Params] = []
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
        trips.append({"end": end, "at": stamp, "cents": cents, "method": method})
    return trips


class BookRide(MiniTemplate):
    """From here to there, in a certain class, right now."""

    name = "huddle.ride_book"
    level = Level.MEDIUM
    goals = (
        "Book me a ride from {start} to {end} in Huddle, class {car}.",
        "I am at {start} and need to get to {end} now. Get me a car with Huddle's Ride, {car}.",
        "Use the Ride mini-app in Huddle: pick-up {start}, destination {end}, {car}.",
    )

    def setup(self, scene: Scene) -> Params:
        start, end, other = scene.rng.sample(("Work", *NAMES), 3)
        car, another = scene.rng.sample([one.name for one in CLASSES], 2)
        return {
            "start": start,
            "end": end,
            "car": car,
            "cents": price(scene.phone.databases[PATH], start, end, car),
            "other": other,
            "another": another,
            "now": scene.phone.now_ms,
            **wallet_of(scene),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Added(
                PATH,
                "ride_trips",
                {
                    "pickup": v["start"],
                    "destination": v["end"],
                    "car": v["car"],
                    "cents": v["cents"],
                    "at": soon(v),
                    "note": "",
                    "status": BOOKED,
                },
            ),
            *paid(v, PAYEE, v["cents"]),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        plan(pilot, v["start"], v["end"])
        pilot.tap(v["car"])
        pilot.tap_id("book")
        pay(pilot)

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "wrong destination": {"end": v["other"]},
            "wrong pick-up": {"start": v["other"]},
            "wrong class": {"car": v["another"]},
        }


class BookForGroup(MiniTemplate):
    """A ride later, in the cheapest car that is large enough, paid from the balance."""

    name = "huddle.ride_book_group"
    level = Level.HARD
    goals = (
        (
            "{people} of us need a ride from {start} to {end} on {long_day} at {time}. Book the cheapest "
            "car in Huddle that we all fit into, pay from my Huddle Balance, and leave the driver the "
            'note "{note}".'
        ),
        (
            "On {long_day} at {time}, {people} people have to get from {start} to {end}. Schedule the "
            "cheapest Huddle ride with enough seats, with the note '{note}' for the driver. Use the "
            "Huddle Balance."
        ),
        (
            "Please schedule a ride with Huddle: {start} to {end}, {long_day}, {time}. There are "
            '{people} of us, take the cheapest class that seats everyone. Driver note: "{note}". It '
            "should be paid with the Huddle Balance."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        start, end = rng.sample(NAMES, 2)
        people = rng.randint(2, 6)
        car, wrong = ("Economy", "Van") if people <= CLASSES[0].seats else ("Van", "Comfort")
        day = days_after(scene.phone.today, rng.randint(2, 25))
        hour = rng.randint(6, 21)
        return {
            "people": people,
            "start": start,
            "end": end,
            "day": day,
            "long_day": long_day(day),
            "time": f"{hour:02d}:{rng.randrange(0, 60, 5):02d}",
            "later": f"{hour + 1:02d}:00",
            "note": rng.choice(NOTES),
            "car": car,
            "wrong": wrong,
            "way": BALANCE,
            "cents": price(scene.phone.databases[PATH], start, end, car),
            **wallet_of(scene),
        }

    def expect(self, v: Params) -> list[Expectation]:
        at = datetime.fromisoformat(f"{v['day']}T{v['time']}").replace(tzinfo=UTC)
        return [
            Added(
                PATH,
                "ride_trips",
                {
                    "pickup": v["start"],
                    "destination": v["end"],
                    "car": v["car"],
                    "at": millis(at),
                    "note": v["note"],
                    "status": BOOKED,
                },
            ),
            *paid(v, PAYEE, v["cents"], method=BALANCE),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        plan(pilot, v["start"], v["end"])
        pilot.tap_id("when")
        pilot.tap("Schedule")
        pilot.pick_date(v["day"])
        pilot.pick_time(v["time"])
        # Classes are listed from the cheapest on.
        fitting = v.get("take") or next(
            car.name
            for car in CLASSES
            if int(row_text(pilot, car.name, " seats").split(", ")[1].split()[0]) >= v["people"]
        )
        pilot.tap(fitting)
        pilot.type(v["note"], into="Note for the driver")
        pilot.tap_id("book")
        pay(pilot, v["way"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another class": {"take": v["wrong"]},
            "another time": {"time": v["later"]},
            "paid by card": {"way": v["first_card"]},
            "no note": {"note": ""},
        }


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


class AskTerminal(MiniTemplate):
    """There are two terminals."""

    name = "huddle.ride_ask_terminal"
    level = Level.HARD
    goals = (
        (
            "Book me a ride, class {car}, from {start} to the airport with Huddle. If anything is unclear, ask "
            "me first."
        ),
        (
            "I need to get from {start} to the airport now: class {car}, through Huddle. Check with me "
            "before you pick one of several places."
        ),
        (
            "Get me a Huddle ride, {car}, {start} to the airport, and ask me when you are not sure "
            "where exactly."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        start = rng.choice([name for name in NAMES if "Terminal" not in name])
        terminals = rng.sample([name for name in NAMES if name.startswith("Airport")], 2)
        car = rng.choice(CLASSES).name
        return {
            "start": start,
            "car": car,
            "meant": terminals[0],
            "other": terminals[1],
            "now": scene.phone.now_ms,
            "cents": price(scene.phone.databases[PATH], start, terminals[0], car),
            **wallet_of(scene),
        }

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["meant"]

    def expect(self, v: Params) -> list[Expectation]:
        return [
            Asked(),
            Added(
                PATH,
                "ride_trips",
                {
                    "pickup": v["start"],
                    "destination": v["meant"],
                    "car": v["car"],
                    "at": soon(v),
                    "note": "",
                    "status": BOOKED,
                },
            ),
            *paid(v, PAYEE, v["cents"]),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        enter(pilot, "Ride")
        pilot.tap("Where to?")
        pilot.type("Airport", into="Search places")
        end = v.get("guess") or pilot.ask("Which terminal of the airport?")
        pilot.tap(end, role="item")
        pilot.tap_id("pickup")
        choose_place(pilot, v["start"])
        pilot.tap(v["car"])
        pilot.tap_id("book")
        pay(pilot)

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["meant"]},
            "guessed wrong": {"guess": v["other"]},
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


TASKS = (
    BookRide(),
    BookForGroup(),
    CancelRide(),
    ReadFare(),
    ComparePrices(),
    RateRide(),
    AskTerminal(),
    CancelTaken(),
)

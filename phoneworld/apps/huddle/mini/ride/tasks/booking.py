"""Tasks that book rides."""

from __future__ import annotations

from datetime import UTC, datetime

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.ride.data import (
    BOOKED,
    CLASSES,
    PAYEE,
)
from phoneworld.apps.huddle.mini.ride.tasks.trips import (
    NAMES,
    NOTES,
    choose_place,
    plan,
    price,
    soon,
)
from phoneworld.apps.huddle.receipts import MiniTemplate, enter, paid, pay, row_text, wallet_of
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.apps.huddle.wording import days_after, long_day
from phoneworld.tasks.expect import Added, Asked, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene
from phoneworld.world import millis


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


TASKS = (
    BookRide(),
    BookForGroup(),
    AskTerminal(),
)

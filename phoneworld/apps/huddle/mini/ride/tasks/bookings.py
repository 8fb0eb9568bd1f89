"""Tasks that book rides."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import days_after, long_day
from phoneworld.apps.huddle.mini.ride.data import BOOKED, CLASSES, PAYEE
from phoneworld.apps.huddle.mini.ride.tasks.setup import (
    NAMES,
    NOTES,
    choose_place,
    plan,
    price,
    soon,
)
from phoneworld.apps.huddle.receipts import (
    MiniTask,
    PaymentMethods,
    enter,
    paid,
    pay,
    row_text,
    wallet_of,
)
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.author import (
    Added,
    Enter,
    Expectation,
    ExpectedQuestion,
    Guess,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Swap,
    Tap,
    Without,
)
from phoneworld.world import millis


@dataclass(frozen=True)
class BookRide(MiniTask):
    """From here to there, in a certain class, right now."""

    template = "huddle.ride_book"
    level = Level.MEDIUM
    goals = (
        "Book me a ride from {start} to {end} in Huddle, class {car}.",
        "I am at {start} and need to get to {end} now. Get me a car with Huddle's Ride, {car}.",
        "Use the Ride mini-app in Huddle: pick-up {start}, destination {end}, {car}.",
    )

    start: str
    end: str
    car: str
    cents: int
    other: str
    another: str
    now: int
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        start, end, other = scene.rng.sample(("Work", *NAMES), 3)
        car, another = scene.rng.sample([one.name for one in CLASSES], 2)
        return cls(
            start=start,
            end=end,
            car=car,
            cents=price(scene.phone.databases[PATH], start, end, car),
            other=other,
            another=another,
            now=scene.phone.now_ms,
            wallet=wallet_of(scene),
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(
                PATH,
                "ride_trips",
                {
                    "pickup": self.start,
                    "destination": self.end,
                    "car": self.car,
                    "cents": self.cents,
                    "at": soon(self.now),
                    "note": "",
                    "status": BOOKED,
                },
            ),
            *paid(self.wallet, PAYEE, self.cents),
        ]

    def solve(self, pilot: Pilot) -> None:
        plan(pilot, self.start, self.end)
        pilot.tap(self.car)
        pilot.tap_id("book")
        pilot.follow(pay())

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "wrong destination": Instead(end=self.other),
            "wrong pick-up": Instead(start=self.other),
            "wrong class": Instead(car=self.another),
        }


@dataclass(frozen=True)
class BookForGroup(MiniTask):
    """A ride later, in the cheapest car that is large enough, paid from the balance."""

    template = "huddle.ride_book_group"
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

    people: int
    start: str
    end: str
    day: str
    long_day: str
    time: str
    later: str
    note: str
    car: str
    wrong: str
    way: str
    cents: int
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        start, end = rng.sample(NAMES, 2)
        people = rng.randint(2, 6)
        car, wrong = ("Economy", "Van") if people <= CLASSES[0].seats else ("Van", "Comfort")
        day = days_after(scene.phone.today, rng.randint(2, 25))
        hour = rng.randint(6, 21)
        return cls(
            people=people,
            start=start,
            end=end,
            day=day,
            long_day=long_day(day),
            time=f"{hour:02d}:{rng.randrange(0, 60, 5):02d}",
            later=f"{hour + 1:02d}:00",
            note=rng.choice(NOTES),
            car=car,
            wrong=wrong,
            way=BALANCE,
            cents=price(scene.phone.databases[PATH], start, end, car),
            wallet=wallet_of(scene),
        )

    def expect(self) -> list[Expectation]:
        at = datetime.fromisoformat(f"{self.day}T{self.time}").replace(tzinfo=UTC)
        return [
            Added(
                PATH,
                "ride_trips",
                {
                    "pickup": self.start,
                    "destination": self.end,
                    "car": self.car,
                    "at": millis(at),
                    "note": self.note,
                    "status": BOOKED,
                },
            ),
            *paid(self.wallet, PAYEE, self.cents, method=BALANCE),
        ]

    def solve(self, pilot: Pilot) -> None:
        plan(pilot, self.start, self.end)
        pilot.tap_id("when")
        pilot.tap("Schedule")
        pilot.pick_date(self.day)
        pilot.pick_time(self.time)
        # Classes are listed from the cheapest on.
        fitting = next(
            car.name
            for car in CLASSES
            if int(row_text(pilot, car.name, " seats").split(", ")[1].split()[0]) >= self.people
        )
        pilot.tap(fitting)
        pilot.type(self.note, into="Note for the driver")
        pilot.tap_id("book")
        pilot.follow(pay(self.way))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another class": Swap(Tap(self.car), Tap(self.wrong)),
            "another time": Instead(time=self.later),
            "paid by card": Instead(way=self.wallet.first_card),
            "no note": Without(Enter(self.note)),
        }


@dataclass(frozen=True)
class AskTerminal(MiniTask):
    """There are two terminals."""

    template = "huddle.ride_ask_terminal"
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

    start: str
    car: str
    meant: str
    other: str
    now: int
    cents: int
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        start = rng.choice([name for name in NAMES if "Terminal" not in name])
        terminals = rng.sample([name for name in NAMES if name.startswith("Airport")], 2)
        car = rng.choice(CLASSES).name
        return cls(
            start=start,
            car=car,
            meant=terminals[0],
            other=terminals[1],
            now=scene.phone.now_ms,
            cents=price(scene.phone.databases[PATH], start, terminals[0], car),
            wallet=wallet_of(scene),
        )

    def reply(self, question: str) -> str:
        del question
        return self.meant

    def expect(self) -> list[Expectation]:
        return [
            ExpectedQuestion(),
            Added(
                PATH,
                "ride_trips",
                {
                    "pickup": self.start,
                    "destination": self.meant,
                    "car": self.car,
                    "at": soon(self.now),
                    "note": "",
                    "status": BOOKED,
                },
            ),
            *paid(self.wallet, PAYEE, self.cents),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Ride"))
        pilot.tap("Where to?")
        pilot.type("Airport", into="Search places")
        end = pilot.ask("Which terminal of the airport?")
        pilot.tap(end, role="item")
        pilot.tap_id("pickup")
        pilot.follow(choose_place(self.start))
        pilot.tap(self.car)
        pilot.tap_id("book")
        pilot.follow(pay())

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }

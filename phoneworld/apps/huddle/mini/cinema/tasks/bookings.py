"""Tasks that book seats, or find that they cannot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import cents_in, long_day
from phoneworld.apps.huddle.mini.cinema.data import BOOKED, PAYEE, all_seats, is_taken
from phoneworld.apps.huddle.mini.cinema.tasks.setup import (
    booked,
    open_film,
    pairs_of_seats,
    some_show,
)
from phoneworld.apps.huddle.receipts import MiniTask, PaymentMethods, paid, pay, wallet_of
from phoneworld.author import (
    Added,
    End,
    Expectation,
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
    TapId,
)
from phoneworld.formats import dollars


@dataclass(frozen=True)
class BookSeats(MiniTask):
    """Two seats for a certain showing."""

    template = "huddle.cinema_book"
    level = Level.HARD
    goals = (
        'Book the seats {one} and {two} for "{film}" at {house} on {long_day} at {time} in Huddle.',
        (
            "We want to see {film} on {long_day}, {time}, at the {house}. Get us the seats {one} and "
            "{two} with Huddle's Cinema."
        ),
        "Two tickets in Huddle please: {film}, {house}, {long_day} at {time}, seats {one} and {two}.",
    )

    film: str
    house: str
    day: str
    long_day: str
    time: str
    one: str
    two: str
    third: str
    other_day: str
    cents: int
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        show = some_show(scene)
        while not pairs_of_seats(show["_id"]):
            show = some_show(scene)
        first, second = scene.rng.choice(pairs_of_seats(show["_id"]))
        free = [seat for seat in all_seats() if not is_taken(show["_id"], seat)]
        other = scene.rng.choice([seat for seat in free if seat not in (first, second)])
        others = scene.phone.databases[PATH].rows(
            "SELECT day FROM cinema_shows WHERE film_id = ? AND house = ? AND day <> ?",
            show["film_id"],
            show["house"],
            show["day"],
        )
        return cls(
            film=show["title"],
            house=show["house"],
            day=show["day"],
            long_day=long_day(show["day"]),
            time=show["time"],
            one=first,
            two=second,
            third=other,
            other_day=scene.rng.choice(others)["day"],
            cents=show["cents"],
            wallet=wallet_of(scene),
        )

    def expect(self) -> list[Expectation]:
        return booked(
            self.wallet,
            (self.one, self.two),
            film=self.film,
            house=self.house,
            day=self.day,
            time=self.time,
            seat_cents=self.cents,
        )

    def script(self) -> Script:
        return (
            *open_film(self.film, self.day),
            Tap(f"{self.house} at {self.time}"),
            *(Tap(f"Seat {seat}") for seat in (self.one, self.two)),
            TapId("book"),
            *pay(),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another seat": Instead(two=self.third),
            "another day": Instead(day=self.other_day),
        }


@dataclass(frozen=True)
class CheapestShow(MiniTask):
    """The cheapest of the showings of a day, in whatever house."""

    template = "huddle.cinema_cheapest"
    level = Level.HARD
    hidden = ("price",)
    goals = (
        (
            'Book one seat in Huddle for the cheapest showing of "{film}" on {long_day}. Any free seat '
            "will do."
        ),
        (
            "I want to see {film} on {long_day} as cheaply as possible. Get me a ticket with Huddle's "
            "Cinema, the house, time and seat do not matter."
        ),
        (
            "Find out in Huddle which showing of {film} on {long_day} costs least, and book a single "
            "seat for it, no matter which."
        ),
    )

    film: str
    day: str
    long_day: str
    house: str
    time: str
    worst: str
    cents: int
    price: str
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        while True:
            chosen = some_show(scene)
            shows = database.rows(
                "SELECT * FROM cinema_shows WHERE film_id = ? AND day = ? ORDER BY _id",
                chosen["film_id"],
                chosen["day"],
            )
            # A time is a showing's name in a list, so no two may begin at once.
            if len(shows) > 2 and len({show["time"] for show in shows}) == len(shows):
                break
        prices = rng.sample(range(820, 1400, 10), len(shows))
        for show, cents in zip(shows, prices, strict=True):
            database.run("UPDATE cinema_shows SET cents = ? WHERE _id = ?", cents, show["_id"])
        best = shows[prices.index(min(prices))]
        worst = shows[prices.index(max(prices))]
        return cls(
            film=chosen["title"],
            day=chosen["day"],
            long_day=long_day(chosen["day"]),
            house=best["house"],
            time=best["time"],
            worst=f"{worst['house']} at {worst['time']}",
            cents=min(prices),
            price=dollars(min(prices)),
            wallet=wallet_of(scene),
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(
                PATH,
                "cinema_tickets",
                {
                    "film": self.film,
                    "house": self.house,
                    "day": self.day,
                    "time": self.time,
                    "cents": self.cents,
                    "status": BOOKED,
                },
            ),
            *paid(self.wallet, PAYEE, self.cents),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_film(self.film, self.day))
        pilot.tap(self.cheapest(pilot))
        pilot.tap(", free")
        pilot.tap_id("book")
        pilot.follow(pay())

    def cheapest(self, pilot: Pilot) -> str:
        """What the cheapest showing of the list is called."""
        prices: dict[int, str] = {}
        pilot.reach("$")
        while True:
            for element in pilot.screen.elements:
                if " at " in element.description and "$" in element.text:
                    prices[cents_in(element.text)] = element.description
            whole = not any(element.scrollable for element in pilot.screen.elements)
            if whole or not pilot.scroll():
                return prices[min(prices)]

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the dearest": Swap(Tap(f"{self.house} at {self.time}"), Tap(self.worst)),
            "two seats": Swap(Tap(", free"), Tap(", free"), Tap(", free")),
        }


@dataclass(frozen=True)
class TakenSeat(MiniTask):
    """The one seat that is wanted is taken."""

    template = "huddle.cinema_seat_taken"
    level = Level.MEDIUM
    goals = (
        (
            'Book exactly seat {seat} for "{film}" at {house} on {long_day} at {time} in Huddle. I do '
            "not want any other seat."
        ),
        (
            "It has to be seat {seat}: {film}, {house}, {long_day} at {time}. Book it with Huddle's "
            "Cinema, that seat or none."
        ),
        (
            "I always sit in {seat}. Get me that seat, and no other, for {film} on {long_day} at {time} "
            "in the {house}, using Huddle."
        ),
    )

    film: str
    house: str
    day: str
    long_day: str
    time: str
    seat: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        show = some_show(scene)
        seats = all_seats()
        taken = [seat for seat in seats if is_taken(show["_id"], seat)]
        free = [seat for seat in seats if seat not in taken]
        return cls(
            film=show["title"],
            house=show["house"],
            day=show["day"],
            long_day=long_day(show["day"]),
            time=show["time"],
            seat=scene.rng.choice(taken),
            other=scene.rng.choice(free),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_film(self.film, self.day))
        pilot.tap(f"{self.house} at {self.time}")
        seat = pilot.reach(f"Seat {self.seat}")
        if not seat.enabled:
            pilot.give_up(f"Seat {self.seat} is taken.")
            return
        pilot.tap(f"Seat {self.seat}")
        pilot.tap_id("book")
        pilot.follow(pay())

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "took another seat": Instead(seat=self.other),
            "said it was done": Swap(End, End()),
        }

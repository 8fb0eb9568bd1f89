"""Tasks with the cinema."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.cinema.data import (
    BOOKED,
    CANCELLED,
    DAYS,
    FILMS,
    PAYEE,
    ROWS,
    SEATS,
    add_ticket,
    all_seats,
    is_taken,
    seats_text,
)
from phoneworld.apps.huddle.receipts import MiniTask, Wallet, enter, paid, pay, wallet_of
from phoneworld.apps.huddle.wording import cents_in, day_text, days_after, long_day, time_readings
from phoneworld.author import (
    Added,
    Also,
    Answered,
    Changed,
    End,
    Ended,
    Expectation,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TapId,
    templates_of,
)
from phoneworld.wording import dollars

TITLES = tuple(title for title, *_ in FILMS)


def some_show(scene: Scene) -> dict[str, Any]:
    """A showing of the days to come."""
    database = scene.phone.databases[PATH]
    return scene.rng.choice(
        database.rows(
            "SELECT s.*, f.title FROM cinema_shows s JOIN cinema_films f ON f._id = s.film_id "
            "WHERE s.day > ? ORDER BY s._id",
            scene.phone.today,
        )
    )


def chip_of(day: str) -> str:
    """A day as its chip says it."""
    when = date.fromisoformat(day)
    return f"{when:%a} {when.day}"


def open_film(film: str, day: str = "") -> Script:
    """Go to a film, and to a day of it."""
    return (
        *enter("Cinema"),
        Tap(film, role="item"),
        *((Tap(chip_of(day), role="button"),) if day else ()),
    )


def pairs_of_seats(show: int) -> list[tuple[str, str]]:
    """Free seats beside each other."""
    pairs = [(f"{row}{n}", f"{row}{n + 1}") for row in ROWS for n in range(1, SEATS)]
    return [pair for pair in pairs if not any(is_taken(show, seat) for seat in pair)]


def booked(
    wallet: Wallet,
    seats: Sequence[str],
    *,
    film: str,
    house: str,
    day: str,
    time: str,
    seat_cents: int,
) -> list[Expectation]:
    """What the booking of seats leaves behind."""
    cents = seat_cents * len(seats)
    return [
        Added(
            PATH,
            "cinema_tickets",
            {
                "film": film,
                "house": house,
                "day": day,
                "time": time,
                "seats": seats_text(seats),
                "cents": cents,
                "status": BOOKED,
            },
        ),
        *paid(wallet, PAYEE, cents),
    ]


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
    wallet: Wallet

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
    wallet: Wallet

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
class CancelTicket(MiniTask):
    """One of two tickets is given back."""

    template = "huddle.cinema_cancel"
    level = Level.MEDIUM
    goals = (
        'Cancel my cinema ticket for "{film}" on {long_day} in Huddle.',
        "I cannot go to see {film} on {long_day}. Please give the ticket back in Huddle.",
        "In Huddle's Cinema, cancel the booking for {film} on {long_day}.",
    )

    film: str
    long_day: str
    shown_day: str
    other_day: str
    third: str
    third_day: str
    code: str
    cents: int
    method: str
    wallet: Wallet

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        show = some_show(scene)
        # Another ticket for the same film on another day, and one for another film.
        other = some_show(scene)
        while other["film_id"] != show["film_id"] or other["day"] == show["day"]:
            other = some_show(scene)
        third = some_show(scene)
        while third["film_id"] == show["film_id"]:
            third = some_show(scene)
        wallet = wallet_of(scene)
        method = rng.choice((wallet.first_card, wallet.other_card))
        ids: list[int] = []
        for one in (show, other, third):
            seats = rng.sample(all_seats(), rng.randint(1, 2))
            ids.append(add_ticket(database, one, seats, method=method))
        (ticket,) = database.rows("SELECT * FROM cinema_tickets WHERE _id = ?", ids[0])
        return cls(
            film=show["title"],
            long_day=long_day(show["day"]),
            shown_day=day_text(show["day"]),
            other_day=day_text(other["day"]),
            third=third["title"],
            third_day=day_text(third["day"]),
            code=ticket["code"],
            cents=ticket["cents"],
            method=method,
            wallet=wallet,
        )

    def expect(self) -> list[Expectation]:
        return [
            Changed(
                PATH,
                "cinema_tickets",
                {"film": self.film, "code": self.code, "status": BOOKED},
                {"status": CANCELLED},
            ),
            *paid(self.wallet, PAYEE, -self.cents, method=self.method),
        ]

    def script(self) -> Script:
        return (
            *enter("Cinema"),
            Tap("Tickets", role="tab"),
            Tap(f"{self.film}, {self.shown_day}"),
            Tap("Cancel ticket"),
            Tap("Cancel ticket", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another day": Instead(shown_day=self.other_day),
            "another film": Instead(film=self.third, shown_day=self.third_day),
        }


@dataclass(frozen=True)
class AddToWatchlist(MiniTask):
    """A film is remembered for later."""

    template = "huddle.cinema_watchlist"
    level = Level.EASY
    goals = (
        'Put "{film}" on my watchlist in Huddle\'s Cinema.',
        "I would like to see {film} some day. Add it to the watchlist in Huddle.",
        "Remember the film {film} for me: Huddle, Cinema, watchlist.",
    )

    film: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        film, other = scene.rng.sample(TITLES, 2)
        scene.phone.databases[PATH].run(
            "UPDATE cinema_films SET listed = 0 WHERE title IN (?, ?)", film, other
        )
        return cls(film=film, other=other)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "cinema_films", {"title": self.film, "listed": 0}, {"listed": 1})]

    def script(self) -> Script:
        return (
            *open_film(self.film),
            Tap("watchlist"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another film": Instead(film=self.other), "off again": Also(Tap("watchlist"))}


@dataclass(frozen=True)
class FirstShow(MiniTask):
    """When the first showing of a day begins."""

    template = "huddle.cinema_first_show"
    level = Level.MEDIUM
    hidden = ("time",)
    goals = (
        (
            'At what time does the first showing of "{film}" at {house} begin on {long_day}? Look in '
            "Huddle."
        ),
        "Huddle's Cinema knows the programme: when is {film} first on at the {house} on {long_day}?",
        "Tell me the earliest time I can see {film} at {house} on {long_day}, according to Huddle.",
    )

    film: str
    house: str
    day: str
    long_day: str
    time: str
    later: str
    other_day: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        show = some_show(scene)
        days = [days_after(scene.phone.today, offset) for offset in range(1, DAYS)]
        other_day = rng.choice([day for day in days if day != show["day"]])
        slots = [f"{hour}:{minute}" for hour in range(13, 22) for minute in ("00", "20", "40")]
        times = rng.sample(slots, 4)
        database.run(
            "DELETE FROM cinema_shows WHERE film_id = ? AND house = ? AND day IN (?, ?)",
            show["film_id"],
            show["house"],
            show["day"],
            other_day,
        )
        for index, time in enumerate(times):
            database.insert(
                "cinema_shows",
                film_id=show["film_id"],
                house=show["house"],
                day=show["day"] if index < 2 else other_day,
                time=time,
                format="2D",
                cents=980,
            )
        return cls(
            film=show["title"],
            house=show["house"],
            day=show["day"],
            long_day=long_day(show["day"]),
            time=min(times[:2]),
            later=max(times[:2]),
            other_day=other_day,
        )

    def expect(self) -> list[Expectation]:
        return [Answered(time_readings(self.time), nots=(self.later,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_film(self.film, self.day))
        # Showings of a house are listed by time.
        show = pilot.reach(f"{self.house} at ")
        pilot.say(show.text.partition(",")[0])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another day": Instead(day=self.other_day),
            "the second one": Swap(Say, Say(self.later)),
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
        return [Ended(FinishStatus.IMPOSSIBLE)]

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


TASKS = templates_of(
    BookSeats,
    CheapestShow,
    CancelTicket,
    AddToWatchlist,
    FirstShow,
    TakenSeat,
)

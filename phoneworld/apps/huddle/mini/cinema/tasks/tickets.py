"""Tasks with tickets that were bought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import day_text, long_day
from phoneworld.apps.huddle.mini.cinema.data import BOOKED, CANCELLED, PAYEE, add_ticket, all_seats
from phoneworld.apps.huddle.mini.cinema.tasks.setup import some_show
from phoneworld.apps.huddle.receipts import MiniTask, PaymentMethods, enter, paid, wallet_of
from phoneworld.author import Changed, Expectation, Instead, Level, Mistake, Scene, Script, Tap


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
    wallet: PaymentMethods

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

"""What the tasks with the cinema share: showings, seats, and what a booking leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.cinema.data import BOOKED, PAYEE, ROWS, SEATS, is_taken, seats_text
from phoneworld.apps.huddle.receipts import PaymentMethods, enter, paid
from phoneworld.author import Added, Expectation, Scene, Script, Tap


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
    wallet: PaymentMethods,
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

"""Films, houses, showings and tickets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import days_after
from phoneworld.phone import Phone
from phoneworld.store import Database
from phoneworld.world import World, make_address

PAYEE = "Cinema"
BOOKED, CANCELLED = "booked", "cancelled"
ROWS, SEATS = "ABCDEF", 8
DAYS = 7
HOUSES = ("Aurora", "Lantern Hall", "Odeon Park")
FORMATS = ("2D", "3D", "Original")
SCHEMA = """
CREATE TABLE cinema_films (
    _id INTEGER PRIMARY KEY, title TEXT UNIQUE NOT NULL, genre TEXT NOT NULL,
    minutes INTEGER NOT NULL, about TEXT NOT NULL, art TEXT NOT NULL,
    listed INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE cinema_houses (_id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, address TEXT NOT NULL);
CREATE TABLE cinema_shows (
    _id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES cinema_films (_id),
    house TEXT NOT NULL, day TEXT NOT NULL, time TEXT NOT NULL, format TEXT NOT NULL,
    cents INTEGER NOT NULL
);
CREATE INDEX cinema_shows_film ON cinema_shows (film_id, day, house, time);
CREATE TABLE cinema_taken (
    _id INTEGER PRIMARY KEY, show_id INTEGER NOT NULL REFERENCES cinema_shows (_id),
    seat TEXT NOT NULL
);
CREATE INDEX cinema_taken_show ON cinema_taken (show_id);
CREATE TABLE cinema_tickets (
    _id INTEGER PRIMARY KEY, show_id INTEGER NOT NULL, film TEXT NOT NULL, house TEXT NOT NULL,
    day TEXT NOT NULL, time TEXT NOT NULL, seats TEXT NOT NULL, cents INTEGER NOT NULL,
    code TEXT NOT NULL, method TEXT NOT NULL, status TEXT NOT NULL
);
CREATE INDEX cinema_tickets_day ON cinema_tickets (day, time);
"""
DERIVED = ("cinema_taken",)
"""Which seats are gone follows from the tickets."""
FILMS = (
    ("The Last Lighthouse", "Drama", 118, "A keeper, a storm, and a letter that comes too late."),
    ("The Lost Lighthouse", "Adventure", 104, "Three friends look for a tower that is on no map."),
    ("Paper Planes", "Family", 92, "A boy folds his way across the country."),
    ("Midnight Tram", "Thriller", 109, "Nobody gets off at the last stop."),
    ("Salt and Cinnamon", "Comedy", 98, "Two bakers, one street, no peace."),
    ("Orbit of Two", "Science fiction", 131, "A pair of pilots drifts apart, literally."),
    ("The Quiet Orchard", "Drama", 112, "Four sisters sell the farm they grew up on."),
    ("Winter Signals", "Thriller", 101, "A radio amateur hears a voice from next week."),
    ("Giants of Tin", "Animation", 88, "Old robots learn to dance."),
    ("A Waltz for Rosa", "Romance", 106, "He plays badly, she listens well."),
    ("Deep Green", "Documentary", 84, "A year in the oldest forest of the continent."),
    ("Seven Bridges Home", "Adventure", 123, "A courier crosses a city that is falling apart."),
)
SCENES = ("city", "night", "mountain", "forest", "sunset", "beach", "abstract", "portrait")


def is_taken(show: int, seat: str) -> bool:
    """Whether others sit there: made up from the numbers, so that nothing need be stored."""
    row, number = ROWS.index(seat[0]), int(seat[1:])
    return (show * 31 + row * 7 + number * 13 + row * number) % 10 < 3


def all_seats() -> list[str]:
    """The seats of a hall, row by row."""
    return [f"{row}{number}" for row in ROWS for number in range(1, SEATS + 1)]


def taken_seats(database: Database, show: int) -> set[str]:
    """The seats that cannot be booked."""
    rows = database.rows("SELECT seat FROM cinema_taken WHERE show_id = ?", show)
    return {seat for seat in all_seats() if is_taken(show, seat)} | {row["seat"] for row in rows}


def show_with_film(database: Database, show: int) -> dict[str, Any] | None:
    """A showing, with the title of the film."""
    return database.one(
        "SELECT s.*, f.title FROM cinema_shows s JOIN cinema_films f ON f._id = s.film_id "
        "WHERE s._id = ?",
        show,
    )


def seats_text(seats: Sequence[str]) -> str:
    """Seats as they are stored: in the order of the hall."""
    return ", ".join(sorted(seats, key=lambda seat: (seat[0], int(seat[1:]))))


def add_ticket(
    database: Database, show: dict[str, Any], seats: Sequence[str], *, method: str
) -> int:
    """Book seats of a showing (as `show_with_film` gives it); the id of the ticket."""
    count: int = database.value("SELECT coalesce(max(_id), 0) FROM cinema_tickets")
    for seat in seats:
        database.insert("cinema_taken", show_id=show["_id"], seat=seat)
    return database.insert(
        "cinema_tickets",
        show_id=show["_id"],
        film=show["title"],
        house=show["house"],
        day=show["day"],
        time=show["time"],
        seats=seats_text(seats),
        cents=show["cents"] * len(seats),
        code=f"{'KLMNPQRSTV'[count * 3 % 10]}{'ABCDEFGHJK'[(show['_id'] + count) % 10]}"
        f"{1000 + (show['_id'] * 97 + count * 41) % 9000}",
        method=method,
        status=BOOKED,
    )


def seed(phone: Phone, world: World) -> None:
    """A week's programme, and two tickets for films that were on."""
    database = phone.databases[PATH]
    rng = world.rng("huddle.cinema")
    today = world.now.date().isoformat()
    listed = rng.sample(range(len(FILMS)), 2)
    for index, (title, genre, minutes, about) in enumerate(FILMS):
        database.insert(
            "cinema_films",
            title=title,
            genre=genre,
            minutes=minutes,
            about=about,
            art=f"{rng.choice(SCENES)}:{rng.randint(1, 60)}",
            listed=int(index in listed),
        )
    shows: list[dict[str, Any]] = []
    for house in HOUSES:
        database.insert("cinema_houses", name=house, address=make_address(rng))
        # Each house skips some films; what it shows is on every day.
        for film in sorted(rng.sample(range(1, len(FILMS) + 1), 8)):
            for offset in range(DAYS):
                for hour in rng.sample((14, 16, 18, 20, 21), rng.randint(1, 2)):
                    form = rng.choice(FORMATS)
                    shows.append(
                        {
                            "film_id": film,
                            "house": house,
                            "day": days_after(today, offset),
                            "time": f"{hour}:{rng.choice(('00', '15', '30', '45'))}",
                            "format": form,
                            "cents": rng.choice((880, 950, 1020, 1090, 1160))
                            + (250 if form == "3D" else 0),
                        }
                    )
    database.insert_many("cinema_shows", shows)
    for days in (9, 24):
        show = {
            "_id": -days,
            "title": rng.choice(FILMS)[0],
            "house": rng.choice(HOUSES),
            "day": days_after(today, -days),
            "time": "20:15",
            "cents": 1090,
        }
        method = database.value("SELECT name FROM wallet_methods WHERE kind = 'card'")
        add_ticket(database, show, (f"D{rng.randint(1, 8)}",), method=method)

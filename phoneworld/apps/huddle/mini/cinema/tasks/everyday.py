"""Everyday tasks with the cinema: a film off the watchlist, and which seats one has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.cinema.data import add_ticket, seats_text
from phoneworld.apps.huddle.mini.cinema.tasks.programme import TITLES
from phoneworld.apps.huddle.mini.cinema.tasks.setup import open_film, pairs_of_seats, some_show
from phoneworld.apps.huddle.receipts import MiniTask, enter, wallet_of
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    Pilot,
    Scene,
    Script,
    Tap,
)


@dataclass(frozen=True)
class OffWatchlist(MiniTask):
    """A film is taken off the watchlist."""

    template = "huddle.cinema_unwatch"
    goals = (
        'Take "{film}" off my watchlist in Huddle\'s Cinema.',
        "Remove the film {film} from the watchlist in Huddle.",
        "I have seen {film}, it can go from my Huddle watchlist.",
    )

    film: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        film, other = scene.rng.sample(TITLES, 2)
        scene.phone.databases[PATH].run(
            "UPDATE cinema_films SET listed = 1 WHERE title IN (?, ?)", film, other
        )
        return cls(film, other)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "cinema_films", {"title": self.film, "listed": 1}, {"listed": 0})]

    def script(self) -> Script:
        return (*open_film(self.film), Tap("Remove from watchlist"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another film": Instead(film=self.other),
            "on again": Also(Tap("Add to watchlist")),
        }


@dataclass(frozen=True)
class MySeats(MiniTask):
    """Which seats are booked for a film."""

    template = "huddle.cinema_my_seats"
    hidden = ("seats",)
    goals = (
        'Which seats do I have for "{film}"? I booked them in Huddle.',
        "Tell me my seats for the film {film} in Huddle's Cinema.",
        "Look at my ticket for {film} in Huddle: where do I sit?",
    )

    film: str
    other: str
    seats: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        show, other = some_show(scene), some_show(scene)
        while other["film_id"] == show["film_id"]:
            other = some_show(scene)
        told: list[str] = []
        for one in (show, other):
            database.run("DELETE FROM cinema_tickets WHERE film = ?", one["title"])
            pair = rng.choice(
                [pair for pair in pairs_of_seats(one["_id"]) if seats_text(pair) not in told]
            )
            add_ticket(database, one, pair, method=wallet_of(scene).first_card)
            told.append(seats_text(pair))
        return cls(show["title"], other["title"], *told)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.seats, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow((*enter("Cinema"), Tap("Tickets", role="tab"), Tap(f"{self.film}, ")))
        # They stand right before the word.
        pilot.say(pilot.screen.elements[pilot.reach("Seats").index - 1].text)

    def mistakes(self) -> dict[str, Mistake]:
        return {"another film": Instead(film=self.other)}

"""Tasks with films and when they are on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import days_after, long_day, time_readings
from phoneworld.apps.huddle.mini.cinema.data import DAYS, FILMS
from phoneworld.apps.huddle.mini.cinema.tasks.setup import open_film, some_show
from phoneworld.apps.huddle.receipts import MiniTask
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
)

TITLES = tuple(title for title, *_ in FILMS)


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
        return (*open_film(self.film), Tap("watchlist"))

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
        return [ExpectedAnswer(time_readings(self.time), nots=(self.later,))]

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

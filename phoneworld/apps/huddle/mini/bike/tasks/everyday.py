"""Everyday questions about shared bikes: free docks, and how long the pass is valid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import day_readings, day_text, days_after
from phoneworld.apps.huddle.mini.bike.data import PASSES, add_pass
from phoneworld.apps.huddle.mini.bike.tasks.setup import NAMES
from phoneworld.apps.huddle.receipts import MiniTask, enter, row_text, wallet_of
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    Tap,
)


@dataclass(frozen=True)
class FreeDocks(MiniTask):
    """How many docks of a station are free."""

    template = "huddle.bike_docks"
    hidden = ("docks",)
    goals = (
        "How many docks are free at the bike station {station} in Huddle?",
        "Tell me the number of free docks at {station}, Huddle's Bikes has it.",
        "Look in Huddle's Bikes how many bikes I could still return at {station}.",
    )

    station: str
    other: str
    free: int
    docks: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        names, frees = rng.sample(NAMES, 2), rng.sample(range(2, 15), 2)
        for name, free in zip(names, frees, strict=True):
            bikes = database.value("SELECT count(*) FROM bike_bikes WHERE station = ?", name)
            database.run("UPDATE bike_stations SET docks = ? WHERE name = ?", bikes + free, name)
        return cls(names[0], names[1], frees[0], f"{frees[0]} free docks")

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(str(self.free))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow((*enter("Bikes"), Tap("Stations", role="item")))
        pilot.type(self.station, into="Search stations")
        text = row_text(pilot, f"{self.station}, ", "free docks")
        pilot.say(text.partition(" free docks")[0].split()[-1])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another station": Instead(station=self.other)}


@dataclass(frozen=True)
class PassUntil(MiniTask):
    """Until when the pass is valid."""

    template = "huddle.bike_pass_until"
    hidden = ("shown",)
    goals = (
        "Until when is my bike pass in Huddle valid?",
        "Tell me the day on which my pass for Huddle's Bikes ends.",
        "When does my Huddle bike pass run out?",
    )

    until: str
    shown: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        database.run("DELETE FROM bike_passes")
        until, wrong = (days_after(scene.phone.today, day) for day in rng.sample(range(2, 27), 2))
        kind, card = rng.choice(tuple(PASSES)), wallet_of(scene).first_card
        add_pass(database, kind, until=until, method=card)
        return cls(until, day_text(until), day_text(wrong))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(day_readings(self.until))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bikes"))
        pilot.say(pilot.reach("Passes", role="item").text.partition(" until ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another day": Swap(Say, Say(self.wrong))}

"""Tasks with stations, and with what is wrong at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.bike.data import PROBLEMS, add_bike
from phoneworld.apps.huddle.mini.bike.tasks.setup import NAMES, new_codes
from phoneworld.apps.huddle.receipts import MiniTask, enter, row_text
from phoneworld.author import (
    Added,
    Enter,
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


@dataclass(frozen=True)
class MostDocks(MiniTask):
    """The free docks of three stations are compared."""

    template = "huddle.bike_most_docks"
    level = Level.HARD
    hidden = ("docks",)
    goals = (
        (
            "Which of the bike stations {one}, {two} and {three} has the most free docks? Check in "
            "Huddle and answer with the name of the station only."
        ),
        (
            "I want to return my bike at {one}, {two} or {three}. Look in Huddle's Bikes where most "
            "docks are free; tell me just that station."
        ),
        (
            "Compare {one}, {two} and {three} in Huddle's Bikes. Name only the one with the most free "
            "docks."
        ),
    )

    one: str
    two: str
    three: str
    best: str
    docks: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        names = rng.sample(NAMES, 3)
        frees = rng.sample(range(2, 14), 3)
        for name, free in zip(names, frees, strict=True):
            bikes = database.value("SELECT count(*) FROM bike_bikes WHERE station = ?", name)
            database.run("UPDATE bike_stations SET docks = ? WHERE name = ?", bikes + free, name)
        best = names[frees.index(max(frees))]
        return cls(
            one=names[0],
            two=names[1],
            three=names[2],
            best=best,
            docks=f"{max(frees)} free docks",
            others=tuple(name for name in names if name != best),
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.best, nots=tuple(self.others))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bikes"))
        pilot.tap("Stations", role="item")
        frees: dict[int, str] = {}
        for name in (self.one, self.two, self.three):
            pilot.type(name, into="Search stations", clear=True)
            text = row_text(pilot, f"{name}, ", "free docks")
            frees[int(text.partition(" free docks")[0].split()[-1])] = name
        pilot.say(frees[max(frees)])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another one": Swap(Say, Say(self.others[0])),
            "looked at the others only": Instead(
                one=self.others[0], two=self.others[1], three=self.others[1]
            ),
        }


@dataclass(frozen=True)
class ReportProblem(MiniTask):
    """Something is wrong with a bike."""

    template = "huddle.bike_report"
    level = Level.MEDIUM
    goals = (
        'Report a problem with bike {code} in Huddle: "{problem}".',
        "The shared bike {code} has a defect ({problem}). Tell the bike share through Huddle.",
        "Please use Huddle's Bikes to report {code}: {problem}.",
    )

    code: str
    other: str
    problem: str
    another: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        code, other = new_codes(scene, 2)
        station = scene.rng.choice(NAMES)
        for one in (code, other):
            add_bike(scene.phone.databases[PATH], one, station)
        problem, another = scene.rng.sample(PROBLEMS, 2)
        return cls(code=code, other=other, problem=problem.lower(), another=another)

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "bike_reports", {"code": self.code, "problem": self.problem})]

    def script(self) -> Script:
        return (
            *enter("Bikes"),
            Tap("Report a problem"),
            Enter(self.code),
            Tap("OK"),
            Tap(self.problem),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another bike": Instead(code=self.other),
            "another problem": Instead(problem=self.another),
        }

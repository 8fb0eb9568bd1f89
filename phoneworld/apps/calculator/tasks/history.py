"""Tasks with the history of the calculator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calculator.arithmetic import grouped, plain, reckon
from phoneworld.apps.calculator.data import PATH
from phoneworld.apps.calculator.tasks.setup import (
    add_earlier,
    database_of,
    draw_free,
    press,
    worked_out,
)
from phoneworld.author import (
    BACK,
    Also,
    Expectation,
    ExpectedAnswer,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
)


@dataclass(frozen=True)
class FindResult(TaskType):
    """A result of some days ago, among similar ones."""

    template = "calculator.find_result"
    level = Level.MEDIUM
    apps = ("Calculator",)
    hidden = ("result",)
    goals = (
        "I worked out {expression} some days ago. What did the calculator say?",
        "Look in the calculator's history: what was the result of {expression}?",
        "Find my old calculation {expression} and tell me its result. Don't calculate it again.",
    )

    expression: str
    result: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        expression = draw_free(scene)
        while grouped(plain(reckon(expression))) in expression:
            expression = draw_free(scene)
        shown = grouped(add_earlier(scene, expression))
        other = f"{expression}+{scene.rng.randint(2, 40)}"
        add_earlier(scene, other)
        return cls(expression=expression, result=shown, other=other)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.result)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.tap("History")
        row = pilot.reach(f"{self.expression},", role="item")
        pilot.say(row.text.rpartition("= ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"a similar one": Instead(expression=self.other)}


@dataclass(frozen=True)
class ReuseResult(TaskType):
    """A result of the history is what to go on with."""

    template = "calculator.reuse_result"
    level = Level.HARD
    apps = ("Calculator",)
    hidden = ("first",)
    goals = (
        "Take the result of {expression} from the calculator's history and {what} {number}. What comes out?",
        "I calculated {expression} the other day. Look up what it gave, {what} {number}, and tell me.",
        "Find my earlier {expression} in Calculator. What do I get when I {what} {number}?",
    )

    expression: str
    other: str
    what: str
    sign: str
    number: int
    first: str
    result: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, two, number = rng.randint(31, 99), rng.randint(31, 99), rng.choice((4, 5, 8, 16, 25))
        sign = rng.choice("×÷")
        expression, other = f"{one}×{two}×6", f"{two}×{one + 1}×6"
        first = add_earlier(scene, expression)
        add_earlier(scene, other)
        return cls(
            expression=expression,
            other=other,
            what="multiply it by" if sign == "×" else "divide it by",
            sign=sign,
            number=number,
            first=grouped(first),
            result=plain(reckon(f"{first}{sign}{number}")),
        )

    def expect(self) -> list[Expectation]:
        return worked_out(self.result, self.expression, self.expression.rpartition("×")[0])

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.tap("History")
        pilot.tap(f"{self.expression},", role="item")
        pilot.follow(press(f"{self.sign}{self.number}"))
        pilot.say(pilot.read("result"))

    def mistakes(self) -> dict[str, Mistake]:
        wrong = "÷" if self.sign == "×" else "×"
        return {
            "a similar one": Instead(expression=self.other),
            "the other sign": Instead(sign=wrong),
        }


@dataclass(frozen=True)
class DeleteSum(TaskType):
    """One sum of the history goes."""

    template = "calculator.delete_entry"
    level = Level.MEDIUM
    apps = ("Calculator",)
    goals = (
        "Delete the calculation {expression} from the calculator's history, and only that one.",
        "Remove {expression} from the history of my calculator.",
        "The {expression} in my calculator history was a mistake. Take it out of there.",
    )

    expression: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        expression = draw_free(scene)
        other = f"{expression}+1"
        for one in scene.rng.sample((expression, other), 2):
            add_earlier(scene, one)
        return cls(expression=expression, other=other)

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "history", {"expression": self.expression})]

    def script(self) -> Script:
        return (
            Open("Calculator"),
            Tap("History"),
            Hold(f"{self.expression},", role="item"),
            Tap("Delete"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a similar one": Instead(expression=self.other),
            "only copied": Swap(Tap("Delete"), Tap("Copy result")),
        }


@dataclass(frozen=True)
class ClearSums(TaskType):
    """All sums go."""

    template = "calculator.clear_history"
    apps = ("Calculator",)
    goals = (
        "Clear the history of the calculator.",
        "Delete all my past calculations in Calculator.",
        "Please empty the calculator history.",
    )

    sums: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        database.run("DELETE FROM history WHERE _id > ?", scene.rng.randint(2, 20))
        rows = database.rows("SELECT expression FROM history")
        return cls(sums=tuple(row["expression"] for row in rows))

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "history", {"expression": one}) for one in self.sums]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.tap("More options")
        pilot.tap("Clear history")
        pilot.tap("Clear", role="button")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only the newest": Way(
                Open("Calculator"), Tap("History"), Hold("=", role="item"), Tap("Delete")
            ),
            "cancelled": Swap(Tap("Clear", role="button"), Tap("Cancel", role="button")),
        }


@dataclass(frozen=True)
class AlreadyEmpty(TaskType):
    """The history is empty: nothing is to be done."""

    template = "calculator.already_empty"
    apps = ("Calculator",)
    goals = (
        "Make sure that the calculator's history is empty.",
        "Nothing should be left in the history of Calculator. Please check.",
        "See to it that my calculator remembers no old calculations.",
    )

    number: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database_of(scene).run("DELETE FROM history")
        return cls(number=scene.rng.randint(10, 99))

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.tap("History")
        pilot.reach("No calculations yet")

    def mistakes(self) -> dict[str, Mistake]:
        return {"calculated something": Also(BACK, *press(f"{self.number}+1"))}

"""Tasks with the calculator."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Self

from phoneworld.apps.calculator.data import PATH, add_sum, draw_expression
from phoneworld.apps.calculator.reckoning import grouped, plain, reckon
from phoneworld.author import (
    BACK,
    Added,
    Also,
    Answered,
    End,
    Ended,
    Expectation,
    FinishStatus,
    Hold,
    Instead,
    Level,
    Maybe,
    Mistake,
    Open,
    Pilot,
    Removed,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
    Without,
    templates_of,
)
from phoneworld.store import Database
from phoneworld.world import millis


def database_of(scene: Scene) -> Database:
    """Calculator's database on the phone of a task."""
    return scene.phone.databases[PATH]


def press(expression: str) -> Script:
    """Press the keys of an expression, and = at the end."""
    return tuple(Tap(sign, role="button") for sign in f"{expression}=")


def worked_out(result: str, *on_the_way: str) -> list[Expectation]:
    """A sum with this result was done, perhaps after some of those that lead to it, and told."""
    results = dict.fromkeys(plain(reckon(expression)) for expression in on_the_way)
    return [
        Added(PATH, "history", {"result": result}),
        Answered(result),
        *(Maybe(Added(PATH, "history", {"result": one})) for one in results if one != result),
    ]


def add_earlier(scene: Scene, expression: str) -> str:
    """A sum that was done some days ago; its result."""
    rng = scene.rng
    moment = scene.world.day(rng.randint(-12, -1), rng.randint(8, 20), rng.randint(0, 59))
    return add_sum(database_of(scene), expression, at_ms=millis(moment))


def draw_free(scene: Scene) -> str:
    """An expression that is not in the history."""
    database = database_of(scene)
    while True:
        expression = draw_expression(scene.rng)
        if not database.value("SELECT _id FROM history WHERE expression = ?", expression):
            return expression


@dataclass(frozen=True)
class Compute(TaskType):
    """Two numbers and a sign."""

    template = "calculator.compute"
    level = Level.MEDIUM
    apps = ("Calculator",)
    goals = (
        "Use the calculator to work out {spoken} and tell me the result.",
        "What is {spoken}? Please do it with the calculator.",
        "Open the calculator, compute {spoken} and give me the number it shows.",
    )

    expression: str
    spoken: str
    result: str
    slip: str
    other_sign: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        kind = rng.choice("+−×÷")
        one, two = rng.randint(112, 9890), rng.randint(12, 98)
        if kind == "÷":
            two = rng.choice((4, 5, 8, 16, 20, 25, 40))
        if kind in "+−":
            two = rng.randint(3, 109) + Decimal(rng.choice(("0.25", "0.4", "0.75", "0.8")))
        words = {"+": "plus", "−": "minus", "×": "times", "÷": "divided by"}
        said = rng.choice((f" {words[kind]} ", f" {kind} "))
        expression = f"{one}{kind}{two}"
        return cls(
            expression=expression,
            spoken=f"{one}{said}{two}",
            result=plain(reckon(expression)),
            slip=f"{one + rng.choice((1, 10, 100))}{kind}{two}",
            other_sign=f"{one}{'×' if kind in '+−' else '+'}{two}",
        )

    def expect(self) -> list[Expectation]:
        return worked_out(self.result)

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.follow(press(self.expression))
        pilot.say(pilot.read("result"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a slip of the finger": Instead(expression=self.slip),
            "another sign": Instead(expression=self.other_sign),
        }


@dataclass(frozen=True)
class Brackets(TaskType):
    """The order matters: without brackets it goes wrong."""

    template = "calculator.brackets"
    level = Level.HARD
    apps = ("Calculator",)
    goals = (
        "With the calculator: add {a} and {b}, multiply the sum by {c}, then take away {d}. What is it?",
        "Calculate this on my phone and tell me: the sum of {a} and {b}, times {c}, minus {d}.",
        (
            "I bought {c} sets of one item at {a} and one at {b}, and got {d} off the total. "
            "What did I pay? Use the calculator app."
        ),
    )

    a: int
    b: int
    c: int
    d: int
    result: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        a, b = rng.randint(11, 79), rng.randint(11, 79)
        c, d = rng.randint(5, 14), rng.randint(5, 99)
        return cls(a=a, b=b, c=c, d=d, result=str((a + b) * c - d))

    def expect(self) -> list[Expectation]:
        a, b, c = self.a, self.b, self.c
        return worked_out(self.result, f"{a}+{b}", f"({a}+{b})×{c}", f"{a}×{c}", f"{b}×{c}")

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        # What follows a bracket is multiplied by it.
        pilot.follow(press(f"({self.a}+{self.b}){self.c}−{self.d}"))
        pilot.say(pilot.read("result"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "no brackets": Without(Tap("("), Tap(")")),
            "forgot the last part": Instead(d=0),
        }


def draw_bill(rng: Random) -> tuple[int, int, int]:
    """A bill in cents, a tip in percent and a number of people that come out even."""
    while True:
        cents, tip, people = (
            rng.randint(2000, 24000),
            rng.choice((10, 12, 15, 20)),
            rng.randint(3, 8),
        )
        if cents * (100 + tip) % (100 * people) == 0 and cents % 100:
            return cents, tip, people


@dataclass(frozen=True)
class SplitBill(TaskType):
    """A bill with a tip, shared."""

    template = "calculator.split_bill"
    level = Level.HARD
    apps = ("Calculator",)
    goals = (
        (
            "Our bill is ${bill}. We tip {tip}% and split it between {people} people. "
            "How much does each pay? Use the calculator."
        ),
        (
            "{people} of us share a bill of ${bill} plus {tip}% tip. Work out with the calculator "
            "what everybody owes."
        ),
        (
            "Please calculate on the phone: ${bill} and {tip}% tip on top, divided by {people}. "
            "Tell me one share."
        ),
    )

    bill: str
    tip: int
    people: int
    result: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        cents, tip, people = draw_bill(scene.rng)
        share = Decimal(cents * (100 + tip)) / (10000 * people)
        return cls(
            bill=f"{cents // 100}.{cents % 100:02d}", tip=tip, people=people, result=plain(share)
        )

    def expect(self) -> list[Expectation]:
        bill, tip, people = self.bill, self.tip, self.people
        return worked_out(
            self.result,
            f"1+{tip}%",
            f"{bill}×{tip}%",
            f"{bill}+{tip}%",
            f"{bill}÷{people}",
            f"{bill}×{tip}%÷{people}",
        )

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        bill, factor = self.bill.rstrip("0"), f"1.{self.tip}".rstrip("0")
        pilot.follow(press(f"{bill}×{factor}÷{self.people}"))
        pilot.say(pilot.read("result"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one person fewer": Instead(people=self.people - 1),
            "another tip": Instead(tip=11),
        }


@dataclass(frozen=True)
class PercentOf(TaskType):
    """A share of an amount."""

    template = "calculator.percent_of"
    level = Level.MEDIUM
    apps = ("Calculator",)
    goals = (
        "What is {percent}% of {amount}? Please use the calculator.",
        "Calculate {percent} percent of {amount} in the calculator app and tell me.",
        "I need to know how much {percent}% of {amount} is. Work it out on the phone.",
    )

    percent: int
    amount: int
    result: str
    with_it: str
    expression: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        percent, amount = rng.choice((7, 12, 18, 19, 22, 35, 65)), rng.randint(115, 4800)
        return cls(
            percent=percent,
            amount=amount,
            result=plain(Decimal(percent * amount) / 100),
            with_it=f"{amount}+{percent}%",
            expression=f"{amount}×{percent}%",
        )

    def expect(self) -> list[Expectation]:
        percent, amount = self.percent, self.amount
        return worked_out(self.result, f"{percent}×{amount}", f"{percent}÷100", f"{amount}÷100")

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.follow(press(self.expression))
        pilot.say(pilot.read("result"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "added to it": Instead(expression=self.with_it),
            "without the percent sign": Instead(expression=f"{self.amount}×{self.percent}"),
        }


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
        return [Answered(self.result)]

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
class ClearHistory(TaskType):
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


@dataclass(frozen=True)
class ByNought(TaskType):
    """What cannot be worked out."""

    template = "calculator.no_result"
    level = Level.MEDIUM
    apps = ("Calculator",)
    goals = (
        "Work out {a} ÷ ({b} − {b}) with the calculator and tell me the number.",
        "What is {a} divided by the difference of {b} and {b}? Use the calculator.",
        "Calculate {a}÷({b}−{b}) on my phone and give me the result.",
    )

    a: int
    b: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(a=scene.rng.randint(12, 980), b=scene.rng.randint(3, 60))

    def expect(self) -> list[Expectation]:
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.follow(press(f"{self.a}÷({self.b}−{self.b})"))
        pilot.give_up(pilot.read("result"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "says nought": Swap(End, Say("0"), End()),
            "calculated something else": Without(Tap("("), Tap(")")),
        }


TASKS = templates_of(
    Compute,
    Brackets,
    SplitBill,
    PercentOf,
    FindResult,
    ReuseResult,
    DeleteSum,
    ClearHistory,
    AlreadyEmpty,
    ByNought,
)

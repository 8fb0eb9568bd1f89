"""Tasks that work something out."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Self

from phoneworld.apps.calculator.arithmetic import plain, reckon
from phoneworld.apps.calculator.tasks.setup import press, worked_out
from phoneworld.author import (
    End,
    Expectation,
    ExpectedEnding,
    FinishStatus,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    Tap,
    TaskType,
    Without,
)


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
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.follow(press(f"{self.a}÷({self.b}−{self.b})"))
        pilot.give_up(pilot.read("result"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "says nought": Swap(End, Say("0"), End()),
            "calculated something else": Without(Tap("("), Tap(")")),
        }

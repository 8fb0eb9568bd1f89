"""What people ask the calculator in a few words: a root, three numbers, a discount, what came out last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.calculator.arithmetic import grouped, plain, reckon
from phoneworld.apps.calculator.data import add_sum
from phoneworld.apps.calculator.tasks.setup import database_of, press, worked_out
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
    TaskType,
)


@dataclass(frozen=True)
class SquareRoot(TaskType):
    """The root of a square number."""

    template = "calculator.square_root"
    apps = ("Calculator",)
    goals = (
        "What is the square root of {number}?",
        "Work out the square root of {number} with the calculator.",
        "Tell me the root of {number}, please use the calculator.",
    )

    number: int
    slip: int
    result: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        root = scene.rng.randint(4, 25)
        return cls(number=root**2, slip=(root + 1) ** 2, result=str(root))

    def expect(self) -> list[Expectation]:
        return worked_out(self.result)

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.follow(press(f"√{self.number}"))
        pilot.say(pilot.read("result"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another number": Instead(number=self.slip),
            "without the calculator": Swap(Tap("√", role="button"), Say(self.result)),
        }


@dataclass(frozen=True)
class AddThree(TaskType):
    """Three numbers are added up."""

    template = "calculator.add_three"
    apps = ("Calculator",)
    goals = (
        "Add up {a}, {b} and {c}.",
        "What do {a}, {b} and {c} make together? Use the calculator.",
        "Calculate {a} plus {b} plus {c} and tell me the sum.",
    )

    a: int
    b: int
    c: int
    result: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        a, b, c = (scene.rng.randint(3, 60) for _ in range(3))
        return cls(a=a, b=b, c=c, result=str(a + b + c))

    def expect(self) -> list[Expectation]:
        a, b, c = self.a, self.b, self.c
        return worked_out(self.result, f"{a}+{b}", f"{b}+{c}", f"{a}+{c}")

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.follow(press(f"{self.a}+{self.b}+{self.c}"))
        pilot.say(pilot.read("result"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"a slip of the finger": Instead(c=self.c + 10), "one number left out": Instead(b=0)}


@dataclass(frozen=True)
class PercentOff(TaskType):
    """A price after a discount."""

    template = "calculator.percent_off"
    apps = ("Calculator",)
    goals = (
        "What does something for ${price} cost with {percent}% off?",
        "Take {percent} percent off {price} dollars with the calculator. What is left?",
        "There is a discount of {percent}% on a price of ${price}. Work out the new price.",
    )

    price: int
    percent: int
    result: str
    discount: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        price = scene.rng.randrange(20, 300, 2)
        percent = scene.rng.choice((5, 10, 15, 20, 25, 30, 35, 40, 60, 70))
        result = plain(reckon(f"{price}−{percent}%"))
        return cls(price, percent, result, discount=plain(reckon(f"{price}×{percent}%")))

    def expect(self) -> list[Expectation]:
        return worked_out(self.result, f"{self.price}×{self.percent}%", f"100−{self.percent}")

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.follow(press(f"{self.price}−{self.percent}%"))
        pilot.say(pilot.read("result"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "what is taken off": Swap(Say, Say(self.discount)),
            "added on top": Swap(Tap("−", role="button"), Tap("+", role="button")),
        }


@dataclass(frozen=True)
class LastResult(TaskType):
    """What came out of the calculation that was done last."""

    template = "calculator.last_result"
    apps = ("Calculator",)
    hidden = ("result",)
    goals = (
        "What was the result of my last calculation?",
        "What did the calculator come to the last time I used it?",
        "Tell me the newest result in the calculator's history.",
    )

    result: str
    earlier: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        sums = (f"{rng.randint(31, 99)}×{rng.randint(31, 99)}", f"{rng.randint(101, 900)}×7")
        shown = [
            grouped(add_sum(database, expression, at_ms=scene.phone.now_ms - minutes * 60_000))
            for expression, minutes in zip(
                rng.sample(sums, 2), (rng.randint(5, 20), rng.randint(30, 50)), strict=True
            )
        ]
        return cls(result=shown[0], earlier=shown[1])

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.result, nots=(self.earlier,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Calculator")
        pilot.tap("History")
        pilot.say(pilot.reach("= ", role="item").text.rpartition("= ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the one before": Swap(Say, Say(self.earlier)),
            "both": Swap(Say, Say(f"{self.result} or {self.earlier}")),
        }

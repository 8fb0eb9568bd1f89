"""Everyday questions at the coffee bar: what something costs, what is in the cart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.coffee.data import add_to_cart
from phoneworld.apps.huddle.mini.coffee.tasks.setup import PASTRIES, some_lines
from phoneworld.apps.huddle.receipts import MiniTask, enter, row_text
from phoneworld.author import Expectation, ExpectedAnswer, Instead, Mistake, Pilot, Say, Scene, Swap
from phoneworld.formats import dollars


@dataclass(frozen=True)
class PastryPrice(MiniTask):
    """What something of the bakery costs."""

    template = "huddle.coffee_price"
    hidden = ("price",)
    goals = (
        "How much is one {pastry} in Huddle's Coffee?",
        "Tell me the price of a {pastry} at the Huddle coffee bar.",
        "What does the {pastry} cost in Huddle's Coffee?",
    )

    pastry: str
    other: str
    price: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, scene.phone.databases[PATH]
        pastry, other = rng.sample(PASTRIES, 2)
        cents, wrong = rng.sample(range(180, 590, 5), 2)
        for name, each in ((pastry, cents), (other, wrong)):
            database.run(
                "UPDATE coffee_items SET cents = ?, sold_out = 0 WHERE name = ?", each, name
            )
        return cls(pastry, other, dollars(cents), dollars(wrong))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.price, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Coffee"))
        pilot.tap("Bakery", role="button")
        pilot.say(row_text(pilot, f"{self.pastry}, ", "$").rpartition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"something else": Instead(pastry=self.other)}


@dataclass(frozen=True)
class CoffeeCartTotal(MiniTask):
    """What the coffee cart comes to."""

    template = "huddle.coffee_cart_total"
    hidden = ("total",)
    goals = (
        "How much is my coffee cart in Huddle?",
        "Tell me the total of my cart in Huddle's Coffee.",
        "What does everything in my Huddle coffee cart cost together?",
    )

    total: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = scene.phone.databases[PATH]
        database.run("DELETE FROM coffee_cart")
        lines = some_lines(scene, 2)
        for line in lines:
            add_to_cart(
                database,
                line.item,
                cents=line.cents,
                size=line.size,
                extras=line.extras,
                quantity=line.quantity,
            )
        total = sum(line.cents * line.quantity for line in lines)
        return cls(dollars(total), dollars(total + lines[0].cents))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.total, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Coffee"))
        pilot.say(pilot.read("cart").rpartition(" · ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"one thing too many": Swap(Say, Say(self.wrong))}

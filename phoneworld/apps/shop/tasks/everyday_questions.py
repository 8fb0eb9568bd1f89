"""Everyday questions to the Shop: what something costs, how an order is doing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.shop.data import DELIVERED, PROCESSING, SHIPPED
from phoneworld.apps.shop.tasks.setup import (
    clear_orders,
    database_of,
    draw_products,
    fill_cart,
    find_product,
    order_one,
)
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)
from phoneworld.formats import dollars


@dataclass(frozen=True)
class PriceOf(TaskType):
    """What a product costs."""

    template = "shop.price"
    apps = ("Shop",)
    hidden = ("price",)
    goals = (
        "How much is the {name} in the Shop?",
        "Tell me the price of the {name} in the Shop.",
        "What does the {name} cost in the Shop?",
    )

    name: str
    other: str
    price: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        product, other = draw_products(scene, 2)
        database = database_of(scene)
        cents, wrong = scene.rng.sample(range(1200, 9900, 7), 2)
        for one, price in ((product, cents), (other, wrong)):
            database.run("UPDATE products SET price = ? WHERE _id = ?", price, one["_id"])
        return cls(product["name"], other["name"], dollars(cents), dollars(wrong))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.price, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_product(self.name))
        pilot.say(pilot.read("price"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another product": Instead(name=self.other)}


@dataclass(frozen=True)
class CartTotal(TaskType):
    """What the things in the cart cost together."""

    template = "shop.cart_total"
    apps = ("Shop",)
    hidden = ("total",)
    goals = (
        "How much is everything in my Shop cart together?",
        "Tell me the subtotal of my cart in the Shop.",
        "What does my Shop cart come to?",
    )

    total: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        lines = fill_cart(scene, 3)
        total = sum(line["price"] for line in lines)
        return cls(dollars(total), dollars(total - lines[0]["price"]))

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.total, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Shop")
        pilot.tap("Cart", role="tab")
        pilot.say(pilot.read("subtotal"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"without one of them": Swap(Say, Say(self.wrong))}


@dataclass(frozen=True)
class OrderStatus(TaskType):
    """How an order is doing."""

    template = "shop.order_status"
    apps = ("Shop",)
    hidden = ("status",)
    goals = (
        "What is the status of my Shop order of the {name}?",
        "Tell me how far my order of the {name} in the Shop is.",
        "How is my Shop order with the {name} doing?",
    )

    name: str
    other: str
    status: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        product, other = draw_products(scene, 2)
        for one in (product, other):
            clear_orders(database_of(scene), one["_id"])
        ages = scene.rng.sample(range(1, 5), 2)
        states = scene.rng.sample((PROCESSING, SHIPPED, DELIVERED), 2)
        for one, age, status in zip((product, other), ages, states, strict=True):
            order_one(scene, one["_id"], age=age, status=status)
        return cls(product["name"], other["name"], *states)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.status, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Shop")
        pilot.tap("Account", role="tab")
        pilot.tap("Orders", role="item")
        pilot.tap(self.name, role="item")
        pilot.say(pilot.read("status"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another order": Instead(name=self.other)}

"""Tasks that ask for a price or a delivery day."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Self

from phoneworld.apps.shop.catalogue import CATEGORIES
from phoneworld.apps.shop.data import SHIPPED
from phoneworld.apps.shop.tasks.setup import (
    clear_orders,
    database_of,
    draw_products,
    order_one,
    spoken,
    tap_chip,
)
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)
from phoneworld.formats import day_name, dollars


@dataclass(frozen=True)
class CheapestRated(TaskType):
    """Which product in a category is the cheapest with a good rating."""

    template = "shop.cheapest_rated"
    level = Level.HARD
    apps = ("Shop",)
    hidden = ("product", "value")
    goals = (
        (
            "What is the cheapest product under {category} in the Shop that is rated 4.0 or better, "
            "and what does it cost?"
        ),
        (
            "Find the least expensive item in the Shop's {category} category with at least 4.0 stars. "
            "Tell me its name and price."
        ),
        (
            "I am looking for something cheap but good in {category}: which product with 4.0 stars or "
            "more has the lowest price in the Shop? Name and price, please."
        ),
    )

    category: str
    product: str
    value: str
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        category = rng.choice(CATEGORIES)
        rows = database.rows(
            "SELECT * FROM products WHERE category = ? ORDER BY price, _id", category
        )
        first_good = rng.randint(1, min(3, len(rows) - 2))
        for place, row in enumerate(rows):
            good = place == first_good or (place > first_good and rng.random() < 0.5)
            rating = rng.randint(40, 47) if good else rng.randint(27, 39)
            database.run("UPDATE products SET rating = ? WHERE _id = ?", rating, row["_id"])
            # Two of one price would both be right.
            database.run(
                "UPDATE products SET price = price + ? WHERE _id = ?", 10 * place, row["_id"]
            )
        found = rows[first_good]
        return cls(
            category=category,
            product=found["name"],
            value=dollars(found["price"] + 10 * first_good),
            others=tuple(row["name"] for row in rows if row is not found),
        )

    def expect(self) -> list[Expectation]:
        # A name may be part of another: "Running shoes" of "Trail running shoes".
        wrong = tuple(name for name in self.others if name.lower() not in self.product.lower())
        return [ExpectedAnswer(self.product, self.value, nots=wrong)]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Shop")
        tap_chip(pilot, self.category)
        pilot.tap("Sort")
        pilot.tap("Price: low to high", role="radio")
        for element in pilot.screen.elements:
            found = re.match(r"(.+?), .+ · ([0-9.]+) ★, (\$[0-9.,]+)", element.text)
            if found and float(found[2]) >= 4.0:
                pilot.say(f"{found[1]}, {found[3]}")
                return

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the cheapest of all": Swap(Say, Say(f"{self.others[0]}, {self.value}")),
            "the dearest": Swap(Say, Say(f"{self.others[-1]}, {self.value}")),
        }


@dataclass(frozen=True)
class ArrivalDay(TaskType):
    """When an order arrives."""

    template = "shop.arrival"
    level = Level.MEDIUM
    apps = ("Shop",)
    hidden = ("value",)
    goals = (
        "When will the {name} that I ordered arrive?",
        "On which day does my Shop order with the {name} come?",
        "Look up the delivery date of my {name} in the Shop.",
    )

    name: str
    other: str
    value: str
    day: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        product, other = draw_products(scene, 2)
        for one in (product, other):
            clear_orders(database_of(scene), one["_id"])
        ages = scene.rng.sample(range(1, 4), 2)
        orders = [
            order_one(scene, one["_id"], age=age, status=SHIPPED)
            for one, age in zip((product, other), ages, strict=True)
        ]
        arrives, wrong = (order["arrives"] for order in orders)
        return cls(
            name=product["name"],
            other=other["name"],
            value=day_name(arrives, scene.phone.today),
            day=arrives,
            wrong=spoken(wrong),
        )

    def expect(self) -> list[Expectation]:
        day = date.fromisoformat(self.day)
        months = (f"{day:%B}", f"{day:%b}")
        numbers = (f"{day.day}", f"{day.day}th", f"{day.day}st", f"{day.day}nd", f"{day.day}rd")
        forms = [form for m in months for n in numbers for form in (f"{n} {m}", f"{m} {n}")]
        forms += [f"{n} of {m}" for m in months for n in numbers]
        return [ExpectedAnswer((*forms, self.day), nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Shop")
        pilot.tap("Account", role="tab")
        pilot.tap("Orders", role="item")
        pilot.tap(self.name, role="item")
        pilot.say(pilot.read("arrives"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another order": Instead(name=self.other),
            "the order day": Swap(Say, Say(self.wrong)),
        }

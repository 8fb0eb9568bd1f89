"""Tasks of looking around and wishing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.shop.catalogue import CATEGORIES
from phoneworld.apps.shop.data import PATH
from phoneworld.apps.shop.draws import database_of, draw_products, fill_cart, find_product, tap_chip
from phoneworld.author import (
    Added,
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
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)
from phoneworld.wording import dollars


@dataclass(frozen=True)
class AddWish(TaskType):
    """Something goes on the wish list."""

    template = "shop.wish"
    apps = ("Shop",)
    goals = (
        "Put the {name} on my wish list in the Shop.",
        "Add {name} to my Shop wish list.",
        "I would like to have the {name} some day. Save it to the wish list of the Shop.",
    )

    name: str
    product: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        product, other = draw_products(scene, 2)
        for one in (product, other):
            database_of(scene).run("DELETE FROM wishes WHERE product_id = ?", one["_id"])
        return cls(name=product["name"], product=product["_id"], other=other["name"])

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "wishes", {"product_id": self.product})]

    def script(self) -> Script:
        return (*find_product(self.name), Tap("Add to wish list"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another product": Instead(name=self.other),
            "taken back": Also(Tap("Remove from wish list")),
        }


@dataclass(frozen=True)
class AlreadyWished(TaskType):
    """What is on the wish list stays there."""

    template = "shop.already_wished"
    apps = ("Shop",)
    goals = (
        "Make sure the {name} is on my Shop wish list.",
        "See to it that my wish list in the Shop has the {name}.",
        "Is the {name} on my wish list in the Shop? If it is missing, add it.",
    )

    name: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        product, other = draw_products(scene, 2)
        database = database_of(scene)
        for one in (product, other):
            database.run("DELETE FROM wishes WHERE product_id = ?", one["_id"])
        database.insert("wishes", product_id=product["_id"])
        return cls(name=product["name"], other=other["name"])

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_product(self.name))
        if pilot.shows("Add to wish list"):
            pilot.tap("Add to wish list")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "taken off the list": Also(Tap("Remove from wish list")),
            "another one added": Instead(name=self.other),
        }


@dataclass(frozen=True)
class MoveToWishes(TaskType):
    """Something in the cart has to wait."""

    template = "shop.move_to_wishes"
    apps = ("Shop",)
    goals = (
        "Move the {name} from my cart to the wish list.",
        "I will not buy the {name} now. Take it out of the Shop cart and keep it on the wish list.",
        "Please put the {name} that is in my shopping cart on the wish list instead.",
    )

    name: str
    product: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        lines = fill_cart(scene, 3)
        line, other = scene.rng.sample(lines, 2)
        for one in (line, other):
            database_of(scene).run("DELETE FROM wishes WHERE product_id = ?", one["product_id"])
        return cls(name=line["name"], product=line["product_id"], other=other["name"])

    def expect(self) -> list[Expectation]:
        return [
            Removed(PATH, "cart", {"product_id": self.product}),
            Added(PATH, "wishes", {"product_id": self.product}),
        ]

    def script(self) -> Script:
        return (
            Open("Shop"),
            Tap("Cart", role="tab"),
            Hold(self.name, role="item"),
            Tap("Move to wish list"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "only removed": Swap(Tap("Move to wish list"), Tap("Remove")),
            "another product": Instead(name=self.other),
        }


@dataclass(frozen=True)
class CheapestRated(TaskType):
    """The cheapest thing that customers like."""

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

"""Tasks with the wish list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.shop.data import PATH
from phoneworld.apps.shop.tasks.setup import database_of, draw_products, fill_cart, find_product
from phoneworld.author import (
    Added,
    Also,
    Expectation,
    Hold,
    Instead,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class AddWish(TaskType):
    """A product is put on the wish list."""

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
    """The product is on the wish list already and must stay there."""

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
    """Something is moved from the cart to the wish list."""

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

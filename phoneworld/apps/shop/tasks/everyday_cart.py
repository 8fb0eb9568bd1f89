"""Everyday tasks in which the cart and the wish list are changed, or something is opened."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Self

from phoneworld.apps.shop.data import DELIVERIES, PACKAGE, PATH, PROCESSING, address_text
from phoneworld.apps.shop.tasks.setup import (
    CartLine,
    database_of,
    draw_products,
    draw_variants,
    fill_cart,
    find_product,
)
from phoneworld.author import (
    Added,
    Also,
    Expectation,
    ExpectedPage,
    Hold,
    Instead,
    Mistake,
    Open,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Way,
    Without,
)

ONE_VARIANT = "_id NOT IN (SELECT product_id FROM variants WHERE size <> '' OR color <> '')"
"""Products that come in one size and colour only."""


@dataclass(frozen=True)
class AddOneToCart(TaskType):
    """One piece of something goes into the cart, of which there is one kind."""

    template = "shop.add_one"
    apps = ("Shop",)
    goals = (
        "Add the {name} to my shopping cart in the Shop.",
        "Put one {name} into the cart of the Shop.",
        "I want to buy the {name} later, put it into my Shop cart.",
    )

    name: str
    product: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        product, other = draw_products(scene, 2, where=ONE_VARIANT)
        for one in (product, other):
            database_of(scene).run("DELETE FROM cart WHERE product_id = ?", one["_id"])
            draw_variants(scene, one["_id"])
        return cls(product["name"], product["_id"], other["name"])

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "cart", {"product_id": self.product, "quantity": 1})]

    def script(self) -> Script:
        return (*find_product(self.name), Tap("Add to cart"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another product": Instead(name=self.other),
            "two of them": Also(Tap("Add to cart")),
            "the wish list": Swap(Tap("Add to cart"), Tap("Add to wish list")),
        }


@dataclass(frozen=True)
class TakeFromCart(TaskType):
    """Something is taken out of the cart."""

    template = "shop.remove_from_cart"
    apps = ("Shop",)
    goals = (
        "Take the {name} out of my Shop cart.",
        "Remove the {name} from the cart in the Shop.",
        "I don't want the {name} in my shopping cart any more.",
    )

    name: str
    line: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        line, other, _ = scene.rng.sample(fill_cart(scene, 3), 3)
        database_of(scene).run("DELETE FROM wishes WHERE product_id = ?", line["product_id"])
        return cls(line["name"], line["_id"], other["name"])

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "cart", {"_id": self.line})]

    def script(self) -> Script:
        return (
            Open("Shop"),
            Tap("Cart", role="tab"),
            Hold(self.name, role="item"),
            Tap("Remove", role="item"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another product": Instead(name=self.other),
            "moved": Swap(Tap("Remove", role="item"), Tap("Move to wish list")),
        }


@dataclass(frozen=True)
class RemoveWish(TaskType):
    """Something is taken off the wish list."""

    template = "shop.unwish"
    apps = ("Shop",)
    goals = (
        "Take the {name} off my wish list in the Shop.",
        "Remove the {name} from my Shop wishes.",
        "The {name} need not be on my Shop wish list any more.",
    )

    name: str
    product: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = database_of(scene)
        product, other, third = draw_products(scene, 3)
        database.run("DELETE FROM wishes")
        for one in scene.rng.sample((product, other, third), 3):
            database.insert("wishes", product_id=one["_id"])
        return cls(product["name"], product["_id"], other["name"])

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "wishes", {"product_id": self.product})]

    def script(self) -> Script:
        return (
            Open("Shop"),
            Tap("Wish list", role="tab"),
            Hold(self.name, role="item"),
            Tap("Remove from wish list"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another product": Instead(name=self.other)}


@dataclass(frozen=True)
class OrderCart(TaskType):
    """What is in the cart is ordered, with all that is preset."""

    template = "shop.checkout"
    apps = ("Shop",)
    goals = (
        "Order what is in my Shop cart.",
        "Check out my cart in the Shop, everything as it is preset.",
        "Place the order for the things in my Shop cart.",
    )

    lines: tuple[CartLine, ...]
    address: str
    payment: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        lines, database = fill_cart(scene, 2), database_of(scene)
        return cls(
            tuple(
                CartLine(line["_id"], line["product_id"], line["size"], line["color"])
                for line in lines
            ),
            address_text(database.rows("SELECT * FROM addresses ORDER BY _id")[0]),
            database.value("SELECT label FROM payments ORDER BY _id"),
        )

    def expect(self) -> list[Expectation]:
        order = {
            "coupon": "",
            "delivery": DELIVERIES[0].name,
            "address": self.address,
            "payment": self.payment,
            "status": PROCESSING,
        }
        return [
            Added(PATH, "orders", order, tuple(line.ordered() for line in self.lines)),
            *(Removed(PATH, "cart", {"_id": line.id}) for line in self.lines),
        ]

    def script(self) -> Script:
        return (Open("Shop"), Tap("Cart", role="tab"), Tap("Checkout"), Tap("Place order"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another delivery": Swap(
                Tap("Place order"), Tap(DELIVERIES[1].name, role="radio"), Tap("Place order")
            ),
            "not placed": Without(Tap("Place order")),
        }


@dataclass(frozen=True)
class ShowOrders(TaskType):
    """The list of orders is opened."""

    template = "shop.show_orders"
    apps = ("Shop",)
    goals = (
        "Show me my Shop orders.",
        "Open the list of my orders in the Shop.",
        "Let me see what I have ordered in the Shop.",
    )

    in_cart: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(fill_cart(scene, 2)[0]["name"])

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(f"{PACKAGE}/orders")]

    def script(self) -> Script:
        return (Open("Shop"), Tap("Account", role="tab"), Tap("Orders", role="item"))

    def mistakes(self) -> dict[str, Mistake]:
        cart, account = Tap("Cart", role="tab"), Tap("Account", role="tab")
        return {
            "the cart": Way(Open("Shop"), cart),
            "the addresses": Way(Open("Shop"), account, Tap("Addresses", role="item")),
        }


@dataclass(frozen=True)
class ShowProduct(TaskType):
    """The page of a product is opened."""

    template = "shop.show_product"
    apps = ("Shop",)
    goals = (
        "Show me the {name} in the Shop.",
        "Search the Shop for the {name} and open it.",
        "Open the page of the {name} in the Shop.",
    )

    name: str
    product: int
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        product, other = draw_products(scene, 2)
        return cls(product["name"], product["_id"], other["name"])

    def expect(self) -> list[Expectation]:
        return [ExpectedPage(f"{PACKAGE}/product {json.dumps({'id': self.product})}")]

    def script(self) -> Script:
        return find_product(self.name)

    def mistakes(self) -> dict[str, Mistake]:
        return {"another product": Instead(name=self.other)}

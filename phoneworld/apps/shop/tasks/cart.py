"""Tasks in which the cart is filled or changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.shop.data import PATH
from phoneworld.apps.shop.tasks.setup import (
    database_of,
    draw_products,
    draw_variants,
    fill_cart,
    find_product,
)
from phoneworld.author import (
    Added,
    Also,
    Changed,
    Expectation,
    ExpectedEnding,
    ExpectedQuestion,
    FinishStatus,
    Guess,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class AddToCart(TaskType):
    """Several pieces of one variant go into the cart."""

    template = "shop.add_to_cart"
    level = Level.MEDIUM
    apps = ("Shop",)
    goals = (
        "Put {count} {name} in {color}, size {size}, into my Shop cart.",
        "Add the {name} to the cart: size {size}, colour {color}, {count} pieces.",
        "In the Shop, find the {name} and add {count} of them in {color} and {size} to the cart.",
    )

    name: str
    product: int
    size: str
    other_size: str
    color: str
    other_color: str
    count: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        (product,) = draw_products(
            scene,
            1,
            where="category IN ('Clothing', 'Shoes', 'Sports')"
            " AND _id IN (SELECT product_id FROM variants WHERE size <> '')",
        )
        database_of(scene).run("DELETE FROM cart WHERE product_id = ?", product["_id"])
        sizes, colors = draw_variants(scene, product["_id"])
        return cls(
            name=product["name"],
            product=product["_id"],
            size=sizes[0],
            other_size=sizes[1],
            color=colors[0],
            other_color=colors[1],
            count=rng.randint(2, 4),
        )

    def expect(self) -> list[Expectation]:
        line = {"size": self.size, "color": self.color, "quantity": self.count}
        return [Added(PATH, "cart", {**line, "product_id": self.product})]

    def script(self) -> Script:
        return (
            *find_product(self.name),
            Tap(self.size, role="button"),
            Tap(self.color, role="button"),
            *(Tap("Increase quantity") for _ in range(self.count - 1)),
            Tap("Add to cart"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another size": Instead(size=self.other_size),
            "another colour": Instead(color=self.other_color),
            "only one": Instead(count=1),
        }


@dataclass(frozen=True)
class AddAfterAsking(TaskType):
    """Something goes into the cart; the user must be asked for the size."""

    template = "shop.ask_size"
    level = Level.HARD
    apps = ("Shop",)
    goals = (
        "Add the {name} in {color} to my Shop cart.",
        "Put one {name}, colour {color}, into the cart. Ask me if you need to know more.",
        (
            "I want the {name} in {color}: please put it into my cart in the Shop, and check with me "
            "if anything is unclear."
        ),
    )

    name: str
    product: int
    size: str
    other_size: str
    color: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        (product,) = draw_products(scene, 1, where="category IN ('Clothing', 'Shoes')")
        database_of(scene).run("DELETE FROM cart WHERE product_id = ?", product["_id"])
        sizes, colors = draw_variants(scene, product["_id"])
        return cls(
            name=product["name"],
            product=product["_id"],
            size=sizes[0],
            other_size=sizes[1],
            color=colors[0],
        )

    def reply(self, question: str) -> str:
        del question
        return self.size

    def expect(self) -> list[Expectation]:
        line = {"size": self.size, "color": self.color, "quantity": 1}
        return [ExpectedQuestion(), Added(PATH, "cart", {**line, "product_id": self.product})]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_product(self.name))
        size = pilot.ask("Which size do you need?")
        pilot.tap(size, role="button")
        pilot.tap(self.color, role="button")
        pilot.tap("Add to cart")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.size),
            "guessed wrong": Guess(self.other_size),
        }


@dataclass(frozen=True)
class VariantSoldOut(TaskType):
    """The variant that is wanted is sold out."""

    template = "shop.sold_out"
    level = Level.MEDIUM
    apps = ("Shop",)
    goals = (
        "Put the {name} in {color}, size {size}, into my Shop cart. No other size or colour.",
        "Add exactly this to the cart: {name}, {size}, {color}.",
        (
            "I need the {name} in size {size} and colour {color}, nothing else will do. Put it into "
            "my cart."
        ),
    )

    name: str
    size: str
    other_size: str
    color: str
    other_color: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        (product,) = draw_products(scene, 1, where="category IN ('Clothing', 'Shoes')")
        database = database_of(scene)
        database.run("DELETE FROM cart WHERE product_id = ?", product["_id"])
        database.run("DELETE FROM wishes WHERE product_id = ?", product["_id"])
        sizes, colors = draw_variants(scene, product["_id"])
        database.run(
            "UPDATE variants SET stock = 0 WHERE product_id = ? AND size = ? AND color = ?",
            product["_id"],
            sizes[0],
            colors[0],
        )
        return cls(
            name=product["name"],
            size=sizes[0],
            other_size=sizes[1],
            color=colors[0],
            other_color=colors[1],
        )

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_product(self.name))
        pilot.tap(self.size, role="button")
        pilot.tap(self.color, role="button")
        pilot.read("stock")  # may have to be scrolled to
        if pilot.shows("Sold out"):
            pilot.give_up(f"The {self.name} is sold out in {self.size}, {self.color}.")
        else:
            pilot.tap("Add to cart")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another size": Instead(size=self.other_size),
            "another colour": Instead(color=self.other_color),
            "on the wish list besides": Also(Tap("Add to wish list")),
        }


@dataclass(frozen=True)
class ChangeQuantity(TaskType):
    """The quantity of something in the cart is changed."""

    template = "shop.change_quantity"
    apps = ("Shop",)
    goals = (
        "Make it {count} of the {name} in my Shop cart.",
        "Change the quantity of {name} in the cart of the Shop to {count}.",
        "I need {count} of the {name} that is in my shopping cart. Adjust it, but do not order yet.",
    )

    name: str
    line: int
    other: str
    count: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        lines = fill_cart(scene, 3)
        line, other = scene.rng.sample(lines, 2)
        return cls(
            name=line["name"],
            line=line["_id"],
            other=other["name"],
            count=scene.rng.choice((2, 3, 4)),
        )

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "cart", {"_id": self.line}, {"quantity": self.count})]

    def script(self) -> Script:
        return (
            Open("Shop"),
            Tap("Cart", role="tab"),
            *(Tap(f"More of {self.name}", role="button") for _ in range(self.count - 1)),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another product": Instead(name=self.other),
            "one too many": Instead(count=self.count + 1),
        }

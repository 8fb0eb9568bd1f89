"""Tasks of filling the cart and ordering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from phoneworld.apps.shop.data import DELIVERIES, PATH, PROCESSING, add_coupon, address_text
from phoneworld.apps.shop.draws import (
    COUPON,
    CartLine,
    cents_of,
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
    Child,
    Enter,
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
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Without,
)


@dataclass(frozen=True)
class AddToCart(TaskType):
    """So many of a certain variant."""

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
    """The size was not said."""

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
    """The variant that is wanted is not to be had."""

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
    """More of something in the cart."""

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


@dataclass(frozen=True)
class BuyProduct(TaskType):
    """An order from the search to the end."""

    template = "shop.buy"
    level = Level.HARD
    apps = ("Shop",)
    goals = (
        (
            "Order one {name}{variant} for me: {delivery} delivery to my {label} address, paid with "
            "{payment}."
        ),
        (
            "Buy the {name}{variant} in the Shop. Have it sent to {label} by {delivery} delivery and pay "
            "with {payment}."
        ),
        "Please get me a {name}{variant}. Delivery: {delivery}, address: {label}, payment: {payment}.",
    )

    name: str
    product: int
    size: str
    color: str
    variant: str
    delivery: str
    other_delivery: str
    label: str
    address: str
    other_label: str
    payment: str
    other_payment: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        database.run("DELETE FROM cart")
        (product,) = draw_products(scene, 1)
        sizes, colors = draw_variants(scene, product["_id"])
        ways = rng.sample(("Express", "Standard", "Pick-up point"), 2)
        addresses = rng.sample(database.rows("SELECT * FROM addresses ORDER BY _id"), 2)
        payments = rng.sample(database.rows("SELECT * FROM payments ORDER BY _id"), 2)
        told = ", ".join(
            part for part in (f"size {sizes[0]}" if sizes[0] else "", colors[0]) if part
        )
        return cls(
            name=product["name"],
            product=product["_id"],
            size=sizes[0],
            color=colors[0],
            variant=f" ({told})" if told else "",
            delivery=ways[0],
            other_delivery=ways[1],
            label=addresses[0]["label"],
            address=address_text(addresses[0]),
            other_label=addresses[1]["label"],
            payment=payments[0]["label"],
            other_payment=payments[1]["label"],
        )

    def expect(self) -> list[Expectation]:
        how = {"delivery": self.delivery, "address": self.address, "payment": self.payment}
        what = {"product_id": self.product, "size": self.size, "color": self.color}
        item = Child("order_items", "order_id", {**what, "quantity": 1})
        return [Added(PATH, "orders", {**how, "status": PROCESSING, "coupon": ""}, (item,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_product(self.name))
        for option in (self.size, self.color):
            if option:
                pilot.tap(option, role="button")
        pilot.tap("Add to cart")
        pilot.tap("Cart", role="button")
        pilot.tap("Checkout")
        if pilot.read("address").partition(",")[0] != self.label:
            pilot.tap_id("address")
            pilot.tap(f"{self.label}:", role="radio")
        pilot.tap(self.delivery, role="radio")
        pilot.tap(self.payment, role="radio")
        pilot.tap("Place order")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another delivery": Instead(delivery=self.other_delivery),
            "another address": Instead(label=self.other_label),
            "another payment": Instead(payment=self.other_payment),
        }


@dataclass(frozen=True)
class BestCoupon(TaskType):
    """The cart is ordered with the coupon that saves most."""

    template = "shop.best_coupon"
    level = Level.HARD
    apps = ("Shop",)
    hidden = ("code",)
    goals = (
        (
            "Order what is in my Shop cart, with whichever of my coupons saves me the most. Leave "
            "address, delivery and payment as they are."
        ),
        (
            "Check out my cart in the Shop and use the coupon with the biggest discount that is valid "
            "for it. Keep the preset address, delivery and payment."
        ),
        (
            "Place the order for my Shop cart. I have several coupons: take the best one. All else "
            "stays as preset."
        ),
    )

    code: str
    second: str
    discount: int
    lines: tuple[CartLine, ...]
    address: str
    payment: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng, database = scene.rng, database_of(scene)
        lines = fill_cart(scene, 2)
        total = sum(line["price"] for line in lines)
        database.run("DELETE FROM coupons")
        percent = rng.choice((5, 10, 15, 20))
        worth = total * percent // 100
        flat = (worth // 100 + (rng.choice((-2, 2)) if worth > 300 else 2)) * 100
        later = scene.world.day(rng.randint(8, 50)).date().isoformat()
        past = scene.world.day(-rng.randint(2, 9)).date().isoformat()
        words = rng.sample("SUNNY HAPPY EXTRA BONUS THANKS HELLO CHEERS LUCKY".split(), 4)
        codes = [f"{word}{rng.randint(10, 99)}" for word in words]
        offers: list[tuple[str, dict[str, Any]]] = [
            (codes[0], {"percent": percent, "expires": later}),
            (codes[1], {"cents": flat, "minimum": total // 200 * 100, "expires": later}),
            (codes[2], {"cents": flat + 1500, "minimum": total + 2000, "expires": later}),
            (codes[3], {"percent": 50, "expires": past}),
        ]
        for code, offer in rng.sample(offers, len(offers)):
            add_coupon(database, code, **offer)
        best, second = (codes[0], codes[1]) if worth > flat else (codes[1], codes[0])
        return cls(
            code=best,
            second=second,
            discount=max(worth, flat),
            lines=tuple(
                CartLine(line["_id"], line["product_id"], line["size"], line["color"])
                for line in lines
            ),
            address=address_text(database.rows("SELECT * FROM addresses ORDER BY _id")[0]),
            payment=database.value("SELECT label FROM payments ORDER BY _id"),
        )

    def expect(self) -> list[Expectation]:
        order = {
            "coupon": self.code,
            "discount": self.discount,
            "delivery": DELIVERIES[0].name,
            "address": self.address,
            "payment": self.payment,
            "status": PROCESSING,
        }
        return [
            Added(PATH, "orders", order, tuple(line.ordered() for line in self.lines)),
            Changed(PATH, "coupons", {"code": self.code}, {"used": 1}),
            *(Removed(PATH, "cart", {"_id": line.id}) for line in self.lines),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Shop")
        pilot.tap("Cart", role="tab")
        total = cents_of(pilot.read("subtotal"))
        pilot.tap("Account", role="tab")
        pilot.tap("Coupons")
        best, saved = "", 0
        for element in pilot.screen.elements:
            found = COUPON.match(element.text)
            if found is None or "Until" not in element.text:
                continue
            code, percent, amount, minimum = found.groups()
            worth = total * int(percent) // 100 if percent else cents_of(amount)
            if worth > saved and (not minimum or total >= cents_of(minimum)):
                best, saved = code, worth
        pilot.back()
        pilot.tap("Cart", role="tab")
        pilot.tap("Checkout")
        pilot.type(best, into="Coupon code")
        pilot.tap("Apply")
        pilot.tap("Place order")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the second best": Swap(Enter, Enter(self.second, into="Coupon code")),
            "none": Without(Enter, Tap("Apply")),
        }

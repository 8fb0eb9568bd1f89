"""Tasks in which something is bought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from phoneworld.apps.shop.data import DELIVERIES, PATH, PROCESSING, add_coupon, address_text
from phoneworld.apps.shop.tasks.setup import (
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
    Changed,
    Child,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Pilot,
    Removed,
    Scene,
    Swap,
    Tap,
    TaskType,
    Without,
)


@dataclass(frozen=True)
class BuyProduct(TaskType):
    """A product is found and ordered, with address, delivery and payment."""

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
    """The cart is ordered with the coupon that saves the most."""

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

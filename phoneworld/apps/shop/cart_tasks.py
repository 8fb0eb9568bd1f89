"""Tasks of filling the cart and ordering."""

from __future__ import annotations

from typing import Any

from phoneworld.apps.shop.data import DELIVERIES, PATH, PROCESSING, add_coupon, address_text
from phoneworld.apps.shop.draws import (
    COUPON,
    cents_of,
    database_of,
    draw_products,
    draw_variants,
    fill_cart,
    find_product,
)
from phoneworld.tasks.expect import Added, Asked, Changed, Ended, Expectation, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from runtime.actions import FinishStatus


class AddToCart(Template):
    """So many of a certain variant."""

    name = "shop.add_to_cart"
    level = Level.MEDIUM
    apps = ("Shop",)
    goals = (
        "Put {count} {name} in {color}, size {size}, into my Shop cart.",
        "Add the {name} to the cart: size {size}, colour {color}, {count} pieces.",
        "In the Shop, find the {name} and add {count} of them in {color} and {size} to the cart.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        (product,) = draw_products(
            scene,
            1,
            where="category IN ('Clothing', 'Shoes', 'Sports')"
            " AND _id IN (SELECT product_id FROM variants WHERE size <> '')",
        )
        database_of(scene).run("DELETE FROM cart WHERE product_id = ?", product["_id"])
        sizes, colors = draw_variants(scene, product["_id"])
        return {
            "name": product["name"],
            "product": product["_id"],
            "size": sizes[0],
            "other_size": sizes[1],
            "color": colors[0],
            "other_color": colors[1],
            "count": rng.randint(2, 4),
        }

    def expect(self, v: Params) -> list[Expectation]:
        line = {"size": v["size"], "color": v["color"], "quantity": v["count"]}
        return [Added(PATH, "cart", {**line, "product_id": v["product"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_product(pilot, v["name"])
        pilot.tap(v["size"], role="button")
        pilot.tap(v["color"], role="button")
        for _ in range(v["count"] - 1):
            pilot.tap("Increase quantity")
        pilot.tap("Add to cart")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another size": {"size": v["other_size"]},
            "another colour": {"color": v["other_color"]},
            "only one": {"count": 1},
        }


class AddAfterAsking(Template):
    """The size was not said."""

    name = "shop.ask_size"
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

    def setup(self, scene: Scene) -> Params:
        (product,) = draw_products(scene, 1, where="category IN ('Clothing', 'Shoes')")
        database_of(scene).run("DELETE FROM cart WHERE product_id = ?", product["_id"])
        sizes, colors = draw_variants(scene, product["_id"])
        return {
            "name": product["name"],
            "product": product["_id"],
            "size": sizes[0],
            "other_size": sizes[1],
            "color": colors[0],
        }

    def reply(self, question: str, v: Params) -> str:
        del question
        return v["size"]

    def expect(self, v: Params) -> list[Expectation]:
        line = {"size": v["size"], "color": v["color"], "quantity": 1}
        return [Asked(), Added(PATH, "cart", {**line, "product_id": v["product"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_product(pilot, v["name"])
        size = v.get("guess") or pilot.ask("Which size do you need?")
        pilot.tap(size, role="button")
        pilot.tap(v["color"], role="button")
        pilot.tap("Add to cart")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "guessed without asking": {"guess": v["size"]},
            "guessed wrong": {"guess": v["other_size"]},
        }


class SoldOut(Template):
    """The variant that is wanted is not to be had."""

    name = "shop.sold_out"
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

    def setup(self, scene: Scene) -> Params:
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
        return {
            "name": product["name"],
            "size": sizes[0],
            "other_size": sizes[1],
            "color": colors[0],
            "other_color": colors[1],
        }

    def expect(self, v: Params) -> list[Expectation]:
        del v
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_product(pilot, v["name"])
        if v.get("wish"):
            pilot.tap("Add to wish list")
        pilot.tap(v["size"], role="button")
        pilot.tap(v["color"], role="button")
        pilot.read("stock")  # may have to be scrolled to
        if pilot.shows("Sold out"):
            pilot.give_up(f"The {v['name']} is sold out in {v['size']}, {v['color']}.")
        else:
            pilot.tap("Add to cart")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another size": {"size": v["other_size"]},
            "another colour": {"color": v["other_color"]},
            "on the wish list instead": {"wish": True},
        }


class ChangeQuantity(Template):
    """More of something in the cart."""

    name = "shop.change_quantity"
    apps = ("Shop",)
    goals = (
        "Make it {count} of the {name} in my Shop cart.",
        "Change the quantity of {name} in the cart of the Shop to {count}.",
        "I need {count} of the {name} that is in my shopping cart. Adjust it, but do not order yet.",
    )

    def setup(self, scene: Scene) -> Params:
        lines = fill_cart(scene, 3)
        line, other = scene.rng.sample(lines, 2)
        return {
            "name": line["name"],
            "line": line["_id"],
            "other": other["name"],
            "count": scene.rng.choice((2, 3, 4)),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return [Changed(PATH, "cart", {"_id": v["line"]}, {"quantity": v["count"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Shop")
        pilot.tap("Cart", role="tab")
        for _ in range(v["count"] - 1):
            pilot.tap(f"More of {v['name']}", role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"another product": {"name": v["other"]}, "one too many": {"count": v["count"] + 1}}


class BuyProduct(Template):
    """An order from the search to the end."""

    name = "shop.buy"
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

    def setup(self, scene: Scene) -> Params:
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
        return {
            "name": product["name"],
            "product": product["_id"],
            "size": sizes[0],
            "color": colors[0],
            "variant": f" ({told})" if told else "",
            "delivery": ways[0],
            "other_delivery": ways[1],
            "label": addresses[0]["label"],
            "address": address_text(addresses[0]),
            "other_label": addresses[1]["label"],
            "payment": payments[0]["label"],
            "other_payment": payments[1]["label"],
        }

    def expect(self, v: Params) -> list[Expectation]:
        how = {"delivery": v["delivery"], "address": v["address"], "payment": v["payment"]}
        what = {"product_id": v["product"], "size": v["size"], "color": v["color"]}
        return [
            Added(PATH, "orders", {**how, "status": PROCESSING, "coupon": ""}),
            Added(PATH, "order_items", {**what, "quantity": 1}),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
        find_product(pilot, v["name"])
        for option in (v["size"], v["color"]):
            if option:
                pilot.tap(option, role="button")
        pilot.tap("Add to cart")
        pilot.tap("Cart", role="button")
        pilot.tap("Checkout")
        if pilot.read("address").partition(",")[0] != v["label"]:
            pilot.tap_id("address")
            pilot.tap(f"{v['label']}:", role="radio")
        pilot.tap(v["delivery"], role="radio")
        pilot.tap(v["payment"], role="radio")
        if not v.get("stop"):
            pilot.tap("Place order")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "another delivery": {"delivery": v["other_delivery"]},
            "another address": {"label": v["other_label"]},
            "another payment": {"payment": v["other_payment"]},
            "not placed": {"stop": True},
        }


class BestCoupon(Template):
    """The cart is ordered with the coupon that saves most."""

    name = "shop.best_coupon"
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

    def setup(self, scene: Scene) -> Params:
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
        return {
            "code": best,
            "second": second,
            "discount": max(worth, flat),
            "lines": [line["_id"] for line in lines],
            "products": [line["product_id"] for line in lines],
        }

    def expect(self, v: Params) -> list[Expectation]:
        order = {"coupon": v["code"], "discount": v["discount"], "delivery": DELIVERIES[0].name}
        return [
            Added(PATH, "orders", {**order, "status": PROCESSING}),
            Changed(PATH, "coupons", {"code": v["code"]}, {"used": 1}),
            *(Removed(PATH, "cart", {"_id": line}) for line in v["lines"]),
            *(Added(PATH, "order_items", {"product_id": product}) for product in v["products"]),
        ]

    def solve(self, pilot: Pilot, v: Params) -> None:
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
        code = v.get("use", best)
        if code:
            pilot.type(code, into="Coupon code")
            pilot.tap("Apply")
        pilot.tap("Place order")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"the second best": {"use": v["second"]}, "none": {"use": ""}}

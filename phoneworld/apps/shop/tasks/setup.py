"""What the tasks with the Shop share: products, carts and orders, and how oracles find them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from phoneworld.apps.shop.catalogue import CATEGORIES
from phoneworld.apps.shop.data import DELIVERIES, PATH, add_order, add_to_cart, cart_lines
from phoneworld.apps.shop.seed import draw_line
from phoneworld.author import Child, Direction, Enter, Open, Pilot, Scene, Script, Tap
from phoneworld.formats import day_name
from phoneworld.store import Database
from phoneworld.world import from_millis, make_address, millis
from runtime.actions import ElementRef, Scroll

COUPON = re.compile(
    r"([A-Z]+[0-9]+), (?:([0-9]+)% off|(\$[0-9.,]+?) off)(?:, from (\$[0-9.,]+))? · "
)


@dataclass(frozen=True, slots=True)
class CartLine:
    """One piece of a product in the cart."""

    id: int
    product: int
    size: str
    color: str

    def ordered(self) -> Child:
        """The order item that this line becomes."""
        what = {"product_id": self.product, "size": self.size, "color": self.color}
        return Child("order_items", "order_id", {**what, "quantity": 1})


def database_of(scene: Scene) -> Database:
    return scene.phone.databases[PATH]


def draw_products(scene: Scene, count: int, *, where: str = "1") -> list[dict[str, Any]]:
    """Some products that meet an SQL condition."""
    rows = database_of(scene).rows(f"SELECT * FROM products WHERE {where} ORDER BY _id")
    return scene.rng.sample(rows, count)


def draw_variants(scene: Scene, product: int) -> tuple[list[str], list[str]]:
    """The sizes and colours of a product, shuffled; all variants are put in stock."""
    database = database_of(scene)
    database.run("UPDATE variants SET stock = 20 WHERE product_id = ?", product)
    rows = database.rows("SELECT size, color FROM variants WHERE product_id = ?", product)
    sizes = list(dict.fromkeys(row["size"] for row in rows))
    colors = list(dict.fromkeys(row["color"] for row in rows))
    return scene.rng.sample(sizes, len(sizes)), scene.rng.sample(colors, len(colors))


def fill_cart(scene: Scene, count: int) -> list[dict[str, Any]]:
    """Fill the cart with one piece each of some products, all in stock; the lines of the cart."""
    database = database_of(scene)
    database.run("DELETE FROM cart")
    for product in draw_products(scene, count):
        sizes, colors = draw_variants(scene, product["_id"])
        add_to_cart(database, product["_id"], size=sizes[0], color=colors[0])
    return cart_lines(database)


def order_one(
    scene: Scene, product: int, *, age: int, status: str, others: int = 0
) -> dict[str, Any]:
    """Place an order of a product and `others` more products, the only order of its day; its row."""
    rng, database = scene.rng, database_of(scene)
    drop_orders(
        database,
        database.rows(
            "SELECT _id FROM orders WHERE placed >= ? AND placed < ?",
            millis(scene.world.day(-age)),
            millis(scene.world.day(1 - age)),
        ),
    )
    lines = {product: draw_line(database, rng, product)}
    while len(lines) <= others:
        line = draw_line(database, rng)
        lines.setdefault(line["product_id"], line)
    order = add_order(
        database,
        list(lines.values()),
        placed_ms=millis(scene.world.day(-age, rng.randint(8, 20), rng.randint(0, 59))),
        status=status,
        delivery=DELIVERIES[0],
        address=f"{scene.world.owner.name}, {make_address(rng)}",
        payment="Cash on delivery",
    )
    return database.one("SELECT * FROM orders WHERE _id = ?", order) or {}


def clear_orders(database: Database, product: int) -> None:
    """Remove all orders of a product, so that it is only in those that a task places."""
    drop_orders(
        database,
        database.rows(
            "SELECT DISTINCT order_id AS _id FROM order_items WHERE product_id = ?", product
        ),
    )


def drop_orders(database: Database, orders: list[dict[str, Any]]) -> None:
    """Remove orders with their items and returns."""
    for order in orders:
        database.run(
            "DELETE FROM returns WHERE item_id IN (SELECT _id FROM order_items WHERE order_id = ?)",
            order["_id"],
        )
        database.run("DELETE FROM order_items WHERE order_id = ?", order["_id"])
        database.run("DELETE FROM orders WHERE _id = ?", order["_id"])


def placed_row(scene: Scene, order: dict[str, Any]) -> str:
    """The day of an order as the app shows it."""
    return day_name(from_millis(order["placed"]).date().isoformat(), scene.phone.today)


def spoken(day: str) -> str:
    """A day as people say it: `9 May`."""
    moment = date.fromisoformat(day)
    return f"{moment.day} {moment:%B}"


def tap_chip(pilot: Pilot, label: str) -> None:
    """Tap a category; the row of categories may have to be scrolled."""
    for _ in CATEGORIES:
        chips = [e for e in pilot.screen.elements if e.text in CATEGORIES and e.role == "button"]
        if pilot.shows(label, role="button") or not chips:
            break
        pilot.act(Scroll(Direction.RIGHT, ElementRef(chips[-1].index)))
    pilot.tap(label, role="button")


def find_product(name: str) -> Script:
    """Search for a product and open it."""
    return (Open("Shop"), Enter(name, into="Search the shop"), Tap(name, role="item"))


def cents_of(text: str) -> int:
    """The cents of an amount that the Shop shows."""
    return round(float(text.replace("$", "").replace(",", "")) * 100)

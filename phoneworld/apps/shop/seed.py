"""What a shop and its customer start with."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from phoneworld.apps.shop.catalogue import BLAME, MIXED, PICTURES, PRAISE, PRODUCTS
from phoneworld.apps.shop.data import (
    CANCELLED,
    DELIVERED,
    DELIVERIES,
    PATH,
    PROCESSING,
    SHIPPED,
    add_address,
    add_coupon,
    add_order,
    add_review,
    add_to_cart,
)
from phoneworld.store import Database
from phoneworld.world import make_address, millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World


def draw_line(database: Database, rng: Random, product: int | None = None) -> dict[str, Any]:
    """A variant of a product (of any, where none is named) as a line of an order."""
    chosen = rng.randint(1, len(PRODUCTS)) if product is None else product
    variant = rng.choice(
        database.rows("SELECT * FROM variants WHERE product_id = ? ORDER BY _id", chosen)
    )
    found = database.one(
        "SELECT _id AS product_id, name, price FROM products WHERE _id = ?", chosen
    )
    return {
        **(found or {}),
        "size": variant["size"],
        "color": variant["color"],
        "quantity": rng.choice((1, 1, 1, 2)),
    }


def seed(phone: Phone, world: World) -> None:
    """A stocked shop with a customer of some months."""
    rng = world.rng("shop")
    database = phone.databases[PATH]
    _seed_products(database, world, rng)
    owner = world.owner
    home = make_address(rng).split(", ")
    work = make_address(rng).split(", ")
    add_address(database, "Home", owner.name, *home)
    add_address(database, "Work", owner.name, *work)
    cards = (
        f"Visa ending {rng.randint(1000, 9999)}",
        f"Mastercard ending {rng.randint(1000, 9999)}",
    )
    payments = (*cards, "Wallet balance", "Cash on delivery")
    for label in payments:
        database.insert("payments", label=label)
    for code, percent, cents, minimum in (
        ("WELCOME10", 10, 0, 0),
        ("SPRING5", 0, 500, 3000),
        ("BIGSAVE20", 0, 2000, 12000),
    ):
        expires = world.day(rng.randint(10, 60)).date().isoformat()
        add_coupon(database, code, percent=percent, cents=cents, minimum=minimum, expires=expires)
    ages = (1, rng.randint(2, 3), 4, *(rng.randint(8, 120) for _ in range(8)))
    for offset in sorted(ages, reverse=True):
        status = DELIVERED if offset > 6 else rng.choice((PROCESSING, SHIPPED))
        lines = {line["product_id"]: line for line in (draw_line(database, rng) for _ in range(3))}
        add_order(
            database,
            list(lines.values())[: rng.randint(1, 3)],
            placed_ms=millis(world.day(-offset, rng.randint(8, 21), rng.randint(0, 59))),
            status=CANCELLED if offset > 6 and rng.random() < 0.15 else status,
            delivery=rng.choice(DELIVERIES),
            address=", ".join((owner.name, *rng.choice((home, work)))),
            payment=rng.choice(payments),
        )
    chosen = rng.sample(range(1, len(PRODUCTS) + 1), 7)
    for product in chosen[:5]:
        database.insert("wishes", product_id=product)
    for product in chosen[5:]:
        line = draw_line(database, rng, product)
        add_to_cart(
            database, product, size=line["size"], color=line["color"], quantity=line["quantity"]
        )


def _seed_products(database: Database, world: World, rng: Random) -> None:
    shown: dict[str, int] = {}
    for entry in PRODUCTS:
        pictures = PICTURES[entry.look]
        number = shown[entry.look] = shown.get(entry.look, -1) + 1
        cheaper = rng.choice((0, 0, 0, 100, 200, 300))
        product = database.insert(
            "products",
            name=entry.name,
            brand=entry.brand,
            category=entry.category,
            price=round(entry.price * 100) - cheaper,
            about=entry.about,
            art=f"product:{pictures[number % len(pictures)]}",
        )
        database.insert_many(
            "variants",
            [
                {
                    "product_id": product,
                    "size": size,
                    "color": color,
                    "stock": rng.choice((0, 2, 3, 8, 15, 20, 30)) if entry.sizes else 12,
                }
                for size in entry.sizes or ("",)
                for color in entry.colors or ("",)
            ],
        )
        for author in rng.sample(world.people, rng.randint(2, 5)):
            stars = rng.choice((5, 5, 5, 4, 4, 3, 2))
            texts = PRAISE if stars > 3 else MIXED if stars == 3 else BLAME
            add_review(
                database,
                product,
                f"{author.first} {author.last[0]}.",
                stars,
                rng.choice(texts),
                day=world.day(-rng.randint(2, 200)).date().isoformat(),
            )

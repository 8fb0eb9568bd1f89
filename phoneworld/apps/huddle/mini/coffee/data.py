"""The menu, the shops, the cart and the orders of the coffee bar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from phoneworld.apps.huddle.data import PATH
from phoneworld.phone import Phone
from phoneworld.store import Database
from phoneworld.world import World, make_address, millis

PAYEE = "Coffee"
PREPARING, PICKED_UP, CANCELLED = "preparing", "picked up", "cancelled"
SIZES = {"Small": 0, "Medium": 60, "Large": 110}
EXTRAS = {
    "Oat milk": 60,
    "Soy milk": 50,
    "Extra shot": 80,
    "Vanilla syrup": 50,
    "Caramel syrup": 55,
    "Whipped cream": 40,
}
CATEGORIES = ("Hot", "Cold", "Tea", "Bakery")
SCHEMA = """
CREATE TABLE coffee_shops (
    _id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, address TEXT NOT NULL,
    opens TEXT NOT NULL, closes TEXT NOT NULL, wait_minutes INTEGER NOT NULL
);
CREATE TABLE coffee_items (
    _id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, category TEXT NOT NULL,
    cents INTEGER NOT NULL, about TEXT NOT NULL, sold_out INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX coffee_items_category ON coffee_items (category, _id);
CREATE TABLE coffee_prefs (_id INTEGER PRIMARY KEY, shop TEXT NOT NULL);
CREATE TABLE coffee_cart (
    _id INTEGER PRIMARY KEY, item TEXT NOT NULL, size TEXT NOT NULL, extras TEXT NOT NULL,
    quantity INTEGER NOT NULL, cents INTEGER NOT NULL
);
CREATE TABLE coffee_orders (
    _id INTEGER PRIMARY KEY, shop TEXT NOT NULL, cents INTEGER NOT NULL, status TEXT NOT NULL,
    at INTEGER NOT NULL, pickup TEXT NOT NULL DEFAULT '', method TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT ''
);
CREATE INDEX coffee_orders_at ON coffee_orders (at);
CREATE TABLE coffee_lines (
    _id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES coffee_orders (_id),
    item TEXT NOT NULL, size TEXT NOT NULL, extras TEXT NOT NULL, quantity INTEGER NOT NULL,
    cents INTEGER NOT NULL
);
CREATE INDEX coffee_lines_order ON coffee_lines (order_id);
"""
MENU = (
    ("Espresso", "Hot", 240, "Short and strong"),
    ("Americano", "Hot", 290, "Espresso with hot water"),
    ("Cappuccino", "Hot", 360, "Espresso under thick foam"),
    ("Flat White", "Hot", 370, "Double ristretto, silky milk"),
    ("Caffe Latte", "Hot", 380, "Espresso with plenty of milk"),
    ("Caramel Latte", "Hot", 440, "With caramel and sea salt"),
    ("Mocha", "Hot", 430, "Espresso meets chocolate"),
    ("Hot Chocolate", "Hot", 390, "Dark chocolate, steamed milk"),
    ("Iced Latte", "Cold", 410, "Espresso and cold milk on ice"),
    ("Iced Americano", "Cold", 320, "Espresso and water on ice"),
    ("Cold Brew", "Cold", 400, "Steeped for eighteen hours"),
    ("Lemonade", "Cold", 330, "Squeezed this morning"),
    ("Earl Grey", "Tea", 280, "Black tea with bergamot"),
    ("Green Tea", "Tea", 280, "Sencha, gently steamed"),
    ("Chai Latte", "Tea", 400, "Spiced tea with milk"),
    ("Mint Tea", "Tea", 290, "Fresh leaves"),
    ("Butter Croissant", "Bakery", 260, "Baked every hour"),
    ("Almond Croissant", "Bakery", 330, "With marzipan"),
    ("Blueberry Muffin", "Bakery", 310, "Full of berries"),
    ("Cinnamon Roll", "Bakery", 340, "With icing"),
    ("Cheese Bagel", "Bakery", 420, "Cream cheese and chives"),
)
SHOPS = ("Central", "Harbor", "University", "Old Town", "Riverside")


def has_sizes(category: str) -> bool:
    """Whether things of a category come in sizes and with extras: drinks do."""
    return category != "Bakery"


def extras_text(extras: Iterable[str]) -> str:
    """Extras as they are stored: in the order of the list."""
    chosen = set(extras)
    return ", ".join(name for name in EXTRAS if name in chosen)


def unit_cents(item_cents: int, size: str, extras: str) -> int:
    """The price of one."""
    more = sum(cents for name, cents in EXTRAS.items() if name in extras.split(", "))
    return item_cents + SIZES.get(size, 0) + more


def add_to_cart(
    database: Database,
    item: str,
    *,
    cents: int,
    size: str = "",
    extras: str = "",
    quantity: int = 1,
) -> None:
    """Put something into the cart; more of the same is counted up."""
    same = database.value(
        "SELECT _id FROM coffee_cart WHERE item = ? AND size = ? AND extras = ? AND cents = ?",
        item,
        size,
        extras,
        cents,
    )
    if same is not None:
        database.run("UPDATE coffee_cart SET quantity = quantity + ? WHERE _id = ?", quantity, same)
        return
    database.insert(
        "coffee_cart", item=item, size=size, extras=extras, quantity=quantity, cents=cents
    )


def add_order(
    database: Database,
    shop: str,
    lines: list[dict[str, Any]],
    *,
    at_ms: int,
    method: str,
    status: str = PREPARING,
    pickup: str = "",
    note: str = "",
) -> int:
    """Enter an order of lines like those of the cart; its id."""
    order = database.insert(
        "coffee_orders",
        shop=shop,
        cents=sum(line["cents"] * line["quantity"] for line in lines),
        status=status,
        at=at_ms,
        pickup=pickup,
        method=method,
        note=note,
    )
    for line in lines:
        database.insert(
            "coffee_lines",
            order_id=order,
            **{key: line[key] for key in ("item", "size", "extras", "quantity", "cents")},
        )
    return order


def seed(phone: Phone, world: World) -> None:
    """The menu, the shops, and the orders of the last weeks."""
    database = phone.databases[PATH]
    rng = world.rng("huddle.coffee")
    for name in SHOPS:
        database.insert(
            "coffee_shops",
            name=f"Bean Bar {name}",
            address=make_address(rng),
            opens=f"{rng.randint(6, 8):02d}:{rng.choice((0, 30)):02d}",
            closes=f"{rng.randint(17, 21):02d}:{rng.choice((0, 30)):02d}",
            wait_minutes=rng.randrange(4, 20, 2),
        )
    favorite = f"Bean Bar {rng.choice(SHOPS)}"
    database.insert("coffee_prefs", shop=favorite)
    for name, category, cents, about in MENU:
        price = cents + rng.choice((0, 0, 10, 20, -10))
        database.insert("coffee_items", name=name, category=category, cents=price, about=about)
    cards = database.rows("SELECT name FROM wallet_methods WHERE kind = 'card'")
    for days in range(26, 0, -3):
        lines: list[dict[str, Any]] = []
        for name, category, cents, _ in rng.sample(MENU, rng.randint(1, 3)):
            size = rng.choice(tuple(SIZES)) if has_sizes(category) else ""
            extras = (
                extras_text(rng.sample(tuple(EXTRAS), 1)) if size and rng.random() < 0.4 else ""
            )
            lines.append(
                {
                    "item": name,
                    "size": size,
                    "extras": extras,
                    "quantity": rng.choice((1, 1, 1, 2)),
                    "cents": unit_cents(cents, size, extras),
                }
            )
        add_order(
            database,
            favorite if rng.random() < 0.6 else f"Bean Bar {rng.choice(SHOPS)}",
            lines,
            at_ms=millis(world.day(-days, rng.randint(8, 16), rng.randint(0, 59))),
            method=rng.choice(cards)["name"],
            status=PICKED_UP,
        )

"""Products, cart, orders and all that goes with them: the schema and the ways to change it.

Amounts are whole cents. A product without sizes or colours has one variant, with empty texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from phoneworld.formats import dollars
from phoneworld.store import Database, database_path
from phoneworld.world import from_millis

PACKAGE = "com.phoneworld.shop"
PATH = database_path(PACKAGE, "shop.db")
SCHEMA = """
CREATE TABLE products (
    _id INTEGER PRIMARY KEY, name TEXT NOT NULL, brand TEXT NOT NULL, category TEXT NOT NULL,
    price INTEGER NOT NULL, about TEXT NOT NULL DEFAULT '', art TEXT NOT NULL DEFAULT '',
    rating INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX products_category ON products (category, _id);
CREATE INDEX products_price ON products (price, _id);
CREATE TABLE variants (
    _id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (_id),
    size TEXT NOT NULL DEFAULT '', color TEXT NOT NULL DEFAULT '', stock INTEGER NOT NULL
);
CREATE INDEX variants_product ON variants (product_id, size, color);
CREATE TABLE reviews (
    _id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (_id),
    author TEXT NOT NULL, stars INTEGER NOT NULL, text TEXT NOT NULL, day TEXT NOT NULL
);
CREATE INDEX reviews_product ON reviews (product_id, day);
CREATE TABLE wishes (
    _id INTEGER PRIMARY KEY, product_id INTEGER UNIQUE NOT NULL REFERENCES products (_id)
);
CREATE TABLE cart (
    _id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (_id),
    size TEXT NOT NULL DEFAULT '', color TEXT NOT NULL DEFAULT '', quantity INTEGER NOT NULL
);
CREATE TABLE coupons (
    _id INTEGER PRIMARY KEY, code TEXT UNIQUE NOT NULL, percent INTEGER NOT NULL DEFAULT 0,
    amount INTEGER NOT NULL DEFAULT 0, minimum INTEGER NOT NULL DEFAULT 0, expires TEXT NOT NULL,
    used INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE addresses (
    _id INTEGER PRIMARY KEY, label TEXT NOT NULL, recipient TEXT NOT NULL, street TEXT NOT NULL,
    city TEXT NOT NULL
);
CREATE TABLE payments (_id INTEGER PRIMARY KEY, label TEXT UNIQUE NOT NULL);
CREATE TABLE orders (
    _id INTEGER PRIMARY KEY, number TEXT NOT NULL, placed INTEGER NOT NULL, status TEXT NOT NULL,
    items_total INTEGER NOT NULL, discount INTEGER NOT NULL DEFAULT 0,
    delivery_fee INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL, delivery TEXT NOT NULL,
    arrives TEXT NOT NULL, address TEXT NOT NULL, payment TEXT NOT NULL,
    coupon TEXT NOT NULL DEFAULT ''
);
CREATE INDEX orders_placed ON orders (placed);
CREATE TABLE order_items (
    _id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (_id),
    product_id INTEGER NOT NULL, name TEXT NOT NULL, size TEXT NOT NULL DEFAULT '',
    color TEXT NOT NULL DEFAULT '', quantity INTEGER NOT NULL, price INTEGER NOT NULL
);
CREATE INDEX order_items_order ON order_items (order_id);
CREATE TABLE returns (
    _id INTEGER PRIMARY KEY, item_id INTEGER UNIQUE NOT NULL REFERENCES order_items (_id),
    reason TEXT NOT NULL, comment TEXT NOT NULL DEFAULT '', requested INTEGER NOT NULL
);
"""
PROCESSING, SHIPPED, DELIVERED, CANCELLED = "Processing", "Shipped", "Delivered", "Cancelled"
REASONS = (
    "Does not fit",
    "Arrived damaged",
    "Not as described",
    "Wrong item sent",
    "No longer needed",
)
RETURN_DAYS = 30
MOST_OF_ONE = 10


@dataclass(frozen=True, slots=True)
class Delivery:
    """A way to get an order; from `free_from` cents on it costs nothing."""

    name: str
    told: str
    fee: int
    days: int
    free_from: int | None = None

    def cost(self, cents: int) -> int:
        """What it costs for an order of so many cents."""
        return 0 if self.free_from is not None and cents >= self.free_from else self.fee


DELIVERIES = (
    Delivery("Standard", "3 to 5 days, free from $60", 490, 4, 6000),
    Delivery("Express", "Tomorrow", 990, 1),
    Delivery("Pick-up point", "In 2 days at the corner shop", 0, 2),
)


def variant_name(size: str, color: str) -> str:
    """`M, Navy` as it stands below a product's name."""
    return " / ".join(part for part in (size, color) if part)


def coupon_text(coupon: dict[str, Any]) -> str:
    """What a coupon gives."""
    gives = f"{coupon['percent']}% off" if coupon["percent"] else f"{dollars(coupon['amount'])} off"
    return gives + (f", from {dollars(coupon['minimum'])}" if coupon["minimum"] else "")


def discount_of(coupon: dict[str, Any], cents: int) -> int:
    """What a coupon takes off so many cents."""
    return min(cents, coupon["amount"] + cents * coupon["percent"] // 100)


def stock_of(database: Database, product: int, size: str, color: str) -> int:
    """How many of a variant there are."""
    found = database.value(
        "SELECT stock FROM variants WHERE product_id = ? AND size = ? AND color = ?",
        product,
        size,
        color,
    )
    return found or 0


def add_to_cart(
    database: Database, product: int, *, size: str = "", color: str = "", quantity: int = 1
) -> None:
    """Put so many of a variant into the cart, on top of those that are there."""
    line = database.value(
        "SELECT _id FROM cart WHERE product_id = ? AND size = ? AND color = ?", product, size, color
    )
    if line is None:
        database.insert("cart", product_id=product, size=size, color=color, quantity=quantity)
    else:
        database.run("UPDATE cart SET quantity = quantity + ? WHERE _id = ?", quantity, line)


def cart_lines(database: Database, first: int = 0, count: int = 200) -> list[dict[str, Any]]:
    """What is in the cart, with names and prices."""
    return database.rows(
        "SELECT c.*, p.name, p.brand, p.price, p.art FROM cart c "
        "JOIN products p ON p._id = c.product_id ORDER BY c._id LIMIT ? OFFSET ?",
        count,
        first,
    )


def cart_total(database: Database) -> int:
    """What the cart costs."""
    return sum(line["price"] * line["quantity"] for line in cart_lines(database))


def add_address(database: Database, label: str, recipient: str, street: str, city: str) -> int:
    """Enter an address; its id."""
    return database.insert("addresses", label=label, recipient=recipient, street=street, city=city)


def address_text(address: dict[str, Any]) -> str:
    """An address on one line."""
    return f"{address['recipient']}, {address['street']}, {address['city']}"


def add_coupon(
    database: Database,
    code: str,
    *,
    percent: int = 0,
    cents: int = 0,
    minimum: int = 0,
    expires: str,
    used: bool = False,
) -> int:
    """Enter a coupon for so much percent or so many cents; its id."""
    return database.insert(
        "coupons",
        code=code,
        percent=percent,
        amount=cents,
        minimum=minimum,
        expires=expires,
        used=int(used),
    )


def add_order(
    database: Database,
    lines: list[dict[str, Any]],
    *,
    placed_ms: int,
    status: str = PROCESSING,
    delivery: Delivery = DELIVERIES[0],
    address: str,
    payment: str,
    coupon: dict[str, Any] | None = None,
) -> int:
    """Enter an order of lines as `cart_lines` gives them; its id."""
    items_total = sum(line["price"] * line["quantity"] for line in lines)
    discount = discount_of(coupon, items_total) if coupon else 0
    fee = delivery.cost(items_total)
    arrives = from_millis(placed_ms).date() + timedelta(days=delivery.days)
    order = database.insert(
        "orders",
        number="",
        placed=placed_ms,
        status=status,
        items_total=items_total,
        discount=discount,
        delivery_fee=fee,
        total=items_total - discount + fee,
        delivery=delivery.name,
        arrives=arrives.isoformat(),
        address=address,
        payment=payment,
        coupon=coupon["code"] if coupon else "",
    )
    number = str(40000 + (order * 7919) % 50000)
    database.run("UPDATE orders SET number = ? WHERE _id = ?", number, order)
    for line in lines:
        database.insert(
            "order_items",
            order_id=order,
            product_id=line["product_id"],
            name=line["name"],
            size=line["size"],
            color=line["color"],
            quantity=line["quantity"],
            price=line["price"],
        )
    return order


def add_review(
    database: Database, product: int, author: str, stars: int, text: str, *, day: str
) -> int:
    """Enter a review and count it into the product's rating, which is in tenths of a star."""
    review = database.insert(
        "reviews", product_id=product, author=author, stars=stars, text=text, day=day
    )
    database.run(
        "UPDATE products SET rating = "
        "(SELECT round(avg(stars) * 10) FROM reviews WHERE product_id = ?) WHERE _id = ?",
        product,
        product,
    )
    return review

"""What the tasks with coffee share: the menu, lines of an order, and how an item is opened."""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.mini.coffee.data import EXTRAS, MENU, SIZES, has_sizes, unit_cents
from phoneworld.author import Scene, Script, Tap
from phoneworld.store import Database

CATEGORY = {name: category for name, category, _, _ in MENU}
MILKLESS = ("Lemonade", "Earl Grey", "Green Tea", "Mint Tea")
DRINKS = tuple(name for name in CATEGORY if has_sizes(CATEGORY[name]) and name not in MILKLESS)
"""Drinks that people take milk and syrup with."""
PASTRIES = tuple(name for name in CATEGORY if not has_sizes(CATEGORY[name]))
MILKS = ("Oat milk", "Soy milk")
OTHERS = tuple(name for name in EXTRAS if name not in MILKS)
COUNTS = {2: "two", 3: "three", 4: "four"}
NEW_DAYS = (4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21)
"""Days ago on which no order was made up."""


def base_cents(database: Database, item: str) -> int:
    """The price of the smallest."""
    return database.value("SELECT cents FROM coffee_items WHERE name = ?", item)


def open_item(item: str) -> Script:
    """Go to a thing of the menu, from the menu."""
    return (
        *((Tap(CATEGORY[item], role="button"),) if CATEGORY[item] != "Hot" else ()),
        Tap(item, role="item"),
    )


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line of an order."""

    item: str
    size: str
    extras: str
    quantity: int
    cents: int


def some_lines(scene: Scene, count: int) -> list[OrderLine]:
    """Lines of an order."""
    rng, database = scene.rng, scene.phone.databases[PATH]
    lines: list[OrderLine] = []
    for item in rng.sample(tuple(CATEGORY), count):
        size = rng.choice(tuple(SIZES)) if has_sizes(CATEGORY[item]) else ""
        extras = rng.choice(OTHERS) if size and rng.random() < 0.5 else ""
        lines.append(
            OrderLine(
                item,
                size,
                extras,
                quantity=rng.randint(1, 2),
                cents=unit_cents(base_cents(database, item), size, extras),
            )
        )
    return lines

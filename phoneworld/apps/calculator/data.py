"""What Calculator keeps: the sums that were done."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from phoneworld.apps.calculator.arithmetic import plain, reckon
from phoneworld.store import Database, database_path
from phoneworld.world import millis

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.calculator"
PATH = database_path(PACKAGE, "calculator.db")
SCHEMA = """
CREATE TABLE history (
    _id INTEGER PRIMARY KEY,
    expression TEXT NOT NULL,
    result TEXT NOT NULL,
    at INTEGER NOT NULL
);
CREATE INDEX history_at ON history (at, _id);
"""


def add_sum(database: Database, expression: str, *, at_ms: int) -> str:
    """Note a sum with its result, which is returned; `NoResult` where it has none."""
    result = plain(reckon(expression))
    database.insert("history", expression=expression, result=result, at=at_ms)
    return result


def draw_expression(rng: Random) -> str:
    """A sum as it comes up in everyday life."""
    price = f"{rng.randint(3, 240)}.{rng.choice(('5', '95', '99', '25', '4'))}"
    return rng.choice(
        (
            f"{rng.randint(120, 4800)}÷{rng.randint(3, 12)}",
            f"{price}×{rng.randint(2, 12)}",
            f"{rng.randint(40, 900)}+{rng.randint(40, 900)}+{rng.randint(10, 400)}",
            f"{rng.randint(60, 900)}−{rng.choice((10, 15, 20, 25, 30))}%",
            f"{rng.randint(11, 99)}×{rng.randint(11, 99)}",
            f"({price}+{rng.randint(5, 60)})÷{rng.randint(2, 5)}",
            f"{rng.randint(900, 2600)}−{rng.randint(200, 880)}",
            f"{rng.randint(5, 25)}%×{rng.randint(100, 3000)}",
        )
    )


def seed(phone: Phone, world: World) -> None:
    """The sums of the last weeks."""
    rng = world.rng("calculator")
    database = phone.databases[PATH]
    moments = sorted(
        millis(world.day(rng.randint(-20, -1), rng.randint(7, 21), rng.randint(0, 59)))
        for _ in range(rng.randint(16, 24))
    )
    taken: set[str] = set()
    for at_ms in moments:
        expression = draw_expression(rng)
        while expression in taken:
            expression = draw_expression(rng)
        taken.add(expression)
        add_sum(database, expression, at_ms=at_ms)

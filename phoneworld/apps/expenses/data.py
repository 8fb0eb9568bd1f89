"""What was spent, the budgets, and who owes what: the schema, the ways to change it, made-up content.

Amounts are whole cents, days ISO texts. A share is somebody's part of an expense that I paid.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from phoneworld.store import Database, database_path

if TYPE_CHECKING:
    from phoneworld.phone import Phone
    from phoneworld.world import World

PACKAGE = "com.phoneworld.expenses"
PATH = database_path(PACKAGE, "expenses.db")
SCHEMA = """
CREATE TABLE expenses (
    _id INTEGER PRIMARY KEY, amount INTEGER NOT NULL, category TEXT NOT NULL, day TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '', payer TEXT NOT NULL DEFAULT 'Me'
);
CREATE INDEX expenses_day ON expenses (day, _id);
CREATE TABLE budgets (
    _id INTEGER PRIMARY KEY, category TEXT UNIQUE NOT NULL, amount INTEGER NOT NULL
);
CREATE TABLE shares (
    _id INTEGER PRIMARY KEY, expense_id INTEGER NOT NULL REFERENCES expenses (_id),
    person TEXT NOT NULL, amount INTEGER NOT NULL, settled INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX shares_expense ON shares (expense_id);
CREATE INDEX shares_person ON shares (settled, person);
"""
ME = "Me"


@dataclass(frozen=True, slots=True)
class SpendingCategory:
    """A kind of spending: its look, and what is typically bought (with prices in dollars)."""

    name: str
    icon: str
    color: str
    goods: tuple[tuple[str, int, int], ...]


CATEGORIES = (
    SpendingCategory(
        "Groceries",
        "local_grocery_store",
        "#43a047",
        (
            ("Weekly shop", 38, 96),
            ("Farmers market", 12, 34),
            ("Bakery", 4, 15),
            ("Butcher", 14, 42),
            ("Fruit stand", 5, 18),
        ),
    ),
    SpendingCategory(
        "Eating out",
        "restaurant",
        "#fb8c00",
        (
            ("Lunch at work", 9, 18),
            ("Pizza night", 22, 48),
            ("Coffee", 3, 8),
            ("Sushi dinner", 35, 82),
            ("Ice cream", 4, 11),
        ),
    ),
    SpendingCategory(
        "Transport",
        "directions_bus",
        "#1e88e5",
        (
            ("Taxi", 11, 36),
            ("Bus pass", 28, 60),
            ("Fuel", 34, 75),
            ("Train ticket", 12, 58),
            ("Parking", 3, 16),
        ),
    ),
    SpendingCategory(
        "Home",
        "home",
        "#8e24aa",
        (
            ("Electricity bill", 48, 110),
            ("Internet", 29, 49),
            ("Light bulbs", 8, 24),
            ("Cleaning supplies", 9, 27),
        ),
    ),
    SpendingCategory(
        "Health",
        "local_hospital",
        "#e53935",
        (("Pharmacy", 6, 38), ("Dentist", 45, 160), ("Gym membership", 25, 49)),
    ),
    SpendingCategory(
        "Leisure",
        "local_movies",
        "#00acc1",
        (
            ("Cinema", 11, 28),
            ("Concert tickets", 38, 120),
            ("Bookshop", 9, 36),
            ("Museum", 8, 24),
        ),
    ),
    SpendingCategory(
        "Clothes",
        "shopping_bag",
        "#d81b60",
        (("Running shoes", 60, 130), ("Winter coat", 80, 190), ("T-shirts", 18, 52)),
    ),
    SpendingCategory(
        "Gifts",
        "card_giftcard",
        "#6d4c41",
        (("Birthday present", 18, 70), ("Flowers", 12, 38), ("Wedding gift", 50, 140)),
    ),
    SpendingCategory(
        "Other", "category", "#757575", (("Haircut", 18, 45), ("Dry cleaning", 9, 26))
    ),
)
NAMES = tuple(category.name for category in CATEGORIES)
BY_NAME = {category.name: category for category in CATEGORIES}


def category_of(name: str) -> SpendingCategory:
    """The category of a name; the last one for a name that is none."""
    return BY_NAME.get(name, CATEGORIES[-1])


def plain_amount(cents: int) -> str:
    """An amount as people type it: `1234.50`, `12`."""
    return f"{cents / 100:.2f}".removesuffix(".00")


def month_name(month: str) -> str:
    """`2026-05` as `May 2026`."""
    return f"{date.fromisoformat(f'{month}-01'):%B %Y}"


def month_after(month: str, by: int) -> str:
    """The month `by` months after `2026-05`."""
    year, number = map(int, month.split("-"))
    count = max(1970 * 12, min(2099 * 12 + 11, year * 12 + number - 1 + by))
    return f"{count // 12}-{count % 12 + 1:02d}"


def add_expense(
    database: Database,
    cents: int,
    *,
    category: str,
    day: str,
    note: str = "",
    payer: str = ME,
) -> int:
    """Enter an expense; its id."""
    return database.insert(
        "expenses", amount=cents, category=category, day=day, note=note, payer=payer
    )


def delete_expense(database: Database, expense: int) -> None:
    """Remove an expense and the shares in it."""
    database.run("DELETE FROM shares WHERE expense_id = ?", expense)
    database.run("DELETE FROM expenses WHERE _id = ?", expense)


def add_share(
    database: Database, expense: int, person: str, cents: int, *, settled: bool = False
) -> int:
    """Note that somebody owes me a part of an expense; the share's id."""
    return database.insert(
        "shares", expense_id=expense, person=person, amount=cents, settled=int(settled)
    )


def split_equally(database: Database, expense: int, cents: int, people: list[str]) -> None:
    """Make these the people who share an expense with me, each with the same part.

    Cents that cannot be divided stay with me. People who were in it before keep their row.
    """
    each = cents // (len(people) + 1)
    known = {
        row["person"]: row["_id"]
        for row in database.rows("SELECT _id, person FROM shares WHERE expense_id = ?", expense)
    }
    for person, share in known.items():
        if person not in people:
            database.run("DELETE FROM shares WHERE _id = ?", share)
    for person in people:
        if person in known:
            database.run("UPDATE shares SET amount = ? WHERE _id = ?", each, known[person])
        else:
            add_share(database, expense, person, each)


def set_budget(database: Database, category: str, cents: int) -> None:
    """Set what a category may cost in a month; 0 takes the budget away."""
    if not cents:
        database.run("DELETE FROM budgets WHERE category = ?", category)
        return
    database.run(
        "INSERT INTO budgets (category, amount) VALUES (?, ?) "
        "ON CONFLICT (category) DO UPDATE SET amount = excluded.amount",
        category,
        cents,
    )


def seed(phone: Phone, world: World) -> None:
    """Ten weeks of spending, some of it shared, and a few budgets."""
    rng = world.rng("expenses")
    database = phone.databases[PATH]
    weights = (9, 8, 6, 4, 2, 4, 2, 2, 2)
    days = sorted(
        rng.choice((rng.randint(1, 14), rng.randint(1, 44), rng.randint(14, 70))) for _ in range(46)
    )
    own: list[tuple[int, int]] = []
    for offset in reversed(days):
        category = rng.choices(CATEGORIES, weights)[0]
        note, low, high = rng.choice(category.goods)
        cents = rng.randint(low, high) * 100 + rng.choice(
            (0, 0, 20, 25, 40, 50, 75, 80, 90, 95, 99)
        )
        payer = rng.choice(world.people).name if rng.random() < 0.12 else ME
        expense = add_expense(
            database,
            cents,
            category=category.name,
            day=world.day(-offset).date().isoformat(),
            note=note,
            payer=payer,
        )
        if payer == ME:
            own.append((expense, cents))
    for expense, cents in sorted(rng.sample(own, 8)):
        add_share(
            database, expense, rng.choice(world.people).name, cents // 2, settled=rng.random() < 0.4
        )
    for name in rng.sample(NAMES, 4):
        set_budget(database, name, rng.randrange(80, 420, 20) * 100)

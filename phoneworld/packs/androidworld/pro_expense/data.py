"""The expenses: one table, amounts in cents, times in milliseconds, categories by number."""

from __future__ import annotations

from typing import Any

from phoneworld.formats import dollars
from phoneworld.store import Database, database_path
from phoneworld.world import from_millis

PACKAGE = "com.arduia.expense"
PATH = database_path(PACKAGE, "accounting.db")
SCHEMA = """
CREATE TABLE expense (
    expense_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    amount INTEGER NOT NULL,
    category INTEGER NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    created_date INTEGER NOT NULL,
    modified_date INTEGER NOT NULL
);
"""
CATEGORIES = {
    1: "Others",
    2: "Income",
    3: "Food",
    4: "Housing",
    5: "Social",
    6: "Entertainment",
    7: "Transportation",
    8: "Clothes",
    9: "Health Care",
    10: "Education",
    11: "Donation",
}
COLUMNS = ("name", "amount", "category", "note", "created_date", "modified_date")


def category_name(number: int) -> str:
    """What a category is called; one that is not known counts as others."""
    return CATEGORIES.get(number, CATEGORIES[1])


def time_text(stamp_ms: int) -> str:
    """`12 Oct 2023, 14:00`."""
    at = from_millis(stamp_ms)
    return f"{at.day} {at:%b %Y, %H:%M}"


def summary(expense: dict[str, Any]) -> str:
    """All that an expense says besides its name."""
    parts = (
        dollars(expense["amount"]),
        category_name(expense["category"]),
        time_text(expense["created_date"]),
        expense["note"] or "",
    )
    return " · ".join(part for part in parts if part)


def add_expense(database: Database, **values: Any) -> int:
    """Write an expense down; its id. `Any`: numbers and texts, by column."""
    return database.insert("expense", **{column: values[column] for column in COLUMNS})


def expense_of(database: Database, id: int | None) -> dict[str, Any] | None:
    """The row of an expense."""
    return database.one("SELECT * FROM expense WHERE expense_id = ?", id)


def expense_page(database: Database, query: str, first: int, count: int) -> list[dict[str, Any]]:
    """A page of the expenses with these words in name or note, the newest first."""
    words = " ".join(query.casefold().split())[:100]
    return database.rows(
        "SELECT * FROM expense WHERE ? = '' OR instr(lower(name || ' ' || coalesce(note, '')), ?) "
        "ORDER BY created_date DESC, expense_id DESC LIMIT ? OFFSET ?",
        words,
        words,
        count,
        first,
    )

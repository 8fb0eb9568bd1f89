"""What the tasks with Pro Expense share: made-up expenses, the ways to write them down, and to find them."""

from __future__ import annotations

from random import Random
from typing import Any

from phoneworld.author import Added, Alike, Enter, Exact, Removed, Scene, Script, Tap
from phoneworld.packs.androidworld.phone import NOW
from phoneworld.packs.androidworld.pro_expense.data import (
    CATEGORIES,
    COLUMNS,
    PATH,
    add_expense,
    category_name,
    expense_page,
    summary,
)
from phoneworld.phone import Phone
from phoneworld.world import millis

LABEL = "Pro Expense"
ExpenseValues = tuple[Any, ...]
"""The values of one expense, by the table's columns but its id. `Any`: texts and numbers."""

GOODS = {
    1: "Spare keys,Umbrella,Batteries,Stamps,Luggage tag,Phone case",
    2: "Deposit back,Sold the bike,Translation job,Prize money,Tax return,Babysitting",
    3: "Market day,Bread and cheese,Curry for two,Cake for work,Picnic,Fish counter",
    4: "Rent for May,Water bill,New door lock,Carpet cleaning,Window repair,Chimney sweep",
    5: "Farewell drinks,Club fee,Dance evening,Street party,Garden fest,Reunion",
    6: "Puppet theatre,Record shop,Bowling,Boat hire,Escape room,Jazz night",
    7: "Tram card,Ferry,Bike tyre,Night bus,Car wash,Toll road",
    8: "Rain jacket,Wool socks,Belt,Work boots,Scarf,Linen shirt",
    9: "Eye test,Bandages,Massage,Cough syrup,Yoga block,Hearing check",
    10: "Evening class,Atlas,Exam fee,Notebook pack,Language app,Library card",
    11: "Sea rescue,Food bank,School roof,Animal home,Choir fund,Flood relief",
}
NOTES = (
    "paid in cash",
    "half is mine",
    "receipt is in the drawer",
    "asked for a discount",
    "bought in a hurry",
    "on the blue card",
)
BLOCKS, TABLE = "text_block", "csv"
SHOWN = ("name", "amount", "category", "note")
MOST = 1000
_NAME, _AMOUNT, _CATEGORY, _NOTE = range(4)


def some_expense(rng: Random) -> ExpenseValues:
    """An expense of the first half of the month."""
    category = rng.choice(list(GOODS))
    at_ms = some_time(rng)
    return (
        rng.choice(GOODS[category].split(",")),
        rng.randint(1000, 50000),
        category,
        rng.choice(NOTES),
        at_ms,
        at_ms,
    )


def some_time(rng: Random) -> int:
    """A full hour of the first half of the month."""
    return millis(NOW.replace(day=rng.randint(1, 15), hour=rng.randint(0, 23), minute=0))


def expenses_by_name(rng: Random, count: int) -> list[ExpenseValues]:
    """Expenses no two of which have the same name."""
    found: dict[str, ExpenseValues] = {}
    while len(found) < count:
        expense = some_expense(rng)
        found.setdefault(expense[_NAME], expense)
    return list(found.values())


def put_expense(scene: Scene, expense: ExpenseValues) -> None:
    """An expense that is there before the task."""
    add_expense(scene.phone.databases[PATH], **_row(expense))


def values_of(row: Any) -> ExpenseValues:
    """The values of an expense of the suite. `Any`: one of its own objects."""
    return tuple(getattr(row, column) for column in COLUMNS)


def expense_added(expense: ExpenseValues) -> Added:
    """An expense has been written down; when it was is not asked for."""
    name, amount, category, note, *_ = expense
    return Added(
        PATH,
        "expense",
        {"name": Alike(name), "amount": amount, "category": category, "note": Alike(note)},
    )


def expense_removed(expense: ExpenseValues) -> Removed:
    """An expense that says exactly this is gone."""
    where = {column: Exact(value) for column, value in _row(expense).items()}
    return Removed(PATH, "expense", where)


def writing(expense: ExpenseValues) -> Script:
    """The steps that write an expense down, from the list of expenses and back to it."""
    name, amount, category, note, *_ = expense
    return (
        Tap("Add expense"),
        Enter(name, into="Name of the expense"),
        Enter(f"{amount / 100:.2f}", into="Amount in dollars"),
        Enter(note, into="Note on it"),
        Tap("Category"),
        Tap(category_name(category)),
        Tap("Save"),
    )


def label_of(expense: ExpenseValues) -> str:
    """What the list of expenses shows of one."""
    return f"{expense[_NAME]}, {summary(_row(expense))}"


def deleting(expense: ExpenseValues, place: int = 0) -> Script:
    """The steps that delete an expense of the list, the so-maniest of those that look like it."""
    return (
        Enter(expense[_NAME], into="Search expenses", clear=True),
        Tap(label_of(expense), role="item", nth=place),
        Tap("Delete"),
        Tap("Delete", role="button"),
    )


def places(phone: Phone, expense: ExpenseValues) -> list[int]:
    """Where expenses that say exactly this stand among those that look like it."""
    rows = expense_page(phone.databases[PATH], expense[_NAME], 0, MOST)
    found = [tuple(row[column] for column in COLUMNS) for row in rows]
    alike = [one for one in found if label_of(one) == label_of(expense)]
    return [place for place, one in enumerate(alike) if one == expense]


def listing(expenses: tuple[ExpenseValues, ...], form: str) -> str:
    """Expenses as a table with bars, or each as a block of lines."""
    told = [
        (name, f"${amount / 100:.2f}", CATEGORIES[category], note)
        for name, amount, category, note, *_ in expenses
    ]
    if form == TABLE:
        return "\n".join(["|".join(SHOWN), *("|".join(one) for one in told)])
    return "\n\n".join(
        f"Spent on: {name}\n  amount: {amount}\n  category: {category}\n  note: {note}"
        for name, amount, category, note in told
    )


def _row(expense: ExpenseValues) -> dict[str, Any]:
    return dict(zip(COLUMNS, expense, strict=True))

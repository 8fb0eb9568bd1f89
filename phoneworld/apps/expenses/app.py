"""Expenses: what was spent on what, by whom, and what is left of the budget."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.expenses.data import (
    NAMES,
    PACKAGE,
    SCHEMA,
    category_of,
    delete_expense,
    month_after,
    month_name,
    seed,
)
from phoneworld.apps.expenses.entry import Expense, ExpenseForm, ExpenseSplit, payers
from phoneworld.apps.expenses.overview import Budgets, Debtors, DebtorScreen, Summary
from phoneworld.apps.expenses.sections import section_bar
from phoneworld.formats import day_name, dollars
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.buttons import Chip, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, SideScroll
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Text

PERIODS: tuple[str, ...] = ("All time", "This month", "Last month")
EVERY = "All categories"
ANYONE = "Anyone"
ORDERS = {
    "Newest first": "day DESC, _id DESC",
    "Oldest first": "day, _id",
    "Highest amount": "amount DESC, _id DESC",
}


class ExpenseList(Screen):
    """All expenses, or those that a filter lets through, and their sum.

    Opened with a `category` and a `month` (`2026-05`) it starts with these.
    """

    def opened(self) -> None:
        if "month" in self.args:
            self.state.update(
                category=self.args.get("category", EVERY),
                month=self.args["month"],
                period=month_name(self.args["month"]),
            )

    def view(self) -> View:
        where, values = self.condition()
        total = self.db.value(f"SELECT sum(amount) FROM expenses WHERE {where}", *values)
        return Scaffold(
            TopBar(
                Field("query", "Search expenses", kind="search", icon="search").sized(height=48),
                actions=(IconButton("sort", "Sort", self.choose_order),),
            ),
            Column(
                SideScroll(
                    self.chip("period", PERIODS[0]),
                    self.chip("category", EVERY),
                    self.chip("payer", ANYONE),
                    key="filters",
                ),
                Row(
                    Text("Total", "label", color="muted").grow(),
                    Text(dollars(total or 0), "subtitle").named("total"),
                    pad=(16, 8),
                ),
                LazyList(self.page, self.row, empty="No expenses found", end_space=80),
            ),
            fab=Fab("add", "Add expense", lambda: self.open("edit")),
            bottom=section_bar(self, "Expenses"),
        )

    def chip(self, key: str, unset: str) -> View:
        value = self.state.get(key, unset)
        return Chip(
            value,
            lambda: self.choose_filter(key),
            selected=value != unset,
            icon="arrow_drop_down",
        )

    def condition(self) -> tuple[str, list[str]]:
        """The filter as SQL, with its values."""
        clauses = ["1"]
        values: list[str] = []
        period = self.state.get("period", PERIODS[0])
        if period != PERIODS[0]:
            current = self.phone.today[:7]
            months = {"This month": current, "Last month": month_after(current, -1)}
            month = months.get(period) or self.state["month"]
            clauses.append("day >= ? AND day < ?")
            values += [f"{month}-01", f"{month_after(month, 1)}-01"]
        if self.state.get("category", EVERY) != EVERY:
            clauses.append("category = ?")
            values.append(self.state["category"])
        if self.state.get("payer", ANYONE) != ANYONE:
            clauses.append("payer = ?")
            values.append(self.state["payer"])
        query = self.state.get("query", "").strip().lower()
        if query:
            clauses.append("instr(lower(note || ' ' || category), ?)")
            values.append(query)
        return " AND ".join(clauses), values

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        where, values = self.condition()
        order = ORDERS[self.state.get("order", "Newest first")]
        return self.db.rows(
            f"SELECT * FROM expenses WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?",
            *values,
            count,
            first,
        )

    def row(self, expense: dict[str, Any]) -> View:
        category = category_of(expense["category"])
        key = expense["_id"]
        day = day_name(expense["day"], self.phone.today)
        return Tile(
            expense["note"] or expense["category"],
            f"{expense['category']} · {day}",
            leading=Avatar(icon=category.icon, color=category.color),
            trailing=Text(dollars(expense["amount"]), "subtitle"),
            on_click=lambda: self.open("expense", id=key),
            on_long_click=lambda: self.menu(
                {"Edit": "edit", "Duplicate": "duplicate", "Delete": "ask_delete"}, id=key
            ),
        ).swiped(lambda _: self.ask_delete(key))

    # Filters

    def choose_filter(self, key: str) -> None:
        match key:
            case "period":
                title, options = "Period", list(PERIODS)
            case "category":
                title, options = "Category", [EVERY, *NAMES]
            case _:
                title, options = "Paid by", [ANYONE, *payers(self)]
        chosen = self.state.get(key, options[0])
        self.choose(title, options, chosen, then="set_filter", key=key)

    def set_filter(self, option: str, key: str) -> None:
        self.state[key] = option

    def choose_order(self) -> None:
        chosen = self.state.get("order", "Newest first")
        self.choose("Sort by", list(ORDERS), chosen, then="set_filter", key="order")

    # What can be done with an expense

    def edit(self, id: int) -> None:
        self.open("edit", id=id)

    def duplicate(self, id: int) -> None:
        expense = self.db.one("SELECT * FROM expenses WHERE _id = ?", id)
        if expense is not None:
            del expense["_id"]
            self.db.insert("expenses", **{**expense, "day": self.phone.today})
            self.toast("Expense duplicated")

    def ask_delete(self, id: int) -> None:
        note = self.db.value("SELECT note FROM expenses WHERE _id = ?", id)
        self.confirm(
            "Delete expense?",
            f"{note or 'This entry'} will be deleted, with all shares in it.",
            yes="Delete",
            then="delete",
            id=id,
        )

    def delete(self, id: int) -> None:
        delete_expense(self.db, id)
        self.toast("Expense deleted")


APP = App(
    package=PACKAGE,
    label="Expenses",
    icon="receipt_long",
    color="#00897b",
    screens={
        "list": ExpenseList,
        "expense": Expense,
        "edit": ExpenseForm,
        "split": ExpenseSplit,
        "summary": Summary,
        "budgets": Budgets,
        "people": Debtors,
        "person": DebtorScreen,
    },
    start="list",
    database="expenses.db",
    schema=SCHEMA,
    seed=seed,
    permissions=("android.permission.READ_CONTACTS",),
)

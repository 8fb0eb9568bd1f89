"""Pro Expense's screens: the list of expenses, one of them, and its form."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.calendar.dates import DAY_MS, day_of, moment, start_of
from phoneworld.formats import cents_of, dollars
from phoneworld.packs.androidworld.pro_expense.data import (
    CATEGORIES,
    PACKAGE,
    SCHEMA,
    add_expense,
    category_name,
    expense_of,
    expense_page,
    summary,
    time_text,
)
from phoneworld.ui.bars import Fab, Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field, Text


class ExpenseLog(Screen):
    """All expenses, or those with certain words in them."""

    def view(self) -> View:
        spent = self.db.value("SELECT sum(amount) FROM expense WHERE category != 2") or 0
        return Scaffold(
            TopBar("Pro Expense"),
            Column(
                Column(
                    Field("query", "Search expenses", kind="search", icon="search").sized(
                        height=48
                    ),
                    Text(f"{dollars(spent)} spent in all", "small", color="muted").named("total"),
                    pad=(16, 4),
                    gap=6,
                ),
                LazyList(
                    self.expenses, self.row, row_height=80, empty="No expenses found", end_space=88
                ),
            ),
            fab=Fab("add", "Add expense", lambda: self.open("edit")),
        )

    def expenses(self, first: int, count: int) -> list[dict[str, Any]]:
        return expense_page(self.db, self.state.get("query", ""), first, count)

    def row(self, expense: dict[str, Any]) -> View:
        id = expense["expense_id"]
        return Tile(
            expense["name"],
            summary(expense),
            icon="receipt_long",
            lines=2,
            on_click=lambda: self.open("expense", id=id),
        )

    def back(self) -> bool:
        if self.state.get("query"):
            self.state["query"] = ""
            return True
        return False


class ExpenseCard(Screen):
    """All about one expense."""

    def view(self) -> View:
        expense = expense_of(self.db, self.args["id"])
        if expense is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("receipt_long", "This expense was deleted")
            )
        return Scaffold(
            TopBar(
                "Expense",
                back=self.close,
                actions=(
                    IconButton("edit", "Edit", lambda: self.open("edit", id=self.args["id"])),
                    IconButton("delete", "Delete", self.ask_delete),
                ),
            ),
            ScrollView(
                Tile(expense["name"], "Name", id="name"),
                Tile(dollars(expense["amount"]), "Amount", id="amount"),
                Tile(category_name(expense["category"]), "Category", id="category"),
                Tile(time_text(expense["created_date"]), "Date", id="date"),
                Tile(expense["note"] or "–", "Note", id="note"),
                Tile(time_text(expense["modified_date"]), "Last changed", id="changed"),
            ),
        )

    def ask_delete(self) -> None:
        self.confirm("Delete this expense?", yes="Delete", then="delete")

    def delete(self) -> None:
        self.db.run("DELETE FROM expense WHERE expense_id = ?", self.args["id"])
        self.toast("Expense deleted")
        self.close()


class ExpenseSheet(Screen):
    """A new expense, or one that is changed. Leaving it without saving keeps nothing."""

    def opened(self) -> None:
        expense = expense_of(self.db, self.args.get("id"))
        stamp_ms = expense["created_date"] if expense else self.phone.now_ms
        self.state.update(
            name=expense["name"] if expense else "",
            amount=f"{expense['amount'] / 100:.2f}" if expense else "",
            category=expense["category"] if expense else 1,
            note=(expense["note"] or "") if expense else "",
            day=day_of(stamp_ms).isoformat(),
            day_ms=stamp_ms - start_of(day_of(stamp_ms)),
        )

    def view(self) -> View:
        state = self.state
        return Scaffold(
            TopBar(
                "Edit expense" if "id" in self.args else "New expense",
                back=self.close,
                actions=(Button("Save", self.save, id="save"),),
            ),
            ScrollView(
                Column(
                    Field("name", "Name of the expense"),
                    Field("amount", "Amount in dollars", kind="number"),
                    Field("note", "Note on it"),
                    pad=16,
                    gap=12,
                ),
                Tile(
                    "Category",
                    category_name(state["category"]),
                    icon="category",
                    id="category",
                    on_click=self.ask_category,
                ),
                Tile(
                    "Date",
                    state["day"],
                    icon="event",
                    id="date",
                    on_click=lambda: self.pick_date(state["day"], then="put_day"),
                ),
            ),
        )

    def ask_category(self) -> None:
        chosen = category_name(self.state["category"])
        self.choose("Category", list(CATEGORIES.values()), chosen, then="put_category")

    def put_category(self, name: str) -> None:
        self.state["category"] = next(id for id, known in CATEGORIES.items() if known == name)

    def put_day(self, day: str) -> None:
        self.state["day"] = day

    def save(self) -> None:
        state = self.state
        name, cents = state["name"].strip(), cents_of(state["amount"])
        if not name:
            self.toast("Enter a name")
            return
        if cents is None:
            self.toast("Enter an amount, for example 12.50")
            return
        values = {
            "name": name,
            "amount": cents,
            "category": state["category"],
            "note": state["note"].strip(),
            "created_date": moment(state["day"], "00:00") + state["day_ms"] % DAY_MS,
            "modified_date": self.phone.now_ms,
        }
        if expense_of(self.db, self.args.get("id")) is None:
            add_expense(self.db, **values)
        else:
            columns = ", ".join(f"{column} = ?" for column in values)
            self.db.run(
                f"UPDATE expense SET {columns} WHERE expense_id = ?",
                *values.values(),
                self.args["id"],
            )
        self.toast("Expense saved")
        self.close()


APP = App(
    package=PACKAGE,
    label="Pro Expense",
    icon="receipt_long",
    color="#1976d2",
    activity=".ui.MainActivity",
    screens={"log": ExpenseLog, "expense": ExpenseCard, "edit": ExpenseSheet},
    start="log",
    database="accounting.db",
    schema=SCHEMA,
)

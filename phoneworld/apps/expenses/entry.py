"""One expense: looked at, entered or changed, and split with people."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.expenses.data import (
    ME,
    NAMES,
    add_expense,
    category_of,
    delete_expense,
    plain_amount,
    split_equally,
)
from phoneworld.formats import cents_of, day_name, dollars
from phoneworld.providers import contacts
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile, check_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Text


def payers(screen: Screen) -> list[str]:
    """Who can have paid: me, and the people in the address book."""
    people = contacts.contact_page(screen.phone.contacts, "", 0, 200)
    return [ME, *(person["display_name"] for person in people)]


class Expense(Screen):
    """All about one expense."""

    def found(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM expenses WHERE _id = ?", self.args.get("id"))

    def view(self) -> View:
        expense = self.found()
        if expense is None:
            return Scaffold(
                TopBar("Expense", back=self.close),
                empty_note("receipt_long", "This expense was deleted"),
            )
        category = category_of(expense["category"])
        return Scaffold(
            TopBar(
                "Expense",
                back=self.close,
                actions=(
                    IconButton(
                        "edit", "Edit expense", lambda: self.open("edit", id=expense["_id"])
                    ),
                    IconButton("delete", "Delete expense", self.ask_delete),
                    IconButton(
                        "more_vert", "More options", lambda: self.menu({"Share": "share_it"})
                    ),
                ),
            ),
            ScrollView(
                Column(
                    Avatar(icon=category.icon, color=category.color, size=64),
                    Text(dollars(expense["amount"]), "display", align="center").named("amount"),
                    Text(expense["note"] or expense["category"], "body", align="center").named(
                        "note"
                    ),
                    gap=8,
                    align="center",
                    pad=(16, 16),
                ),
                Column(
                    Card(
                        Tile(expense["category"], "Category", icon="category", id="category"),
                        Tile(
                            day_name(expense["day"], self.phone.today),
                            "Date",
                            icon="event",
                            id="day",
                        ),
                        Tile(expense["payer"], "Paid by", icon="person", id="payer"),
                        pad=0,
                    ),
                    self.shares(expense),
                    pad=(16, 8),
                    gap=12,
                ),
            ),
        )

    def shares(self, expense: dict[str, Any]) -> View:
        rows = self.db.rows(
            "SELECT * FROM shares WHERE expense_id = ? ORDER BY _id", expense["_id"]
        )
        return Card(
            Section("Split with"),
            *(self.share_row(row) for row in rows),
            Row(
                Button(
                    "Change split" if rows else "Split with people",
                    self.split,
                    kind="tonal",
                    icon="group",
                ),
                pad=(16, 8, 16, 16),
            ),
            pad=0,
        )

    def share_row(self, share: dict[str, Any]) -> View:
        return Tile(
            share["person"],
            "Paid back" if share["settled"] else "Owes you",
            avatar=share["person"],
            trailing=Text(dollars(share["amount"]), "subtitle"),
            on_click=lambda: self.open("person", name=share["person"]),
        )

    def split(self) -> None:
        expense = self.found()
        if expense is None:
            return
        if expense["payer"] != ME:
            self.toast("Only expenses that you paid can be split")
            return
        self.open("split", id=expense["_id"])

    def share_it(self) -> None:
        expense = self.found()
        if expense is not None:
            day = day_name(expense["day"], self.phone.today)
            self.share(
                f"{expense['note'] or expense['category']}: {dollars(expense['amount'])}, {day}"
            )

    def ask_delete(self) -> None:
        self.confirm(
            "Delete expense?",
            "It will be deleted, with all shares in it.",
            yes="Delete",
            then="delete",
        )

    def delete(self) -> None:
        delete_expense(self.db, self.args["id"])
        self.toast("Expense deleted")
        self.close()


class ExpenseForm(Screen):
    """The form for a new expense (with `amount`, `note`, `category` or `day` filled in), or an old one."""

    def opened(self) -> None:
        args = self.args
        category = args.get("category", NAMES[0])
        self.state.update(
            amount=str(args.get("amount", "")),
            note=args.get("note", ""),
            category=category if category in NAMES else NAMES[-1],
            day=args.get("day") or self.phone.today,
            payer=ME,
        )
        expense = self.db.one("SELECT * FROM expenses WHERE _id = ?", args.get("id"))
        if expense is not None:
            self.state.update(
                amount=plain_amount(expense["amount"]),
                **{key: expense[key] for key in ("note", "category", "day", "payer")},
            )

    def view(self) -> View:
        state = self.state
        category = category_of(state["category"])
        return Scaffold(
            TopBar(
                "Edit expense" if self.args.get("id") is not None else "New expense",
                back=self.close,
                actions=(Button("Save", self.save, id="save"),),
            ),
            ScrollView(
                Column(
                    Field("amount", "Amount", kind="number", icon="attach_money"),
                    Field("note", "Note", icon="edit"),
                    pad=16,
                    gap=12,
                ),
                Tile(
                    "Category",
                    state["category"],
                    leading=Avatar(icon=category.icon, color=category.color),
                    on_click=lambda: self.choose(
                        "Category", list(NAMES), state["category"], then="set_category"
                    ),
                ),
                Tile(
                    "Date",
                    day_name(state["day"], self.phone.today),
                    leading=Avatar(icon="event", color="#546e7a"),
                    on_click=lambda: self.pick_date(state["day"], then="set_day"),
                ),
                Tile(
                    "Paid by",
                    state["payer"],
                    leading=Avatar(icon="person", color="#546e7a"),
                    on_click=lambda: self.choose(
                        "Paid by", payers(self), state["payer"], then="set_payer"
                    ),
                ),
            ),
        )

    def set_category(self, category: str) -> None:
        self.state["category"] = category

    def set_day(self, day: str) -> None:
        self.state["day"] = day

    def set_payer(self, payer: str) -> None:
        self.state["payer"] = payer

    def save(self) -> None:
        state = self.state
        cents = cents_of(state["amount"])
        if cents is None:
            self.toast("Enter an amount, for example 12.50")
            return
        note = state["note"].strip()
        expense = self.args.get("id")
        if expense is None:
            add_expense(
                self.db,
                cents,
                category=state["category"],
                day=state["day"],
                note=note,
                payer=state["payer"],
            )
        else:
            self.db.run(
                "UPDATE expenses SET amount = ?, category = ?, day = ?, note = ?, payer = ? "
                "WHERE _id = ?",
                cents,
                state["category"],
                state["day"],
                note,
                state["payer"],
                expense,
            )
        self.toast("Expense saved")
        self.close()


class ExpenseSplit(Screen):
    """Choose who shares an expense; everybody bears the same part."""

    def opened(self) -> None:
        self.state["people"] = [
            row["person"]
            for row in self.db.rows(
                "SELECT person FROM shares WHERE expense_id = ? ORDER BY _id", self.args.get("id")
            )
        ]

    def cents(self) -> int:
        found = self.db.value("SELECT amount FROM expenses WHERE _id = ?", self.args.get("id"))
        return found or 0

    def view(self) -> View:
        people: list[str] = self.state["people"]
        each = dollars(self.cents() // (len(people) + 1))
        told = f"{each} each, {len(people) + 1} people" if people else "Choose who shares it"
        return Scaffold(
            TopBar(
                "Split equally", back=self.close, actions=(Button("Save", self.save, id="save"),)
            ),
            Column(
                Column(
                    Field("query", "Search people", kind="search", icon="search"),
                    Text(told, "label", color="primary").named("each"),
                    pad=(16, 0, 16, 8),
                    gap=8,
                ),
                LazyList(self.page, self.row, row_height=56, empty="Nobody found"),
            ),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return contacts.contact_page(self.phone.contacts, self.state.get("query", ""), first, count)

    def row(self, person: dict[str, Any]) -> View:
        name = person["display_name"]
        return check_tile(name, on=name in self.state["people"], on_click=lambda: self.toggle(name))

    def toggle(self, name: str) -> None:
        people: list[str] = self.state["people"]
        if name in people:
            people.remove(name)
        else:
            people.append(name)

    def save(self) -> None:
        if self.cents():
            split_equally(self.db, self.args["id"], self.cents(), self.state["people"])
            self.toast("Split saved")
        self.close()

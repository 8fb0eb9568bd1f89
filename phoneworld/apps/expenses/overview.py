"""What it all comes to: by month and category, against the budgets, and between people."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.expenses.chart import bars, ring
from phoneworld.apps.expenses.data import (
    CATEGORIES,
    category_of,
    month_after,
    month_name,
    plain_amount,
    set_budget,
)
from phoneworld.apps.expenses.sections import section_bar
from phoneworld.formats import cents_of, day_name, dollars
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.custom_view import CustomView
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Progress, Text


def spent_by_category(screen: Screen, month: str) -> dict[str, int]:
    """Cents by category in a month, the largest first."""
    rows = screen.db.rows(
        "SELECT category, sum(amount) AS spent FROM expenses WHERE day >= ? AND day < ? "
        "GROUP BY category ORDER BY spent DESC",
        f"{month}-01",
        f"{month_after(month, 1)}-01",
    )
    return {row["category"]: row["spent"] for row in rows}


def budget_of(screen: Screen) -> dict[str, int]:
    """The budgets in cents, by category."""
    return {
        row["category"]: row["amount"] for row in screen.db.rows("SELECT * FROM budgets LIMIT 50")
    }


class Summary(Screen):
    """A month: its sum, a chart of it, and the categories."""

    def view(self) -> View:
        month = self.state.get("month", self.phone.today[:7])
        spent = spent_by_category(self, month)
        total = sum(spent.values())
        months = [month_after(month, back) for back in range(-5, 1)]
        sums = self.sums(months[0], month)
        return Scaffold(
            TopBar("Summary"),
            ScrollView(
                Row(
                    IconButton("chevron_left", "Previous month", lambda: self.turn(-1)),
                    Text(month_name(month), "title", align="center").named("month").grow(),
                    IconButton("chevron_right", "Next month", lambda: self.turn(1)),
                    pad=(8, 0),
                ),
                Column(
                    Card(
                        CustomView(
                            ring(
                                [(category_of(name).color, cents) for name, cents in spent.items()],
                                dollars(total),
                            ),
                            height=200,
                            description=f"Chart of {month_name(month)} by category",
                        ),
                        Row(
                            Text("Total spent", "label", color="muted").grow(),
                            Text(dollars(total), "title").named("total"),
                        ),
                        gap=12,
                    ),
                    Card(
                        Section("By category"),
                        *(self.row(name, cents, total, month) for name, cents in spent.items()),
                        None
                        if spent
                        else Row(Text("Nothing was spent this month", "small").grow(), pad=16),
                        pad=0,
                    ),
                    Card(
                        Text("Six months", "label", color="primary"),
                        CustomView(
                            bars([(one[5:], sums.get(one, 0)) for one in months]),
                            height=150,
                            description="Chart of the last six months",
                        ),
                        gap=8,
                    ),
                    pad=(16, 8, 16, 16),
                    gap=12,
                ),
            ),
            bottom=section_bar(self, "Summary"),
        )

    def sums(self, first: str, last: str) -> dict[str, int]:
        rows = self.db.rows(
            "SELECT substr(day, 1, 7) AS month, sum(amount) AS spent FROM expenses "
            "WHERE day >= ? AND day < ? GROUP BY month",
            f"{first}-01",
            f"{month_after(last, 1)}-01",
        )
        return {row["month"]: row["spent"] for row in rows}

    def row(self, name: str, cents: int, total: int, month: str) -> View:
        category = category_of(name)
        return Tile(
            name,
            f"{round(100 * cents / total)}% of the month",
            leading=Avatar(icon=category.icon, color=category.color),
            trailing=Text(dollars(cents), "subtitle"),
            on_click=lambda: self.open("list", category=name, month=month),
        )

    def turn(self, by: int) -> None:
        self.state["month"] = month_after(self.state.get("month", self.phone.today[:7]), by)


class Budgets(Screen):
    """What each category may cost in a month, and what is left of it."""

    def view(self) -> View:
        month = self.phone.today[:7]
        spent = spent_by_category(self, month)
        budgets = budget_of(self)
        return Scaffold(
            TopBar(f"Budgets for {month_name(month)}"),
            ScrollView(
                *(
                    self.row(category.name, budgets.get(category.name, 0), spent)
                    for category in CATEGORIES
                ),
                pad=16,
            ),
            bottom=section_bar(self, "Budgets"),
        )

    def row(self, name: str, budget: int, spent: dict[str, int]) -> View:
        category, used = category_of(name), spent.get(name, 0)
        left = budget - used
        if not budget:
            told, color = f"{dollars(used)} spent, no budget", "muted"
        elif left >= 0:
            told, color = f"{dollars(used)} of {dollars(budget)} spent", "muted"
        else:
            told, color = f"{dollars(used)} of {dollars(budget)} spent, over budget", "error"
        row = Row(
            Avatar(icon=category.icon, color=category.color),
            Column(
                Text(name, "body"),
                Text(told, "small", color=color),
                Progress(min(1.0, used / budget)) if budget else None,
                gap=4,
            ).grow(),
            pad=(16, 10),
            gap=16,
        )
        return row.clicked(lambda: self.ask(name, budget))

    def ask(self, name: str, budget: int) -> None:
        self.prompt(
            f"Budget for {name}",
            "Amount per month (empty for none)",
            then="put",
            text=plain_amount(budget) if budget else "",
            yes="Save",
            name=name,
        )

    def put(self, text: str, name: str) -> None:
        cents = cents_of(text)
        if text.strip() and cents is None:
            self.toast("Enter an amount, for example 250")
            return
        set_budget(self.db, name, cents or 0)
        self.toast("Budget saved" if cents else "Budget removed")


class Debtors(Screen):
    """Who owes me money."""

    def view(self) -> View:
        return Scaffold(
            TopBar("People"),
            LazyList(self.page, self.row, empty="Nobody owes you anything"),
            bottom=section_bar(self, "People"),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT person, sum(amount) AS owed FROM shares WHERE settled = 0 "
            "GROUP BY person ORDER BY person LIMIT ? OFFSET ?",
            count,
            first,
        )

    def row(self, debt: dict[str, Any]) -> View:
        return Tile(
            debt["person"],
            "Owes you",
            avatar=debt["person"],
            trailing=Text(dollars(debt["owed"]), "subtitle"),
            on_click=lambda: self.open("person", name=debt["person"]),
        )


class DebtorScreen(Screen):
    """What somebody owes me, and what they have paid back."""

    def view(self) -> View:
        name = self.args.get("name", "")
        owed = self.db.value(
            "SELECT sum(amount) FROM shares WHERE settled = 0 AND person = ?", name
        )
        return Scaffold(
            TopBar(name, back=self.close),
            Column(
                Column(
                    Avatar(name, size=64),
                    Text(dollars(owed or 0), "display", align="center").named("owed"),
                    Text(
                        "Owes you" if owed else "All settled",
                        "small",
                        color="muted",
                        align="center",
                    ),
                    gap=4,
                    align="center",
                    pad=(16, 8),
                ),
                Row(
                    Button("Settle up", self.ask_settle, icon="done_all").grow(),
                    Button("Remind", self.remind, kind="tonal", icon="send").grow(),
                    gap=12,
                    pad=(16, 8),
                )
                if owed
                else None,
                LazyList(self.page, self.row) if name else empty_note("person", "Nobody"),
            ),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT s.*, e.note, e.category, e.day FROM shares s "
            "JOIN expenses e ON e._id = s.expense_id WHERE s.settled IN (0, 1) AND s.person = ? "
            "ORDER BY s.settled, e.day DESC, s._id LIMIT ? OFFSET ?",
            self.args.get("name", ""),
            count,
            first,
        )

    def row(self, share: dict[str, Any]) -> View:
        day = day_name(share["day"], self.phone.today)
        return Tile(
            share["note"] or share["category"],
            f"{day} · {'Paid back' if share['settled'] else 'Open'}",
            trailing=Text(dollars(share["amount"]), "subtitle"),
            on_click=lambda: self.menu(
                {"Mark as open": "mark"} if share["settled"] else {"Mark as paid back": "mark"},
                id=share["_id"],
            ),
        )

    def mark(self, id: int) -> None:
        self.db.run("UPDATE shares SET settled = 1 - settled WHERE _id = ?", id)

    def ask_settle(self) -> None:
        self.confirm(
            "Settle up?",
            f"Everything that {self.args.get('name', '')} owes you will be marked as paid back.",
            yes="Settle",
            then="settle",
        )

    def settle(self) -> None:
        self.db.run(
            "UPDATE shares SET settled = 1 WHERE settled = 0 AND person = ?",
            self.args.get("name", ""),
        )
        self.toast("Settled")

    def remind(self) -> None:
        owed = self.db.value(
            "SELECT sum(amount) FROM shares WHERE settled = 0 AND person = ?",
            self.args.get("name", ""),
        )
        self.share(f"Hi {self.args.get('name', '')}, you still owe me {dollars(owed or 0)}.")

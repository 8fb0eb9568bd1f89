"""Payments that are made by themselves."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.wallet.data import ONCE
from phoneworld.apps.wallet.guarded import Guarded, fact, section_bar
from phoneworld.formats import cents_of, day_name, dollars
from phoneworld.ui.bars import Fab, Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Card, Tile, switch_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Text


class Scheduled(Screen):
    """The payments to come."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Scheduled payments"),
            LazyList(self.page, self.row, empty="No payments are scheduled", end_space=80),
            fab=Fab("add", "Schedule a payment", lambda: self.open("people", purpose="schedule")),
            bottom=section_bar(self, "Scheduled"),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM scheduled ORDER BY active DESC, next_day, _id LIMIT ? OFFSET ?",
            count,
            first,
        )

    def row(self, row: dict[str, Any]) -> View:
        when = f"next {day_name(row['next_day'], self.phone.today)}" if row["active"] else "paused"
        return Tile(
            row["party"],
            f"{row['note'] or 'Payment'} · {row['every']}, {when}",
            avatar=row["party"],
            trailing=Text(dollars(row["amount"]), "subtitle"),
            on_click=lambda: self.open("schedule", id=row["_id"]),
        )


class Schedule(Guarded):
    """One scheduled payment: paused, changed or cancelled."""

    def found(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM scheduled WHERE _id = ?", self.args.get("id"))

    def view(self) -> View:
        row = self.found()
        if row is None:
            return Scaffold(
                TopBar("Scheduled payment", back=self.close),
                empty_note("schedule", "This payment was cancelled"),
            )
        return Scaffold(
            TopBar("Scheduled payment", back=self.close),
            ScrollView(
                Column(
                    Card(
                        fact("To", row["party"], "party"),
                        fact("Handle", row["handle"], "handle"),
                        fact("Amount", dollars(row["amount"]), "amount"),
                        fact("Note", row["note"], "note") if row["note"] else None,
                        fact("Repeats", row["every"], "every"),
                        fact("Next", day_name(row["next_day"], self.phone.today), "next"),
                        gap=10,
                    ),
                    pad=16,
                ),
                switch_tile(
                    "Active",
                    "Paid when it is due" if row["active"] else "Paused",
                    on=bool(row["active"]),
                    on_click=self.pause,
                    icon="pause_circle",
                ),
                Row(
                    Button("Change amount", self.ask_amount, kind="tonal").grow(),
                    Button("Cancel payment", self.ask_cancel, kind="outlined").grow(),
                    gap=12,
                    pad=16,
                ),
            ),
        )

    def pause(self) -> None:
        row = self.found()
        if row is None:
            return
        if row["every"] == ONCE and row["next_day"] <= self.phone.today:
            self.toast("This payment has been made")
            return
        self.db.run("UPDATE scheduled SET active = 1 - active WHERE _id = ?", row["_id"])

    def ask_amount(self) -> None:
        self.prompt("Change amount", "Amount", then="check_amount", yes="Continue")

    def check_amount(self, text: str) -> None:
        cents = cents_of(text)
        if cents is None:
            self.toast("Enter an amount, for example 50")
        else:
            self.ask_pin(f"The amount becomes {dollars(cents)}", then="put_amount", cents=cents)

    def put_amount(self, cents: int) -> None:
        self.db.run("UPDATE scheduled SET amount = ? WHERE _id = ?", cents, self.args["id"])
        self.toast("Amount changed")

    def ask_cancel(self) -> None:
        self.confirm(
            "Cancel this payment?",
            "It will not be made any more.",
            yes="Cancel payment",
            no="Keep",
            then="cancel",
        )

    def cancel(self) -> None:
        self.db.run("DELETE FROM scheduled WHERE _id = ?", self.args["id"])
        self.toast("Payment cancelled")
        self.close()

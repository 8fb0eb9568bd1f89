"""What came and went."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.wallet.data import KINDS, day_of
from phoneworld.apps.wallet.guarded import fact, section_bar, transaction_row
from phoneworld.formats import day_name, dollars
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, Chip, IconButton
from phoneworld.ui.rows import Card
from phoneworld.ui.scroll_views import LazyList, ScrollView, SideScroll
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field, Text
from phoneworld.world import from_millis

ALL = "All"


class WalletActivity(Screen):
    """The transactions, the newest first."""

    def view(self) -> View:
        chosen = self.state.get("kind", ALL)
        return Scaffold(
            TopBar(
                Field("query", "Search activity", kind="search", icon="search").sized(height=48)
            ),
            Column(
                SideScroll(*(self.chip(kind, chosen) for kind in (ALL, *KINDS)), key="kinds"),
                LazyList(self.page, self.row, empty="Nothing found"),
                gap=8,
            ),
            bottom=section_bar(self, "Activity"),
        )

    def chip(self, kind: str, chosen: str) -> View:
        return Chip(kind, lambda: self.state.update(kind=kind), selected=kind == chosen)

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        clauses = ["1"]
        values: list[str] = []
        if self.state.get("kind", ALL) != ALL:
            clauses.append("kind = ?")
            values.append(self.state["kind"])
        query = self.state.get("query", "").strip().lower()
        if query:
            clauses.append("instr(lower(party || ' ' || note), ?)")
            values.append(query)
        return self.db.rows(
            f"SELECT * FROM transactions WHERE {' AND '.join(clauses)} "
            "ORDER BY at DESC, _id DESC LIMIT ? OFFSET ?",
            *values,
            count,
            first,
        )

    def row(self, row: dict[str, Any]) -> View:
        return transaction_row(self, row)


class Transaction(Screen):
    """All about one transaction."""

    def view(self) -> View:
        row = self.db.one("SELECT * FROM transactions WHERE _id = ?", self.args.get("id"))
        if row is None:
            return Scaffold(
                TopBar("Transaction", back=self.close), empty_note("receipt", "Not found")
            )
        amount = dollars(row["amount"])
        told = day_name(day_of(row["at"]), self.phone.today)
        return Scaffold(
            TopBar(
                "Transaction",
                back=self.close,
                actions=(IconButton("share", "Share receipt", lambda: self.share_it(row)),),
            ),
            ScrollView(
                Column(
                    Text(f"+{amount}" if row["amount"] > 0 else amount, "display").named("amount"),
                    Card(
                        fact("Kind", row["kind"], "kind"),
                        fact("With", row["party"], "party"),
                        fact("Handle", row["handle"], "handle") if row["handle"] else None,
                        fact("Note", row["note"], "note") if row["note"] else None,
                        fact("Date", f"{told}, {from_millis(row['at']):%H:%M}", "date"),
                        fact("Reference", row["reference"], "reference"),
                        gap=10,
                    ),
                    Button("Send again", lambda: self.send_again(row), kind="tonal", icon="repeat")
                    if row["handle"]
                    else None,
                    pad=16,
                    gap=16,
                )
            ),
        )

    def send_again(self, row: dict[str, Any]) -> None:
        person = self.db.value("SELECT _id FROM people WHERE handle = ?", row["handle"])
        if person is None:
            self.toast("This person is no longer there")
            return
        amount = f"{abs(row['amount']) / 100:.2f}"
        self.open("pay", person=person, purpose="send", amount=amount, note=row["note"])

    def share_it(self, row: dict[str, Any]) -> None:
        day = day_name(day_of(row["at"]), self.phone.today)
        self.share(
            f"{row['kind']}: {dollars(abs(row['amount']))}, {row['party']}, {day}. "
            f"Reference {row['reference']}"
        )

"""Requests for money, from others and to others."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.wallet.data import DECLINED, PAID, PENDING, SENT, WITHDRAWN, day_of, pay_out
from phoneworld.apps.wallet.guarded import Guarded, fact
from phoneworld.apps.wallet.payments import TOO_LOW
from phoneworld.formats import day_name, dollars
from phoneworld.ui.bars import Fab, Scaffold, TopBar, empty_note, tabs
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Card, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Text


class Requests(Screen):
    """All requests."""

    def view(self) -> View:
        chosen = self.state.get("tab", "From others")
        return Scaffold(
            TopBar("Requests", back=self.close),
            LazyList(self.page, self.row, empty="No requests", end_space=80),
            tab_row=tabs(
                ("From others", "From me"), chosen, lambda tab: self.state.update(tab=tab)
            ),
            fab=Fab("add", "New request", lambda: self.open("people", purpose="request")),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM requests WHERE incoming = ? ORDER BY at DESC, _id DESC LIMIT ? OFFSET ?",
            int(self.state.get("tab") != "From me"),
            count,
            first,
        )

    def row(self, row: dict[str, Any]) -> View:
        day = day_name(day_of(row["at"]), self.phone.today)
        return Tile(
            row["party"],
            f"{row['status'].capitalize()} · {day}",
            avatar=row["party"],
            trailing=Text(dollars(row["amount"]), "subtitle"),
            on_click=lambda: self.open("request", id=row["_id"]),
        )


class RequestScreen(Guarded):
    """One request, to be paid, declined or taken back."""

    def found(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM requests WHERE _id = ?", self.args.get("id"))

    def view(self) -> View:
        row = self.found()
        if row is None:
            return Scaffold(
                TopBar("Request", back=self.close), empty_note("payments", "No such request")
            )
        incoming, pending = bool(row["incoming"]), row["status"] == PENDING
        return Scaffold(
            TopBar("Request", back=self.close),
            ScrollView(
                Column(
                    Card(
                        fact("From" if incoming else "To", row["party"], "party"),
                        fact("Handle", row["handle"], "handle"),
                        fact("Amount", dollars(row["amount"]), "amount"),
                        fact("Note", row["note"], "note") if row["note"] else None,
                        fact("Date", day_name(day_of(row["at"]), self.phone.today), "date"),
                        fact("Status", row["status"].capitalize(), "status"),
                        gap=10,
                    ),
                    Row(
                        Button("Decline", self.ask_decline, kind="outlined").grow(),
                        Button("Pay", self.ask_pay).grow(),
                        gap=12,
                    )
                    if incoming and pending
                    else None,
                    Button("Cancel request", self.ask_cancel, kind="outlined")
                    if pending and not incoming
                    else None,
                    pad=16,
                    gap=16,
                )
            ),
        )

    def put(self, status: str) -> None:
        self.db.run(
            "UPDATE requests SET status = ? WHERE _id = ? AND status = ?",
            status,
            self.args["id"],
            PENDING,
        )

    def ask_pay(self) -> None:
        row = self.found()
        if row is not None:
            self.ask_pin(f"Pay {dollars(row['amount'])} to {row['party']}", then="pay")

    def pay(self) -> None:
        row = self.found()
        if row is None or row["status"] != PENDING:
            return
        done = pay_out(
            self.db,
            SENT,
            row["amount"],
            row["party"],
            at_ms=self.phone.now_ms,
            handle=row["handle"],
            note=row["note"],
        )
        if done is None:
            self.toast(TOO_LOW)
        else:
            self.put(PAID)
            self.toast("Paid")

    def ask_decline(self) -> None:
        self.confirm(
            "Decline this request?", "No money will be sent.", yes="Decline", then="decline"
        )

    def decline(self) -> None:
        self.put(DECLINED)
        self.toast("Declined")

    def ask_cancel(self) -> None:
        self.confirm("Cancel this request?", yes="Cancel request", no="Keep", then="cancel")

    def cancel(self) -> None:
        self.put(WITHDRAWN)
        self.toast("Cancelled")

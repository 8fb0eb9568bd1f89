"""Sending, asking for, scheduling and withdrawing money: whom, how much, and the PIN."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.wallet.data import (
    MONTHLY,
    RHYTHMS,
    SENT,
    WITHDRAWAL,
    add_request,
    add_scheduled,
    balance_of,
    pay_out,
)
from phoneworld.apps.wallet.guarded import Guarded, fact
from phoneworld.formats import cents_of, day_name, dollars
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Card, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Text

TITLES = {"send": "Send money", "request": "Request money", "schedule": "Schedule a payment"}
TOO_LOW = "Your balance is too low"


class PayeePicker(Screen):
    """Choose somebody. `purpose` is what for: send, request or schedule."""

    def view(self) -> View:
        return Scaffold(
            TopBar(TITLES.get(self.args.get("purpose", ""), TITLES["send"]), back=self.close),
            Column(
                Column(
                    Field("query", "Name or @handle", kind="search", icon="search"),
                    pad=(16, 0, 16, 8),
                ),
                LazyList(self.page, self.row, row_height=64, empty="Nobody found"),
            ),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM people WHERE instr(lower(name || ' ' || handle), ?) "
            "ORDER BY name COLLATE NOCASE, _id LIMIT ? OFFSET ?",
            self.state.get("query", "").strip().lower(),
            count,
            first,
        )

    def row(self, person: dict[str, Any]) -> View:
        return Tile(
            person["name"],
            person["handle"],
            avatar=person["name"],
            on_click=lambda: self.open(
                "pay", person=person["_id"], purpose=self.args.get("purpose", "send")
            ),
        )


class Pay(Guarded):
    """How much, and what for."""

    def opened(self) -> None:
        self.state.update(
            amount=str(self.args.get("amount", "")),
            note=self.args.get("note", ""),
            day=day_later(self.phone.today),
            every=MONTHLY,
        )

    def person(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM people WHERE _id = ?", self.args.get("person"))

    def view(self) -> View:
        purpose = self.args.get("purpose", "send")
        person = self.person()
        top = TopBar(TITLES.get(purpose, TITLES["send"]), back=self.close)
        if person is None:
            return Scaffold(top, empty_note("person", "This person is no longer there"))
        schedules = purpose == "schedule"
        label = {"request": "Request", "schedule": "Schedule"}.get(purpose, "Continue")
        return Scaffold(
            top,
            ScrollView(
                Column(
                    Avatar(person["name"], size=64),
                    Text(person["name"], "title", align="center").named("name"),
                    Text(person["handle"], "small", color="muted", align="center").named("handle"),
                    align="center",
                    gap=4,
                    pad=(16, 8),
                ),
                Column(
                    Field("amount", "Amount", kind="number", icon="attach_money"),
                    Field("note", "Note", icon="edit"),
                    pad=16,
                    gap=12,
                ),
                self.when() if schedules else None,
                Column(Button(label, self.go, id="go"), pad=16),
            ),
        )

    def when(self) -> View:
        state = self.state
        return Column(
            Tile(
                "First payment",
                day_name(state["day"], self.phone.today),
                icon="event",
                on_click=lambda: self.pick_date(state["day"], then="set_day"),
            ),
            Tile(
                "Repeats",
                state["every"],
                icon="repeat",
                on_click=lambda: self.choose(
                    "Repeats", list(RHYTHMS), state["every"], then="set_every"
                ),
            ),
        )

    def set_day(self, day: str) -> None:
        if day <= self.phone.today:
            self.toast("Choose a day in the future")
        else:
            self.state["day"] = day

    def set_every(self, every: str) -> None:
        self.state["every"] = every

    def go(self) -> None:
        person, cents = self.person(), cents_of(self.state["amount"])
        note = self.state["note"].strip()
        if person is None:
            self.close()
            return
        if cents is None:
            self.toast("Enter an amount, for example 12.50")
            return
        match self.args.get("purpose", "send"):
            case "request":
                request = add_request(
                    self.db,
                    person["name"],
                    cents,
                    incoming=False,
                    at_ms=self.phone.now_ms,
                    handle=person["handle"],
                    note=note,
                )
                self.toast("Request sent")
                self.replace("request", id=request)
            case "schedule":
                self.ask_pin(
                    f"{self.state['every']}: {dollars(cents)} to {person['name']}",
                    then="schedule",
                    cents=cents,
                )
            case _:
                if cents > balance_of(self.db):
                    self.toast(TOO_LOW)
                else:
                    self.open("review", person=person["_id"], cents=cents, note=note)

    def schedule(self, cents: int) -> None:
        person = self.person()
        if person is None:
            self.close()
            return
        payment = add_scheduled(
            self.db,
            person["name"],
            cents,
            handle=person["handle"],
            note=self.state["note"].strip(),
            every=self.state["every"],
            next_day=self.state["day"],
        )
        self.toast("Payment scheduled")
        self.replace("schedule", id=payment)

    def returned(self, result: int) -> None:
        """The money was sent: there is nothing left to do here."""
        self.replace("transaction", id=result)


def day_later(today: str) -> str:
    """The first of the month after a day: when people let payments start."""
    year, month = int(today[:4]), int(today[5:7])
    return f"{year + month // 12}-{month % 12 + 1:02d}-01"


class PaymentReview(Guarded):
    """The last look before money is sent."""

    def view(self) -> View:
        cents, note = self.args.get("cents", 0), self.args.get("note", "")
        person = self.db.one("SELECT * FROM people WHERE _id = ?", self.args.get("person")) or {}
        return Scaffold(
            TopBar("Check the payment", back=self.close),
            ScrollView(
                Column(
                    Card(
                        fact("To", person.get("name", ""), "to"),
                        fact("Handle", person.get("handle", ""), "handle"),
                        fact("Amount", dollars(cents), "amount"),
                        fact("Note", note, "note") if note else None,
                        fact("Balance after", dollars(balance_of(self.db) - cents), "after"),
                        gap=10,
                    ),
                    Row(
                        Button("Cancel", self.close, kind="outlined").grow(),
                        Button("Send money", self.ask, icon="send").grow(),
                        gap=12,
                    ),
                    pad=16,
                    gap=16,
                )
            ),
        )

    def ask(self) -> None:
        self.ask_pin(f"Send {dollars(self.args.get('cents', 0))}", then="send")

    def send(self) -> None:
        person = self.db.one("SELECT * FROM people WHERE _id = ?", self.args.get("person"))
        if person is None:
            self.close()
            return
        done = pay_out(
            self.db,
            SENT,
            self.args.get("cents", 0),
            person["name"],
            at_ms=self.phone.now_ms,
            handle=person["handle"],
            note=self.args.get("note", ""),
        )
        if done is None:
            self.toast(TOO_LOW)
        else:
            self.toast("Money sent")
            self.close(done)


class Withdraw(Guarded):
    """Money goes to a bank account of one's own."""

    def opened(self) -> None:
        self.state["amount"] = ""
        self.state["bank"] = self.db.value("SELECT name FROM banks ORDER BY _id LIMIT 1") or ""

    def view(self) -> View:
        return Scaffold(
            TopBar("Withdraw", back=self.close),
            ScrollView(
                Column(
                    Text(
                        f"Available: {dollars(balance_of(self.db))}", "small", color="muted"
                    ).named("available"),
                    Field("amount", "Amount", kind="number", icon="attach_money"),
                    pad=16,
                    gap=12,
                ),
                Tile(
                    "To bank account",
                    self.state["bank"],
                    icon="account_balance",
                    on_click=self.choose_bank,
                ),
                Column(Button("Withdraw", self.go, id="go"), pad=16),
            ),
        )

    def choose_bank(self) -> None:
        names = [
            row["name"] for row in self.db.rows("SELECT name FROM banks ORDER BY _id LIMIT 20")
        ]
        self.choose("To bank account", names, self.state["bank"], then="set_bank")

    def set_bank(self, name: str) -> None:
        self.state["bank"] = name

    def go(self) -> None:
        cents = cents_of(self.state["amount"])
        if cents is None:
            self.toast("Enter an amount, for example 100")
        elif cents > balance_of(self.db):
            self.toast(TOO_LOW)
        else:
            self.ask_pin(
                f"Withdraw {dollars(cents)} to {self.state['bank']}", then="withdraw", cents=cents
            )

    def withdraw(self, cents: int) -> None:
        done = pay_out(self.db, WITHDRAWAL, cents, self.state["bank"], at_ms=self.phone.now_ms)
        if done is None:
            self.toast(TOO_LOW)
        else:
            self.toast("The money is on its way")
            self.replace("transaction", id=done)

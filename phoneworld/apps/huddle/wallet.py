"""The wallet: ways to pay, payments, and the sheet that confirms one.

Mini-apps never take money themselves: a screen that derives from `PayingScreen` calls
`ask_payment`, and its method `then` is called with the `method` and the `cents` once the user has
agreed.
"""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.formats import dollars
from phoneworld.store import Database
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import radio_tile
from phoneworld.ui.view import Column, Row, Space, View
from phoneworld.ui.widgets import Divider, Text
from phoneworld.ui.windows import Sheet
from phoneworld.world import World, millis

BALANCE = "Huddle Balance"
SCHEMA = """
CREATE TABLE wallet_methods (
    _id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, kind TEXT NOT NULL,
    balance INTEGER NOT NULL DEFAULT 0, preferred INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE wallet_payments (
    _id INTEGER PRIMARY KEY, payee TEXT NOT NULL, cents INTEGER NOT NULL, method TEXT NOT NULL,
    at INTEGER NOT NULL
);
CREATE INDEX wallet_payments_at ON wallet_payments (at);
"""


def add_method(
    database: Database, name: str, *, kind: str, balance: int = 0, preferred: bool = False
) -> int:
    """Add a way to pay: a `card`, or the `balance` with the money on it; its id."""
    return database.insert(
        "wallet_methods", name=name, kind=kind, balance=balance, preferred=int(preferred)
    )


def add_payment(database: Database, payee: str, cents: int, *, method: str, at_ms: int) -> int:
    """Note a payment, or with negative cents a refund, and move the balance where it is used."""
    if method == BALANCE:
        database.run(
            "UPDATE wallet_methods SET balance = balance - ? WHERE name = ?", cents, method
        )
    return database.insert("wallet_payments", payee=payee, cents=cents, method=method, at=at_ms)


def prefer(database: Database, name: str) -> None:
    """Make a way to pay the one that is offered first."""
    database.run(
        "UPDATE wallet_methods SET preferred = (name = ?) WHERE preferred <> (name = ?)", name, name
    )


def preferred_method(database: Database) -> str:
    """The way to pay that is offered first."""
    return (
        database.value("SELECT name FROM wallet_methods ORDER BY preferred DESC, _id LIMIT 1") or ""
    )


def methods(database: Database) -> list[dict[str, Any]]:
    """All ways to pay."""
    return database.rows("SELECT * FROM wallet_methods ORDER BY _id LIMIT 6")


def seed(database: Database, world: World) -> None:
    """A balance, two cards, and what was paid of late outside of the mini-apps."""
    rng = world.rng("huddle.wallet")
    cards = [
        f"{brand} ••{rng.randint(1000, 9999)}"
        for brand in rng.sample(("Visa", "Mastercard", "Amex"), 2)
    ]
    add_method(database, BALANCE, kind="balance", balance=rng.randrange(6000, 18000, 5))
    first = rng.choice(cards)
    for card in cards:
        add_method(database, card, kind="card", preferred=card == first)
    names = ("Corner Bakery", "Pool tickets", "Library fee", "Flower stall", "Laundry", "Car wash")
    for days in range(24, 2, -3):
        database.insert(
            "wallet_payments",
            payee=rng.choice(names),
            cents=rng.randrange(250, 3500, 5),
            method=rng.choice(cards),
            at=millis(world.day(-days, rng.randint(9, 19), rng.randint(0, 59))),
        )


class PayingScreen(Screen):
    """A screen on which something can be bought."""

    def ask_payment(self, payee: str, cents: int, *, then: str, **args: Any) -> None:
        """Show what is to be paid and how; on yes, pay and call `then(method=, cents=, **args)`."""
        self.state["pay_with"] = preferred_method(self.db)
        self.dialog("payment_sheet", payee=payee, cents=cents, then=then, args=args)

    def payment_sheet(self, payee: str, cents: int, then: str, args: dict[str, Any]) -> View:
        return Sheet(
            Row(
                Column(Text("To", "caption", color="muted"), Text(payee).named("payee")).grow(),
                Text(dollars(cents), "headline").named("amount"),
            ),
            Space(8),
            Divider(),
            Text("Pay with", "label", color="primary").sized(height=32),
            *(self._method_row(method) for method in methods(self.db)),
            Space(12),
            Button(f"Pay {dollars(cents)}", lambda: self._pay(payee, cents, then, args), id="pay"),
            Space(4),
            Button("Cancel", self.dismiss, kind="text", id="cancel"),
            title="Confirm payment",
        )

    def _method_row(self, method: dict[str, Any]) -> View:
        def take() -> None:
            self.state["pay_with"] = method["name"]

        note = f"{dollars(method['balance'])} left" if method["kind"] == "balance" else "Card"
        return radio_tile(
            method["name"], note, on=self.state.get("pay_with") == method["name"], on_click=take
        )

    def _pay(self, payee: str, cents: int, then: str, args: dict[str, Any]) -> None:
        name = self.state.get("pay_with", "")
        method = self.db.one("SELECT * FROM wallet_methods WHERE name = ?", name)
        if method is None:
            self.toast("Choose how to pay")
            return
        if method["kind"] == "balance" and method["balance"] < cents:
            self.toast("Not enough money on your balance")
            return
        self.dismiss()
        add_payment(self.db, payee, cents, method=name, at_ms=self.phone.now_ms)
        getattr(self, then)(method=name, cents=cents, **args)

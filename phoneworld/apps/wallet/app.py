"""Wallet: money sent, asked for and scheduled, and the cards it is spent with.

Everything here is risky: the app is marked secure, and what moves money asks for the PIN.
"""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.wallet.activity import Transaction, WalletActivity
from phoneworld.apps.wallet.cards import CardForm, CardPage, Cards
from phoneworld.apps.wallet.data import PACKAGE, SCHEMA, day_of, run_due
from phoneworld.apps.wallet.guarded import section_bar, transaction_row
from phoneworld.apps.wallet.payments import Pay, PayeePicker, PaymentReview, Withdraw
from phoneworld.apps.wallet.requests import Requests, RequestScreen
from phoneworld.apps.wallet.scheduled import Schedule, Scheduled
from phoneworld.apps.wallet.seed import seed
from phoneworld.formats import day_name, dollars
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Text


class WalletHome(Screen):
    """The balance, what to do with it, and what was done last."""

    def view(self) -> View:
        account = self.db.one("SELECT * FROM account WHERE _id = 1")
        hidden = bool(self.state.get("hidden"))
        asked = self.db.rows(
            "SELECT * FROM requests WHERE incoming = 1 AND status = 'pending' "
            "ORDER BY at DESC LIMIT 3"
        )
        latest = self.db.rows("SELECT * FROM transactions ORDER BY at DESC, _id DESC LIMIT 5")
        balance = dollars(account["balance"]) if account else dollars(0)
        return Scaffold(
            TopBar("Wallet"),
            ScrollView(
                Column(
                    Card(
                        Row(
                            Text("Balance", "small", color="on_container").grow(),
                            IconButton(
                                "visibility" if hidden else "visibility_off",
                                "Show balance" if hidden else "Hide balance",
                                lambda: self.state.update(hidden=not hidden),
                                color="on_container",
                            ),
                        ),
                        Text(
                            "$ ••••" if hidden else balance, "display", color="on_container"
                        ).named("balance"),
                        Text(account["handle"] if account else "", "small", color="on_container"),
                        bg="container",
                    ),
                    Row(
                        Button("Send", lambda: self.open("people", purpose="send")).grow(),
                        Button(
                            "Request", lambda: self.open("people", purpose="request"), kind="tonal"
                        ).grow(),
                        Button("Withdraw", lambda: self.open("withdraw"), kind="tonal").grow(),
                        gap=8,
                    ),
                    Card(
                        Section("Requests"),
                        *(self.asked(row) for row in asked),
                        Tile(
                            "All requests",
                            icon="list",
                            on_click=lambda: self.open("requests"),
                        ),
                        pad=0,
                    ),
                    Card(Section("Latest"), *(transaction_row(self, row) for row in latest), pad=0),
                    pad=(16, 0, 16, 16),
                    gap=12,
                )
            ),
            bottom=section_bar(self, "Home"),
        )

    def asked(self, row: dict[str, Any]) -> View:
        day = day_name(day_of(row["at"]), self.phone.today)
        return Tile(
            row["party"],
            f"asks for money · {day}",
            avatar=row["party"],
            trailing=Text(dollars(row["amount"]), "subtitle"),
            on_click=lambda: self.open("request", id=row["_id"]),
        )


APP = App(
    package=PACKAGE,
    label="Wallet",
    icon="account_balance_wallet",
    color="#1565c0",
    screens={
        "home": WalletHome,
        "people": PayeePicker,
        "pay": Pay,
        "review": PaymentReview,
        "withdraw": Withdraw,
        "requests": Requests,
        "request": RequestScreen,
        "activity": WalletActivity,
        "transaction": Transaction,
        "cards": Cards,
        "card": CardPage,
        "add_card": CardForm,
        "scheduled": Scheduled,
        "schedule": Schedule,
    },
    start="home",
    database="wallet.db",
    schema=SCHEMA,
    seed=seed,
    on_time=run_due,
    secure=True,
)

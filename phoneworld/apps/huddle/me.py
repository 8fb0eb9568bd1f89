"""Me: one's profile, privacy, and the wallet."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle import wallet
from phoneworld.apps.huddle.formats import moment
from phoneworld.apps.huddle.tabs import tab_bar
from phoneworld.formats import dollars
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Card, Section, Tile, radio_tile, switch_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Avatar, Field, Text

MAX_STATUS = 80


class Me(Screen):
    """The profile and what can be set."""

    def view(self) -> View:
        me = self.db.one("SELECT * FROM profile LIMIT 1") or {}
        name = me.get("name", "")
        return Scaffold(
            TopBar("Me"),
            ScrollView(
                Column(
                    Avatar(name, size=88),
                    Text(name, "headline", align="center").named("name"),
                    Text(f"@{me.get('handle', '')}", color="muted", selectable=True).named(
                        "handle"
                    ),
                    Text(me.get("status", ""), "small", align="center").named("status"),
                    gap=6,
                    align="center",
                    pad=(16, 8),
                ),
                Column(
                    Card(
                        Tile("Edit profile", icon="edit", on_click=lambda: self.open("profile")),
                        Tile(
                            "Wallet",
                            "Balance, cards and payments",
                            icon="account_balance_wallet",
                            on_click=lambda: self.open("wallet"),
                        ),
                        Tile(
                            "Share my profile",
                            icon="share",
                            on_click=lambda: self.share(
                                f"{name} is @{me.get('handle', '')} on Huddle"
                            ),
                        ),
                        pad=0,
                    ),
                    pad=(16, 0),
                ),
                Section("Privacy"),
                switch_tile(
                    "Read receipts",
                    "Others see when you have read a message",
                    on=bool(me.get("read_receipts")),
                    icon="done_all",
                    on_click=self.flip_receipts,
                ),
                switch_tile(
                    "Last seen",
                    "Others see when you were last here",
                    on=bool(me.get("last_seen")),
                    icon="visibility",
                    on_click=self.flip_last_seen,
                ),
            ),
            bottom=tab_bar(self, "Me"),
        )

    def flip_receipts(self) -> None:
        self.db.run("UPDATE profile SET read_receipts = 1 - read_receipts")

    def flip_last_seen(self) -> None:
        self.db.run("UPDATE profile SET last_seen = 1 - last_seen")


class EditProfile(Screen):
    """The form for name and status."""

    def opened(self) -> None:
        me = self.db.one("SELECT * FROM profile LIMIT 1") or {}
        self.state.update(name=me.get("name", ""), status=me.get("status", ""))

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Edit profile", back=self.close, actions=(Button("Save", self.save, id="save"),)
            ),
            ScrollView(
                Column(
                    Field("name", "Name", icon="person"),
                    Field("status", "Status", icon="mood"),
                    pad=16,
                    gap=12,
                )
            ),
        )

    def save(self) -> None:
        name, status = self.state.get("name", "").strip(), self.state.get("status", "").strip()
        if not name:
            self.toast("Enter a name")
            return
        if len(status) > MAX_STATUS:
            self.toast(f"The status may have {MAX_STATUS} characters")
            return
        self.db.run("UPDATE profile SET name = ?, status = ?", name, status)
        self.toast("Profile saved")
        self.close()


class HuddleWallet(Screen):
    """Ways to pay, and what was paid."""

    def view(self) -> View:
        ways = wallet.methods(self.db)
        return Scaffold(
            TopBar("Wallet", back=self.close),
            Column(
                Section("Pay with this first"),
                *(self.way(method) for method in ways),
                Section("Payments"),
                LazyList(self.payments, self.payment, row_height=64, empty="No payments yet"),
            ),
        )

    def way(self, method: dict[str, Any]) -> View:
        note = f"{dollars(method['balance'])} left" if method["kind"] == "balance" else "Card"
        return radio_tile(
            method["name"],
            note,
            on=bool(method["preferred"]),
            on_click=lambda: wallet.prefer(self.db, method["name"]),
        )

    def payments(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM wallet_payments ORDER BY at DESC, _id DESC LIMIT ? OFFSET ?",
            count,
            first,
        )

    def payment(self, row: dict[str, Any]) -> View:
        back = row["cents"] < 0
        return Tile(
            row["payee"],
            f"{moment(row['at'])} · {row['method']}",
            icon="undo" if back else "payments",
            trailing=Text(
                dollars(abs(row["cents"])), "subtitle", color="success" if back else "on_surface"
            ),
        )

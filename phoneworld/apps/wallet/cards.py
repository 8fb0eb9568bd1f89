"""Cards: looked at, frozen, added and removed. Numbers show only after the PIN."""

from __future__ import annotations

import re
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.wallet.data import add_card, is_card_number, masked, spaced
from phoneworld.apps.wallet.guarded import Guarded, fact, section_bar
from phoneworld.ui.bars import Fab, Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Tile, switch_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, Space, View
from phoneworld.ui.widgets import Field, Icon, Text

SHADES = ("#1e3a5f", "#5b3a29", "#2f4f3a", "#4a2545", "#37474f")


class Cards(Screen):
    """The cards in the wallet."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Cards"),
            LazyList(self.page, self.row, row_height=76, empty="No cards yet", end_space=80),
            fab=Fab("add", "Add card", lambda: self.open("add_card")),
            bottom=section_bar(self, "Cards"),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows("SELECT * FROM cards ORDER BY _id LIMIT ? OFFSET ?", count, first)

    def row(self, card: dict[str, Any]) -> View:
        return Tile(
            card["label"],
            f"{card['network']} {masked(card['number'])}",
            icon="credit_card",
            note="Frozen" if card["frozen"] else "",
            on_click=lambda: self.open("card", id=card["_id"]),
        )


class CardPage(Guarded):
    """One card."""

    def found(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM cards WHERE _id = ?", self.args.get("id"))

    def view(self) -> View:
        card = self.found()
        if card is None:
            return Scaffold(
                TopBar("Card", back=self.close), empty_note("credit_card", "This card was removed")
            )
        shown, frozen = bool(self.state.get("shown")), bool(card["frozen"])
        return Scaffold(
            TopBar(
                card["label"],
                back=self.close,
                actions=(
                    IconButton(
                        "more_vert",
                        "More options",
                        lambda: self.menu({"Rename": "ask_name", "Remove card": "ask_remove"}),
                    ),
                ),
            ),
            ScrollView(
                Column(
                    self.face(card, shown=shown),
                    Button(
                        "Hide details" if shown else "Show details",
                        self.hide if shown else self.ask_show,
                        kind="tonal",
                        icon="visibility_off" if shown else "visibility",
                    ),
                    Card(
                        fact("Number", spaced(card["number"]), "number"),
                        fact("Expires", card["expires"], "expires"),
                        fact("CVV", card["cvv"], "cvv"),
                        gap=10,
                    )
                    if shown
                    else None,
                    pad=16,
                    gap=12,
                ),
                switch_tile(
                    "Freeze card",
                    "Frozen: nothing can be paid with it" if frozen else "Payments are allowed",
                    on=frozen,
                    on_click=self.freeze,
                    icon="ac_unit",
                ),
            ),
        )

    def face(self, card: dict[str, Any], *, shown: bool) -> View:
        white = "#ffffff"
        return Column(
            Row(
                Text(card["network"], "subtitle", color=white).grow(),
                Icon("ac_unit", color=white, description="Frozen") if card["frozen"] else None,
            ),
            Space(36),
            Text(spaced(card["number"]) if shown else masked(card["number"]), "title", color=white),
            Text(card["holder"], "small", color=white),
            pad=20,
            gap=8,
            bg=SHADES[int(card["_id"]) % len(SHADES)],
            radius=16,
        )

    def freeze(self) -> None:
        card = self.found()
        if card is not None:
            self.db.run("UPDATE cards SET frozen = 1 - frozen WHERE _id = ?", card["_id"])
            self.toast("Card unfrozen" if card["frozen"] else "Card frozen")

    def ask_show(self) -> None:
        self.ask_pin("The card's number will be shown", then="show")

    def show(self) -> None:
        self.state["shown"] = True

    def hide(self) -> None:
        self.state["shown"] = False

    def ask_name(self) -> None:
        card = self.found()
        if card is not None:
            self.prompt("Rename card", "Name", then="rename", text=card["label"], yes="Save")

    def rename(self, text: str) -> None:
        if text.strip():
            self.db.run("UPDATE cards SET label = ? WHERE _id = ?", text.strip(), self.args["id"])
        else:
            self.toast("Enter a name")

    def ask_remove(self) -> None:
        self.confirm(
            "Remove this card?",
            "It can no longer be used from this wallet.",
            yes="Remove",
            then="remove",
        )

    def remove(self) -> None:
        self.db.run("DELETE FROM cards WHERE _id = ?", self.args["id"])
        self.toast("Card removed")
        self.close()


class CardForm(Screen):
    """The form for a card."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Add card", back=self.close, actions=(Button("Save", self.save, id="save"),)),
            ScrollView(
                Column(
                    Field("label", "Card name", icon="label"),
                    Field("number", "Card number", kind="phone", icon="credit_card"),
                    Row(
                        Field("expires", "MM/YY").grow(),
                        Field("cvv", "CVV", kind="number").grow(),
                        gap=12,
                    ),
                    pad=16,
                    gap=12,
                )
            ),
        )

    def save(self) -> None:
        texts = {
            key: self.state.get(key, "").strip() for key in ("label", "number", "expires", "cvv")
        }
        number = re.sub(r"[ -]", "", texts["number"])
        if not texts["label"]:
            self.toast("Enter a name for the card")
        elif not is_card_number(number):
            self.toast("Check the card number")
        elif self.db.value("SELECT 1 FROM cards WHERE number = ?", number):
            self.toast("This card is already in your wallet")
        elif re.fullmatch(r"(0[1-9]|1[0-2])/[0-9]{2}", texts["expires"]) is None:
            self.toast("Enter the expiry date as MM/YY")
        elif self.expired(texts["expires"]):
            self.toast("This card has expired")
        elif re.fullmatch(r"[0-9]{3}", texts["cvv"]) is None:
            self.toast("Enter the three digits of the CVV")
        else:
            holder = self.db.value("SELECT holder FROM account WHERE _id = 1") or ""
            add_card(
                self.db,
                texts["label"],
                number=number,
                expires=texts["expires"],
                cvv=texts["cvv"],
                holder=holder,
            )
            self.toast("Card added")
            self.close()

    def expired(self, expires: str) -> bool:
        month, year = expires.split("/")
        return f"20{year}-{month}" < self.phone.today[:7]

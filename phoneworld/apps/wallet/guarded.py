"""What all screens of the wallet share: the PIN, the rows of money, the bar at the bottom."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.wallet.data import RECEIVED, day_of, pin_of
from phoneworld.formats import day_name, dollars
from phoneworld.ui.bars import bottom_bar
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Tile
from phoneworld.ui.view import Row, View
from phoneworld.ui.widgets import Field, Text
from phoneworld.ui.windows import Dialog

SECTIONS = (
    ("Home", "home", "home"),
    ("Cards", "credit_card", "cards"),
    ("Activity", "history", "activity"),
    ("Scheduled", "schedule", "scheduled"),
)


class Guarded(Screen):
    """A screen that asks for the PIN before it does something."""

    def ask_pin(self, why: str, *, then: str, **args: Any) -> None:
        """Call the method `then(**args)` once the right PIN was entered."""
        self.phone.show_overlay(
            {
                "kind": "own",
                "name": "pin_dialog",
                "args": {"why": why, "then": then, "args": args},
                "fields": {"pin": ""},
            }
        )
        self.phone.keyboard_layout = "numbers"

    def pin_dialog(self, why: str, then: str, args: dict[str, Any]) -> View:
        def done() -> None:
            if self.phone.texts.get("pin", "") == pin_of(self.db):
                self.phone.answer_overlay(then, **args)
            else:
                self.phone.texts["pin"] = ""
                self.toast("Wrong PIN")

        return Dialog(
            Text(why, "small", color="muted").named("message"),
            Field("pin", "PIN", kind="password", icon="lock", on_submit=done),
            title="Enter your PIN",
            buttons=(
                Button("Cancel", self.dismiss, kind="text", id="button2"),
                Button("Confirm", done, kind="text", id="button1"),
            ),
        )


def section_bar(screen: Screen, chosen: str) -> View:
    """The bar at the bottom; a section takes the place of the one before."""

    def go(name: str) -> None:
        if name != chosen:
            screen.replace(next(route for label, _, route in SECTIONS if label == name))

    return bottom_bar([(name, icon) for name, icon, _ in SECTIONS], chosen, go)


def transaction_row(screen: Screen, row: dict[str, Any]) -> View:
    """A transaction in a list."""
    amount = row["amount"]
    return Tile(
        row["party"],
        f"{row['kind']} · {day_name(day_of(row['at']), screen.phone.today)}",
        avatar=row["party"],
        trailing=Text(
            f"+{dollars(amount)}" if amount > 0 else dollars(amount),
            "subtitle",
            color="success" if row["kind"] == RECEIVED else "on_surface",
        ),
        on_click=lambda: screen.open("transaction", id=row["_id"]),
    )


def fact(title: str, value: str, id: str) -> View:
    """A line of details; the value can be copied."""
    return Row(
        Text(title, "small", color="muted").sized(width=110),
        Text(value, "body", selectable=True).named(id).grow(),
        gap=12,
        align="start",
    )

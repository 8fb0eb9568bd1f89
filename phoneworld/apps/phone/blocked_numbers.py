"""Numbers that are not let through, and the app's settings, where they are listed."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.phone.data import block, is_blocked, unblock
from phoneworld.apps.phone.numbers import is_number, name_for, tidy
from phoneworld.apps.phone.times import day
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Section, Tile, switch_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import View


def ask_block(screen: Screen, number: str) -> None:
    """Ask before a number is blocked; the screen's method `block(number)` does it."""
    screen.confirm(
        f"Block {tidy(number)}?",
        "You will no longer receive calls or texts from this number.",
        yes="Block",
        then="block",
        number=number,
    )


class Blocked(Screen):
    """The blocked numbers."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Blocked numbers",
                back=self.close,
                actions=(IconButton("add", "Add a number", self.ask),),
            ),
            LazyList(self.numbers, self.row, empty="No blocked numbers"),
        )

    def numbers(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM blocked ORDER BY date DESC, _id DESC LIMIT ? OFFSET ?", count, first
        )

    def row(self, entry: dict[str, Any]) -> View:
        number = entry["number"]
        name = name_for(self.phone.contacts, number)
        since = f"Blocked {day(entry['date'], self.phone.now_ms)}"
        return Tile(
            name,
            since if name == number else f"{number}, {since}",
            icon="block",
            trailing=IconButton("close", f"Unblock {name}", lambda: self.ask_unblock(number)),
        )

    def ask_unblock(self, number: str) -> None:
        self.confirm(f"Unblock {number}?", yes="Unblock", then="unblock", number=number)

    def unblock(self, number: str) -> None:
        unblock(self.db, number)
        self.toast("Number unblocked")

    def ask(self) -> None:
        self.prompt("Block a number", "Phone number", then="add", yes="Block")

    def add(self, text: str) -> None:
        if not is_number(text):
            self.toast("Enter a phone number")
        elif is_blocked(self.db, text):
            self.toast("This number is already blocked")
        else:
            block(self.db, text, date_ms=self.phone.now_ms)
            self.toast("Number blocked")


class PhoneSettings(Screen):
    """What can be set about calls."""

    def view(self) -> View:
        settings = self.phone.settings
        return Scaffold(
            TopBar("Settings", back=self.close),
            ScrollView(
                Section("General"),
                Tile("Blocked numbers", icon="block", on_click=lambda: self.open("blocked")),
                Section("Sounds and vibration"),
                switch_tile(
                    "Also vibrate for calls",
                    icon="vibration",
                    on=settings.on("system", "vibrate_when_ringing"),
                    on_click=lambda: settings.toggle("system", "vibrate_when_ringing"),
                ),
                switch_tile(
                    "Dial pad tones",
                    icon="dialpad",
                    on=settings.on("system", "dtmf_tone"),
                    on_click=lambda: settings.toggle("system", "dtmf_tone"),
                ),
            ),
        )

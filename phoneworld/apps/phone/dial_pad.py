"""The dial pad: keys, and a field that can be typed and pasted into as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.phone.numbers import entry_of, is_number, people_page, spaced, tidy
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import Grid, ScrollView
from phoneworld.ui.view import Column, Handler, Row, Space, View
from phoneworld.ui.widgets import Field, Text

KEYS = (
    ("1", ""),
    ("2", "ABC"),
    ("3", "DEF"),
    ("4", "GHI"),
    ("5", "JKL"),
    ("6", "MNO"),
    ("7", "PQRS"),
    ("8", "TUV"),
    ("9", "WXYZ"),
    ("*", ""),
    ("0", "+"),
    ("#", ""),
)
MAX_DIGITS = 40


class DialKey(Column):
    """A key with a digit, and the letters on it."""

    class_name = "android.widget.Button"

    def __init__(self, digit: str, letters: str, on_click: Handler) -> None:
        super().__init__(
            Text(digit, "headline", align="center"),
            Text(letters, "caption", color="muted", align="center") if letters else None,
            pad=(0, 6),
        )
        self.clicked(on_click)


def pad(press: Callable[[str], object]) -> Grid:
    """The twelve keys; `press(character)` is called, holding 0 gives a plus."""

    def key(digit: str, letters: str) -> DialKey:
        made = DialKey(digit, letters, lambda: press(digit))
        if digit == "0":
            made.held(lambda: press("+"))
        return made

    return Grid([key(digit, letters) for digit, letters in KEYS], columns=3, row_height=68, pad=16)


class Dial(Screen):
    """A number, put in by keys or by the keyboard, and the contacts it may become."""

    def opened(self) -> None:
        self.state["number"] = spaced(str(self.args.get("number", "")))[:MAX_DIGITS]

    @property
    def number(self) -> str:
        return self.state.get("number", "")

    def view(self) -> View:
        number = self.number
        return Scaffold(
            TopBar(
                "Dial pad",
                back=self.close,
                actions=(IconButton("more_vert", "More options", self.more),) if number else (),
            ),
            ScrollView(*self.suggestions(), key="suggestions"),
            bottom=Column(
                Row(
                    Space(48),
                    Field(
                        "number",
                        "Phone number",
                        kind="phone",
                        bare=True,
                        style="headline",
                        on_change=self.change,
                        on_submit=self.call,
                    ).grow(),
                    IconButton("backspace", "Backspace", self.erase).held(self.clear),
                    pad=(8, 0),
                ),
                # The keyboard takes the place of the keys.
                None if self.phone.keyboard_shown else pad(self.press),
                Column(
                    IconButton(
                        "call", "Call", self.call, color="on_primary", bg="primary", size=64
                    ),
                    align="center",
                    pad=(0, 4, 0, 12),
                ),
                bg="surface",
            ),
        )

    def suggestions(self) -> list[View]:
        number = self.number
        if not is_number(number):
            return []
        people = people_page(self.phone.contacts, number, 0, 4)
        rows: list[View] = [self.suggestion(person) for person in people]
        if not people:
            rows.append(Tile("Create new contact", icon="person_add", on_click=self.add_contact))
            rows.append(Tile("Send a message", icon="message", on_click=self.text))
        return rows

    def suggestion(self, person: dict[str, Any]) -> View:
        return Tile(
            person["display_name"],
            person["number"],
            avatar=person["display_name"],
            on_click=lambda: self.fill(person["number"]),
        )

    def fill(self, number: str) -> None:
        self.state["number"] = number

    def press(self, character: str) -> None:
        self.change(self.number + character)

    def change(self, text: str) -> None:
        self.state["number"] = spaced(text)[:MAX_DIGITS]

    def erase(self) -> None:
        self.state["number"] = self.number[:-1].rstrip()

    def clear(self) -> None:
        self.state["number"] = ""

    def call(self) -> None:
        if not is_number(self.number):
            self.toast("Enter a phone number")
            return
        number = tidy(self.number)
        self.state["number"] = ""
        self.open("call", number=number)

    def more(self) -> None:
        items = {"Send a message": "text"}
        if entry_of(self.phone.contacts, self.number) is None:
            items["Create new contact"] = "add_contact"
        self.menu(items)

    def text(self) -> None:
        self.launch("com.phoneworld.messages", "thread", address=tidy(self.number))

    def add_contact(self) -> None:
        self.launch("com.phoneworld.contacts", "edit", phone=tidy(self.number))

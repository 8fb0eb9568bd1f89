"""Phone: whom to call, who has called, and the way to everything else.

The call log and the contacts are the system's, which other apps read too.
"""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.phone.blocked_numbers import Blocked, PhoneSettings, ask_block
from phoneworld.apps.phone.calls import KINDS, CallDetails, CallScreen, face
from phoneworld.apps.phone.data import PACKAGE, SCHEMA, block, seed
from phoneworld.apps.phone.dial_pad import Dial
from phoneworld.apps.phone.numbers import name_for, number_of, people_page
from phoneworld.apps.phone.times import brief, length, short
from phoneworld.apps.phone.voicemail import Voicemail
from phoneworld.providers.contacts import MISSED
from phoneworld.ui.bars import Fab, Scaffold, TopBar, bottom_bar, empty_note
from phoneworld.ui.buttons import Button, Chip, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import Grid, LazyList, ScrollView
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Avatar, Field, Icon, Text

Record = dict[str, Any]
TABS = (
    ("Favorites", "star"),
    ("Recents", "history"),
    ("Contacts", "people"),
    ("Voicemail", "voicemail"),
)


class PhoneHome(Screen):
    """Four tabs, and the search over all contacts."""

    def view(self) -> View:
        tab = self.state.get("tab", "Recents")
        searching = bool(self.state.get("query", "").strip())
        return Scaffold(
            TopBar(
                Field("query", "Search contacts", kind="search", icon="search").sized(height=48),
                actions=(IconButton("more_vert", "More options", self.more),),
            ),
            self.people("search") if searching else self.body(tab),
            fab=Fab("dialpad", "Dial pad", lambda: self.open("dial")),
            bottom=bottom_bar(TABS, tab, self.choose_tab),
        )

    def body(self, tab: str) -> View:
        match tab:
            case "Favorites":
                return self.favourites()
            case "Contacts":
                return self.people("people")
            case "Voicemail":
                return LazyList(
                    self.voicemails,
                    self.voicemail_row,
                    row_height=80,
                    key="voicemail",
                    empty="No voicemail",
                    end_space=80,
                )
            case _:
                return self.recents()

    def choose_tab(self, tab: str) -> None:
        self.state["tab"] = tab
        self.state["query"] = ""

    def more(self) -> None:
        self.menu({"Settings": "open_settings", "Clear call history": "ask_clear"})

    def open_settings(self) -> None:
        self.open("settings")

    def back(self) -> bool:
        if self.state.get("query"):
            self.state["query"] = ""
            return True
        return False

    def call(self, number: str) -> None:
        self.open("call", number=number)

    # Favourites

    def favourites(self) -> View:
        people = self.phone.contacts.rows(
            "SELECT _id, display_name FROM raw_contacts WHERE starred = 1 "
            "ORDER BY sort_key LIMIT 60"
        )
        add = Button("Add favorite", lambda: self.open("add_favorite"), kind="text", icon="add")
        if not people:
            return Column(empty_note("star_border", "No favorites yet"), add, pad=16)
        return ScrollView(
            Grid([self.favourite(person) for person in people], columns=3, row_height=128),
            Row(add, pad=(16, 8)),
            key="favorites",
            pad=88,
        )

    def favourite(self, person: Record) -> View:
        name = person["display_name"]
        tile = Column(
            Avatar(name, size=72),
            Text(name, "small", align="center", lines=1),
            gap=8,
            pad=(4, 10),
            align="center",
        )
        tile.clicked(lambda: self.call_contact(person["_id"]))
        tile.held(
            lambda: self.menu(
                {"View contact": "view_contact", "Remove from favorites": "unstar"},
                id=person["_id"],
            )
        )
        return tile

    def call_contact(self, id: int) -> None:
        number = number_of(self.phone.contacts, id)
        if not number:
            self.toast("This contact has no phone number")
            return
        self.call(number)

    def view_contact(self, id: int) -> None:
        self.launch("com.phoneworld.contacts", "person", id=id)

    def unstar(self, id: int) -> None:
        self.phone.contacts.run("UPDATE raw_contacts SET starred = 0 WHERE _id = ?", id)

    # Recent calls

    def recents(self) -> View:
        chosen = self.state.get("filter", "All")
        return Column(
            Row(
                *(
                    Chip(name, self.filtering(name), selected=name == chosen)
                    for name in ("All", "Missed")
                ),
                gap=8,
                pad=(16, 4, 16, 8),
            ),
            LazyList(
                self.missed if chosen == "Missed" else self.calls,
                self.call_row,
                key=f"recents {chosen}",
                empty="No missed calls" if chosen == "Missed" else "No recent calls",
                end_space=80,
            ),
        )

    def filtering(self, name: str) -> Handler:
        def choose() -> None:
            self.state["filter"] = name

        return choose

    def calls(self, first: int, count: int) -> list[Record]:
        return self.phone.calls.rows(
            "SELECT * FROM calls ORDER BY date DESC, _id DESC LIMIT ? OFFSET ?", count, first
        )

    def missed(self, first: int, count: int) -> list[Record]:
        # Only the latest calls are looked at: a log of years must not slow the screen down.
        return self.phone.calls.rows(
            "SELECT * FROM (SELECT * FROM calls ORDER BY date DESC, _id DESC LIMIT 500) "
            "WHERE type = ? ORDER BY date DESC, _id DESC LIMIT ? OFFSET ?",
            MISSED,
            count,
            first,
        )

    def call_row(self, call: Record) -> View:
        number, name = call["number"], name_for(self.phone.contacts, call["number"])
        word, icon, color = KINDS.get(call["type"], KINDS[MISSED])
        spoken = f", {length(call['duration'])}" if call["duration"] else ""
        return Tile(
            name,
            f"{word}, {brief(call['date'], self.phone.now_ms)}{spoken}",
            leading=face(name, number),
            trailing=Row(
                Icon(icon, size=18, color=color),
                IconButton("call", f"Call {name}", lambda: self.call(number), color="primary"),
            ),
            on_click=lambda: self.open("details", id=call["_id"]),
            on_long_click=lambda: self.menu(
                {
                    "Copy number": "copy_number",
                    "Send a message": "text",
                    "Block number": "ask_block",
                    "Delete": "delete_call",
                },
                id=call["_id"],
                number=number,
            ),
        )

    def copy_number(self, id: int, number: str) -> None:
        del id
        self.phone.clipboard = number
        self.toast("Copied to clipboard")

    def text(self, id: int, number: str) -> None:
        del id
        self.launch("com.phoneworld.messages", "thread", address=number)

    def ask_block(self, id: int, number: str) -> None:
        del id
        ask_block(self, number)

    def block(self, number: str) -> None:
        block(self.db, number, date_ms=self.phone.now_ms)
        self.toast("Number blocked")

    def delete_call(self, id: int, number: str) -> None:
        del number
        self.phone.calls.run("DELETE FROM calls WHERE _id = ?", id)
        self.toast("Call deleted")

    def ask_clear(self) -> None:
        self.confirm(
            "Clear call history?",
            "All calls will be deleted from your history.",
            yes="Clear",
            then="clear",
        )

    def clear(self) -> None:
        self.phone.calls.run("DELETE FROM calls")
        self.toast("Call history cleared")

    # Contacts

    def people(self, key: str) -> View:
        return LazyList(
            self.found,
            self.person_row,
            key=key,
            empty="No contacts found",
            end_space=80,
        )

    def found(self, first: int, count: int) -> list[Record]:
        return people_page(self.phone.contacts, self.state.get("query", ""), first, count)

    def person_row(self, person: Record) -> View:
        name, number = person["display_name"], person["number"]
        return Tile(
            name,
            number or "No phone number",
            avatar=name,
            trailing=IconButton("call", f"Call {name}", lambda: self.call(number), color="primary")
            if number
            else None,
            on_click=lambda: self.view_contact(person["_id"]),
        )

    # Voicemail

    def voicemails(self, first: int, count: int) -> list[Record]:
        return self.db.rows(
            "SELECT * FROM voicemails ORDER BY date DESC, _id DESC LIMIT ? OFFSET ?", count, first
        )

    def voicemail_row(self, mail: Record) -> View:
        name = name_for(self.phone.contacts, mail["number"])
        return Tile(
            name,
            mail["transcript"],
            leading=Avatar(icon="voicemail", color="#5f6368" if mail["heard"] else "#188038"),
            note=short(mail["date"], self.phone.now_ms),
            bold=not mail["heard"],
            lines=2,
            on_click=lambda: self.open("voicemail", id=mail["_id"]),
            on_long_click=lambda: self.menu({"Delete": "ask_delete_mail"}, id=mail["_id"]),
        )

    def ask_delete_mail(self, id: int) -> None:
        self.confirm("Delete voicemail?", yes="Delete", then="delete_mail", id=id)

    def delete_mail(self, id: int) -> None:
        self.db.run("DELETE FROM voicemails WHERE _id = ?", id)
        self.toast("Voicemail deleted")


class FavoritePicker(Screen):
    """Everybody, to choose a favourite from."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                Field("query", "Search contacts", kind="search", icon="search").sized(height=48),
                back=self.close,
            ),
            LazyList(self.found, self.row, empty="No contacts found"),
        )

    def found(self, first: int, count: int) -> list[Record]:
        return people_page(self.phone.contacts, self.state.get("query", ""), first, count)

    def row(self, person: Record) -> View:
        return Tile(
            person["display_name"],
            person["number"] or "No phone number",
            avatar=person["display_name"],
            trailing=Icon("star", color="primary", description="Favorite")
            if person["starred"]
            else None,
            on_click=lambda: self.star(person["_id"]),
        )

    def star(self, id: int) -> None:
        self.phone.contacts.run("UPDATE raw_contacts SET starred = 1 WHERE _id = ?", id)
        self.toast("Added to favorites")
        self.close()


APP = App(
    package=PACKAGE,
    label="Phone",
    icon="call",
    color="#188038",
    screens={
        "home": PhoneHome,
        "details": CallDetails,
        "dial": Dial,
        "call": CallScreen,
        "voicemail": Voicemail,
        "blocked": Blocked,
        "settings": PhoneSettings,
        "add_favorite": FavoritePicker,
    },
    start="home",
    database="phone.db",
    schema=SCHEMA,
    seed=seed,
    permissions=("android.permission.READ_CONTACTS", "android.permission.CALL_PHONE"),
    derived=("voicemails.heard",),
)

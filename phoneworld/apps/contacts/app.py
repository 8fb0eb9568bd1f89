"""Contacts: find, add, change, star, share and delete people.

Its data is the contacts provider's, which Phone, Messages and others read too.
"""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.contacts import data
from phoneworld.apps.contacts.data import FIELDS
from phoneworld.apps.phone.numbers import is_number, people_page, tidy
from phoneworld.providers import contacts
from phoneworld.ui.bars import Fab, Scaffold, TopBar, bottom_bar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Icon, Text


class ContactList(Screen):
    """All contacts, those that a search finds, or the favorites."""

    def view(self) -> View:
        favorites = self.state.get("tab", "Contacts") == "Favorites"
        return Scaffold(
            TopBar(
                Field("query", "Search contacts", kind="search", icon="search").sized(height=48)
            ),
            LazyList(
                self.favorites if favorites else self.everybody,
                self.row,
                row_height=64,
                empty="No favorites yet" if favorites else "No contacts found",
                end_space=80,
            ),
            fab=Fab("add", "Create contact", lambda: self.open("edit")),
            bottom=bottom_bar(
                (("Contacts", "person"), ("Favorites", "star")),
                "Favorites" if favorites else "Contacts",
                self.choose_tab,
            ),
        )

    def choose_tab(self, tab: str) -> None:
        self.state["tab"] = tab

    def everybody(self, first: int, count: int) -> list[dict[str, Any]]:
        query = self.state.get("query", "")
        page = people_page if is_number(query) else contacts.contact_page
        return page(self.phone.contacts, query, first, count)

    def favorites(self, first: int, count: int) -> list[dict[str, Any]]:
        return data.favorite_page(self.phone.contacts, first, count)

    def row(self, person: dict[str, Any]) -> View:
        return Tile(
            person["display_name"],
            avatar=person["display_name"],
            trailing=Icon("star", color="primary", description="Favorite")
            if person["starred"]
            else None,
            on_click=lambda: self.open("person", id=person["_id"]),
            on_long_click=lambda: self.menu(
                {"Delete": "ask_delete", "Share": "share_person"}, id=person["_id"]
            ),
        )

    def ask_delete(self, id: int) -> None:
        self.confirm(
            "Delete contact?",
            "This contact will be permanently deleted from your device.",
            yes="Delete",
            then="delete",
            id=id,
        )

    def delete(self, id: int) -> None:
        contacts.delete_contact(self.phone.contacts, id)
        self.toast("Contact deleted")

    def share_person(self, id: int) -> None:
        self.share(data.card_of(self.phone.contacts, id))


class ContactScreen(Screen):
    """All that is known of one person."""

    def view(self) -> View:
        contact = self.args["id"]
        row = self.phone.contacts.one("SELECT * FROM raw_contacts WHERE _id = ?", contact)
        if row is None:
            return Scaffold(TopBar("", back=self.close), Text("This contact was deleted"))
        known = contacts.details(self.phone.contacts, contact)
        phone = known.get(contacts.PHONE, "")
        starred = bool(row["starred"])
        return Scaffold(
            TopBar(
                "",
                back=self.close,
                actions=(
                    IconButton(
                        "star" if starred else "star_border",
                        "Remove from favorites" if starred else "Add to favorites",
                        self.star,
                    ),
                    IconButton("edit", "Edit contact", lambda: self.open("edit", id=contact)),
                    IconButton(
                        "more_vert",
                        "More options",
                        lambda: self.menu({"Share": "share_it", "Delete": "ask_delete"}),
                    ),
                ),
            ),
            ScrollView(
                Column(
                    Avatar(row["display_name"], size=112),
                    Text(row["display_name"], "headline", align="center").named("name"),
                    gap=12,
                    align="center",
                    pad=(16, 8),
                ),
                Row(
                    Button("Call", lambda: self.call(phone), kind="tonal", icon="call").grow(),
                    Button("Text", lambda: self.text(phone), kind="tonal", icon="message").grow(),
                    gap=12,
                    pad=(16, 12),
                )
                if phone
                else None,
                Column(
                    Card(
                        Section("Contact info"),
                        *(
                            self.detail(key, known[kind], label, icon)
                            for key, kind, label, icon in FIELDS
                            if kind in known
                        ),
                        pad=0,
                    ),
                    pad=(16, 8),
                ),
            ),
        )

    def detail(self, key: str, value: str, label: str, icon: str) -> View:
        row = Tile(
            value, label, icon=icon, id=key, on_long_click=lambda: self.offer_copy(value), lines=2
        )
        match key:
            case "phone":
                return row.clicked(lambda: self.call(value))
            case "email":
                return row.clicked(lambda: self.hand_over("mail", "compose", to=value))
            case "address":
                return row.clicked(lambda: self.hand_over("maps", "search", query=value))
            case _:
                return row

    def hand_over(self, app: str, route: str, **args: str) -> None:
        """Go on in another app, if it is installed."""
        package = f"com.phoneworld.{app}"
        if self.phone.has_app(package):
            self.launch(package, route, **args)
        else:
            self.toast("No app can open this")

    def star(self) -> None:
        data.flip_star(self.phone.contacts, self.args["id"])

    def call(self, number: str) -> None:
        self.launch("com.phoneworld.phone", "call", number=number)

    def text(self, number: str) -> None:
        self.launch("com.phoneworld.messages", "thread", address=number)

    def share_it(self) -> None:
        self.share(data.card_of(self.phone.contacts, self.args["id"]))

    def ask_delete(self) -> None:
        self.confirm(
            "Delete contact?",
            "This contact will be permanently deleted from your device.",
            yes="Delete",
            then="delete",
        )

    def delete(self) -> None:
        contacts.delete_contact(self.phone.contacts, self.args["id"])
        self.toast("Contact deleted")
        self.close()


class EditContact(Screen):
    """The form for a new person, or for one that is there."""

    def opened(self) -> None:
        contact = self.args.get("id")
        if contact is None:
            self.state["phone"] = self.args.get("phone", "")
            return
        known = contacts.details(self.phone.contacts, contact)
        first, _, last = data.name_of(self.phone.contacts, contact).partition(" ")
        self.state.update(first=first, last=last)
        for key, kind, _, _ in FIELDS:
            self.state[key] = known.get(kind, "")
        self.state["old_phone"] = self.state["phone"]

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Create contact" if self.args.get("id") is None else "Edit contact",
                back=self.close,
                actions=(Button("Save", self.save, id="save"),),
            ),
            ScrollView(
                Column(
                    Field("first", "First name", icon="person"),
                    Field("last", "Last name", icon="person"),
                    Field("phone", "Phone", kind="phone", icon="call"),
                    self.below_phone(),
                    Field("email", "Email", kind="email", icon="mail"),
                    Field("address", "Address", icon="place"),
                    Field("company", "Company", icon="work"),
                    Field("note", "Note", icon="note"),
                    pad=16,
                    gap=12,
                )
            ),
        )

    def below_phone(self) -> View | None:
        """What a form of another kind asks about the number."""
        return None

    def saved(self, contact: int) -> None:
        """Called when a contact was made or changed, before the form closes."""

    def save(self) -> None:
        name = f"{self.state.get('first', '')} {self.state.get('last', '')}".strip()
        number = self.state.get("phone", "").strip()
        email = self.state.get("email", "").strip()
        if not name:
            self.toast("Enter a name")
            return
        if number and not is_number(number):
            self.toast("Enter a valid phone number")
            return
        if email and "@" not in email.strip("@"):
            self.toast("Enter a valid email address")
            return
        database = self.phone.contacts
        contact = self.args.get("id")
        if contact is not None and not data.name_of(database, contact):
            self.toast("This contact was deleted")
            self.close()
            return
        if number != self.state.get("old_phone"):
            # A number that was left alone stays as it is spelled.
            self.state["phone"] = tidy(number)
        if contact is None:
            contact = contacts.add_contact(
                database, name, **{key: self.state.get(key, "").strip() for key, *_ in FIELDS}
            )
        else:
            contacts.rename_contact(database, contact, name)
            for key, kind, _, _ in FIELDS:
                data.put_detail(database, contact, kind, self.state.get(key, "").strip())
        self.saved(contact)
        self.toast("Contact saved")
        self.close()


APP = App(
    package="com.phoneworld.contacts",
    label="Contacts",
    icon="person",
    color="#1a73e8",
    screens={"list": ContactList, "person": ContactScreen, "edit": EditContact},
    start="list",
    permissions=("android.permission.READ_CONTACTS",),
)

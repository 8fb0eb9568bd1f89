"""Contacts: the built-in app under another package, with a form that asks what kind a number is."""

from __future__ import annotations

from dataclasses import replace

from phoneworld.apps import contacts
from phoneworld.apps.contacts.app import EditContact
from phoneworld.packs.androidworld.contacts.data import (
    KINDS,
    PACKAGE,
    kind_of_number,
    put_kind_of_number,
)
from phoneworld.ui.buttons import Button
from phoneworld.ui.view import Row, View
from phoneworld.ui.widgets import Text


class LabelledContact(EditContact):
    """The form for a person, with a label for the number below it."""

    def opened(self) -> None:
        super().opened()
        contact = self.args.get("id")
        if contact is not None:
            self.state["kind"] = kind_of_number(self.phone.contacts, contact)

    @property
    def kind(self) -> str:
        return self.state.get("kind") or "Mobile"

    def below_phone(self) -> View:
        return Row(
            Text("Label", "small", color="muted").grow(),
            Button(self.kind, self.ask_kind, kind="outlined", id="phone_label").described(
                f"{self.kind} Phone"
            ),
            pad=(16, 0),
        )

    def ask_kind(self) -> None:
        self.choose("Phone label", list(KINDS), self.kind, then="set_kind")

    def set_kind(self, kind: str) -> None:
        self.state["kind"] = kind

    def saved(self, contact: int) -> None:
        if self.state.get("kind"):
            put_kind_of_number(self.phone.contacts, contact, self.kind)


APP = replace(
    contacts.APP,
    package=PACKAGE,
    activity="com.android.contacts.activities.PeopleActivity",
    screens={**contacts.APP.screens, "edit": LabelledContact},
    seed=None,
    stands_in_for=contacts.APP,
)

"""Choosing whom to write to: a new chat, a new group, something shared from elsewhere."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle import data
from phoneworld.apps.huddle.chats import face
from phoneworld.apps.huddle.formats import sought
from phoneworld.providers import contacts
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Tile, check_tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field, Icon, Text


def number_of(screen: Screen, contact: int) -> str:
    """The phone number of a contact, or nothing."""
    return contacts.details(screen.phone.contacts, contact).get(contacts.PHONE, "")


class NewChat(Screen):
    """Somebody to write to. With a `text` or `file`, that is sent to whoever is chosen."""

    def view(self) -> View:
        return Scaffold(
            TopBar("New chat", back=self.close),
            Column(
                Row(
                    Field("query", "Search people", kind="search", icon="search")
                    .sized(height=48)
                    .grow(),
                    pad=(16, 4),
                ),
                None
                if self.shares
                else Tile(
                    "New group", icon="people", on_click=lambda: self.replace("group"), id="group"
                ),
                LazyList(self.people, self.row, row_height=64, empty="Nobody found"),
            ),
        )

    @property
    def shares(self) -> bool:
        return bool(self.args.get("text") or self.args.get("file"))

    def people(self, first: int, count: int) -> list[dict[str, Any]]:
        return contacts.contact_page(self.phone.contacts, self.state.get("query", ""), first, count)

    def row(self, person: dict[str, Any]) -> View:
        return Tile(
            person["display_name"],
            avatar=person["display_name"],
            on_click=lambda: self.take(person["_id"], person["display_name"]),
        )

    def take(self, id: int, name: str) -> None:
        number = number_of(self, id)
        if not number:
            self.toast(f"{name} has no phone number")
        elif self.shares:
            self.confirm(f"Send to {name}?", yes="Send", then="send", number=number, name=name)
        else:
            self.replace("thread", phone=number, name=name)

    def send(self, number: str, name: str) -> None:
        now = self.phone.now_ms
        chat = data.chat_with(self.db, number)
        if chat is None:
            chat = data.add_chat(self.db, name, phone=number, at_ms=now)
        text, file = self.args.get("text", ""), self.args.get("file", "")
        data.add_message(self.db, chat, text, file=file, at_ms=now)
        self.toast("Sent")
        self.replace("thread", id=chat)


class NewGroup(Screen):
    """A name, and who is in it."""

    def view(self) -> View:
        chosen = self.chosen
        return Scaffold(
            TopBar(
                "New group",
                back=self.close,
                actions=(Button("Create", self.create, id="create"),),
            ),
            Column(
                Column(
                    Field("title", "Group name", icon="group"),
                    Field("query", "Search people", kind="search", icon="search").sized(height=48),
                    Text(
                        ", ".join(chosen.values()) if chosen else "Choose the members",
                        "small",
                        color="primary",
                        lines=2,
                    ).named("chosen"),
                    pad=(16, 8),
                    gap=8,
                ),
                LazyList(self.people, self.row, row_height=64, empty="Nobody found"),
            ),
        )

    @property
    def chosen(self) -> dict[str, str]:
        """Names by contact id; keys are text, because a snapshot is JSON."""
        return self.state.get("chosen", {})

    def people(self, first: int, count: int) -> list[dict[str, Any]]:
        return contacts.contact_page(self.phone.contacts, self.state.get("query", ""), first, count)

    def row(self, person: dict[str, Any]) -> View:
        key, name = str(person["_id"]), person["display_name"]

        def flip() -> None:
            chosen = dict(self.chosen)
            if chosen.pop(key, None) is None:
                chosen[key] = name
            self.state["chosen"] = chosen

        return check_tile(name, on=key in self.chosen, on_click=flip)

    def create(self) -> None:
        title = self.state.get("title", "").strip()
        if not title:
            self.toast("Enter a group name")
            return
        if not self.chosen:
            self.toast("Choose at least one member")
            return
        members = [(name, number_of(self, int(key))) for key, name in self.chosen.items()]
        chat = data.add_chat(self.db, title, members=members, at_ms=self.phone.now_ms)
        self.replace("thread", id=chat)


class ShareToChat(Screen):
    """A `text` or a `file` looks for a chat to be sent to."""

    def view(self) -> View:
        text, file = self.args.get("text", ""), self.args.get("file", "")
        preview = text or file.rpartition("/")[2]
        return Scaffold(
            TopBar("Send to", back=self.close),
            Column(
                Column(
                    Row(
                        Icon("insert_drive_file" if file else "chat"),
                        Text(preview, "small", lines=2).named("preview").grow(),
                        gap=12,
                        pad=12,
                        bg="surface",
                        radius=12,
                    ),
                    Field("query", "Search chats", kind="search", icon="search").sized(height=48),
                    pad=(16, 8),
                    gap=8,
                ),
                Tile(
                    "Somebody else",
                    icon="person_add",
                    on_click=lambda: self.replace("new", text=text, file=file),
                ),
                LazyList(self.chats, self.row, row_height=64, empty="No chats found"),
            ),
        )

    def chats(self, first: int, count: int) -> list[dict[str, Any]]:
        return data.chat_page(self.db, sought(self.state.get("query", "")), first, count)

    def row(self, chat: dict[str, Any]) -> View:
        return Tile(chat["title"], leading=face(chat), on_click=lambda: self.ask(chat))

    def ask(self, chat: dict[str, Any]) -> None:
        self.confirm(f"Send to {chat['title']}?", yes="Send", then="send", id=chat["_id"])

    def send(self, id: int) -> None:
        data.add_message(
            self.db,
            id,
            self.args.get("text", ""),
            file=self.args.get("file", ""),
            at_ms=self.phone.now_ms,
        )
        self.toast("Sent")
        self.replace("thread", id=id)

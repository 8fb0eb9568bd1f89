"""What is set for a chat, and who is in it."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle import data
from phoneworld.apps.huddle.chats import face
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile, switch_tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Text


class ChatInfo(Screen):
    """What is set for a chat, and who is in it."""

    def view(self) -> View:
        chat = self.db.one("SELECT * FROM chats WHERE _id = ?", self.args.get("id"))
        if chat is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("chat", "This chat was deleted")
            )
        group = chat["kind"] == data.GROUP
        members = self.db.rows(
            "SELECT * FROM members WHERE chat_id = ? ORDER BY name LIMIT 60", chat["_id"]
        )
        rename = IconButton("edit", "Rename group", lambda: self.ask_name(chat["title"]))
        return Scaffold(
            TopBar(
                "Group info" if group else "Chat info",
                back=self.close,
                actions=(rename,) if group else (),
            ),
            ScrollView(
                Column(
                    face(chat, 88),
                    Text(chat["title"], "headline", align="center").named("name"),
                    None
                    if group
                    else Text(chat["phone"], color="muted", selectable=True).named("phone"),
                    gap=8,
                    align="center",
                    pad=16,
                ),
                Column(
                    Card(
                        switch_tile(
                            "Pin to top",
                            on=bool(chat["pinned"]),
                            icon="push_pin",
                            on_click=lambda: self.flip("pinned"),
                        ),
                        switch_tile(
                            "Mute notifications",
                            on=bool(chat["muted"]),
                            icon="notifications_off",
                            on_click=lambda: self.flip("muted"),
                        ),
                        pad=0,
                    ),
                    pad=(16, 0),
                ),
                Section(f"{len(members) + 1} members") if group else None,
                *(self.member(member) for member in members),
                Column(
                    Button(
                        "Leave group" if group else "Delete chat", self.ask_leave, kind="danger"
                    ),
                    pad=16,
                ),
            ),
        )

    def member(self, member: dict[str, Any]) -> View:
        return Tile(
            member["name"],
            member["phone"],
            avatar=member["name"],
            on_click=lambda: self.open("thread", phone=member["phone"], name=member["name"]),
            on_long_click=lambda: self.menu(
                {"Copy number": "copy_number", "Remove from group": "remove_member"},
                id=member["_id"],
            ),
        )

    def flip(self, column: str) -> None:
        if column == "pinned":
            self.db.run("UPDATE chats SET pinned = 1 - pinned WHERE _id = ?", self.args["id"])
        else:
            self.db.run("UPDATE chats SET muted = 1 - muted WHERE _id = ?", self.args["id"])

    def ask_name(self, name: str) -> None:
        self.prompt("Rename group", "Group name", then="rename", text=name)

    def rename(self, text: str) -> None:
        if not text.strip():
            self.toast("Enter a name")
            return
        self.db.run("UPDATE chats SET title = ? WHERE _id = ?", text.strip(), self.args["id"])

    def copy_number(self, id: int) -> None:
        self.phone.clipboard = (
            self.db.value("SELECT phone FROM members WHERE _id = ?", id) or self.phone.clipboard
        )
        self.toast("Copied")

    def remove_member(self, id: int) -> None:
        self.db.run("DELETE FROM members WHERE _id = ?", id)

    def ask_leave(self) -> None:
        self.confirm(
            "Are you sure?",
            "The chat and its messages will be removed from this phone.",
            yes="Remove",
            then="leave",
        )

    def leave(self) -> None:
        data.delete_chat(self.db, self.args["id"])
        self.toast("Chat removed")
        self.close()

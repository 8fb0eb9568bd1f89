"""Messages: conversations, new ones, search, the archive.

Its data is the telephony provider's; what the app adds of its own is in `data.py`.
"""

from __future__ import annotations

import json
from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.messages.data import (
    PACKAGE,
    SCHEMA,
    delete_thread,
    mark_read,
    seed,
    set_archived,
    unread_count,
)
from phoneworld.apps.messages.thread import MessageThread
from phoneworld.apps.phone.numbers import is_name, is_number, name_for, people_page, tidy
from phoneworld.apps.phone.times import short
from phoneworld.providers.telephony import SENT
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Icon, Text
from runtime.actions import Direction

Record = dict[str, Any]


def face(name: str, address: str) -> Avatar:
    """The picture of whom one texts with."""
    if name == address:
        return Avatar(icon="store" if is_name(address) else "person", color="#5f6368")
    return Avatar(name)


def dot() -> Icon:
    """The mark of what was not read yet."""
    return Icon("circle", size=10, color="primary", description="Unread")


class ConversationList(Screen):
    """The conversations that are not archived, the latest first."""

    archive = False

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Messages",
                actions=(
                    IconButton("search", "Search messages", lambda: self.open("search")),
                    IconButton("more_vert", "More options", self.more),
                ),
            ),
            self.listing("No conversations yet"),
            fab=Fab("chat", "Start chat", lambda: self.open("compose")),
        )

    def listing(self, empty: str) -> View:
        return LazyList(self.threads, self.row, row_height=76, empty=empty, end_space=80)

    def more(self) -> None:
        self.menu(
            {
                "Archived": "open_archive",
                "Starred": "open_starred",
                "Mark all as read": "mark_all_read",
            }
        )

    def open_archive(self) -> None:
        self.open("archive")

    def open_starred(self) -> None:
        self.open("starred")

    def mark_all_read(self) -> None:
        self.phone.messages.run("UPDATE threads SET read = 1 WHERE read = 0")
        self.phone.messages.run("UPDATE sms SET read = 1 WHERE read = 0")

    def threads(self, first: int, count: int) -> list[Record]:
        away = json.dumps([row["address"] for row in self.db.rows("SELECT address FROM archived")])
        # The provider's own mark is never set; naming it lets the index give the order.
        return self.phone.messages.rows(
            "SELECT recipient, date, snippet, read FROM threads WHERE archived = 0 "
            "AND (recipient IN (SELECT value FROM json_each(?))) = ? "
            "ORDER BY date DESC, _id DESC LIMIT ? OFFSET ?",
            away,
            int(self.archive),
            count,
            first,
        )

    def row(self, thread: Record) -> View:
        address = thread["recipient"]
        name = name_for(self.phone.contacts, address)
        unread = not thread["read"]
        when = Text(short(thread["date"], self.phone.now_ms), "caption", color="muted")
        return Tile(
            name,
            thread["snippet"],
            leading=face(name, address),
            trailing=Column(when, dot(), gap=6, align="end") if unread else when,
            bold=unread,
            on_click=lambda: self.open("thread", address=address),
            on_long_click=lambda: self.menu(self.choices(unread=unread), address=address),
        ).swiped(lambda direction: self.swipe(direction, address))

    def choices(self, *, unread: bool) -> dict[str, str]:
        """The menu of a conversation."""
        return {
            "Unarchive" if self.archive else "Archive": "put_away",
            "Mark as read" if unread else "Mark as unread": "mark_read"
            if unread
            else "mark_unread",
            "Delete": "ask_delete",
        }

    def swipe(self, direction: Direction, address: str) -> None:
        del direction
        self.put_away(address)

    def put_away(self, address: str) -> None:
        set_archived(self.phone, address, on=not self.archive)
        self.toast("Unarchived" if self.archive else "Archived")

    def mark_read(self, address: str) -> None:
        mark_read(self.phone.messages, address, read=True)

    def mark_unread(self, address: str) -> None:
        mark_read(self.phone.messages, address, read=False)

    def ask_delete(self, address: str) -> None:
        self.confirm(
            "Delete this conversation?",
            "This is permanent and can't be undone.",
            yes="Delete",
            then="delete",
            address=address,
        )

    def delete(self, address: str) -> None:
        delete_thread(self.phone, address)
        self.toast("Conversation deleted")


class ArchivedConversations(ConversationList):
    """The conversations that were put away."""

    archive = True

    def view(self) -> View:
        return Scaffold(
            TopBar("Archived", back=self.close), self.listing("No archived conversations")
        )


class ComposeMessage(Screen):
    """Whom to write to. `text` is carried along; with `address` it is known already."""

    def opened(self) -> None:
        self.state["draft"] = str(self.args.get("text", ""))
        if self.args.get("address"):
            self.write_to(str(self.args["address"]))

    def view(self) -> View:
        query = self.state.get("to", "")
        text = self.state.get("draft", "")
        return Scaffold(
            TopBar("New conversation", back=self.close),
            Column(
                Row(
                    Field(
                        "to",
                        "To: name or phone number",
                        icon="person_add",
                        on_submit=self.submit,
                    ).grow(),
                    pad=(16, 8),
                ),
                Row(
                    Icon("forward", size=18),
                    Text(text, "small", color="muted", lines=2).named("carried").grow(),
                    gap=8,
                    pad=(16, 4, 16, 8),
                )
                if text
                else None,
                Tile(
                    f"Send to {tidy(query)}",
                    leading=Avatar(icon="sms", color="#1a73e8"),
                    on_click=self.submit,
                )
                if is_number(query)
                else None,
                LazyList(self.found, self.row, row_height=64, empty=""),
            ),
        )

    def found(self, first: int, count: int) -> list[Record]:
        return people_page(self.phone.contacts, self.state.get("to", ""), first, count)

    def row(self, person: Record) -> View:
        number = person["number"]
        return Tile(
            person["display_name"],
            number or "No phone number",
            avatar=person["display_name"],
            on_click=lambda: self.write_to(number),
        )

    def submit(self) -> None:
        typed = self.state.get("to", "").strip()
        if is_number(typed):
            self.write_to(tidy(typed))
            return
        people = self.found(0, 2) if typed else []
        if len(people) == 1:
            self.write_to(people[0]["number"])
        else:
            self.toast("Choose a contact or enter a number")

    def write_to(self, number: str) -> None:
        if not number:
            self.toast("This contact has no phone number")
            return
        self.replace("thread", address=number, text=self.state.get("draft", ""))


class MessageList(Screen):
    """Single messages, each the way to its conversation."""

    def message_row(self, message: Record) -> View:
        name = name_for(self.phone.contacts, message["address"])
        mine = "You: " if message["type"] == SENT else ""
        return Tile(
            name,
            mine + message["body"],
            leading=face(name, message["address"]),
            note=short(message["date"], self.phone.now_ms),
            lines=2,
            on_click=lambda: self.open("thread", address=message["address"]),
        )


class MessageSearch(MessageList):
    """Messages that contain a text."""

    def opened(self) -> None:
        self.focus("query")

    def view(self) -> View:
        query = self.state.get("query", "").strip()
        return Scaffold(
            TopBar(
                Field("query", "Search messages", kind="search", icon="search").sized(height=48),
                back=self.close,
            ),
            LazyList(
                self.found,
                self.message_row,
                row_height=84,
                empty="No messages found" if query else "Type what you are looking for",
            ),
        )

    def found(self, first: int, count: int) -> list[Record]:
        query = self.state.get("query", "").strip()
        if not query:
            return []
        # Only the latest messages are looked through: the screen must not slow down with years.
        return self.phone.messages.rows(
            "SELECT * FROM (SELECT * FROM sms ORDER BY _id DESC LIMIT 2000) "
            "WHERE instr(lower(body), ?) ORDER BY date DESC, _id DESC LIMIT ? OFFSET ?",
            query.lower(),
            count,
            first,
        )


class Starred(MessageList):
    """Messages with a star."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Starred", back=self.close),
            LazyList(self.found, self.message_row, row_height=84, empty="No starred messages"),
        )

    def found(self, first: int, count: int) -> list[Record]:
        marks = self.db.rows(
            "SELECT sms_id FROM starred ORDER BY _id DESC LIMIT ? OFFSET ?", count, first
        )
        return self.phone.messages.rows(
            "SELECT * FROM sms WHERE _id IN (SELECT value FROM json_each(?)) "
            "ORDER BY date DESC, _id DESC",
            json.dumps([mark["sms_id"] for mark in marks]),
        )


APP = App(
    package=PACKAGE,
    label="Messages",
    icon="message",
    color="#1a73e8",
    screens={
        "list": ConversationList,
        "archive": ArchivedConversations,
        "thread": MessageThread,
        "compose": ComposeMessage,
        "search": MessageSearch,
        "starred": Starred,
    },
    start="list",
    database="messages.db",
    schema=SCHEMA,
    seed=seed,
    accepts={"text": "compose"},
    permissions=("android.permission.READ_CONTACTS", "android.permission.SEND_SMS"),
    unseen=unread_count,
)

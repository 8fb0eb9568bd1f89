"""The lists of Huddle: chats, and the people of the address book."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle import data
from phoneworld.apps.huddle.formats import clock, day_of, near_day, sought
from phoneworld.apps.huddle.tabs import tab_bar
from phoneworld.providers import contacts
from phoneworld.ui.bars import Fab, Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, Chip, IconButton
from phoneworld.ui.rows import Card, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Icon, Text
from runtime.actions import Direction

FILTERS = ("All", "Unread", "Groups")


def stamp(at_ms: int, today: str) -> str:
    """When a chat was last used: a time today, else the day."""
    day = day_of(at_ms)
    return clock(at_ms) if day == today else near_day(day, today)


def face(chat: dict[str, Any], size: float = 40) -> Avatar:
    """The picture of a chat."""
    icon = "group" if chat["kind"] == data.GROUP else ""
    return Avatar(chat["title"], icon=icon, size=size)


class ChatList(Screen):
    """All chats, the pinned ones first."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                Field("query", "Search chats", kind="search", icon="search").sized(height=48),
                actions=(
                    IconButton(
                        "more_vert",
                        "More options",
                        lambda: self.menu(
                            {"New group": "new_group", "Mark all as read": "read_all"}
                        ),
                    ),
                ),
            ),
            Column(
                Row(*(self.chip(name) for name in FILTERS), pad=(16, 4), gap=8),
                LazyList(self.chats, self.row, empty="No chats here", end_space=80),
            ),
            fab=Fab("chat", "New chat", lambda: self.open("new")),
            bottom=tab_bar(self, "Chats"),
        )

    def chip(self, name: str) -> View:
        def choose() -> None:
            self.state["filter"] = name

        return Chip(name, choose, selected=self.state.get("filter", "All") == name)

    def chats(self, first: int, count: int) -> list[dict[str, Any]]:
        return data.chat_page(
            self.db,
            sought(self.state.get("query", "")),
            first,
            count,
            which=self.state.get("filter", "All"),
        )

    def row(self, chat: dict[str, Any]) -> View:
        unread = chat["unread"]
        behind: View = Text(stamp(chat["last_at"], self.phone.today), "caption", color="muted")
        if unread or chat["pinned"] or chat["muted"]:
            behind = Column(behind, self.marks(chat), gap=4, align="end")

        def swipe(direction: Direction) -> None:
            if direction is Direction.LEFT:
                self.ask_delete(chat["_id"], chat["title"])
            else:
                self.flip_pin(chat["_id"])

        return Tile(
            chat["title"],
            chat["last_text"],
            leading=face(chat, 48),
            trailing=behind,
            bold=bool(unread),
            on_click=lambda: self.open("thread", id=chat["_id"]),
            on_long_click=lambda: self.chat_menu(chat),
        ).swiped(swipe)

    def marks(self, chat: dict[str, Any]) -> View:
        unread = chat["unread"]
        return Row(
            Icon("push_pin", size=16, description="Pinned") if chat["pinned"] else None,
            Icon("notifications_off", size=16, description="Muted") if chat["muted"] else None,
            Row(
                Text(f"{unread} new", "caption", color="on_primary"),
                pad=(8, 2),
                bg="primary",
                radius=10,
            )
            if unread
            else None,
            gap=4,
        )

    def chat_menu(self, chat: dict[str, Any]) -> None:
        # Each entry takes the id; deleting also tells the name, so all take both.
        items = {
            "Unpin" if chat["pinned"] else "Pin": "flip_pin",
            "Unmute" if chat["muted"] else "Mute": "flip_mute",
            "Mark as read" if chat["unread"] else "Mark as unread": "flip_read",
            "Delete": "ask_delete",
        }
        self.menu(items, id=chat["_id"], title_of=chat["title"])

    def flip_pin(self, id: int, title_of: str = "") -> None:
        del title_of
        self.db.run("UPDATE chats SET pinned = 1 - pinned WHERE _id = ?", id)

    def flip_mute(self, id: int, title_of: str = "") -> None:
        del title_of
        self.db.run("UPDATE chats SET muted = 1 - muted WHERE _id = ?", id)

    def flip_read(self, id: int, title_of: str = "") -> None:
        del title_of
        self.db.run("UPDATE chats SET unread = (unread = 0) WHERE _id = ?", id)

    def ask_delete(self, id: int, title_of: str) -> None:
        self.confirm(
            "Delete this chat?",
            f"The messages with {title_of} will be removed from this phone.",
            yes="Delete",
            then="delete",
            id=id,
        )

    def delete(self, id: int) -> None:
        data.delete_chat(self.db, id)
        self.toast("Chat deleted")

    def new_group(self) -> None:
        self.open("group")

    def read_all(self) -> None:
        self.db.run("UPDATE chats SET unread = 0 WHERE unread > 0")


class HuddleContactList(Screen):
    """The people of the address book."""

    def view(self) -> View:
        return Scaffold(
            TopBar(Field("query", "Search people", kind="search", icon="search").sized(height=48)),
            LazyList(self.people, self.row, row_height=64, empty="Nobody found"),
            bottom=tab_bar(self, "Contacts"),
        )

    def people(self, first: int, count: int) -> list[dict[str, Any]]:
        return contacts.contact_page(self.phone.contacts, self.state.get("query", ""), first, count)

    def row(self, person: dict[str, Any]) -> View:
        return Tile(
            person["display_name"],
            avatar=person["display_name"],
            on_click=lambda: self.open("person", id=person["_id"]),
        )


class HuddlePerson(Screen):
    """Somebody of the address book, and the groups shared with them."""

    def view(self) -> View:
        name = self.phone.contacts.value(
            "SELECT display_name FROM raw_contacts WHERE _id = ?", self.args.get("id")
        )
        if name is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("person", "Not a contact any more")
            )
        number = contacts.details(self.phone.contacts, self.args["id"]).get(contacts.PHONE, "")
        groups = self.db.rows(
            "SELECT c._id, c.title, c.kind FROM members m JOIN chats c ON c._id = m.chat_id "
            "WHERE m.phone = ? AND m.phone <> '' ORDER BY c.title LIMIT 20",
            number,
        )
        return Scaffold(
            TopBar("", back=self.close),
            ScrollView(
                Column(
                    Avatar(name, size=96),
                    Text(name, "headline", align="center").named("name"),
                    gap=12,
                    align="center",
                    pad=(16, 8),
                ),
                Row(
                    Button("Message", lambda: self.write(name, number), icon="chat").grow(),
                    Button("Call", lambda: self.call(number), kind="tonal", icon="call").grow(),
                    gap=12,
                    pad=(16, 12),
                ),
                Column(
                    Card(
                        Tile(
                            number or "No number",
                            "Mobile",
                            icon="call",
                            id="phone",
                            on_long_click=lambda: self.offer_copy(number),
                        ),
                        *(self.group(chat) for chat in groups),
                        pad=0,
                    ),
                    pad=16,
                ),
            ),
        )

    def group(self, chat: dict[str, Any]) -> View:
        return Tile(
            chat["title"],
            "Group in common",
            leading=face(chat, 32),
            on_click=lambda: self.open("thread", id=chat["_id"]),
        )

    def write(self, name: str, number: str) -> None:
        if number:
            self.open("thread", phone=number, name=name)
        else:
            self.toast("This contact has no number")

    def call(self, number: str) -> None:
        if number and self.phone.has_app("com.phoneworld.phone"):
            self.launch("com.phoneworld.phone", "call", number=number)
        else:
            self.toast("Calls are not possible")

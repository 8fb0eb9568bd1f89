"""One chat: its messages, writing, and attaching files."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle import data
from phoneworld.apps.huddle.chats import face
from phoneworld.apps.huddle.formats import clock, day_of, near_day, sought
from phoneworld.providers import contacts
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Bubble, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Center, Column, Handler, Row, View
from phoneworld.ui.widgets import Avatar, Field, Icon, Picture, Text

PAGE = 24
BOTTOM = 10**9
"""A scroll position past the end: where a chat opens, and stays while one writes."""


class MessageBubble(Bubble):
    """A message: who said it, the file that came with it, the text, the time."""

    def __init__(
        self, message: dict[str, Any], *, shows_sender: bool, art: str, on_hold: Handler
    ) -> None:
        super().__init__(
            message["text"], mine=message["sender"] == data.ME, note=clock(message["at"])
        )
        said, time = self.body.children
        # Touch and hold offers more than copying, so the text is not merely selectable.
        if isinstance(said, Text):
            said.selectable = False
        said.held(on_hold)
        parts: list[View] = []
        if shows_sender:
            parts.append(Text(message["sender"], "caption", color="primary").named("sender"))
        if message["file"]:
            parts.append(_attachment(message["file"], art).held(on_hold))
        if message["text"]:
            parts.append(said)
        self.body.children = [*parts, time]


def _attachment(path: str, art: str) -> View:
    name = path.rpartition("/")[2]
    if art:
        return Picture(art, width=200, height=150, radius=12, description=name)
    return Row(Icon("insert_drive_file"), Text(name, "small"), gap=8)


class ChatThread(Screen):
    """The messages of a chat (`id`), or of one with a person (`phone`) that may not have begun."""

    def opened(self) -> None:
        chat = self.chat()
        if chat is not None and chat["unread"]:
            self.db.run("UPDATE chats SET unread = 0 WHERE _id = ?", chat["_id"])
        self.go_down()

    def go_down(self) -> None:
        self.phone.activity.scroll["main"] = BOTTOM

    def chat(self) -> dict[str, Any] | None:
        if "id" in self.args:
            return self.db.one("SELECT * FROM chats WHERE _id = ?", self.args["id"])
        return self.db.one(
            "SELECT * FROM chats WHERE phone = ? AND kind = 'person'", self.args.get("phone", "")
        )

    def view(self) -> View:
        chat = self.chat()
        if chat is None and "phone" not in self.args:
            return Scaffold(
                TopBar("", back=self.close), empty_note("chat", "This chat was deleted")
            )
        title = chat["title"] if chat is not None else self.name()
        return Scaffold(
            TopBar(self.heading(chat, title), back=self.close, actions=self.actions(chat)),
            self.messages(chat, title),
            bottom=Row(
                IconButton("attach_file", "Attach a file", lambda: self.open("attach")),
                Field("text", "Message", on_submit=self.send).grow(),
                IconButton("send", "Send", self.send, color="primary", id="send"),
                pad=(4, 6),
                gap=2,
                bg="surface",
            ),
        )

    def name(self) -> str:
        number = self.args["phone"]
        return self.args.get("name") or contacts.name_of(self.phone.contacts, number)

    def heading(self, chat: dict[str, Any] | None, title: str) -> View:
        if chat is None:
            return Row(Avatar(title, size=36), Text(title, "title", lines=1).grow(), gap=12)
        below = None
        if chat["kind"] == data.GROUP:
            count = self.db.value("SELECT count(*) FROM members WHERE chat_id = ?", chat["_id"])
            below = Text(f"{count + 1} members", "caption", color="muted")
        row = Row(face(chat, 36), Column(Text(title, "title", lines=1), below).grow(), gap=12)
        return row.clicked(lambda: self.open("info", id=chat["_id"]))

    def actions(self, chat: dict[str, Any] | None) -> tuple[View, ...]:
        if chat is None:
            return ()
        items = {
            "Group info" if chat["kind"] == data.GROUP else "Chat info": "show_info",
            "Unpin" if chat["pinned"] else "Pin": "flip_pin",
            "Unmute" if chat["muted"] else "Mute": "flip_mute",
            "Clear chat": "ask_clear",
            "Delete chat": "ask_delete",
        }
        return (IconButton("more_vert", "More options", lambda: self.menu(items, id=chat["_id"])),)

    def messages(self, chat: dict[str, Any] | None, title: str) -> View:
        if chat is None:
            return empty_note("chat", f"Say hello to {title}")
        shown = PAGE * self.state.get("pages", 1)
        rows = self.db.rows(
            "SELECT * FROM messages WHERE chat_id = ? ORDER BY at DESC, _id DESC LIMIT ?",
            chat["_id"],
            shown + 1,
        )
        if not rows:
            return empty_note("chat", "No messages yet")
        views: list[View] = []
        if len(rows) > shown:
            views.append(Button("Earlier messages", self.show_more, kind="text"))
            rows.pop()
        day = ""
        for row in reversed(rows):
            if day_of(row["at"]) != day:
                day = day_of(row["at"])
                label = Text(near_day(day, self.phone.today), "caption", color="muted")
                views.append(Center(label).sized(height=36))
            views.append(self.speech(row, group=chat["kind"] == data.GROUP))
        return ScrollView(*views, pad=8)

    def speech(self, row: dict[str, Any], *, group: bool) -> View:
        art = ""
        if row["file"]:
            art = self.phone.files.value("SELECT art FROM files WHERE _data = ?", row["file"]) or ""
        items = {
            "Copy": "copy_message",
            "Forward": "forward_message",
            "Delete": "delete_message",
        }
        return MessageBubble(
            row,
            shows_sender=group and row["sender"] != data.ME,
            art=art,
            on_hold=lambda: self.menu(items, id=row["_id"]),
        )

    # Writing

    def send(self) -> None:
        text = self.state.get("text", "").strip()
        if not text:
            self.toast("Write something first")
            return
        self.put(text=text)
        self.state["text"] = ""

    def put(self, *, text: str = "", file: str = "") -> None:
        chat = self.chat()
        now = self.phone.now_ms
        if chat is not None:
            number = chat["_id"]
        elif "phone" in self.args:
            number = data.add_chat(self.db, self.name(), phone=self.args["phone"], at_ms=now)
        else:
            return
        data.add_message(self.db, number, text, file=file, at_ms=now)
        self.go_down()

    def returned(self, result: Any) -> None:
        """A file was chosen to be sent."""
        self.put(file=str(result))

    # Menus

    def show_more(self) -> None:
        self.state["pages"] = self.state.get("pages", 1) + 1

    def message(self, id: int) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM messages WHERE _id = ?", id)

    def copy_message(self, id: int) -> None:
        row = self.message(id)
        if row is not None:
            self.phone.clipboard = row["text"] or row["file"]
            self.toast("Copied")

    def forward_message(self, id: int) -> None:
        row = self.message(id)
        if row is not None:
            self.open("share", text=row["text"], file=row["file"])

    def delete_message(self, id: int) -> None:
        self.confirm("Delete message?", yes="Delete", then="remove_message", id=id)

    def remove_message(self, id: int) -> None:
        row = self.message(id)
        if row is None:
            return
        self.db.run("DELETE FROM messages WHERE _id = ?", id)
        last = self.db.one(
            "SELECT sender, text, file FROM messages WHERE chat_id = ? ORDER BY at DESC LIMIT 1",
            row["chat_id"],
        )
        preview = (last["text"] or last["file"].rpartition("/")[2]) if last is not None else ""
        if last is not None and last["sender"] == data.ME:
            preview = f"You: {preview}"
        self.db.run("UPDATE chats SET last_text = ? WHERE _id = ?", preview, row["chat_id"])

    def show_info(self, id: int) -> None:
        self.open("info", id=id)

    def flip_pin(self, id: int) -> None:
        self.db.run("UPDATE chats SET pinned = 1 - pinned WHERE _id = ?", id)

    def flip_mute(self, id: int) -> None:
        self.db.run("UPDATE chats SET muted = 1 - muted WHERE _id = ?", id)

    def ask_clear(self, id: int) -> None:
        self.confirm(
            "Clear this chat?", "All messages are removed.", yes="Clear", then="clear", id=id
        )

    def clear(self, id: int) -> None:
        data.clear_chat(self.db, id)

    def ask_delete(self, id: int) -> None:
        self.confirm(
            "Delete this chat?",
            "Its messages will be removed from this phone.",
            yes="Delete",
            then="delete",
            id=id,
        )

    def delete(self, id: int) -> None:
        data.delete_chat(self.db, id)
        self.toast("Chat deleted")
        self.close()


class Attach(Screen):
    """The files of the phone, the newest first; the chosen one is the result."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                Field("query", "Search files", kind="search", icon="search").sized(height=48),
                back=self.close,
            ),
            LazyList(self.found, self.row, row_height=64, empty="No files"),
        )

    def found(self, first: int, count: int) -> list[dict[str, Any]]:
        query = sought(self.state.get("query", ""))
        return self.phone.files.rows(
            "SELECT _data, _display_name, parent, mime_type, art FROM files WHERE is_folder = 0 "
            "AND (? = '' OR instr(lower(_display_name), ?) > 0) ORDER BY _id DESC LIMIT ? OFFSET ?",
            query,
            query,
            count,
            first,
        )

    def row(self, file: dict[str, Any]) -> View:
        picture = (
            Picture(file["art"], width=40, height=40, radius=6)
            if file["art"]
            else Icon("insert_drive_file", size=40)
        )
        return Tile(
            file["_display_name"],
            file["parent"].removeprefix("/sdcard/"),
            leading=picture,
            on_click=lambda: self.close(file["_data"]),
        )

"""A conversation: its messages, and a field to write the next one in."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.messages.bubbles import FromEnd, Message, with_days
from phoneworld.apps.messages.data import (
    delete_message,
    delete_thread,
    is_archived,
    is_starred,
    mark_read,
    send,
    set_archived,
    set_starred,
    starred_among,
)
from phoneworld.apps.phone.blocked_numbers import ask_block
from phoneworld.apps.phone.data import PATH as PHONE_PATH
from phoneworld.apps.phone.data import block, is_blocked, unblock
from phoneworld.apps.phone.numbers import entry_of, is_name, name_for, tidy
from phoneworld.apps.phone.times import moment
from phoneworld.providers.telephony import SENT
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field, Text

PAGE = 16
MAX_LENGTH = 2000


class MessageThread(Screen):
    """The conversation with `address`; `text` stands ready to be sent."""

    send_label = "Send"

    @property
    def address(self) -> str:
        return tidy(str(self.args.get("address", "")))

    def opened(self) -> None:
        self.state["draft"] = str(self.args.get("text", ""))
        mark_read(self.phone.messages, self.address, read=True)

    def messages(self) -> list[dict[str, Any]]:
        """The latest messages, in order."""
        thread = self.phone.messages.value(
            "SELECT _id FROM threads WHERE recipient = ?", self.address
        )
        if thread is None:
            return []
        found = self.phone.messages.rows(
            "SELECT _id, date, type, body FROM sms WHERE thread_id = ? "
            "ORDER BY date DESC, _id DESC LIMIT ?",
            thread,
            self.state.get("shown", PAGE),
        )
        found.reverse()
        return found

    def view(self) -> View:
        address = self.address
        name = name_for(self.phone.contacts, address)
        messages = self.messages()
        starred = starred_among(self.phone, [message["_id"] for message in messages])
        bubbles = with_days(
            messages,
            self.phone.now_ms,
            lambda message: self.bubble(message, starred=message["_id"] in starred),
        )
        if len(messages) == self.state.get("shown", PAGE):
            bubbles.insert(0, Button("Earlier messages", self.show_earlier, kind="text"))
        person = None if is_name(address) else IconButton("call", "Call", self.call)
        return Scaffold(
            TopBar(
                Column(
                    Text(name, "title", lines=1).named("name"),
                    Text(address, "caption", color="muted", lines=1) if name != address else None,
                ),
                back=self.up,
                actions=tuple(
                    action
                    for action in (person, IconButton("more_vert", "More options", self.more))
                    if action is not None
                ),
            ),
            FromEnd(*bubbles, key="chat")
            if messages
            else empty_note("chat", f"Texting with {name}"),
            bottom=self.writing(),
        )

    def bubble(self, message: dict[str, Any], *, starred: bool) -> View:
        return Message(
            message,
            mine=message["type"] == SENT,
            starred=starred,
            on_hold=lambda: self.menu(
                {
                    "Copy text": "copy",
                    "Forward": "forward",
                    "Share": "share_message",
                    "Remove star" if starred else "Star": "star",
                    "Delete": "ask_delete",
                    "View details": "tell",
                },
                id=message["_id"],
            ),
        )

    def writing(self) -> View:
        """The field and the button; or why nothing can be written."""
        address = self.address
        if is_name(address):
            return self.notice("You can't reply to this sender")
        if self.blocked:
            return Row(
                Text("You blocked this number", "small", color="muted").grow(),
                Button("Unblock", self.unblock, kind="text"),
                pad=(16, 8),
                bg="surface",
            )
        return Row(
            Row(
                Field(
                    "draft", "Text message", bare=True, on_change=self.limit, on_submit=self.send
                ).grow(),
                pad=(20, 0),
                bg="surface_high",
                radius=28,
            ).grow(),
            IconButton(
                "send", self.send_label, self.send, color="on_primary", bg="primary", id="send"
            ),
            pad=(12, 8),
            gap=8,
        )

    def notice(self, text: str) -> View:
        return Row(Text(text, "small", color="muted", align="center").grow(), pad=20, bg="surface")

    @property
    def blocked(self) -> bool:
        return is_blocked(self.phone.databases[PHONE_PATH], self.address)

    def limit(self, text: str) -> None:
        self.state["draft"] = text[:MAX_LENGTH]

    def send(self) -> None:
        text = self.state.get("draft", "").strip()
        if not text:
            self.toast("Write a message first")
        elif self.phone.settings.on("global", "airplane_mode_on"):
            self.toast("Not sent: turn off airplane mode")
        else:
            send(self.phone, self.address, text, date_ms=self.phone.now_ms)
            self.state["draft"] = ""
            # Back to the end, where the new message is.
            self.phone.activity.scroll.pop("chat", None)

    def show_earlier(self) -> None:
        self.state["shown"] = self.state.get("shown", PAGE) + PAGE
        self.phone.activity.scroll["chat"] = 0

    def up(self) -> None:
        """Back to the list, also where the conversation was opened from elsewhere."""
        activity = self.phone.activity
        if not activity.caller and len(self.phone.tasks[self.app.package]) == 1:
            self.replace("list")
        else:
            self.close()

    def call(self) -> None:
        self.launch("com.phoneworld.phone", "call", number=self.address)

    # What can be done with the conversation

    def more(self) -> None:
        address = self.address
        items: dict[str, str] = {}
        if not is_name(address):
            known = entry_of(self.phone.contacts, address)
            items["View contact" if known else "Add contact"] = "show_contact"
        archived = is_archived(self.phone, address)
        items["Unarchive" if archived else "Archive"] = "archive"
        items["Mark as unread"] = "mark_unread"
        if not is_name(address):
            items["Unblock" if self.blocked else "Block"] = (
                "unblock" if self.blocked else "ask_block"
            )
        items["Delete"] = "ask_delete_all"
        self.menu(items)

    def show_contact(self) -> None:
        known = entry_of(self.phone.contacts, self.address)
        if known is not None:
            self.launch("com.phoneworld.contacts", "person", id=known["_id"])
        else:
            self.launch("com.phoneworld.contacts", "edit", phone=self.address)

    def archive(self) -> None:
        on = not is_archived(self.phone, self.address)
        set_archived(self.phone, self.address, on=on)
        self.toast("Archived" if on else "Unarchived")
        if on:
            self.up()

    def mark_unread(self) -> None:
        mark_read(self.phone.messages, self.address, read=False)
        self.up()

    def ask_block(self) -> None:
        ask_block(self, self.address)

    def block(self, number: str) -> None:
        block(self.phone.databases[PHONE_PATH], number, date_ms=self.phone.now_ms)
        self.toast("Number blocked")

    def unblock(self) -> None:
        unblock(self.phone.databases[PHONE_PATH], self.address)
        self.toast("Number unblocked")

    def ask_delete_all(self) -> None:
        self.confirm(
            "Delete this conversation?",
            "This is permanent and can't be undone.",
            yes="Delete",
            then="delete_all",
        )

    def delete_all(self) -> None:
        delete_thread(self.phone, self.address)
        self.toast("Conversation deleted")
        self.up()

    # What can be done with a message

    def body_of(self, id: int) -> str:
        return self.phone.messages.value("SELECT body FROM sms WHERE _id = ?", id) or ""

    def copy(self, id: int) -> None:
        self.phone.clipboard = self.body_of(id)
        self.toast("Copied to clipboard")

    def forward(self, id: int) -> None:
        self.open("compose", text=self.body_of(id))

    def share_message(self, id: int) -> None:
        self.share(self.body_of(id))

    def star(self, id: int) -> None:
        on = not is_starred(self.phone, id)
        set_starred(self.phone, id, on=on)
        self.toast("Starred" if on else "Star removed")

    def ask_delete(self, id: int) -> None:
        self.confirm("Delete this message?", yes="Delete", then="delete", id=id)

    def delete(self, id: int) -> None:
        delete_message(self.phone, id)
        self.toast("Message deleted")

    def tell(self, id: int) -> None:
        row = self.phone.messages.one("SELECT * FROM sms WHERE _id = ?", id)
        if row is not None:
            way = "To" if row["type"] == SENT else "From"
            self.toast(f"{way}: {row['address']}, {moment(row['date'], self.phone.now_ms)}")

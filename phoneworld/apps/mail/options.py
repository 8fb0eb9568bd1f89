"""Options: mailing lists, and the preferences of the account."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.mail import data
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Section, Tile, switch_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import View


class Subscriptions(Screen):
    """The mailing lists the owner gets, or has left."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Subscriptions", back=self.close),
            LazyList(self.lists, self.row, row_height=72, empty="No mailing lists"),
        )

    def lists(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM subscriptions ORDER BY name LIMIT ? OFFSET ?", count, first
        )

    def row(self, found: dict[str, Any]) -> View:
        on = bool(found["subscribed"])
        return Tile(
            found["name"],
            found["address"],
            avatar=found["name"],
            trailing=Button(
                "Unsubscribe" if on else "Subscribe",
                lambda: self.ask(found) if on else self.put(found["_id"], 1),
                kind="text" if on else "tonal",
            ).described(f"{'Unsubscribe from' if on else 'Subscribe to'} {found['name']}"),
        )

    def ask(self, found: dict[str, Any]) -> None:
        self.confirm(
            f"Unsubscribe from {found['name']}?",
            "You will no longer get mails from this list.",
            yes="Unsubscribe",
            then="put",
            id=found["_id"],
            subscribed=0,
        )

    def put(self, id: int, subscribed: int) -> None:
        self.db.run("UPDATE subscriptions SET subscribed = ? WHERE _id = ?", subscribed, id)
        self.toast("Subscribed" if subscribed else "You are unsubscribed")


class MailPreferences(Screen):
    """Name, signature, what a swipe does, notifications, blocked senders."""

    def view(self) -> View:
        value = {
            row["name"]: row["value"] for row in self.db.rows("SELECT name, value FROM preferences")
        }
        blocked = self.db.rows("SELECT * FROM blocked ORDER BY address LIMIT 50")
        return Scaffold(
            TopBar("Settings", back=self.close),
            ScrollView(
                Section(value.get("address", "")),
                Tile("Your name", value.get("name", ""), on_click=lambda: self.change("name")),
                Tile(
                    "Signature",
                    value.get("signature", "") or "Not set",
                    on_click=lambda: self.change("signature"),
                ),
                Section("General"),
                Tile("Swipe action", value.get("swipe", ""), on_click=self.ask_swipe),
                switch_tile(
                    "Notifications",
                    on=value.get("notifications") == "1",
                    on_click=self.flip_notifications,
                ),
                Section("Blocked senders") if blocked else None,
                *(
                    Tile(
                        row["address"],
                        trailing=Button(
                            "Unblock", lambda row=row: self.unblock(row["_id"]), kind="text"
                        ),
                    )
                    for row in blocked
                ),
            ),
        )

    def change(self, name: str) -> None:
        title = "Your name" if name == "name" else "Signature"
        self.prompt(title, title, then="put", text=data.preference(self.db, name), name=name)

    def put(self, text: str, name: str) -> None:
        if name == "name" and not text.strip():
            self.toast("Enter a name")
            return
        data.set_preference(self.db, name, text.strip())

    def ask_swipe(self) -> None:
        self.choose(
            "Swipe action",
            ["Archive", "Delete"],
            data.preference(self.db, "swipe"),
            then="put_swipe",
        )

    def put_swipe(self, option: str) -> None:
        data.set_preference(self.db, "swipe", option)

    def flip_notifications(self) -> None:
        on = data.preference(self.db, "notifications") == "1"
        data.set_preference(self.db, "notifications", "0" if on else "1")

    def unblock(self, id: int) -> None:
        self.db.run("DELETE FROM blocked WHERE _id = ?", id)

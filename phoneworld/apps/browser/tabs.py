"""Tabs to switch between and close; and the preferences."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.browser import data, navigation
from phoneworld.apps.browser.keepsakes import RANGES, clear_history
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Section, Tile, switch_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import View
from phoneworld.ui.widgets import Avatar


class Tabs(Screen):
    """All tabs, the private ones marked."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Tabs",
                back=self.close,
                actions=(
                    IconButton(
                        "more_vert",
                        "More options",
                        lambda: self.menu(
                            {
                                "New private tab": "new_private_tab",
                                "Close all tabs": "ask_close_all",
                            }
                        ),
                    ),
                ),
            ),
            LazyList(self.tabs, self.row, row_height=76, empty="No open tabs", end_space=80),
            fab=Fab("add", "New tab", lambda: self.new_tab(private=False)),
        )

    def tabs(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows("SELECT * FROM tabs ORDER BY _id LIMIT ? OFFSET ?", count, first)

    def row(self, tab: dict[str, Any]) -> View:
        id = tab["_id"]
        return Tile(
            tab["title"],
            f"Private, {tab['url']}" if tab["private"] else tab["url"],
            leading=Avatar(icon="visibility_off" if tab["private"] else "public"),
            trailing=IconButton("close", f"Close {tab['title']}", lambda: self.drop(id)),
            selected=bool(tab["active"]),
            on_click=lambda: self.choose_tab(id),
        ).swiped(lambda _: self.drop(id))

    def choose_tab(self, id: int) -> None:
        navigation.bring_forward(self.db, id)
        self.close()

    def drop(self, id: int) -> None:
        self.db.run("DELETE FROM tabs WHERE _id = ?", id)
        last = self.db.value("SELECT max(_id) FROM tabs")
        if last is not None and self.db.value("SELECT 1 FROM tabs WHERE active = 1") is None:
            navigation.bring_forward(self.db, last)

    def new_private_tab(self) -> None:
        self.new_tab(private=True)

    def new_tab(self, *, private: bool) -> None:
        url = data.preference(self.db, "homepage") or data.SEEK
        title = navigation.title_of(self.db, url)
        data.add_tab(self.db, url, title, private=private, active=True)
        self.close()

    def ask_close_all(self) -> None:
        self.confirm("Close all tabs?", yes="Close all", then="close_all")

    def close_all(self) -> None:
        self.db.run("DELETE FROM tabs")


class BrowserPreferences(Screen):
    """Home page and privacy."""

    def view(self) -> View:
        value = {
            row["name"]: row["value"] for row in self.db.rows("SELECT name, value FROM preferences")
        }
        return Scaffold(
            TopBar("Settings", back=self.close),
            ScrollView(
                Section("General"),
                Tile("Home page", value.get("homepage", ""), icon="home", on_click=self.ask_home),
                Section("Privacy"),
                switch_tile(
                    "Block pop-ups",
                    on=value.get("block_popups") == "1",
                    on_click=lambda: self.flip("block_popups"),
                ),
                switch_tile(
                    "Do Not Track",
                    "Ask sites not to follow you around",
                    on=value.get("do_not_track") == "1",
                    on_click=lambda: self.flip("do_not_track"),
                ),
                Tile("Clear browsing data", icon="delete_sweep", on_click=self.ask_clear),
            ),
        )

    def ask_home(self) -> None:
        home = data.preference(self.db, "homepage")
        self.prompt("Home page", "Web address", then="put_home", text=home, yes="Save")

    def put_home(self, text: str) -> None:
        url = navigation.address_of(text)
        if not text.strip() or navigation.query_of(url) is not None:
            self.toast("Enter a web address")
            return
        data.set_preference(self.db, "homepage", url)

    def flip(self, name: str) -> None:
        on = data.preference(self.db, name) == "1"
        data.set_preference(self.db, name, "0" if on else "1")

    def ask_clear(self) -> None:
        self.choose("Clear browsing history", list(RANGES), "", then="clear")

    def clear(self, option: str) -> None:
        clear_history(self, option)

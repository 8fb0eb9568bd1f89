"""The shopping list."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.recipes.data import add_to_shopping, item_text, quantity_text, read_item
from phoneworld.apps.recipes.sections import section_bar
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.controls import Checkbox
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import View
from phoneworld.ui.widgets import Text


class ShoppingList(Screen):
    """What to buy; what is ticked stands at the end."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Shopping list",
                actions=(
                    IconButton("share", "Share list", self.share_list),
                    IconButton("more_vert", "More options", self.show_menu),
                ),
            ),
            LazyList(self.page, self.row, row_height=64, empty="Nothing to buy", end_space=80),
            fab=Fab("add", "Add item", self.ask),
            bottom=section_bar(self, "Shopping list"),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM shopping ORDER BY done, _id LIMIT ? OFFSET ?", count, first
        )

    def row(self, item: dict[str, Any]) -> View:
        key = item["_id"]
        return Tile(
            item["name"],
            f"For {item['recipe']}" if item["recipe"] else "",
            leading=Checkbox(on=bool(item["done"])),
            trailing=Text(quantity_text(item["quantity"], item["unit"]), "small", color="muted"),
            enabled=True,
            on_click=lambda: self.toggle(key),
            on_long_click=lambda: self.menu({"Edit": "ask_change", "Remove": "remove"}, id=key),
        ).swiped(lambda _: self.remove(key))

    def toggle(self, id: int) -> None:
        self.db.run("UPDATE shopping SET done = 1 - done WHERE _id = ?", id)

    def remove(self, id: int) -> None:
        self.db.run("DELETE FROM shopping WHERE _id = ?", id)
        self.toast("Removed")

    def ask(self) -> None:
        self.prompt("Add to the list", "For example 500 g rice", then="add", yes="Add")

    def add(self, text: str) -> None:
        if not text.strip():
            self.toast("Enter something to buy")
            return
        add_to_shopping(self.db, read_item(text))

    def ask_change(self, id: int) -> None:
        item = self.db.one("SELECT * FROM shopping WHERE _id = ?", id)
        if item is not None:
            text = item_text(item["quantity"], item["unit"], item["name"])
            self.prompt("Edit item", "Item", then="change", text=text, yes="Save", id=id)

    def change(self, text: str, id: int) -> None:
        item = read_item(text)
        if not item.name:
            self.toast("Enter something to buy")
            return
        self.db.run(
            "UPDATE shopping SET quantity = ?, unit = ?, name = ? WHERE _id = ?",
            item.quantity,
            item.unit,
            item.name,
            id,
        )

    def show_menu(self) -> None:
        self.menu({"Remove ticked items": "remove_done", "Clear list": "ask_clear"})

    def remove_done(self) -> None:
        self.db.run("DELETE FROM shopping WHERE done = 1")
        self.toast("Ticked items removed")

    def ask_clear(self) -> None:
        self.confirm("Clear the list?", "All items will be removed.", yes="Clear", then="clear")

    def clear(self) -> None:
        self.db.run("DELETE FROM shopping")

    def share_list(self) -> None:
        rows = self.db.rows("SELECT * FROM shopping WHERE done = 0 ORDER BY _id LIMIT 200")
        if rows:
            self.share(
                "\n".join(item_text(row["quantity"], row["unit"], row["name"]) for row in rows)
            )
        else:
            self.toast("There is nothing on the list")

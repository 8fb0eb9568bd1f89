"""Coffee: the menu, things with sizes and extras, and the shops to pick them up at."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle.mini.coffee.data import (
    CATEGORIES,
    EXTRAS,
    SCHEMA,
    SIZES,
    add_to_cart,
    extras_text,
    has_sizes,
    seed,
    unit_cents,
)
from phoneworld.apps.huddle.mini.coffee.orders import CoffeeCart, CoffeeOrder, CoffeeOrders
from phoneworld.apps.huddle.miniapp import MiniApp, mini_bar
from phoneworld.formats import dollars
from phoneworld.ui.bars import Scaffold, empty_note
from phoneworld.ui.buttons import Button, Chip, IconButton
from phoneworld.ui.controls import Checkbox, Radio
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Text

COLOR = "#6d4c41"
ICONS = {"Hot": "local_cafe", "Cold": "ac_unit", "Tea": "spa", "Bakery": "bakery_dining"}
MAX_QUANTITY = 20


class CoffeeHome(Screen):
    """The menu by category, the shop, and the cart."""

    def view(self) -> View:
        chosen = self.state.get("category", CATEGORIES[0])
        shop = self.db.one(
            "SELECT s.* FROM coffee_prefs p JOIN coffee_shops s ON s.name = p.shop LIMIT 1"
        )
        cart = self.db.one(
            "SELECT count(*) AS lines, sum(quantity) AS things, sum(quantity * cents) AS cents "
            "FROM coffee_cart"
        )
        bottom = None
        if cart is not None and cart["lines"]:
            things = f"{cart['things']} item{'s' if cart['things'] > 1 else ''}"
            label = f"Cart · {things} · {dollars(cart['cents'])}"
            bottom = Column(
                Button(label, lambda: self.open("coffee/cart"), icon="shopping_cart", id="cart"),
                pad=(16, 10),
            )
        return Scaffold(
            mini_bar(
                self,
                "Coffee",
                actions=(
                    IconButton("receipt_long", "My orders", lambda: self.open("coffee/orders")),
                ),
            ),
            Column(
                Tile(
                    shop["name"] if shop else "Choose a shop",
                    f"Open until {shop['closes']} · ready in {shop['wait_minutes']} min"
                    if shop
                    else "",
                    icon="store",
                    on_click=lambda: self.open("coffee/shops"),
                    id="shop",
                ),
                Row(*(self.chip(name, chosen) for name in CATEGORIES), pad=(16, 6), gap=8),
                LazyList(self.items, self.row, row_height=68),
            ),
            bottom=bottom,
        )

    def chip(self, name: str, chosen: str) -> View:
        def choose() -> None:
            self.state["category"] = name

        return Chip(name, choose, selected=name == chosen)

    def items(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM coffee_items WHERE category = ? ORDER BY _id LIMIT ? OFFSET ?",
            self.state.get("category", CATEGORIES[0]),
            count,
            first,
        )

    def row(self, item: dict[str, Any]) -> View:
        gone = bool(item["sold_out"])
        price = dollars(item["cents"])
        if has_sizes(item["category"]):
            price = f"from {price}"
        return Tile(
            item["name"],
            item["about"],
            leading=Avatar(icon=ICONS[item["category"]], color=COLOR),
            trailing=Text("Sold out" if gone else price, "label", color="muted"),
            on_click=lambda: self.open("coffee/item", id=item["_id"]),
        )


class MenuItem(Screen):
    """One thing of the menu: size, extras, how many."""

    def opened(self) -> None:
        self.state.update(size="Small", extras=[], quantity=1)

    def view(self) -> View:
        item = self.item()
        if item is None:
            return Scaffold(mini_bar(self, ""), empty_note("local_cafe", "Not on the menu"))
        sized = has_sizes(item["category"])
        total = dollars(self.price(item) * self.state["quantity"])
        gone = bool(item["sold_out"])
        return Scaffold(
            mini_bar(self, item["name"]),
            ScrollView(
                Column(
                    Avatar(icon=ICONS[item["category"]], color=COLOR, size=80),
                    Text(item["about"], color="muted", align="center"),
                    Text("Sold out", "subtitle", color="error").named("sold_out") if gone else None,
                    gap=8,
                    align="center",
                    pad=(16, 8),
                ),
                Section("Size") if sized else None,
                *(self.size_tile(item, size) for size in SIZES if sized),
                Section("Extras") if sized else None,
                *(self.extra_tile(extra) for extra in EXTRAS if sized),
                Row(
                    Text("Quantity", "subtitle").grow(),
                    IconButton("remove_circle", "Fewer", lambda: self.count(-1)),
                    Text(str(self.state["quantity"]), "subtitle").named("quantity"),
                    IconButton("add_circle", "More", lambda: self.count(1)),
                    pad=(16, 8),
                ),
            ),
            bottom=Column(
                Button(f"Add to cart · {total}", self.add, enabled=not gone, id="add"),
                pad=(16, 10),
            ),
        )

    def item(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM coffee_items WHERE _id = ?", self.args.get("id"))

    def price(self, item: dict[str, Any]) -> int:
        if not has_sizes(item["category"]):
            return item["cents"]
        return unit_cents(item["cents"], self.state["size"], extras_text(self.state["extras"]))

    def size_tile(self, item: dict[str, Any], size: str) -> View:
        def take() -> None:
            self.state["size"] = size

        return Tile(
            size,
            leading=Radio(on=self.state["size"] == size),
            trailing=Text(dollars(unit_cents(item["cents"], size, "")), "label", color="muted"),
            on_click=take,
        )

    def extra_tile(self, extra: str) -> View:
        def flip() -> None:
            chosen = list(self.state["extras"])
            if extra in chosen:
                chosen.remove(extra)
            else:
                chosen.append(extra)
            self.state["extras"] = chosen

        return Tile(
            extra,
            leading=Checkbox(on=extra in self.state["extras"]),
            trailing=Text(f"+{dollars(EXTRAS[extra])}", "label", color="muted"),
            on_click=flip,
        )

    def count(self, by: int) -> None:
        self.state["quantity"] = max(1, min(MAX_QUANTITY, self.state["quantity"] + by))

    def add(self) -> None:
        item = self.item()
        if item is None:
            return
        sized = has_sizes(item["category"])
        add_to_cart(
            self.db,
            item["name"],
            cents=self.price(item),
            size=self.state["size"] if sized else "",
            extras=extras_text(self.state["extras"]) if sized else "",
            quantity=self.state["quantity"],
        )
        self.toast("Added to cart")
        self.close()


class Shops(Screen):
    """The shops; the chosen one is where orders are picked up."""

    def view(self) -> View:
        chosen = self.db.value("SELECT shop FROM coffee_prefs LIMIT 1")
        shops = self.db.rows("SELECT * FROM coffee_shops ORDER BY _id LIMIT 20")
        return Scaffold(
            mini_bar(self, "Pick-up shop"), ScrollView(*(self.row(shop, chosen) for shop in shops))
        )

    def row(self, shop: dict[str, Any], chosen: str) -> View:
        def take() -> None:
            if shop["name"] != chosen:
                self.db.run("UPDATE coffee_prefs SET shop = ?", shop["name"])
            self.close()

        hours = f"Open {shop['opens']} to {shop['closes']} · ready in {shop['wait_minutes']} min"
        return Tile(
            shop["name"],
            f"{shop['address']} · {hours}",
            leading=Radio(on=shop["name"] == chosen),
            on_click=take,
            lines=3,
        )


MINI = MiniApp(
    name="coffee",
    label="Coffee",
    tagline="Order ahead, pick up without waiting",
    icon="local_cafe",
    color=COLOR,
    screens={
        "home": CoffeeHome,
        "item": MenuItem,
        "shops": Shops,
        "cart": CoffeeCart,
        "orders": CoffeeOrders,
        "order": CoffeeOrder,
    },
    schema=SCHEMA,
    seed=seed,
)

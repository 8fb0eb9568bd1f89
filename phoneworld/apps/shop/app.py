"""Shop: look for things, put them into the cart, order them, and deal with the orders."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.shop.account import Addresses, AddressForm, Coupons, ShopAccount
from phoneworld.apps.shop.cart import Checkout, ShopCart
from phoneworld.apps.shop.catalogue import CATEGORIES
from phoneworld.apps.shop.data import PACKAGE, SCHEMA
from phoneworld.apps.shop.orders import Return, ShopOrder, ShopOrders
from phoneworld.apps.shop.product import ProductPage, ReviewForm, Reviews
from phoneworld.apps.shop.sections import section_bar
from phoneworld.apps.shop.seed import seed
from phoneworld.formats import dollars
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Chip, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, SideScroll
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field, Picture, Text

ALL = "All"
ORDERS = {
    "Featured": "_id",
    "Price: low to high": "price, _id",
    "Price: high to low": "price DESC, _id",
    "Best rated": "rating DESC, _id",
}


class ShopHome(Screen):
    """The products: all, of one category, or found by a word. Opens with a `query` or `category`."""

    def opened(self) -> None:
        self.state["query"] = self.args.get("query", "")
        category = self.args.get("category", ALL)
        self.state["category"] = category if category in CATEGORIES else ALL

    def view(self) -> View:
        chosen = self.state["category"]
        return Scaffold(
            TopBar(
                Field("query", "Search the shop", kind="search", icon="search").sized(height=48),
                actions=(IconButton("sort", "Sort", self.choose_order),),
            ),
            Column(
                SideScroll(
                    *(self.chip(name, chosen) for name in (ALL, *CATEGORIES)), key="categories"
                ),
                LazyList(self.page, self.row, row_height=88, empty="Nothing found"),
                gap=8,
            ),
            bottom=section_bar(self, "Shop"),
        )

    def chip(self, name: str, chosen: str) -> View:
        return Chip(name, lambda: self.set_category(name), selected=name == chosen)

    def set_category(self, name: str) -> None:
        self.state["category"] = name

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        clauses = ["1"]
        values: list[str] = []
        if self.state["category"] != ALL:
            clauses.append("category = ?")
            values.append(self.state["category"])
        for word in self.state["query"].lower().split()[:8]:
            clauses.append("instr(lower(name || ' ' || brand || ' ' || category), ?)")
            values.append(word)
        order = ORDERS[self.state.get("order", "Featured")]
        return self.db.rows(
            f"SELECT * FROM products WHERE {' AND '.join(clauses)} "
            f"ORDER BY {order} LIMIT ? OFFSET ?",
            *values,
            count,
            first,
        )

    def row(self, product: dict[str, Any]) -> View:
        return product_row(self, product)

    def choose_order(self) -> None:
        chosen = self.state.get("order", "Featured")
        self.choose("Sort by", list(ORDERS), chosen, then="set_order")

    def set_order(self, order: str) -> None:
        self.state["order"] = order


def product_row(screen: Screen, product: dict[str, Any]) -> Tile:
    """A product in a list."""
    return Tile(
        product["name"],
        f"{product['brand']} · {product['rating'] / 10:.1f} ★",
        leading=Picture(product["art"], of=product["name"], width=72, height=72, radius=10),
        trailing=Text(dollars(product["price"]), "subtitle"),
        on_click=lambda: screen.open("product", id=product["_id"]),
    )


class Wishes(Screen):
    """What one would like to have."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Wish list"),
            LazyList(self.page, self.row, row_height=88, empty="Your wish list is empty"),
            bottom=section_bar(self, "Wish list"),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT p.*, w._id AS wish FROM wishes w JOIN products p ON p._id = w.product_id "
            "ORDER BY w._id LIMIT ? OFFSET ?",
            count,
            first,
        )

    def row(self, product: dict[str, Any]) -> View:
        row = product_row(self, product).swiped(lambda _: self.remove(product["wish"]))
        return row.held(
            lambda: self.menu({"Remove from wish list": "remove"}, wish=product["wish"])
        )

    def remove(self, wish: int) -> None:
        self.db.run("DELETE FROM wishes WHERE _id = ?", wish)
        self.toast("Removed from the wish list")


APP = App(
    package=PACKAGE,
    label="Shop",
    icon="store",
    color="#5e35b1",
    screens={
        "home": ShopHome,
        "wishes": Wishes,
        "cart": ShopCart,
        "account": ShopAccount,
        "product": ProductPage,
        "reviews": Reviews,
        "review": ReviewForm,
        "checkout": Checkout,
        "orders": ShopOrders,
        "order": ShopOrder,
        "return": Return,
        "addresses": Addresses,
        "address": AddressForm,
        "coupons": Coupons,
    },
    start="home",
    database="shop.db",
    schema=SCHEMA,
    seed=seed,
    derived=("products.rating", "variants.stock"),
)

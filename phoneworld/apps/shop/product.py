"""One product: its variants, and what customers write about it."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.shop.data import MOST_OF_ONE, add_review, add_to_cart, stock_of
from phoneworld.formats import day_name, dollars
from phoneworld.ui.bars import Fab, Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, Chip, IconButton
from phoneworld.ui.rows import Card, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView, SideScroll
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Picture, Text


class ProductPage(Screen):
    """A product to look at and to put into the cart."""

    def view(self) -> View:
        product = self.db.one("SELECT * FROM products WHERE _id = ?", self.args.get("id"))
        if product is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("store", "This product is no longer sold")
            )
        variants = self.db.rows(
            "SELECT size, color, stock FROM variants WHERE product_id = ? ORDER BY _id",
            product["_id"],
        )
        sizes = list(dict.fromkeys(row["size"] for row in variants if row["size"]))
        colors = list(dict.fromkeys(row["color"] for row in variants if row["color"]))
        wished = self.wish() is not None
        return Scaffold(
            TopBar(
                "",
                back=self.close,
                actions=(
                    IconButton(
                        "favorite" if wished else "favorite_border",
                        "Remove from wish list" if wished else "Add to wish list",
                        self.toggle_wish,
                    ),
                    IconButton("share", "Share", lambda: self.share_it(product)),
                    IconButton("shopping_cart", "Cart", lambda: self.open("cart")),
                ),
            ),
            ScrollView(
                Picture(
                    product["art"], of=f"{product['name']} {self.state.get('color', '')}".strip()
                ).sized(height=220),
                Column(
                    Text(product["brand"], "label", color="primary").named("brand"),
                    Text(product["name"], "headline").named("name"),
                    Text(dollars(product["price"]), "title").named("price"),
                    Text(product["about"], "body", color="muted").named("about"),
                    pad=(16, 12, 16, 4),
                    gap=4,
                ),
                Tile(
                    f"{product['rating'] / 10:.1f} ★",
                    "Customer reviews",
                    icon="star",
                    id="rating",
                    on_click=lambda: self.open("reviews", id=product["_id"]),
                ),
                self.options("Size", "size", sizes),
                self.options("Colour", "color", colors),
                self.quantity(),
                Column(Card(Text(self.availability(), "small").named("stock")), pad=(16, 8)),
                pad=16,
            ),
            bottom=Row(
                Button("Add to cart", self.add, icon="add_shopping_cart").grow(),
                pad=(16, 12),
                bg="surface",
            ),
        )

    def options(self, title: str, key: str, values: list[str]) -> View | None:
        if not values:
            return None
        return Column(
            Row(Text(title, "label", color="muted"), pad=(16, 0)),
            SideScroll(*(self.chip(key, value) for value in values), key=key),
            gap=6,
            pad=(0, 6),
        )

    def chip(self, key: str, value: str) -> View:
        return Chip(
            value, lambda: self.state.update({key: value}), selected=self.state.get(key) == value
        )

    def quantity(self) -> View:
        count = self.state.get("quantity", 1)
        return Row(
            Text("Quantity", "label", color="muted").grow(),
            IconButton("remove_circle", "Decrease quantity", lambda: self.take(count - 1)),
            Text(str(count), "title").named("quantity"),
            IconButton("add_circle", "Increase quantity", lambda: self.take(count + 1)),
            pad=(16, 0, 4, 0),
            gap=4,
        )

    def take(self, count: int) -> None:
        self.state["quantity"] = max(1, min(MOST_OF_ONE, count))

    def lacking(self) -> str:
        """What is still to be chosen, or nothing."""
        for key, title in (("size", "a size"), ("color", "a colour")):
            if not self.state.get(key):
                some = self.db.value(
                    f"SELECT 1 FROM variants WHERE product_id = ? AND {key} <> '' LIMIT 1",
                    self.args.get("id"),
                )
                if some:
                    return title
        return ""

    def stock(self) -> int:
        return stock_of(
            self.db, self.args["id"], self.state.get("size", ""), self.state.get("color", "")
        )

    def availability(self) -> str:
        lacking = self.lacking()
        if lacking:
            return f"Choose {lacking} to see whether it is in stock"
        stock = self.stock()
        if not stock:
            return "Sold out"
        return f"Only {stock} left" if stock < 5 else "In stock"

    def add(self) -> None:
        lacking = self.lacking()
        if lacking:
            self.toast(f"Choose {lacking}")
            return
        size, color = self.state.get("size", ""), self.state.get("color", "")
        count = self.state.get("quantity", 1)
        there = self.db.value(
            "SELECT quantity FROM cart WHERE product_id = ? AND size = ? AND color = ?",
            self.args["id"],
            size,
            color,
        )
        stock = self.stock()
        if not stock:
            self.toast("This variant is sold out")
        elif count + (there or 0) > min(stock, MOST_OF_ONE):
            self.toast(f"You can order at most {min(stock, MOST_OF_ONE)} of these")
        else:
            add_to_cart(self.db, self.args["id"], size=size, color=color, quantity=count)
            self.toast("Added to the cart")

    def wish(self) -> int | None:
        return self.db.value("SELECT _id FROM wishes WHERE product_id = ?", self.args.get("id"))

    def toggle_wish(self) -> None:
        wish = self.wish()
        if wish is None:
            self.db.insert("wishes", product_id=self.args["id"])
            self.toast("Added to the wish list")
        else:
            self.db.run("DELETE FROM wishes WHERE _id = ?", wish)
            self.toast("Removed from the wish list")

    def share_it(self, product: dict[str, Any]) -> None:
        self.share(f"{product['name']} by {product['brand']}, {dollars(product['price'])}")


class Reviews(Screen):
    """What customers say about a product."""

    def view(self) -> View:
        name = self.db.value("SELECT name FROM products WHERE _id = ?", self.args.get("id"))
        return Scaffold(
            TopBar(f"Reviews: {name or ''}", back=self.close),
            LazyList(self.page, self.row, row_height=96, empty="No reviews yet", end_space=80),
            fab=Fab("edit", "Write a review", self.write),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM reviews WHERE product_id = ? ORDER BY day DESC, _id DESC "
            "LIMIT ? OFFSET ?",
            self.args.get("id"),
            count,
            first,
        )

    def row(self, review: dict[str, Any]) -> View:
        return Tile(
            f"{review['author']}, {'★' * review['stars']}",
            review["text"],
            leading=Avatar(review["author"]),
            note=day_name(review["day"], self.phone.today),
            lines=2,
            on_long_click=lambda: self.offer_copy(review["text"]),
        )

    def write(self) -> None:
        self.open("review", id=self.args.get("id"))


class ReviewForm(Screen):
    """A review of one's own."""

    def view(self) -> View:
        stars = self.state.get("stars", 0)
        return Scaffold(
            TopBar("Write a review", back=self.close, actions=(Button("Post", self.post),)),
            ScrollView(
                Column(
                    Row(*(self.star(number, stars) for number in range(1, 6))),
                    Field("text", "Your review", kind="multiline"),
                    pad=16,
                    gap=12,
                )
            ),
        )

    def star(self, number: int, stars: int) -> View:
        return IconButton(
            "star" if number <= stars else "star_border",
            f"{number} star{'s' if number > 1 else ''}",
            lambda: self.state.update(stars=number),
            color="#f9a825" if number <= stars else "muted",
            selected=number == stars,
        )

    def post(self) -> None:
        text = self.state.get("text", "").strip()
        if not self.state.get("stars"):
            self.toast("Choose how many stars you give")
        elif not text:
            self.toast("Write a few words")
        elif self.db.value("SELECT 1 FROM products WHERE _id = ?", self.args.get("id")):
            add_review(
                self.db, self.args["id"], "You", self.state["stars"], text, day=self.phone.today
            )
            self.toast("Thank you for your review")
            self.close()

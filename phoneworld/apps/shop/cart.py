"""The cart, and the way from it to an order."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.shop.data import (
    DELIVERIES,
    MOST_OF_ONE,
    Delivery,
    add_order,
    address_text,
    cart_lines,
    cart_total,
    coupon_text,
    discount_of,
    stock_of,
    variant_name,
)
from phoneworld.apps.shop.sections import section_bar
from phoneworld.formats import dollars
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile, radio_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Divider, Field, Picture, Text


class ShopCart(Screen):
    """What is going to be ordered."""

    def view(self) -> View:
        total = cart_total(self.db)
        if not total:
            body: View = empty_note("shopping_cart", "Your cart is empty")
        else:
            body = Column(
                LazyList(self.page, self.row, row_height=112),
                Row(
                    Column(
                        Text("Subtotal", "caption", color="muted"),
                        Text(dollars(total), "title").named("subtotal"),
                    ).grow(),
                    Button("Checkout", lambda: self.open("checkout"), icon="arrow_forward"),
                    pad=(16, 12),
                    bg="surface_high",
                ),
            )
        return Scaffold(TopBar("Cart"), body, bottom=section_bar(self, "Cart"))

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return cart_lines(self.db, first, count)

    def row(self, line: dict[str, Any]) -> View:
        key, count = line["_id"], line["quantity"]
        variant = variant_name(line["size"], line["color"])
        named = f"{line['name']} {variant}".strip()
        return (
            Row(
                Picture(line["art"], of=named, width=72, height=80, radius=10),
                Column(
                    Text(line["name"], "body", lines=1),
                    Text(variant, "small", color="muted", lines=1) if variant else None,
                    Text(dollars(line["price"]), "subtitle"),
                ).grow(),
                IconButton("remove_circle", f"Fewer of {named}", lambda: self.take(key, count - 1)),
                Text(str(count), "title"),
                IconButton("add_circle", f"More of {named}", lambda: self.take(key, count + 1)),
                pad=(16, 8, 4, 8),
                gap=8,
            )
            .clicked(lambda: self.open("product", id=line["product_id"]))
            .held(lambda: self.menu({"Remove": "remove", "Move to wish list": "move"}, id=key))
            .swiped(lambda _: self.remove(key))
        )

    def take(self, id: int, count: int) -> None:
        line = self.db.one("SELECT * FROM cart WHERE _id = ?", id)
        if line is None:
            return
        most = min(MOST_OF_ONE, stock_of(self.db, line["product_id"], line["size"], line["color"]))
        if count < 1:
            self.remove(id)
        elif count > line["quantity"] and count > most:
            self.toast(f"You can order at most {most} of these")
        else:
            self.db.run("UPDATE cart SET quantity = ? WHERE _id = ?", count, id)

    def remove(self, id: int) -> None:
        self.db.run("DELETE FROM cart WHERE _id = ?", id)
        self.toast("Removed from the cart")

    def move(self, id: int) -> None:
        product = self.db.value("SELECT product_id FROM cart WHERE _id = ?", id)
        if product is not None:
            self.db.run("INSERT OR IGNORE INTO wishes (product_id) VALUES (?)", product)
            self.db.run("DELETE FROM cart WHERE _id = ?", id)
            self.toast("Moved to the wish list")


class Checkout(Screen):
    """Where to, how, paid with what: then the order is placed."""

    def opened(self) -> None:
        self.state.update(delivery=DELIVERIES[0].name, coupon="")
        self.state["address"] = self.db.value("SELECT _id FROM addresses ORDER BY _id LIMIT 1")
        self.state["payment"] = self.db.value("SELECT label FROM payments ORDER BY _id LIMIT 1")

    def delivery(self) -> Delivery:
        return next(one for one in DELIVERIES if one.name == self.state["delivery"])

    def coupon(self) -> dict[str, Any] | None:
        return self.db.one(
            "SELECT * FROM coupons WHERE code = ? AND used = 0", self.state["coupon"]
        )

    def address(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM addresses WHERE _id = ?", self.state["address"])

    def view(self) -> View:
        items = cart_total(self.db)
        coupon = self.coupon()
        discount = discount_of(coupon, items) if coupon else 0
        fee = self.delivery().cost(items)
        payments = self.db.rows("SELECT label FROM payments ORDER BY _id LIMIT 20")
        return Scaffold(
            TopBar("Checkout", back=self.close),
            ScrollView(
                Column(
                    self.address_card(),
                    Card(
                        Section("Delivery"),
                        *(self.delivery_row(one, items) for one in DELIVERIES),
                        pad=0,
                    ),
                    Card(
                        Section("Payment"),
                        *(self.payment_row(row["label"]) for row in payments),
                        pad=0,
                    ),
                    self.coupon_card(coupon),
                    Card(
                        self.sum_row("Items", items, "items"),
                        self.sum_row("Discount", -discount, "discount") if discount else None,
                        self.sum_row("Delivery fee", fee, "fee"),
                        Divider(),
                        self.sum_row("Total", items - discount + fee, "total"),
                        gap=8,
                    ),
                    pad=(16, 8, 16, 16),
                    gap=12,
                )
            ),
            bottom=Row(
                Button("Place order", self.place, icon="check_circle").grow(),
                pad=(16, 12),
                bg="surface",
            ),
        )

    def address_card(self) -> View:
        address = self.address()
        return Card(
            Section("Deliver to"),
            Tile(
                address["label"] if address else "No address",
                address_text(address) if address else "Add one in your account",
                icon="place",
                id="address",
                lines=2,
                on_click=self.choose_address,
            ),
            pad=0,
        )

    def delivery_row(self, one: Delivery, items: int) -> View:
        cost = one.cost(items)
        return radio_tile(
            f"{one.name}, {dollars(cost) if cost else 'free'}",
            one.told,
            on=one.name == self.state["delivery"],
            on_click=lambda: self.state.update(delivery=one.name),
        )

    def payment_row(self, label: str) -> View:
        return radio_tile(
            label,
            on=label == self.state["payment"],
            on_click=lambda: self.state.update(payment=label),
        )

    def coupon_card(self, coupon: dict[str, Any] | None) -> View:
        if coupon is not None:
            return Card(
                Row(
                    Column(
                        Text(coupon["code"], "subtitle"),
                        Text(coupon_text(coupon), "small", color="success"),
                    ).grow(),
                    IconButton("close", "Remove coupon", lambda: self.state.update(coupon="")),
                )
            )
        return Card(
            Row(
                Field("code", "Coupon code", on_submit=self.apply).grow(),
                Button("Apply", self.apply, kind="tonal"),
                gap=12,
            )
        )

    def sum_row(self, title: str, cents: int, id: str) -> View:
        shown = f"-{dollars(-cents)}" if cents < 0 else dollars(cents)
        style = "subtitle" if id == "total" else "body"
        return Row(Text(title, style).grow(), Text(shown, style).named(id))

    def choose_address(self) -> None:
        rows = self.db.rows("SELECT * FROM addresses ORDER BY _id LIMIT 50")
        address = self.address()
        if not rows:
            self.open("address")
            return
        self.choose(
            "Deliver to",
            [f"{row['label']}: {address_text(row)}" for row in rows],
            f"{address['label']}: {address_text(address)}" if address else "",
            then="set_address",
        )

    def set_address(self, option: str) -> None:
        for row in self.db.rows("SELECT * FROM addresses ORDER BY _id LIMIT 50"):
            if f"{row['label']}: {address_text(row)}" == option:
                self.state["address"] = row["_id"]
                return

    def returned(self, result: int) -> None:
        self.state["address"] = result

    def apply(self) -> None:
        code = self.state.get("code", "").strip().upper()
        coupon = self.db.one("SELECT * FROM coupons WHERE code = ?", code)
        if coupon is None:
            self.toast("This code is not valid")
        elif coupon["used"]:
            self.toast("This coupon was used already")
        elif coupon["expires"] < self.phone.today:
            self.toast("This coupon has expired")
        elif cart_total(self.db) < coupon["minimum"]:
            self.toast(f"This coupon needs an order of {dollars(coupon['minimum'])} or more")
        else:
            self.state.update(coupon=code, code="")
            self.toast("Coupon applied")

    def place(self) -> None:
        lines, address = cart_lines(self.db), self.address()
        if not lines:
            self.toast("Your cart is empty")
            return
        if address is None:
            self.toast("Add a delivery address first")
            return
        for line in lines:
            stock = stock_of(self.db, line["product_id"], line["size"], line["color"])
            if stock < line["quantity"]:
                self.toast(f"{line['name']}: only {stock} in stock")
                return
        coupon = self.coupon()
        order = add_order(
            self.db,
            lines,
            placed_ms=self.phone.now_ms,
            delivery=self.delivery(),
            address=address_text(address),
            payment=self.state["payment"] or "",
            coupon=coupon,
        )
        if coupon is not None:
            self.db.run("UPDATE coupons SET used = 1 WHERE _id = ?", coupon["_id"])
        for line in lines:
            self.db.run(
                "UPDATE variants SET stock = stock - ? "
                "WHERE product_id = ? AND size = ? AND color = ?",
                line["quantity"],
                line["product_id"],
                line["size"],
                line["color"],
            )
        self.db.run("DELETE FROM cart")
        self.toast("Order placed")
        self.replace("order", id=order)

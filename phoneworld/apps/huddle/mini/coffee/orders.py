"""The cart, and what became of it: orders."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle.formats import clock, moment
from phoneworld.apps.huddle.mini.coffee.data import (
    CANCELLED,
    PAYEE,
    PREPARING,
    add_order,
    add_to_cart,
)
from phoneworld.apps.huddle.miniapp import mini_bar
from phoneworld.apps.huddle.wallet import PayingScreen, add_payment
from phoneworld.formats import dollars
from phoneworld.ui.bars import Scaffold, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Divider, Field, Text
from runtime.actions import Direction

MAX_LINES = 40


def told(line: dict[str, Any]) -> str:
    """Size and extras of a line, as people read them."""
    return " · ".join(part for part in (line["size"], line["extras"]) if part)


class CoffeeCart(PayingScreen):
    """What is to be ordered, where and when it is picked up."""

    def opened(self) -> None:
        self.state.update(pickup="", note="")

    def lines(self) -> list[dict[str, Any]]:
        return self.db.rows("SELECT * FROM coffee_cart ORDER BY _id LIMIT ?", MAX_LINES)

    def view(self) -> View:
        lines = self.lines()
        if not lines:
            return Scaffold(
                mini_bar(self, "Cart"), empty_note("shopping_cart", "Your cart is empty")
            )
        total = sum(line["quantity"] * line["cents"] for line in lines)
        shop = self.db.value("SELECT shop FROM coffee_prefs LIMIT 1")
        return Scaffold(
            mini_bar(
                self,
                "Cart",
                actions=(IconButton("delete_sweep", "Empty cart", self.ask_empty),),
            ),
            ScrollView(
                *(self.row(line) for line in lines),
                Divider(),
                Tile(
                    shop or "Choose a shop",
                    "Pick-up shop",
                    icon="store",
                    on_click=lambda: self.open("coffee/shops"),
                    id="shop",
                ),
                Tile(
                    self.state["pickup"] or "As soon as possible",
                    "Pick-up time",
                    icon="schedule",
                    on_click=lambda: self.menu(
                        {"As soon as possible": "pick_up_soon", "Choose a time": "ask_time"}
                    ),
                    id="pickup",
                ),
                Column(Field("note", "Note for the shop", icon="note"), pad=(16, 8)),
                Row(
                    Text("Total", "subtitle").grow(),
                    Text(dollars(total), "title").named("total"),
                    pad=(16, 8),
                ),
            ),
            bottom=Column(Button("Place order", self.order, id="order"), pad=(16, 10)),
        )

    def row(self, line: dict[str, Any]) -> View:
        def swipe(direction: Direction) -> None:
            del direction
            self.remove(line["_id"])

        name = line["item"]
        return Tile(
            name,
            told(line),
            trailing=Row(
                Text(dollars(line["cents"] * line["quantity"]), "label"),
                IconButton("remove_circle", f"One {name} less", lambda: self.count(line, -1)),
                Text(str(line["quantity"]), "subtitle"),
                IconButton("add_circle", f"One {name} more", lambda: self.count(line, 1)),
            ),
            on_long_click=lambda: self.menu({"Remove": "remove"}, id=line["_id"]),
            lines=2,
        ).swiped(swipe)

    def count(self, line: dict[str, Any], by: int) -> None:
        if line["quantity"] + by < 1:
            self.remove(line["_id"])
        elif line["quantity"] + by <= 20:
            self.db.run(
                "UPDATE coffee_cart SET quantity = quantity + ? WHERE _id = ?", by, line["_id"]
            )

    def remove(self, id: int) -> None:
        self.db.run("DELETE FROM coffee_cart WHERE _id = ?", id)

    def ask_empty(self) -> None:
        self.confirm("Empty the cart?", yes="Empty", then="empty")

    def empty(self) -> None:
        self.db.run("DELETE FROM coffee_cart")

    def pick_up_soon(self) -> None:
        self.state["pickup"] = ""

    def ask_time(self) -> None:
        self.pick_time(self.state["pickup"] or "12:00", then="set_time")

    def set_time(self, time: str) -> None:
        shop = self.db.one(
            "SELECT s.opens, s.closes FROM coffee_prefs p JOIN coffee_shops s ON s.name = p.shop"
        )
        if time <= clock(self.phone.now_ms):
            self.toast("That time has passed")
        elif shop is not None and not shop["opens"] <= time <= shop["closes"]:
            self.toast(f"The shop is open from {shop['opens']} to {shop['closes']}")
        else:
            self.state["pickup"] = time

    def order(self) -> None:
        total = sum(line["quantity"] * line["cents"] for line in self.lines())
        if total:
            self.ask_payment(PAYEE, total, then="ordered")

    def ordered(self, method: str, cents: int) -> None:
        del cents
        order = add_order(
            self.db,
            self.db.value("SELECT shop FROM coffee_prefs LIMIT 1") or "",
            self.lines(),
            at_ms=self.phone.now_ms,
            method=method,
            pickup=self.state["pickup"],
            note=self.state["note"].strip(),
        )
        self.empty()
        self.toast("Order placed")
        self.replace("coffee/order", id=order)


class CoffeeOrders(Screen):
    """All orders, the newest first."""

    def view(self) -> View:
        return Scaffold(
            mini_bar(self, "My orders"),
            LazyList(self.page, self.row, row_height=72, empty="No orders yet"),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT o.*, (SELECT group_concat(quantity || ' ' || item, ', ') FROM coffee_lines "
            "WHERE order_id = o._id) AS things FROM coffee_orders o ORDER BY at DESC "
            "LIMIT ? OFFSET ?",
            count,
            first,
        )

    def row(self, order: dict[str, Any]) -> View:
        return Tile(
            f"{moment(order['at'])} · {order['shop']}",
            order["things"] or "",
            icon="receipt_long",
            trailing=Text(dollars(order["cents"]), "label"),
            on_click=lambda: self.open("coffee/order", id=order["_id"]),
        )


class CoffeeOrder(Screen):
    """One order."""

    def order(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM coffee_orders WHERE _id = ?", self.args.get("id"))

    def lines(self) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM coffee_lines WHERE order_id = ? ORDER BY _id LIMIT ?",
            self.args.get("id"),
            MAX_LINES,
        )

    def view(self) -> View:
        order = self.order()
        if order is None:
            return Scaffold(mini_bar(self, ""), empty_note("receipt_long", "No such order"))
        lines = self.lines()
        return Scaffold(
            mini_bar(
                self,
                "Order",
                actions=(IconButton("share", "Share order", lambda: self.tell(order, lines)),),
            ),
            ScrollView(
                Column(
                    Text(order["status"].capitalize(), "label", color="primary").named("status"),
                    Text(dollars(order["cents"]), "display").named("total"),
                    Text(f"Paid with {order['method']}", "small", color="muted"),
                    pad=16,
                ),
                Column(
                    Card(
                        Tile(order["shop"], "Pick-up shop", icon="store"),
                        Tile(order["pickup"] or "As soon as possible", "Pick-up", icon="schedule"),
                        Tile(
                            f"BB-{order['_id'] * 37 % 900 + 100}", "Code", icon="qr_code", id="code"
                        ),
                        Tile(order["note"], "Note", icon="note") if order["note"] else None,
                        pad=0,
                    ),
                    pad=(16, 0),
                ),
                Section("Items"),
                *(
                    Tile(
                        f"{line['quantity']} × {line['item']}",
                        told(line),
                        trailing=Text(dollars(line["cents"] * line["quantity"]), "label"),
                        lines=2,
                    )
                    for line in lines
                ),
                Column(
                    Button("Order again", self.again, kind="tonal"),
                    Button("Cancel order", self.ask_cancel, kind="danger")
                    if order["status"] == PREPARING
                    else None,
                    pad=16,
                    gap=8,
                ),
            ),
        )

    def tell(self, order: dict[str, Any], lines: list[dict[str, Any]]) -> None:
        things = ", ".join(f"{line['quantity']} {line['item']}" for line in lines)
        self.share(f"{things} at {order['shop']}, {dollars(order['cents'])}")

    def again(self) -> None:
        for line in self.lines():
            add_to_cart(
                self.db,
                line["item"],
                cents=line["cents"],
                size=line["size"],
                extras=line["extras"],
                quantity=line["quantity"],
            )
        self.toast("Added to cart")
        self.open("coffee/cart")

    def ask_cancel(self) -> None:
        self.confirm(
            "Cancel this order?",
            "You get your money back.",
            yes="Cancel order",
            no="Keep it",
            then="cancel",
        )

    def cancel(self) -> None:
        order = self.order()
        if order is None or order["status"] != PREPARING:
            return
        self.db.run("UPDATE coffee_orders SET status = ? WHERE _id = ?", CANCELLED, order["_id"])
        add_payment(
            self.db, PAYEE, -order["cents"], method=order["method"], at_ms=self.phone.now_ms
        )
        self.toast("Order cancelled")

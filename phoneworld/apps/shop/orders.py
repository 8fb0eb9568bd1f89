"""Orders: looked at, cancelled, bought again; and things sent back."""

from __future__ import annotations

from datetime import date
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.shop.data import (
    CANCELLED,
    DELIVERED,
    PROCESSING,
    REASONS,
    RETURN_DAYS,
    add_to_cart,
    variant_name,
)
from phoneworld.formats import day_name, dollars
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Card, Section, Tile, radio_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field, Text
from phoneworld.world import from_millis

ICONS = {
    PROCESSING: "hourglass_empty",
    "Shipped": "local_shipping",
    DELIVERED: "inventory",
    CANCELLED: "cancel",
}


def placed_day(screen: Screen, order: dict[str, Any]) -> str:
    """When an order was placed, as people read it."""
    return day_name(from_millis(order["placed"]).date().isoformat(), screen.phone.today)


class ShopOrders(Screen):
    """All orders, the newest first."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Orders", back=self.close),
            LazyList(self.page, self.row, row_height=80, empty="No orders yet"),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT o.*, (SELECT group_concat(name, ', ') FROM order_items i "
            "WHERE i.order_id = o._id) AS names FROM orders o "
            "ORDER BY placed DESC, _id DESC LIMIT ? OFFSET ?",
            count,
            first,
        )

    def row(self, order: dict[str, Any]) -> View:
        return Tile(
            order["names"] or f"Order {order['number']}",
            f"{placed_day(self, order)} · {order['status']}",
            icon=ICONS.get(order["status"], "inventory"),
            trailing=Text(dollars(order["total"]), "subtitle"),
            on_click=lambda: self.open("order", id=order["_id"]),
        )


class ShopOrder(Screen):
    """One order with its items."""

    def found(self) -> dict[str, Any] | None:
        return self.db.one("SELECT * FROM orders WHERE _id = ?", self.args.get("id"))

    def items(self) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT i.*, r.reason FROM order_items i LEFT JOIN returns r ON r.item_id = i._id "
            "WHERE i.order_id = ? ORDER BY i._id",
            self.args.get("id"),
        )

    def view(self) -> View:
        order = self.found()
        if order is None:
            return Scaffold(
                TopBar("Order", back=self.close), empty_note("inventory", "There is no such order")
            )
        today = self.phone.today
        arrival = "Delivered on" if order["status"] == DELIVERED else "Arrives on"
        return Scaffold(
            TopBar(f"Order {order['number']}", back=self.close),
            ScrollView(
                Column(
                    Card(
                        self.fact("Status", order["status"], "status"),
                        self.fact("Ordered on", placed_day(self, order), "placed"),
                        None
                        if order["status"] == CANCELLED
                        else self.fact(arrival, day_name(order["arrives"], today), "arrives"),
                        self.fact("Delivery", order["delivery"], "delivery"),
                        self.fact("Address", order["address"], "address"),
                        self.fact("Payment", order["payment"], "payment"),
                        gap=8,
                    ),
                    Card(
                        Section("Items"),
                        *(self.item(item, order) for item in self.items()),
                        pad=0,
                    ),
                    Card(
                        self.fact("Items", dollars(order["items_total"]), "items"),
                        self.fact(
                            f"Coupon {order['coupon']}",
                            f"-{dollars(order['discount'])}",
                            "discount",
                        )
                        if order["discount"]
                        else None,
                        self.fact("Delivery fee", dollars(order["delivery_fee"]), "fee"),
                        self.fact("Total", dollars(order["total"]), "total"),
                        gap=8,
                    ),
                    Row(
                        Button("Buy again", self.buy_again, kind="tonal", icon="refresh").grow(),
                        Button("Cancel order", self.ask_cancel, kind="outlined").grow()
                        if order["status"] == PROCESSING
                        else None,
                        gap=12,
                    ),
                    pad=(16, 8, 16, 24),
                    gap=12,
                )
            ),
        )

    def fact(self, title: str, value: str, id: str) -> View:
        return Row(
            Text(title, "small", color="muted").sized(width=110),
            Text(value, "body", selectable=True).named(id).grow(),
            gap=12,
            align="start",
        )

    def item(self, item: dict[str, Any], order: dict[str, Any]) -> View:
        variant = variant_name(item["size"], item["color"])
        told = f"{item['quantity']} x {dollars(item['price'])}"
        return Column(
            Tile(
                item["name"],
                f"{variant} · {told}" if variant else told,
                note="Return requested" if item["reason"] else "",
                on_click=lambda: self.open("product", id=item["product_id"]),
            ),
            Row(
                Button(
                    "Return item", lambda: self.send_back(item["_id"]), kind="text", icon="undo"
                ).described(f"Return {item['name']}"),
                pad=(4, 0),
            )
            if order["status"] == DELIVERED and not item["reason"]
            else None,
        )

    def send_back(self, item: int) -> None:
        order = self.found()
        if order is None:
            return
        age = date.fromisoformat(self.phone.today) - date.fromisoformat(order["arrives"])
        if age.days > RETURN_DAYS:
            self.toast(f"Items can be returned within {RETURN_DAYS} days of delivery")
            return
        self.open("return", item=item)

    def buy_again(self) -> None:
        for item in self.items():
            add_to_cart(
                self.db,
                item["product_id"],
                size=item["size"],
                color=item["color"],
                quantity=item["quantity"],
            )
        self.toast("Added to the cart")

    def ask_cancel(self) -> None:
        self.confirm(
            "Cancel this order?",
            "It will not be sent, and the money goes back to you.",
            yes="Cancel order",
            no="Keep order",
            then="cancel",
        )

    def cancel(self) -> None:
        self.db.run(
            "UPDATE orders SET status = ? WHERE _id = ? AND status = ?",
            CANCELLED,
            self.args["id"],
            PROCESSING,
        )
        self.toast("Order cancelled")


class Return(Screen):
    """Why something is sent back."""

    def view(self) -> View:
        name = self.db.value("SELECT name FROM order_items WHERE _id = ?", self.args.get("item"))
        return Scaffold(
            TopBar("Return item", back=self.close),
            ScrollView(
                Column(Text(name or "", "title").named("name"), pad=(16, 8)),
                Section("Why do you return it?"),
                *(self.reason(reason) for reason in REASONS),
                Column(
                    Field("comment", "Comment (optional)", kind="multiline"),
                    Button("Request return", self.request),
                    pad=16,
                    gap=16,
                ),
            ),
        )

    def reason(self, reason: str) -> View:
        return radio_tile(
            reason,
            on=reason == self.state.get("reason"),
            on_click=lambda: self.state.update(reason=reason),
        )

    def request(self) -> None:
        if not self.state.get("reason"):
            self.toast("Choose a reason")
            return
        self.db.run(
            "INSERT OR IGNORE INTO returns (item_id, reason, comment, requested) "
            "VALUES (?, ?, ?, ?)",
            self.args.get("item"),
            self.state["reason"],
            self.state.get("comment", "").strip(),
            self.phone.now_ms,
        )
        self.toast("Return requested")
        self.close()

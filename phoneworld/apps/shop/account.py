"""The customer: addresses, coupons, and the way to the orders."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.shop.data import add_address, coupon_text
from phoneworld.apps.shop.sections import section_bar
from phoneworld.formats import day_name
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field

FIELDS = (
    ("label", "Label (Home, Work ...)", "label"),
    ("recipient", "Name", "person"),
    ("street", "Street and number", "home"),
    ("city", "City", "place"),
)


class ShopAccount(Screen):
    """What belongs to the customer."""

    def view(self) -> View:
        payments = self.db.rows("SELECT label FROM payments ORDER BY _id LIMIT 20")
        return Scaffold(
            TopBar("Account"),
            ScrollView(
                self.way("Orders", "Track, cancel, return", "inventory", "orders"),
                self.way("Addresses", "Where parcels go", "place", "addresses"),
                self.way("Coupons", "What you can save", "local_offer", "coupons"),
                Section("Payment methods"),
                *(Tile(row["label"], icon="credit_card") for row in payments),
            ),
            bottom=section_bar(self, "Account"),
        )

    def way(self, title: str, told: str, icon: str, route: str) -> View:
        return Tile(title, told, icon=icon, on_click=lambda: self.open(route))


class Addresses(Screen):
    """The address book of the shop."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Addresses", back=self.close),
            LazyList(self.page, self.row, row_height=88, empty="No addresses yet", end_space=80),
            fab=Fab("add", "Add address", lambda: self.open("address")),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows("SELECT * FROM addresses ORDER BY _id LIMIT ? OFFSET ?", count, first)

    def row(self, address: dict[str, Any]) -> View:
        key = address["_id"]
        return Tile(
            address["label"],
            f"{address['recipient']}\n{address['street']}, {address['city']}",
            icon="place",
            lines=2,
            on_click=lambda: self.open("address", id=key),
            on_long_click=lambda: self.menu({"Delete": "ask_delete"}, id=key),
        ).swiped(lambda _: self.ask_delete(key))

    def ask_delete(self, id: int) -> None:
        label = self.db.value("SELECT label FROM addresses WHERE _id = ?", id)
        self.confirm("Delete address?", label or "", yes="Delete", then="delete", id=id)

    def delete(self, id: int) -> None:
        self.db.run("DELETE FROM addresses WHERE _id = ?", id)
        self.toast("Address deleted")


class AddressForm(Screen):
    """A new address, or one to change."""

    def opened(self) -> None:
        address = self.db.one("SELECT * FROM addresses WHERE _id = ?", self.args.get("id"))
        if address is not None:
            self.state.update({key: address[key] for key, _, _ in FIELDS})

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "New address" if self.args.get("id") is None else "Edit address",
                back=self.close,
                actions=(Button("Save", self.save, id="save"),),
            ),
            ScrollView(
                Column(*(Field(key, hint, icon=icon) for key, hint, icon in FIELDS), pad=16, gap=12)
            ),
        )

    def save(self) -> None:
        values = {key: self.state.get(key, "").strip() for key, _, _ in FIELDS}
        for key, hint, _ in FIELDS[1:]:
            if not values[key]:
                self.toast(f"Enter: {hint}")
                return
        values["label"] = values["label"] or values["city"]
        address = self.args.get("id")
        if address is None:
            address = add_address(self.db, **values)
        else:
            self.db.run(
                "UPDATE addresses SET label = ?, recipient = ?, street = ?, city = ? WHERE _id = ?",
                *values.values(),
                address,
            )
        self.toast("Address saved")
        self.close(address)


class Coupons(Screen):
    """The coupons one has."""

    def view(self) -> View:
        return Scaffold(
            TopBar("Coupons", back=self.close),
            LazyList(self.page, self.row, row_height=80, empty="No coupons"),
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM coupons ORDER BY used, _id LIMIT ? OFFSET ?", count, first
        )

    def row(self, coupon: dict[str, Any]) -> View:
        today = self.phone.today
        if coupon["used"]:
            state = "Used"
        elif coupon["expires"] < today:
            state = "Expired"
        else:
            state = f"Until {day_name(coupon['expires'], today)}"
        return Tile(
            coupon["code"],
            f"{coupon_text(coupon)} · {state}",
            icon="local_offer",
            on_long_click=lambda: self.offer_copy(coupon["code"]),
        )

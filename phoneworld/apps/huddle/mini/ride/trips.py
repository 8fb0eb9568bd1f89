"""Rides to come and rides behind: in a list, and each by itself."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle.citymap import city_map
from phoneworld.apps.huddle.formats import moment
from phoneworld.apps.huddle.mini.ride.data import BOOKED, CANCELLED, DONE, PAYEE, place
from phoneworld.apps.huddle.miniapp import mini_bar
from phoneworld.apps.huddle.wallet import add_payment
from phoneworld.formats import dollars
from phoneworld.ui.bars import Scaffold, empty_note, tabs
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Text

STATES = {BOOKED: "Booked", DONE: "Completed", CANCELLED: "Cancelled"}
STARS = 5


def trip_tile(screen: Screen, trip: dict[str, Any]) -> View:
    """A ride in a list."""
    state = f" · {STATES[CANCELLED]}" if trip["status"] == CANCELLED else ""
    return Tile(
        trip["destination"],
        f"{moment(trip['at'])} · from {trip['pickup']} · {trip['car']}{state}",
        icon="local_taxi",
        trailing=Text(dollars(trip["cents"]), "label"),
        on_click=lambda: screen.open("ride/trip", id=trip["_id"]),
        lines=2,
    )


class BookedRides(Screen):
    """Rides to come, and rides behind."""

    def view(self) -> View:
        chosen = self.state.get("tab", "Past")
        return Scaffold(
            mini_bar(self, "My rides"),
            LazyList(self.trips, lambda trip: trip_tile(self, trip), row_height=80),
            tab_row=tabs(("Upcoming", "Past"), chosen, self.choose_tab),
        )

    def choose_tab(self, tab: str) -> None:
        self.state["tab"] = tab

    def trips(self, first: int, count: int) -> list[dict[str, Any]]:
        if self.state.get("tab", "Past") == "Upcoming":
            return self.db.rows(
                "SELECT * FROM ride_trips WHERE status = 'booked' ORDER BY at LIMIT ? OFFSET ?",
                count,
                first,
            )
        return self.db.rows(
            "SELECT * FROM ride_trips WHERE status IN ('done', 'cancelled') "
            "ORDER BY at DESC LIMIT ? OFFSET ?",
            count,
            first,
        )


class TripScreen(Screen):
    """One ride."""

    def view(self) -> View:
        trip = self.db.one("SELECT * FROM ride_trips WHERE _id = ?", self.args.get("id"))
        if trip is None:
            return Scaffold(mini_bar(self, ""), empty_note("local_taxi", "No such ride"))
        ends = [place(self.db, trip["pickup"]), place(self.db, trip["destination"])]
        pins = [(one["x"], one["y"]) for one in ends if one is not None]
        status = trip["status"]
        return Scaffold(
            mini_bar(
                self,
                "Ride",
                actions=(IconButton("share", "Share ride", lambda: self.tell(trip)),),
            ),
            ScrollView(
                city_map(pins, route=True, height=140),
                Column(
                    Text(STATES[status], "label", color="primary").named("status"),
                    Text(dollars(trip["cents"]), "display").named("price"),
                    Text(f"Paid with {trip['method']}", "small", color="muted").named("method"),
                    pad=16,
                ),
                Column(
                    Card(
                        Tile(trip["pickup"], "From", icon="my_location"),
                        Tile(trip["destination"], "To", icon="place"),
                        Tile(moment(trip["at"]), trip["car"], icon="schedule"),
                        Tile(
                            trip["driver"],
                            trip["plate"],
                            icon="person",
                            on_long_click=lambda: self.offer_copy(trip["plate"]),
                            id="driver",
                        ),
                        Tile(trip["note"], "Note for the driver", icon="note")
                        if trip["note"]
                        else None,
                        pad=0,
                    ),
                    pad=(16, 0),
                ),
                self.rating(trip) if status == DONE else None,
                Column(
                    Button("Cancel ride", self.ask_cancel, kind="danger")
                    if status == BOOKED
                    else Button("Book again", lambda: self.again(trip), kind="tonal"),
                    pad=16,
                ),
            ),
        )

    def rating(self, trip: dict[str, Any]) -> View:
        return Column(
            Section("Your rating"),
            Row(*(self.star(number, trip["stars"]) for number in range(1, STARS + 1)), pad=(8, 0)),
        )

    def star(self, number: int, stars: int) -> View:
        def rate() -> None:
            self.db.run("UPDATE ride_trips SET stars = ? WHERE _id = ?", number, self.args["id"])

        return IconButton(
            "star" if number <= stars else "star_border",
            f"Rate {number} star{'s' if number > 1 else ''}",
            rate,
            color="warning",
            selected=number <= stars,
        )

    def tell(self, trip: dict[str, Any]) -> None:
        self.share(
            f"My ride from {trip['pickup']} to {trip['destination']}, {moment(trip['at'])}, "
            f"{trip['driver']} ({trip['plate']})"
        )

    def again(self, trip: dict[str, Any]) -> None:
        self.open("ride/quote", pickup=trip["pickup"], destination=trip["destination"])

    def ask_cancel(self) -> None:
        self.confirm(
            "Cancel this ride?",
            "You get your money back.",
            yes="Cancel ride",
            no="Keep it",
            then="cancel",
        )

    def cancel(self) -> None:
        trip = self.db.one(
            "SELECT * FROM ride_trips WHERE _id = ? AND status = 'booked'", self.args["id"]
        )
        if trip is None:
            return
        self.db.run("UPDATE ride_trips SET status = 'cancelled' WHERE _id = ?", trip["_id"])
        add_payment(self.db, PAYEE, -trip["cents"], method=trip["method"], at_ms=self.phone.now_ms)
        self.toast("Ride cancelled")

"""Ride: choose where to, see prices, book; the rides to come and those behind."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle.citymap import city_map
from phoneworld.apps.huddle.mini.ride.data import (
    BOOKED,
    CANCELLED,
    CLASSES,
    DONE,
    PAYEE,
    SCHEMA,
    CarClass,
    add_trip,
    fare_cents,
    place,
    seed,
)
from phoneworld.apps.huddle.miniapp import MiniApp, mini_bar
from phoneworld.apps.huddle.wallet import PayingScreen, add_payment
from phoneworld.apps.huddle.wording import clock, day_text, dollars, moment, sought
from phoneworld.ui.bars import Scaffold, empty_note, tabs
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scrolling import LazyList, Scroll
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Button, Divider, Field, Icon, IconButton, Radio, Text
from phoneworld.world import millis

COLOR = "#b26a00"
STATES = {BOOKED: "Booked", DONE: "Completed", CANCELLED: "Cancelled"}
STARS = 5


class Home(Screen):
    """Where to? The saved places, and the rides that are booked."""

    def opened(self) -> None:
        if self.args.get("destination"):
            self.open("ride/quote", pickup="Home", destination=self.args["destination"])

    def view(self) -> View:
        saved = self.db.rows("SELECT * FROM ride_places WHERE saved = 1 ORDER BY _id LIMIT 8")
        booked = self.db.rows(
            "SELECT * FROM ride_trips WHERE status = 'booked' ORDER BY at LIMIT 6"
        )
        return Scaffold(
            mini_bar(
                self,
                "Ride",
                actions=(IconButton("history", "My rides", lambda: self.open("ride/rides")),),
            ),
            Scroll(
                city_map([(saved[0]["x"], saved[0]["y"])] if saved else []),
                Column(
                    Row(
                        Icon("search"),
                        Text("Where to?", "subtitle").grow(),
                        pad=(16, 14),
                        gap=12,
                        bg="surface_high",
                        radius=24,
                    )
                    .named("where_to")
                    .clicked(lambda: self.open("ride/place", title="Where to?")),
                    pad=16,
                ),
                Section("Booked") if booked else None,
                *(trip_tile(self, trip) for trip in booked),
                Section("Saved places"),
                *(self.saved_tile(one) for one in saved),
            ),
        )

    def saved_tile(self, one: dict[str, Any]) -> View:
        icon = {"Home": "home", "Work": "work"}.get(one["name"], "star")
        return Tile(
            one["name"], one["address"], icon=icon, on_click=lambda: self.returned(one["name"])
        )

    def returned(self, result: Any) -> None:
        """A destination was chosen."""
        start = "Work" if result == "Home" else "Home"
        self.open("ride/quote", pickup=start, destination=result)


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


class Place(Screen):
    """All places, to search; the chosen one is the result."""

    def view(self) -> View:
        return Scaffold(
            mini_bar(self, self.args.get("title", "Choose a place")),
            Column(
                Row(
                    Field("query", "Search places", kind="search", icon="search")
                    .sized(height=48)
                    .grow(),
                    pad=(16, 4),
                ),
                LazyList(self.places, self.row, row_height=64, empty="No place found"),
            ),
        )

    def places(self, first: int, count: int) -> list[dict[str, Any]]:
        query = sought(self.state.get("query", ""))
        return self.db.rows(
            "SELECT * FROM ride_places WHERE ? = '' OR instr(lower(name), ?) > 0 "
            "OR instr(lower(address), ?) > 0 ORDER BY _id LIMIT ? OFFSET ?",
            query,
            query,
            query,
            count,
            first,
        )

    def row(self, one: dict[str, Any]) -> View:
        return Tile(
            one["name"],
            one["address"],
            icon="star" if one["saved"] else "place",
            on_click=lambda: self.close(one["name"]),
            on_long_click=lambda: self.menu(
                {
                    "Remove from saved places" if one["saved"] else "Save place": "flip_saved",
                    "Copy address": "copy_address",
                },
                id=one["_id"],
            ),
        )

    def flip_saved(self, id: int) -> None:
        self.db.run("UPDATE ride_places SET saved = 1 - saved WHERE _id = ?", id)

    def copy_address(self, id: int) -> None:
        address = self.db.value("SELECT address FROM ride_places WHERE _id = ?", id)
        self.phone.clipboard = address or ""
        self.toast("Copied")


class Quote(PayingScreen):
    """From, to, when, in what: and what it costs."""

    def opened(self) -> None:
        self.state.update(
            pickup=self.args.get("pickup", "Home"),
            destination=self.args.get("destination", "Work"),
            car=CLASSES[0].name,
            day="",
            time="",
            note="",
            choosing="",
        )

    def view(self) -> View:
        start = place(self.db, self.state["pickup"])
        end = place(self.db, self.state["destination"])
        pins = [(one["x"], one["y"]) for one in (start, end) if one is not None]
        day, time = self.state["day"], self.state["time"]
        return Scaffold(
            mini_bar(self, "Plan a ride"),
            Scroll(
                city_map(pins, route=True, height=120),
                Tile(
                    self.state["pickup"],
                    "Pick-up",
                    icon="my_location",
                    on_click=lambda: self.ask_place("pickup", "Pick-up"),
                    id="pickup",
                ),
                Tile(
                    self.state["destination"],
                    "Destination",
                    icon="place",
                    on_click=lambda: self.ask_place("destination", "Destination"),
                    id="destination",
                ),
                Tile(
                    f"{day_text(day)} {time}" if day else "Now",
                    "Pick-up time",
                    icon="schedule",
                    on_click=lambda: self.menu({"Now": "leave_now", "Schedule": "ask_day"}),
                    id="when",
                ),
                Divider(),
                *(
                    self.car_tile(car, fare_cents(start, end, car))
                    for car in CLASSES
                    if start is not None and end is not None
                ),
                Column(Field("note", "Note for the driver", icon="note"), pad=(16, 8)),
                pad=8,
            ),
            bottom=Column(Button(f"Book {self.state['car']}", self.book, id="book"), pad=(16, 10)),
        )

    def car_tile(self, car: CarClass, cents: int) -> View:
        def take() -> None:
            self.state["car"] = car.name

        return Tile(
            car.name,
            f"{car.seats} seats · {car.minutes} min away",
            leading=Radio(on=self.state["car"] == car.name),
            trailing=Text(dollars(cents), "subtitle"),
            on_click=take,
        )

    def ask_place(self, end: str, title: str) -> None:
        self.state["choosing"] = end
        self.open("ride/place", title=title)

    def returned(self, result: Any) -> None:
        """A place was chosen for one of the two ends."""
        if self.state["choosing"]:
            self.state[self.state["choosing"]] = result

    def leave_now(self) -> None:
        self.state.update(day="", time="")

    def ask_day(self) -> None:
        self.pick_date(self.state["day"] or self.phone.today, then="ask_time")

    def ask_time(self, day: str) -> None:
        if day < self.phone.today:
            self.toast("Choose a day to come")
            return
        self.pick_time(self.state["time"] or "09:00", then="schedule", day=day)

    def schedule(self, time: str, day: str) -> None:
        if day == self.phone.today and time <= clock(self.phone.now_ms):
            self.toast("Choose a time to come")
            return
        self.state.update(day=day, time=time)

    def book(self) -> None:
        start = place(self.db, self.state["pickup"])
        end = place(self.db, self.state["destination"])
        car = next(one for one in CLASSES if one.name == self.state["car"])
        if start is None or end is None or start["_id"] == end["_id"]:
            self.toast("Choose two different places")
            return
        self.ask_payment(PAYEE, fare_cents(start, end, car), then="booked")

    def booked(self, method: str, cents: int) -> None:
        day, time = self.state["day"], self.state["time"]
        at_ms = self.phone.now_ms
        if day:
            at_ms = millis(datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=UTC))
        trip = add_trip(
            self.db,
            self.state["pickup"],
            self.state["destination"],
            car=self.state["car"],
            cents=cents,
            at_ms=at_ms,
            method=method,
            note=self.state["note"].strip(),
        )
        self.toast("Ride booked")
        self.replace("ride/trip", id=trip)


class Rides(Screen):
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


class Trip(Screen):
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
            Scroll(
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


MINI = MiniApp(
    name="ride",
    label="Ride",
    tagline="A car to anywhere in town",
    icon="local_taxi",
    color=COLOR,
    screens={"home": Home, "place": Place, "quote": Quote, "rides": Rides, "trip": Trip},
    schema=SCHEMA,
    seed=seed,
)

"""Ride: choose where to, see prices, book."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle.citymap import city_map
from phoneworld.apps.huddle.formats import clock, day_text, sought
from phoneworld.apps.huddle.mini.ride.data import (
    CLASSES,
    PAYEE,
    SCHEMA,
    CarClass,
    add_trip,
    fare_cents,
    place,
    seed,
)
from phoneworld.apps.huddle.mini.ride.trips import BookedRides, TripScreen, trip_tile
from phoneworld.apps.huddle.miniapp import MiniApp, mini_bar
from phoneworld.apps.huddle.wallet import PayingScreen
from phoneworld.formats import dollars
from phoneworld.ui.bars import Scaffold
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.controls import Radio
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Divider, Field, Icon, Text
from phoneworld.world import millis

COLOR = "#b26a00"


class RideHome(Screen):
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
            ScrollView(
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


class PlacePicker(Screen):
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
            ScrollView(
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


MINI = MiniApp(
    name="ride",
    label="Ride",
    tagline="A car to anywhere in town",
    icon="local_taxi",
    color=COLOR,
    screens={
        "home": RideHome,
        "place": PlacePicker,
        "quote": Quote,
        "rides": BookedRides,
        "trip": TripScreen,
    },
    schema=SCHEMA,
    seed=seed,
)

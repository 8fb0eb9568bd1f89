"""Bikes: find a station, unlock a bike, ride, return it; passes."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle.citymap import city_map
from phoneworld.apps.huddle.formats import day_text, days_after, moment, sought
from phoneworld.apps.huddle.mini.bike.data import (
    BROKEN,
    ELECTRIC,
    MINUTE_CENTS,
    PARKED,
    PASSES,
    PAYEE,
    PROBLEMS,
    SCHEMA,
    STATIONS,
    UNLOCK_CENTS,
    add_pass,
    begin_ride,
    current_pass,
    current_ride,
    minutes_of,
    ride_cents,
    seed,
)
from phoneworld.apps.huddle.miniapp import MiniApp, banner, mini_bar
from phoneworld.apps.huddle.wallet import PayingScreen
from phoneworld.formats import dollars
from phoneworld.ui.bars import Scaffold, empty_note
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Card, Section, Tile, switch_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Text

COLOR = "#2e7d32"


class BikeScreen(Screen):
    """A screen from which a bike can be unlocked."""

    def unlock(self, code: str) -> None:
        code = code.strip()
        if current_ride(self.db) is not None:
            self.toast("End your current ride first")
            return
        bike = self.db.one("SELECT * FROM bike_bikes WHERE code = ?", code)
        if bike is None:
            self.toast("There is no bike with this code")
        elif bike["state"] == BROKEN:
            self.toast("This bike is out of service")
        elif bike["state"] != PARKED:
            self.toast("This bike is in use")
        else:
            begin_ride(self.db, bike, at_ms=self.phone.now_ms)
            self.toast("Unlocked, have a good ride")
            self.open("bike/ride")


class BikeHome(BikeScreen):
    """The current ride, and what can be done."""

    def view(self) -> View:
        ride = current_ride(self.db)
        owned = current_pass(self.db, self.phone.today)
        return Scaffold(
            mini_bar(self, "Bikes"),
            ScrollView(
                city_map(
                    [(x, y) for _, x, y in STATIONS], height=180, description="Map of stations"
                ),
                Column(
                    Card(
                        Text("Current ride", "label", color="primary"),
                        Text(f"Bike {ride['code']}, from {ride['start_station']}", "subtitle"),
                        Button("Show ride", lambda: self.open("bike/ride"), kind="tonal"),
                        gap=8,
                    )
                    if ride
                    else Button("Unlock a bike", self.ask_code, icon="lock_open"),
                    pad=16,
                ),
                Tile("Stations", "Find bikes and free docks", icon="place", on_click=self.stations),
                Tile(
                    "Passes",
                    f"{owned['kind']} until {day_text(owned['until'])}" if owned else "No pass",
                    icon="confirmation_number",
                    on_click=lambda: self.open("bike/passes"),
                ),
                Tile("My rides", icon="history", on_click=lambda: self.open("bike/rides")),
                Tile(
                    "Report a problem",
                    icon="build",
                    on_click=lambda: self.prompt("Report a problem", "Bike code", then="report"),
                ),
            ),
        )

    def stations(self) -> None:
        self.open("bike/stations")

    def ask_code(self) -> None:
        self.prompt("Unlock a bike", "Bike code", then="unlock", yes="Unlock")

    def report(self, text: str) -> None:
        code = text.strip()
        if self.db.one("SELECT _id FROM bike_bikes WHERE code = ?", code) is None:
            self.toast("There is no bike with this code")
            return
        self.choose("What is wrong?", list(PROBLEMS), "", then="put_report", code=code)

    def put_report(self, option: str, code: str) -> None:
        self.db.insert("bike_reports", code=code, problem=option, at=self.phone.now_ms)
        self.toast("Thank you for telling us")


class Stations(Screen):
    """The stations, the nearest first. With `choosing`, the chosen one is the result."""

    def view(self) -> View:
        return Scaffold(
            mini_bar(self, "Return to" if self.args.get("choosing") else "Stations"),
            Column(
                Row(
                    Field("query", "Search stations", kind="search", icon="search")
                    .sized(height=48)
                    .grow(),
                    pad=(16, 4),
                ),
                LazyList(self.stations, self.row, empty="No station found"),
            ),
        )

    def stations(self, first: int, count: int) -> list[dict[str, Any]]:
        query = sought(self.state.get("query", ""))
        return self.db.rows(
            "SELECT s.*, (SELECT count(*) FROM bike_bikes WHERE station = s.name AND "
            "kind = 'City bike') AS city, (SELECT count(*) FROM bike_bikes WHERE station = s.name "
            "AND kind = 'E-bike') AS electric FROM bike_stations s "
            "WHERE ? = '' OR instr(lower(name), ?) > 0 ORDER BY metres LIMIT ? OFFSET ?",
            query,
            query,
            count,
            first,
        )

    def row(self, station: dict[str, Any]) -> View:
        free = station["docks"] - station["city"] - station["electric"]
        metres = station["metres"]
        return Tile(
            station["name"],
            f"{station['city']} city bikes · {station['electric']} e-bikes · {free} free docks",
            icon="pedal_bike",
            note=f"{metres} m" if metres < 1000 else f"{metres / 1000:.1f} km",
            on_click=lambda: self.take(station["_id"], station["name"], free),
        )

    def take(self, id: int, name: str, free: int) -> None:
        if not self.args.get("choosing"):
            self.open("bike/station", id=id)
        elif free < 1:
            self.toast("There is no free dock")
        else:
            self.close(name)


class Station(BikeScreen):
    """The bikes that stand at a station."""

    def view(self) -> View:
        station = self.db.one("SELECT * FROM bike_stations WHERE _id = ?", self.args.get("id"))
        if station is None:
            return Scaffold(mini_bar(self, ""), empty_note("pedal_bike", "No such station"))
        bikes = self.db.rows(
            "SELECT * FROM bike_bikes WHERE station = ? ORDER BY kind, code LIMIT 30",
            station["name"],
        )
        return Scaffold(
            mini_bar(self, station["name"]),
            ScrollView(
                city_map([(station["x"], station["y"])], height=120),
                Tile(
                    station["address"],
                    f"{station['docks'] - len(bikes)} of {station['docks']} docks free",
                    icon="place",
                    on_long_click=lambda: self.offer_copy(station["address"]),
                ),
                Section("Bikes"),
                *(self.bike(bike) for bike in bikes),
            ),
        )

    def bike(self, bike: dict[str, Any]) -> View:
        about = bike["kind"]
        if bike["kind"] == ELECTRIC:
            about = f"{about} · battery {bike['battery']}%"
        broken = bike["state"] == BROKEN
        return Tile(
            bike["code"],
            f"{about} · out of service" if broken else about,
            leading=Avatar(
                icon="bolt" if bike["kind"] == ELECTRIC else "pedal_bike",
                color="#5f6368" if broken else COLOR,
            ),
            on_click=lambda: self.confirm(
                f"Unlock bike {bike['code']}?",
                f"{dollars(UNLOCK_CENTS)} and {dollars(MINUTE_CENTS[bike['kind']])} a minute, "
                "less with a pass.",
                yes="Unlock",
                then="unlock",
                code=bike["code"],
            ),
        )


class Ride(PayingScreen):
    """The ride that is going on."""

    def view(self) -> View:
        ride = current_ride(self.db)
        if ride is None:
            return Scaffold(mini_bar(self, "Ride"), empty_note("pedal_bike", "No ride going on"))
        minutes = minutes_of(ride, self.phone.now_ms)
        return Scaffold(
            mini_bar(self, "Ride"),
            ScrollView(
                Column(
                    banner(
                        COLOR,
                        f"Bike {ride['code']} · {ride['kind']}",
                        f"{minutes} min",
                        f"{dollars(self.cost(ride))} so far",
                        id="minutes",
                    ),
                    pad=16,
                ),
                Tile(ride["start_station"], "Taken from", icon="place"),
                Tile(moment(ride["started"]), "Since", icon="schedule"),
                Column(
                    Button(
                        "End ride",
                        lambda: self.open("bike/stations", choosing=True),
                        icon="lock",
                        id="end",
                    ),
                    pad=16,
                ),
            ),
        )

    def cost(self, ride: dict[str, Any]) -> int:
        owned = current_pass(self.db, self.phone.today) is not None
        return ride_cents(ride["kind"], minutes_of(ride, self.phone.now_ms), with_pass=owned)

    def returned(self, result: Any) -> None:
        """The station to return the bike to was chosen."""
        ride = current_ride(self.db)
        if ride is None:
            return
        cents = self.cost(ride)
        if cents:
            self.ask_payment(PAYEE, cents, then="end", station=result)
        else:
            self.end(method="", cents=0, station=result)

    def end(self, method: str, cents: int, station: str) -> None:
        ride = current_ride(self.db)
        if ride is None:
            return
        self.db.run(
            "UPDATE bike_rides SET ended = ?, end_station = ?, cents = ?, method = ? WHERE _id = ?",
            self.phone.now_ms,
            station,
            cents,
            method,
            ride["_id"],
        )
        self.db.run(
            "UPDATE bike_bikes SET station = ?, state = ? WHERE code = ?",
            station,
            PARKED,
            ride["code"],
        )
        self.toast("Ride ended")
        self.close()


class BikeRides(Screen):
    """The rides behind."""

    def view(self) -> View:
        return Scaffold(
            mini_bar(self, "My rides"), LazyList(self.page, self.row, empty="No rides yet")
        )

    def page(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM bike_rides WHERE ended > 0 ORDER BY ended DESC LIMIT ? OFFSET ?",
            count,
            first,
        )

    def row(self, ride: dict[str, Any]) -> View:
        minutes = minutes_of(ride, ride["ended"])
        return Tile(
            f"{ride['start_station']} to {ride['end_station']}",
            f"{moment(ride['started'])} · {minutes} min · {ride['kind']}",
            icon="pedal_bike",
            trailing=Text(dollars(ride["cents"]), "label"),
        )


class Passes(PayingScreen):
    """The pass one has, and those to buy."""

    def view(self) -> View:
        owned = current_pass(self.db, self.phone.today)
        return Scaffold(
            mini_bar(self, "Passes"),
            ScrollView(
                Column(
                    banner(COLOR, "Your pass", owned["kind"], f"Until {day_text(owned['until'])}")
                    if owned
                    else banner(COLOR, "Your pass", "None", "City bikes are free with a pass"),
                    pad=16,
                ),
                switch_tile(
                    "Renew automatically",
                    f"{dollars(owned['cents'])} from {owned['method']}",
                    on=bool(owned["auto_renew"]),
                    icon="sync",
                    on_click=lambda: self.flip_renewal(owned["_id"]),
                )
                if owned
                else None,
                Section("Buy a pass"),
                *(self.offer(kind) for kind in PASSES),
            ),
        )

    def offer(self, kind: str) -> View:
        days, cents = PASSES[kind]
        return Tile(
            kind,
            f"Valid for {days} day{'s' if days > 1 else ''}",
            icon="confirmation_number",
            trailing=Text(dollars(cents), "subtitle"),
            on_click=lambda: self.ask_payment(PAYEE, cents, then="bought", kind=kind),
        )

    def bought(self, method: str, cents: int, kind: str) -> None:
        del cents
        until = days_after(self.phone.today, PASSES[kind][0] - 1)
        add_pass(self.db, kind, until=until, method=method)
        self.toast(f"{kind} bought")

    def flip_renewal(self, id: int) -> None:
        self.db.run("UPDATE bike_passes SET auto_renew = 1 - auto_renew WHERE _id = ?", id)


MINI = MiniApp(
    name="bike",
    label="Bikes",
    tagline="Shared bikes at every corner",
    icon="pedal_bike",
    color=COLOR,
    screens={
        "home": BikeHome,
        "stations": Stations,
        "station": Station,
        "ride": Ride,
        "rides": BikeRides,
        "passes": Passes,
    },
    schema=SCHEMA,
    seed=seed,
)

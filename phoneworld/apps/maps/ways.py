"""Ways: directions between two spots by several means, choosing a spot, being guided."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.maps import data
from phoneworld.apps.maps.city import category_of
from phoneworld.apps.maps.citymap import CityMap
from phoneworld.apps.maps.geography import (
    HERE,
    MODES,
    Spot,
    distance_m,
    find_address,
    find_spot,
    minutes_between,
    shown_distance,
    shown_minutes,
    steps_between,
)
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Text


class Directions(Screen):
    """How to get from one spot to another. Either end may still be open."""

    def opened(self) -> None:
        self.state.update(
            origin=self.args.get("origin", ""),
            to=self.args.get("to", ""),
            mode=data.preference(self.db, "mode") or "Car",
        )
        allowed = self.phone.system.value(
            "SELECT granted FROM permissions WHERE package = ? AND permission = ?",
            data.PACKAGE,
            data.LOCATION,
        )
        if not self.state["origin"] and allowed:
            self.state["origin"] = HERE

    def view(self) -> View:
        one = find_spot(self.db, self.state["origin"])
        other = find_spot(self.db, self.state["to"])
        body: View
        if one is None or other is None:
            body = empty_note("directions", "Choose where you start and where you want to go")
        else:
            body = self.way(one, other)
        return Scaffold(
            Column(
                TopBar(
                    "Directions",
                    back=self.close,
                    actions=(IconButton("swap_vert", "Swap start and destination", self.swap),),
                ),
                Tile(
                    one.name if one else "Choose starting point",
                    one.address if one else "",
                    icon="my_location",
                    id="origin",
                    on_click=lambda: self.pick("origin", "Starting point"),
                ),
                Tile(
                    other.name if other else "Choose destination",
                    other.address if other else "",
                    icon="place",
                    id="destination",
                    on_click=lambda: self.pick("to", "Destination"),
                ),
            ),
            body,
        )

    def pick(self, end: str, title: str) -> None:
        self.state["picking"] = end
        self.open("pick", title=title)

    def returned(self, result: Any) -> None:
        self.state[self.state.get("picking", "origin")] = result

    def swap(self) -> None:
        self.state.update(origin=self.state["to"], to=self.state["origin"])

    def way(self, one: Spot, other: Spot) -> View:
        mode = self.state["mode"]
        units = data.preference(self.db, "units")
        minutes = minutes_between(one, other, mode)
        span = max(900, int(max(abs(one.x - other.x), abs(one.y - other.y) * 2) * 1.4))
        return ScrollView(
            Row(
                *(self.mode_button(name, one, other) for name in MODES),
                pad=(12, 4),
                gap=8,
            ),
            CityMap(
                self.db.rows("SELECT name, across, at FROM streets"),
                center=((one.x + other.x) // 2, (one.y + other.y) // 2),
                span_m=span,
                marks=(other,),
                me=one,
                way=(one, other),
                height=200,
            ),
            Row(
                Column(
                    Text(shown_minutes(minutes), "headline").named("duration"),
                    Text(shown_distance(distance_m(one, other), units), color="muted").named(
                        "distance"
                    ),
                ).grow(),
                Button("Start", self.start, icon="navigation"),
                pad=(16, 12),
            ),
            Section("Steps"),
            *(
                Tile(step, icon=_step_icon(step), lines=2)
                for step in steps_between(self.db, one, other, mode, units)
            ),
            pad=24,
        )

    def mode_button(self, mode: str, one: Spot, other: Spot) -> View:
        chosen = mode == self.state["mode"]
        minutes = shown_minutes(minutes_between(one, other, mode))
        button = Card(
            Avatar(icon=MODES[mode][0], size=28, color="#5f6368" if not chosen else "#188038"),
            Text(mode, "label", lines=1),
            Text(minutes, "caption", color="muted", lines=1),
            pad=(4, 8),
            gap=2,
            bg="container" if chosen else "surface",
            on_click=lambda: self.choose_mode(mode),
        )
        button.align = "center"
        return button.grow()

    def choose_mode(self, mode: str) -> None:
        self.state["mode"] = mode

    def start(self) -> None:
        one, other = find_spot(self.db, self.state["origin"]), find_spot(self.db, self.state["to"])
        if one is None or other is None:
            return
        kind, _, place = other.key.partition(":")
        trip = self.db.insert(
            "trips",
            origin=one.name,
            destination=other.name,
            place_id=int(place) if kind == "place" else 0,
            mode=self.state["mode"],
            minutes=minutes_between(one, other, self.state["mode"]),
            started=self.phone.now_ms,
        )
        self.open("navigation", trip=trip, origin=one.key, to=other.key, mode=self.state["mode"])


def _step_icon(step: str) -> str:
    for word, icon in (
        ("Turn right", "arrow_forward"),
        ("Turn left", "arrow_back"),
        ("Walk", "directions_walk"),
        ("Take", "directions_bus"),
        ("Arrive", "place"),
    ):
        if step.startswith(word):
            return icon
    return "arrow_upward"


class Navigation(Screen):
    """Being guided, one step after the other."""

    def view(self) -> View:
        args = self.args
        one, other = find_spot(self.db, args["origin"]), find_spot(self.db, args["to"])
        if one is None or other is None:
            return Scaffold(TopBar("", back=self.close), Text("This way is gone"))
        units = data.preference(self.db, "units")
        steps = steps_between(self.db, one, other, args["mode"], units)
        step: int = self.state.get("step", 0)
        at = min(step, len(steps) - 1)
        return Scaffold(
            Row(
                Text(steps[at], "title", color="on_primary").named("step").grow(),
                pad=(20, 20),
                bg="primary",
            ),
            CityMap(
                self.db.rows("SELECT name, across, at FROM streets"),
                center=(one.x, one.y),
                span_m=1400,
                marks=(other,),
                me=one,
                way=(one, other),
            ).grow(),
            bottom=Row(
                Column(
                    Text(shown_minutes(minutes_between(one, other, args["mode"])), "title"),
                    Text(f"to {other.name}", "small", color="muted", lines=1),
                ).grow(),
                Button("Next step", lambda: self.go_on(len(steps)), kind="tonal"),
                Button("Exit", self.close, kind="outlined"),
                gap=8,
                pad=16,
                bg="surface",
            ),
        )

    def go_on(self, count: int) -> None:
        self.state["step"] = min(count - 1, self.state.get("step", 0) + 1)


class PickSpot(Screen):
    """Choosing a spot: here, home, work, a place, an address. Closes with its key."""

    def opened(self) -> None:
        self.state["query"] = ""
        self.focus("query")

    def view(self) -> View:
        return Scaffold(
            TopBar(
                Field(
                    "query", self.args.get("title", "Choose a place"), kind="search", icon="search"
                ).sized(height=48),
                back=self.close,
            ),
            Column(
                *self.known(),
                LazyList(self.places, self.row, row_height=72, empty="No places found"),
            ),
        )

    def known(self) -> list[View]:
        query = self.state.get("query", "").strip()
        if query:
            spot = find_address(self.db, query)
            if spot is None:
                return []
            return [
                Tile(spot.name, spot.address, icon="place", on_click=lambda: self.close(spot.key))
            ]
        return [
            Tile("Your location", icon="my_location", on_click=self.ask_location),
            *(
                Tile(
                    label["name"],
                    label["address"],
                    icon="home" if label["name"] == data.HOME else "work",
                    on_click=lambda label=label: self.close(label["name"].lower()),
                )
                for label in self.db.rows("SELECT name, address FROM labels ORDER BY name")
            ),
        ]

    def ask_location(self) -> None:
        self.need(data.LOCATION, then="take_location")

    def take_location(self) -> None:
        self.close(HERE)

    def places(self, first: int, count: int) -> list[dict[str, Any]]:
        words = self.state.get("query", "").lower()[:80].split()[:6]
        parts = ["instr(lower(name || ' ' || address), ?)"] * len(words) or ["1"]
        return self.db.rows(
            "SELECT _id, name, category, address FROM places "
            f"WHERE {' AND '.join(parts)} ORDER BY name, _id LIMIT ? OFFSET ?",
            *words,
            count,
            first,
        )

    def row(self, place: dict[str, Any]) -> View:
        kind = category_of(place["category"])
        return Tile(
            place["name"],
            place["address"],
            leading=Avatar(icon=kind.icon, color=kind.color),
            on_click=lambda: self.close(f"place:{place['_id']}"),
        )

"""Maps: the map, the search, and APP. Places, ways and lists have files of their own."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.maps import data, geography
from phoneworld.apps.maps.city import EXTENT_M, category_of
from phoneworld.apps.maps.citymap import SPANS_M, CityMap, Pin
from phoneworld.apps.maps.geography import find_address, own_spot, shown_distance
from phoneworld.apps.maps.lists import MapsPreferences, Saved, SavedList, Timeline, section_bar
from phoneworld.apps.maps.places import AddressScreen, PlaceScreen
from phoneworld.apps.maps.reviews import PlaceReview
from phoneworld.apps.maps.ways import Directions, Navigation, PickSpot
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Chip, IconButton
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView, SideScroll
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Icon, Text
from phoneworld.world import from_millis
from runtime.actions import Direction

QUICK = ("Restaurant", "Cafe", "Pharmacy", "Supermarket", "Gas station", "Museum", "Park", "Hotel")
MANY_PINS = 24
LONGEST_QUERY = 80


class Explore(Screen):
    """The map, with what is around."""

    def view(self) -> View:
        span = self.span_m()
        x, y = self.center()
        reach_x, reach_y = span // 2, span
        pins = self.db.rows(
            "SELECT _id, name, category, x, y FROM places WHERE x BETWEEN ? AND ? "
            "AND y BETWEEN ? AND ? LIMIT ?",
            x - reach_x,
            x + reach_x,
            y - reach_y,
            y + reach_y,
            MANY_PINS,
        )
        parks = [(pin["x"], pin["y"]) for pin in pins if pin["category"] == "Park"]
        town = CityMap(
            self.db.rows("SELECT name, across, at FROM streets"),
            center=(x, y),
            span_m=span,
            pins=[Pin(pin, lambda pin=pin: self.open("place", id=pin["_id"])) for pin in pins],
            parks=parks,
            me=own_spot(self.db) if self.state.get("located") else None,
            corner=(
                IconButton("my_location", "My location", self.ask_location, bg="surface_high"),
                IconButton("zoom_out", "Zoom out", lambda: self.zoom(1), bg="surface_high"),
                IconButton("zoom_in", "Zoom in", lambda: self.zoom(-1), bg="surface_high"),
            ),
        )
        town.swiped(self.pan)
        chips = [
            Chip(
                name, lambda name=name: self.open("search", query=name), icon=category_of(name).icon
            )
            for name in QUICK
        ]
        return Scaffold(
            Row(
                Row(
                    Icon("search"),
                    Text("Search here", color="outline").grow(),
                    gap=12,
                    pad=(16, 12),
                    bg="surface_high",
                    radius=24,
                )
                .named("search_box")
                .grow()
                .clicked(lambda: self.open("search")),
                IconButton("directions", "Directions", lambda: self.open("directions")),
                IconButton("settings", "Settings", lambda: self.open("preferences")),
                pad=(16, 8, 4, 8),
                gap=4,
            ),
            Column(Row(SideScroll(*chips, key="quick").grow(), pad=(0, 4)), town.grow()),
            bottom=section_bar(self, "Explore"),
        )

    def span_m(self) -> int:
        """How much of the town is in view."""
        zoom: int = self.state.get("zoom", 2)
        return SPANS_M[zoom]

    def center(self) -> tuple[int, int]:
        here = self.state.get("center")
        return (here[0], here[1]) if here else (EXTENT_M // 2, EXTENT_M // 2)

    def zoom(self, by: int) -> None:
        now = self.state.get("zoom", 2)
        self.state["zoom"] = max(0, min(len(SPANS_M) - 1, now + by))

    def pan(self, finger: Direction) -> None:
        """Move the map along with the finger."""
        step = self.span_m() // 2
        x, y = self.center()
        east = {Direction.LEFT: step, Direction.RIGHT: -step}.get(finger, 0)
        south = {Direction.UP: step, Direction.DOWN: -step}.get(finger, 0)
        self.state["center"] = [
            max(0, min(EXTENT_M, x + east)),
            max(0, min(EXTENT_M, y + south)),
        ]

    def swiped(self, direction: Direction) -> bool:
        # A screen is told where to look next; the finger goes the other way.
        opposite = {Direction.DOWN: Direction.UP, Direction.UP: Direction.DOWN}
        before = self.center()
        self.pan(opposite.get(direction, direction))
        return self.center() != before

    def ask_location(self) -> None:
        self.need(data.LOCATION, then="locate")

    def locate(self) -> None:
        here = own_spot(self.db)
        self.state.update(located=True, center=[here.x, here.y])


class PlaceSearch(Screen):
    """Places and addresses that fit what is typed; before that, what was looked for last."""

    def opened(self) -> None:
        query = self.args.get("query") or self.args.get("text") or ""
        self.state["query"] = query.replace("\n", " ")[:LONGEST_QUERY]
        if query:
            self.remember()
        else:
            self.focus("query")

    def view(self) -> View:
        query = self.state.get("query", "").strip()
        body: View = self.results(query) if query else self.recent()
        return Scaffold(
            TopBar(
                Field(
                    "query", "Search places", kind="search", icon="search", on_submit=self.remember
                ).sized(height=48),
                back=self.close,
                actions=(IconButton("close", "Clear search", self.clear),) if query else (),
            ),
            body,
        )

    def clear(self) -> None:
        self.state["query"] = ""
        self.focus("query")

    def remember(self) -> None:
        """Note what was looked for."""
        query = self.state.get("query", "").strip()[:LONGEST_QUERY]
        if query:
            self.db.run(
                "INSERT INTO recents (query, at) VALUES (?, ?) "
                "ON CONFLICT (query) DO UPDATE SET at = excluded.at",
                query,
                self.phone.now_ms,
            )

    def recent(self) -> View:
        rows = self.db.rows("SELECT * FROM recents ORDER BY at DESC LIMIT 20")
        labels = self.db.rows("SELECT name, address FROM labels ORDER BY name")
        return ScrollView(
            *(
                Tile(
                    row["name"],
                    row["address"],
                    icon="home" if row["name"] == data.HOME else "work",
                    on_click=lambda row=row: self.open("directions", to=row["name"].lower()),
                )
                for row in labels
            ),
            Section("Recent searches") if rows else None,
            *(
                Tile(
                    row["query"],
                    icon="history",
                    trailing=IconButton(
                        "close", f"Remove {row['query']}", lambda row=row: self.forget(row["_id"])
                    ),
                    on_click=lambda row=row: self.search_for(row["query"]),
                )
                for row in rows
            ),
        )

    def forget(self, id: int) -> None:
        self.db.run("DELETE FROM recents WHERE _id = ?", id)

    def search_for(self, query: str) -> None:
        self.state["query"] = query
        self.phone.activity.keyboard = False
        self.remember()

    # What was found

    def results(self, query: str) -> View:
        spot = find_address(self.db, query)
        sort = self.state.get("sort", "")
        chips = [
            Chip("Open now", self.flip_open, selected=bool(self.state.get("open_now"))),
            Chip("Top rated", lambda: self.sort_by("rating"), selected=sort == "rating"),
            Chip("Nearest", self.ask_nearest, selected=sort == "distance"),
        ]
        return Column(
            Row(SideScroll(*chips, key="chips").grow(), pad=(0, 4)),
            Tile(
                spot.name,
                spot.address,
                icon="place",
                on_click=lambda: self.open("address", text=spot.address),
            )
            if spot is not None
            else None,
            LazyList(
                self.found, self.row, row_height=96, key=f"found {sort}", empty="No places found"
            ),
        )

    def flip_open(self) -> None:
        self.state["open_now"] = not self.state.get("open_now")

    def sort_by(self, order: str) -> None:
        self.state["sort"] = "" if self.state.get("sort") == order else order

    def ask_nearest(self) -> None:
        if self.state.get("sort") == "distance":
            self.state["sort"] = ""
        else:
            self.need(data.LOCATION, then="sort_nearest")

    def sort_nearest(self) -> None:
        self.state["sort"] = "distance"

    def found(self, first: int, count: int) -> list[dict[str, Any]]:
        words = [
            _singular(word) for word in self.state["query"].lower()[:LONGEST_QUERY].split()[:6]
        ]
        now = self.phone.now_ms
        parts = ["instr(lower(p.name || ' ' || p.category || ' ' || p.address), ?)"] * len(words)
        values: list[str | int] = [geography.weekday_of(now), *words]
        if self.state.get("open_now"):
            parts.append("h.opens <= ? AND h.closes > ?")
            clock = f"{from_millis(now):%H:%M}"
            values += [clock, clock]
        order = "p.name, p._id"
        if self.state.get("sort") == "rating":
            order = "p.rating DESC, p.name, p._id"
        elif self.state.get("sort") == "distance":
            here = own_spot(self.db)
            order = "abs(p.x - ?) + abs(p.y - ?), p._id"
            values += [here.x, here.y]
        return self.db.rows(
            "SELECT p._id, p.name, p.category, p.address, p.rating, p.ratings, p.x, p.y, h.opens, "
            "h.closes FROM places p LEFT JOIN hours h ON h.place_id = p._id AND h.weekday = ? "
            f"WHERE {' AND '.join(parts)} ORDER BY {order} LIMIT ? OFFSET ?",
            *values,
            count,
            first,
        )

    def row(self, place: dict[str, Any]) -> View:
        kind = category_of(place["category"])
        hours = place if place["opens"] is not None else None
        note = geography.open_note(hours, from_millis(self.phone.now_ms))
        where = place["address"]
        if self.state.get("sort") == "distance":
            here = own_spot(self.db)
            far = abs(here.x - place["x"]) + abs(here.y - place["y"])
            where = f"{shown_distance(far, data.preference(self.db, 'units'))} · {where}"
        return Row(
            Avatar(icon=kind.icon, color=kind.color),
            Column(
                Text(place["name"], lines=1),
                Text(
                    f"{place['rating']:.1f} ★ ({place['ratings']}) · {place['category']}",
                    "small",
                    color="muted",
                    lines=1,
                ),
                Text(where, "small", color="muted", lines=1),
                Text(note, "caption", color="success" if note.startswith("Open") else "error"),
            ).grow(),
            gap=16,
            pad=(16, 6),
        ).clicked(lambda: self.choose_place(place["_id"]))

    def choose_place(self, id: int) -> None:
        self.remember()
        self.open("place", id=id)


def _singular(word: str) -> str:
    """Cafes are found as cafe, pharmacies as pharmacy."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and len(word) > 4 else word


APP = App(
    package=data.PACKAGE,
    label="Maps",
    icon="map",
    color="#188038",
    screens={
        "explore": Explore,
        "search": PlaceSearch,
        "place": PlaceScreen,
        "address": AddressScreen,
        "review": PlaceReview,
        "directions": Directions,
        "pick": PickSpot,
        "navigation": Navigation,
        "saved": Saved,
        "list": SavedList,
        "timeline": Timeline,
        "preferences": MapsPreferences,
    },
    start="explore",
    database="maps.db",
    schema=data.SCHEMA,
    seed=data.seed,
    accepts={"text": "search"},
    asks_first=(data.LOCATION,),
    derived=("recents",),
)

"""Screens with a map: the map itself, and the planning of a track on it."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.files import entries
from phoneworld.packs.androidworld.osmand import data
from phoneworld.packs.androidworld.osmand.data import INDEX_PATH
from phoneworld.packs.androidworld.osmand.map_view import NEAREST, WIDEST, CountryMap
from phoneworld.packs.androidworld.osmand.places import Place
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, View

MIDDLE = Place(47.15, 9.545)
STEP = 2.0


def as_args(place: Place) -> dict[str, Any]:
    """A place as plain values, for another screen."""
    return {"lat": place.lat, "lon": place.lon, "name": place.name}


def from_args(args: dict[str, Any]) -> Place:
    """The place that plain values stand for."""
    return Place(args["lat"], args["lon"], args.get("name", ""))


class MapScreen(Screen):
    """What screens with a map share: where it is, and how near."""

    @property
    def center(self) -> Place:
        lat, lon = self.state.get("center", (MIDDLE.lat, MIDDLE.lon))
        return Place(lat, lon)

    @property
    def span(self) -> float:
        return self.state.get("span", 0.3)

    def move(self, center: Place) -> None:
        self.state["center"] = [
            max(46.0, min(48.5, center.lat)),
            max(8.0, min(11.0, center.lon)),
        ]

    def come_near(self) -> None:
        self.state["span"] = max(NEAREST, self.span / STEP)

    def go_away(self) -> None:
        self.state["span"] = min(WIDEST, self.span * STEP)

    def zoom_buttons(self) -> tuple[View, View]:
        return (
            IconButton("remove", "Zoom out", self.go_away),
            IconButton("add", "Zoom in", self.come_near),
        )


class OsmMap(MapScreen):
    """The map, with favorites and markers on it. A tap or a hold shows what is there."""

    def opened(self) -> None:
        data.refresh(self.phone)

    def view(self) -> View:
        index = self.phone.databases[INDEX_PATH]
        marked = [
            Place(float(str(one["marker_lat"])), float(str(one["marker_lon"])))
            for one in data.markers(self.db)
        ]
        return Scaffold(
            TopBar(
                "OsmAnd",
                menu=self.offer,
                actions=(
                    IconButton("search", "Search", lambda: self.open("search")),
                    *self.zoom_buttons(),
                ),
            ),
            CountryMap(
                self.center,
                self.span,
                on_tap=self.show,
                on_hold=self.show,
                on_move=self.move,
                stars=data.favorites(index),
                flags=marked,
            ).grow(),
            fab=Fab("timeline", "Plan a route", lambda: self.open("plan")),
        )

    def show(self, place: Place) -> None:
        self.open("place", **as_args(place))

    def offer(self) -> None:
        self.menu(
            {
                "Search": "to_search",
                "OsmAndFavorites": "to_favorites",
                "Map markers": "to_markers",
                "Tracks": "to_tracks",
                "Plan a route": "to_plan",
            }
        )

    def to_search(self) -> None:
        self.open("search")

    def to_favorites(self) -> None:
        self.open("favorites")

    def to_markers(self) -> None:
        self.open("markers")

    def to_tracks(self) -> None:
        self.open("tracks")

    def to_plan(self) -> None:
        self.open("plan")


class PlanRoute(MapScreen):
    """A track in the making: points from the map or from a search, in order."""

    @property
    def points(self) -> list[Place]:
        return [from_args(one) for one in self.state.get("points", [])]

    def view(self) -> View:
        rows = [
            Tile(
                f"{number}. {point.title}",
                point.coordinates if point.name else "",
                trailing=IconButton("close", f"Remove point {number}", self.remover(number - 1)),
            )
            for number, point in enumerate(self.points, 1)
        ]
        return Scaffold(
            TopBar(
                "Plan a route",
                back=self.leave,
                actions=(
                    IconButton("undo", "Undo", self.undo),
                    *self.zoom_buttons(),
                    IconButton("save", "Save", self.ask_name),
                ),
            ),
            Column(
                CountryMap(
                    self.center,
                    self.span,
                    on_tap=self.add,
                    on_hold=self.add,
                    on_move=self.move,
                    line=self.points,
                ).grow(),
                ScrollView(*rows).sized(height=240) if rows else None,
                Row(
                    Button(
                        "Add point",
                        lambda: self.open("search", pick=True),
                        icon="add_location",
                    ).grow(),
                    pad=(16, 8),
                ),
            ),
        )

    def add(self, place: Place) -> None:
        self.state["points"] = [*map(as_args, self.points), as_args(place)]

    def returned(self, result: object) -> None:
        if isinstance(result, dict):
            self.add(Place(result["lat"], result["lon"], result["name"]))  # pyright: ignore[reportUnknownArgumentType]  what the search closes with
            self.move(self.points[-1])

    def remover(self, at: int) -> Any:
        def remove() -> None:
            points = self.points
            self.state["points"] = [*map(as_args, points[:at]), *map(as_args, points[at + 1 :])]

        return remove

    def undo(self) -> None:
        self.state["points"] = [as_args(point) for point in self.points[:-1]]

    def ask_name(self) -> None:
        if len(self.points) < 2:
            self.toast("Add at least two points")
            return
        first, last = self.points[0], self.points[-1]
        self.prompt(
            "Save as new track",
            "File name",
            then="save",
            text=f"{first.title} to {last.title}",
            yes="Save",
        )

    def save(self, text: str) -> None:
        name = text.strip()
        problem = entries.problem_with(name)
        if not problem and entries.find(self.phone.files, data.track_path(name)) is not None:
            problem = f"There is already a track called {name}"
        if problem:
            self.toast(problem)
            return
        data.keep_track(self.phone, name, self.points)
        self.toast("Track saved")
        self.close()

    def leave(self) -> None:
        if self.points:
            self.confirm(
                "Discard this route?",
                yes="Discard",
                no="Keep planning",
                then="discard",
            )
        else:
            self.close()

    def discard(self) -> None:
        self.close()

    def back(self) -> bool:
        if self.points:
            self.leave()
        return bool(self.points)

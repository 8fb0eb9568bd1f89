"""OsmAnd's other screens: the search, a place, favorites, markers, tracks."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.packs.androidworld.osmand import data
from phoneworld.packs.androidworld.osmand.data import INDEX_PATH
from phoneworld.packs.androidworld.osmand.map_screens import OsmMap, PlanRoute, as_args, from_args
from phoneworld.packs.androidworld.osmand.places import COUNTRY, Place, find_places
from phoneworld.store import Database
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Field, Text


class OsmAndSearch(Screen):
    """Places by name, or a spot by its coordinates. With `pick`, whoever asked gets what is tapped."""

    def opened(self) -> None:
        self.focus("query")

    def view(self) -> View:
        field = Field("query", "Search", kind="search", icon="search").sized(height=48)
        query = self.state.get("query", "")
        return Scaffold(
            TopBar(field, back=self.close),
            LazyList(
                self.found,
                self.row,
                row_height=68,
                empty="Nothing was found" if query else "Type a name or coordinates",
            ),
        )

    def found(self, first: int, count: int) -> list[Place]:
        return find_places(self.state.get("query", ""))[first : first + count]

    def row(self, place: Place) -> View:
        return Tile(
            place.title,
            COUNTRY if place.name else "Coordinates",
            icon="place",
            on_click=lambda: self.take(place),
        )

    def take(self, place: Place) -> None:
        if self.args.get("pick"):
            self.close(as_args(place))
        else:
            self.replace("place", **as_args(place))


class OsmAndPlace(Screen):
    """One place, and what can be made of it."""

    @property
    def place(self) -> Place:
        return from_args(self.args)

    def view(self) -> View:
        place = self.place
        return Scaffold(
            TopBar(place.title, back=self.close),
            ScrollView(
                Column(
                    Card(
                        Text(place.title, "headline").named("name"),
                        Text(COUNTRY if place.name else "A spot on the map", "body", color="muted"),
                        Text(place.coordinates, "body", selectable=True).named("coordinates"),
                    ),
                    Row(
                        Button("Add favorite", self.ask_favorite, icon="star").grow(),
                        Button("Add marker", self.mark, kind="tonal", icon="flag").grow(),
                        gap=12,
                    ),
                    pad=16,
                    gap=16,
                )
            ),
        )

    def ask_favorite(self) -> None:
        self.prompt("Add favorite", "Name", then="favor", text=self.place.title, yes="Save")

    def favor(self, text: str) -> None:
        name = text.strip()
        if not name:
            self.toast("Enter a name")
            return
        known = data.read_favorites(self.phone)
        place = Place(self.place.lat, self.place.lon, name)
        data.keep_favorites(self.phone, [*known, place])
        self.toast("Favorite added")

    def mark(self) -> None:
        data.add_marker(self.db, self.place, now_ms=self.phone.now_ms)
        self.toast("Marker added")


class OsmList(Screen):
    """A list of what was kept, each with a button to delete it."""

    title = ""

    def opened(self) -> None:
        data.refresh(self.phone)

    @property
    def index(self) -> Database:
        return self.phone.databases[INDEX_PATH]

    def rows(self) -> list[View]:
        raise NotImplementedError  # every list has its own

    def view(self) -> View:
        rows = self.rows() or [Row(Text("Nothing here yet", "body", color="muted"), pad=24)]
        return Scaffold(TopBar(self.title, back=self.close), ScrollView(*rows))

    def kept(self, place: Place, then: str, **args: Any) -> View:
        return Tile(
            place.title,
            place.coordinates,
            icon="place",
            on_click=lambda: self.open("place", **as_args(place)),
            trailing=IconButton(
                "delete",
                f"Delete {place.title}",
                lambda: self.confirm(f"Delete {place.title}?", yes="Delete", then=then, **args),
            ),
        )


class OsmAndFavorites(OsmList):
    """The favorites."""

    title = "OsmAndFavorites"

    def rows(self) -> list[View]:
        return [
            self.kept(place, "remove", number=number)
            for number, place in enumerate(data.favorites(self.index))
        ]

    def remove(self, number: int) -> None:
        known = data.read_favorites(self.phone)
        data.keep_favorites(self.phone, known[:number] + known[number + 1 :])


class MapMarkers(OsmList):
    """The markers."""

    title = "Map markers"

    def rows(self) -> list[View]:
        return [
            self.kept(
                Place(
                    float(str(one["marker_lat"])),
                    float(str(one["marker_lon"])),
                    str(one["marker_map_object_name"] or ""),
                ),
                "remove",
                marker=one["marker_id"],
            )
            for one in data.markers(self.db)
        ]

    def remove(self, marker: str) -> None:
        data.remove_marker(self.db, marker)


class Tracks(OsmList):
    """The tracks that were saved."""

    title = "Tracks"

    def rows(self) -> list[View]:
        return [self.track_row(name) for name in data.track_names(self.index)]

    def track_row(self, name: str) -> View:
        return Tile(
            name,
            f"{len(data.track(self.index, name))} points",
            icon="timeline",
            trailing=IconButton(
                "delete",
                f"Delete {name}",
                lambda: self.confirm(f"Delete {name}?", yes="Delete", then="remove", name=name),
            ),
        )

    def remove(self, name: str) -> None:
        data.remove_track(self.phone, name)


APP = App(
    package=data.PACKAGE,
    label="OsmAnd",
    icon="map",
    color="#ff8800",
    activity="net.osmand.plus.activities.MapActivity",
    screens={
        "map": OsmMap,
        "search": OsmAndSearch,
        "place": OsmAndPlace,
        "favorites": OsmAndFavorites,
        "markers": MapMarkers,
        "tracks": Tracks,
        "plan": PlanRoute,
    },
    start="map",
    database=data.DATABASE,
    schema=data.SCHEMA,
    further_databases={INDEX_PATH: data.INDEX_SCHEMA},
    seed=data.seed,
    permissions=("android.permission.POST_NOTIFICATIONS",),
)

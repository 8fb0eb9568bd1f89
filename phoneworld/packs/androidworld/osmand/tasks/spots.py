"""Tasks in which places become favorites, markers, or points of a track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.author import (
    Added,
    Also,
    Anything,
    Exact,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Scene,
    Script,
    Swap,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.files_there import file_added
from phoneworld.packs.androidworld.osmand.data import FAVORITES, INDEX_PATH, PATH, TRACKS
from phoneworld.packs.androidworld.osmand.tasks.setup import (
    LABEL,
    entering,
    location,
    locations,
    near,
    place_of,
    seeking,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone
from phoneworld.providers import media

SAVE = Tap("Save", role="button")


@dataclass(frozen=True)
class AddFavorite(SuiteTask):
    """A place becomes a favorite."""

    template = "androidworld.osm_and_favorite"
    suite = "OsmAndFavorite"
    complexity = 1.3
    apps = (LABEL,)
    goals = (
        "Make {location} a favorite in OsmAnd.",
        "In the OsmAnd map app, save {location} as a favorite.",
        "Put a favorite at {location} with OsmAnd.",
    )

    location: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(location(scene.rng))

    def expect(self) -> list[Expectation]:
        lat, lon = near(place_of(self.location))
        return [
            Added(INDEX_PATH, "favorites", {"lat": lat, "lon": lon}),
            file_added(FAVORITES, Anything()),
        ]

    def script(self) -> Script:
        return (*entering(self.location), Tap("Add favorite"), SAVE)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not saved": Without(SAVE),
            "a marker": Swap(Tap("Add favorite"), Tap("Add marker"), Tap("Add favorite")),
        }


@dataclass(frozen=True)
class AddMarker(SuiteTask):
    """A place gets a marker."""

    template = "androidworld.osm_and_marker"
    suite = "OsmAndMarker"
    complexity = 2.0
    apps = (LABEL,)
    goals = (
        "Put a marker on {location} in OsmAnd.",
        "In the OsmAnd map app, mark {location} with a map marker.",
        "Set a location marker at {location} with OsmAnd.",
    )

    location: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(location(scene.rng))

    def expect(self) -> list[Expectation]:
        lat, lon = near(place_of(self.location))
        return [Added(PATH, "map_markers", {"marker_lat": lat, "marker_lon": lon})]

    def script(self) -> Script:
        return (*entering(self.location), Tap("Add marker"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "a favorite": Swap(Tap("Add marker"), Tap("Add favorite"), SAVE),
            "two markers": Also(Tap("Add marker")),
        }


@dataclass(frozen=True)
class SaveTrack(SuiteTask):
    """Places become a track, in order."""

    template = "androidworld.osm_and_track"
    suite = "OsmAndTrack"
    complexity = 12
    level = Level.HARD
    apps = (LABEL,)
    goals = (
        "In OsmAnd, save a track that passes, in this order, {listed}.",
        "Plan a track with the waypoints {listed} (in this order) in the OsmAnd map app and save it.",
        "I want a saved OsmAnd track from one to the next of these: {listed}.",
    )

    waypoints: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        return cls(tuple(locations(scene.rng, scene.rng.randint(2, 4))))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del phone
        return cls(tuple(params["waypoints"]))

    @property
    def listed(self) -> str:
        return "; ".join(self.waypoints)

    def expect(self) -> list[Expectation]:
        points: list[Expectation] = []
        for number, waypoint in enumerate(self.waypoints):
            lat, lon = near(place_of(waypoint))
            row = {"number": number, "lat": lat, "lon": lon}
            points.append(Added(INDEX_PATH, "track_points", row))
        file = Added(media.PATH, "files", {"parent": Exact(TRACKS), "is_folder": 0})
        return [*points, file]

    def script(self) -> Script:
        adding = tuple(
            step for waypoint in self.waypoints for step in (Tap("Add point"), *seeking(waypoint))
        )
        return (Open(LABEL), Tap("Plan a route"), *adding, Tap("Save"), SAVE)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other way round": Instead(waypoints=self.waypoints[::-1]),
            "one more": Instead(waypoints=(*self.waypoints, self.waypoints[0])),
            "not saved": Without(SAVE),
        }

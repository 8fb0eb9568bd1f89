"""What OsmAnd keeps: markers in a database; favorites and tracks in GPX files, with an index of them.

The files count. Whoever changes them from outside finds the index made anew when the app opens.
"""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.apps.files import entries
from phoneworld.packs.androidworld.osmand import gpx
from phoneworld.packs.androidworld.osmand.places import Place
from phoneworld.phone import Phone
from phoneworld.store import Database, database_path
from phoneworld.world import World

PACKAGE = "net.osmand"
DATABASE = "map_markers_db"
PATH = database_path(PACKAGE, DATABASE)
SCHEMA = """
CREATE TABLE map_markers (
    marker_id TEXT PRIMARY KEY, marker_lat REAL, marker_lon REAL, marker_description TEXT,
    marker_active INTEGER, marker_added INTEGER, marker_visited INTEGER, group_name TEXT,
    group_key TEXT, marker_color INTEGER, marker_next_key TEXT, marker_disabled INTEGER,
    marker_selected INTEGER, marker_map_object_name TEXT, title TEXT
);
"""
INDEX_PATH = database_path(PACKAGE, "gpx_index")
INDEX_SCHEMA = """
CREATE TABLE favorites (_id INTEGER PRIMARY KEY, name TEXT NOT NULL, lat REAL, lon REAL);
CREATE TABLE track_points (
    _id INTEGER PRIMARY KEY, track TEXT NOT NULL, number INTEGER NOT NULL, lat REAL, lon REAL
);
"""
FILES = f"/sdcard/Android/data/{PACKAGE}/files"
FAVORITES = f"{FILES}/favorites/favorites.gpx"
TRACKS = f"{FILES}/tracks"


def seed(phone: Phone, world: World) -> None:
    """The folders that the app makes when it is first opened."""
    del world
    make_folders(phone)


def make_folders(phone: Phone) -> None:
    """See to it that the app's folders are there."""
    for folder in (f"{FILES}/favorites", TRACKS):
        entries.put_folder(phone.files, folder, date_ms=phone.now_ms)


def refresh(phone: Phone) -> None:
    """Bring the index up to what the files say, if they say something else."""
    make_folders(phone)
    index = phone.databases[INDEX_PATH]
    if favorites(index) != read_favorites(phone):
        _index_favorites(index, read_favorites(phone))
    told = {name: gpx.read_track(content) for name, content in _track_files(phone).items()}
    if {name: track(index, name) for name in track_names(index)} != told:
        index.run("DELETE FROM track_points")
        for name, points in told.items():
            _index_track(index, name, points)


# OsmAndFavorites


def read_favorites(phone: Phone) -> list[Place]:
    """What the file of favorites says."""
    return gpx.read_favorites(_content(phone, FAVORITES))


def favorites(index: Database) -> list[Place]:
    """The favorites, in order."""
    rows = index.rows("SELECT * FROM favorites ORDER BY _id")
    return [Place(row["lat"], row["lon"], row["name"]) for row in rows]


def keep_favorites(phone: Phone, places: Sequence[Place]) -> None:
    """Let these be the favorites."""
    _write(phone, FAVORITES, gpx.write_favorites(places))
    _index_favorites(phone.databases[INDEX_PATH], read_favorites(phone))


def _index_favorites(index: Database, places: Sequence[Place]) -> None:
    index.run("DELETE FROM favorites")
    for place in places:
        index.insert("favorites", name=place.name, lat=place.lat, lon=place.lon)


# Tracks


def track_names(index: Database) -> list[str]:
    """The names of all tracks."""
    return [
        row["track"] for row in index.rows("SELECT DISTINCT track FROM track_points ORDER BY 1")
    ]


def track(index: Database, name: str) -> list[Place]:
    """The points of a track."""
    rows = index.rows("SELECT * FROM track_points WHERE track = ? ORDER BY number", name)
    return [Place(row["lat"], row["lon"]) for row in rows]


def track_path(name: str) -> str:
    """The file of a track."""
    return f"{TRACKS}/{name}.gpx"


def keep_track(phone: Phone, name: str, points: Sequence[Place]) -> None:
    """Save a new track."""
    content = gpx.write_track(points)
    _write(phone, track_path(name), content)
    _index_track(phone.databases[INDEX_PATH], name, gpx.read_track(content))


def remove_track(phone: Phone, name: str) -> None:
    """Delete a track."""
    entries.delete(phone.files, track_path(name))
    phone.databases[INDEX_PATH].run("DELETE FROM track_points WHERE track = ?", name)


def _index_track(index: Database, name: str, points: Sequence[Place]) -> None:
    for number, point in enumerate(points):
        index.insert("track_points", track=name, number=number, lat=point.lat, lon=point.lon)


def _track_files(phone: Phone) -> dict[str, bytes]:
    rows = phone.files.rows(
        "SELECT _display_name, content FROM files WHERE parent = ? AND is_folder = 0 "
        "AND _display_name LIKE '%.gpx' ORDER BY _display_name",
        TRACKS,
    )
    return {row["_display_name"][:-4]: row["content"] or b"" for row in rows}


# Markers


def markers(database: Database) -> list[dict[str, object]]:
    """The markers, the newest first."""
    return database.rows("SELECT * FROM map_markers ORDER BY marker_added DESC, rowid DESC")


def add_marker(database: Database, place: Place, *, now_ms: int) -> None:
    """Put a marker on the map."""
    number = database.value("SELECT COALESCE(MAX(rowid), 0) + 1 FROM map_markers")
    database.insert(
        "map_markers",
        marker_id=f"{now_ms}_{number}",
        marker_lat=place.lat,
        marker_lon=place.lon,
        marker_description=f"marker#{place.title}",
        marker_active=1,
        marker_added=now_ms,
        marker_visited=0,
        group_name="",
        group_key="",
        marker_color=0,
        marker_next_key="",
        marker_disabled=0,
        marker_selected=0,
        marker_map_object_name=place.name,
        title=place.title,
    )


def remove_marker(database: Database, marker: str) -> None:
    database.run("DELETE FROM map_markers WHERE marker_id = ?", marker)


def _content(phone: Phone, path: str) -> bytes:
    return phone.files.value("SELECT content FROM files WHERE _data = ?", path) or b""


def _write(phone: Phone, path: str, content: bytes) -> None:
    if entries.find(phone.files, path) is None:
        entries.put_file(phone.files, path, content, date_ms=phone.now_ms)
    else:
        entries.write_text(phone.files, path, content.decode(), date_ms=phone.now_ms)

"""What VLC keeps: the media it has found, and playlists of them.

Its database is not where other apps have theirs. Positions in a playlist begin with 0, without gaps.
"""

from __future__ import annotations

from typing import Any

from phoneworld.packs.androidworld.recordings import RecordingError, Video, read_video
from phoneworld.phone import Phone
from phoneworld.store import Database

PACKAGE = "org.videolan.vlc"
PATH = f"/data/data/{PACKAGE}/app_db/vlc_media.db"
SCHEMA = """
CREATE TABLE Playlist (id_playlist INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE Media (
    id_media INTEGER PRIMARY KEY, filename TEXT NOT NULL, path TEXT NOT NULL DEFAULT '',
    duration INTEGER NOT NULL DEFAULT 0, stamp TEXT NOT NULL DEFAULT ''
);
CREATE TABLE PlaylistMediaRelation (
    media_id INTEGER NOT NULL, playlist_id INTEGER NOT NULL, position INTEGER NOT NULL
);
CREATE INDEX relation_playlist ON PlaylistMediaRelation (playlist_id, position);
"""
VIDEOS = "mime_type LIKE 'video/%'"
FOLDER = "/sdcard/VLCVideos"

Medium = dict[str, Any]


def scan(phone: Phone) -> None:
    """Look for videos on the storage: new ones are read, those that are gone are forgotten."""
    database = phone.databases[PATH]
    known = {row["path"]: row for row in database.rows("SELECT * FROM Media")}
    found = phone.files.rows(
        "SELECT _id, _data, _display_name, _size, date_modified FROM files "
        f"WHERE is_folder = 0 AND {VIDEOS} ORDER BY _data"
    )
    for path in known.keys() - {file["_data"] for file in found}:
        database.run("DELETE FROM Media WHERE path = ?", path)
    for file in found:
        path, stamp = file["_data"], f"{file['_size']} {file['date_modified']}"
        row = known.get(path)
        if row is not None and row["stamp"] == stamp:
            continue
        length = video_of(phone, path).duration_ms
        if row is None:
            database.insert(
                "Media", filename=file["_display_name"], path=path, duration=length, stamp=stamp
            )
        else:
            database.run(
                "UPDATE Media SET duration = ?, stamp = ? WHERE id_media = ?",
                length,
                stamp,
                row["id_media"],
            )


def video_of(phone: Phone, path: str) -> Video:
    """Size and length of a video; nothing of it where the file cannot be read."""
    try:
        return read_video(content_of(phone, path))
    except RecordingError:
        return Video(0, 0, 0)


def content_of(phone: Phone, path: str) -> bytes:
    """The bytes of a file."""
    return phone.files.value("SELECT content FROM files WHERE _data = ?", path) or b""


def media(database: Database, first: int, count: int) -> list[Medium]:
    """Some of all videos, by name."""
    return database.rows(
        "SELECT * FROM Media ORDER BY filename, id_media LIMIT ? OFFSET ?", count, first
    )


def medium(database: Database, path: str) -> Medium | None:
    """The video of a path."""
    return database.one("SELECT * FROM Media WHERE path = ?", path)


def playlists(database: Database) -> list[dict[str, Any]]:
    """All playlists by name, each with the number of its videos."""
    return database.rows(
        "SELECT id_playlist, name, (SELECT COUNT(*) FROM PlaylistMediaRelation "
        "WHERE playlist_id = id_playlist) AS number FROM Playlist ORDER BY name, id_playlist"
    )


def media_of(database: Database, playlist: int, first: int, count: int) -> list[Medium]:
    """Some of the videos of a playlist, in its order."""
    return database.rows(
        "SELECT Media.*, position FROM PlaylistMediaRelation JOIN Media ON id_media = media_id "
        "WHERE playlist_id = ? ORDER BY position LIMIT ? OFFSET ?",
        playlist,
        count,
        first,
    )


def add_playlist(database: Database, name: str) -> int:
    """A new, empty playlist; its id."""
    return database.insert("Playlist", name=name)


def add_to_playlist(database: Database, playlist: int, medium_id: int) -> None:
    """Put a video at the end of a playlist."""
    after = database.value(
        "SELECT COUNT(*) FROM PlaylistMediaRelation WHERE playlist_id = ?", playlist
    )
    database.insert(
        "PlaylistMediaRelation", media_id=medium_id, playlist_id=playlist, position=after
    )


def remove_from_playlist(database: Database, playlist: int, position: int) -> None:
    """Take a video out of a playlist; those after it move up."""
    database.run(
        "DELETE FROM PlaylistMediaRelation WHERE playlist_id = ? AND position = ?",
        playlist,
        position,
    )
    database.run(
        "UPDATE PlaylistMediaRelation SET position = position - 1 "
        "WHERE playlist_id = ? AND position > ?",
        playlist,
        position,
    )


def remove_playlist(database: Database, playlist: int) -> None:
    """Delete a playlist; the videos stay."""
    database.run("DELETE FROM PlaylistMediaRelation WHERE playlist_id = ?", playlist)
    database.run("DELETE FROM Playlist WHERE id_playlist = ?", playlist)


def length_text(length_ms: int) -> str:
    """`3:07`, or `1:02:03`."""
    minutes, seconds = divmod(length_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"

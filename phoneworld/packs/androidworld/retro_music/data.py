"""What Retro Music keeps: playlists, the playing queue, and what it has found on the storage.

Rows of a playlist, and of the queue, are numbered without gaps, in order.
"""

from __future__ import annotations

from typing import Any

from phoneworld.apps.files import entries
from phoneworld.packs.androidworld.recordings import RecordingError, read_song
from phoneworld.phone import Phone
from phoneworld.store import Database, database_path

PACKAGE = "code.name.monkey.retromusic"
DATABASE = "playlist.db"
PATH = database_path(PACKAGE, DATABASE)
SCHEMA = """
CREATE TABLE PlaylistEntity (
    playlist_id INTEGER PRIMARY KEY, playlist_name TEXT NOT NULL, total_ms INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE SongEntity (
    song_key INTEGER PRIMARY KEY, playlist_creator_id INTEGER NOT NULL, title TEXT NOT NULL,
    duration INTEGER NOT NULL, data TEXT NOT NULL DEFAULT '', artist_name TEXT NOT NULL DEFAULT ''
);
CREATE INDEX song_playlist ON SongEntity (playlist_creator_id, song_key);
CREATE TRIGGER song_added AFTER INSERT ON SongEntity BEGIN
    UPDATE PlaylistEntity SET total_ms = total_ms + new.duration
    WHERE playlist_id = new.playlist_creator_id;
END;
CREATE TRIGGER song_removed AFTER DELETE ON SongEntity BEGIN
    UPDATE PlaylistEntity SET total_ms = total_ms - old.duration
    WHERE playlist_id = old.playlist_creator_id;
END;
"""
QUEUE_PATH = database_path(PACKAGE, "music_playback_state.db")
QUEUE_SCHEMA = """
CREATE TABLE playing_queue (
    _id INTEGER PRIMARY KEY, title TEXT NOT NULL, duration INTEGER NOT NULL DEFAULT 0,
    data TEXT NOT NULL DEFAULT '', artist_name TEXT NOT NULL DEFAULT ''
);
CREATE TABLE player (
    _id INTEGER PRIMARY KEY, number INTEGER NOT NULL, started_ms INTEGER NOT NULL,
    position_ms INTEGER NOT NULL, playing INTEGER NOT NULL
);
"""
LIBRARY_PATH = database_path(PACKAGE, "library.db")
LIBRARY_SCHEMA = """
CREATE TABLE library (
    _id INTEGER PRIMARY KEY, data TEXT UNIQUE NOT NULL, size INTEGER NOT NULL,
    changed INTEGER NOT NULL, title TEXT NOT NULL, artist_name TEXT NOT NULL,
    duration INTEGER NOT NULL
);
"""
LONGEST_NAME = 80

Track = dict[str, Any]


# What is on the storage


def scan(phone: Phone) -> None:
    """Read the songs that came or changed since the last look, and forget those that are gone."""
    library = phone.databases[LIBRARY_PATH]
    known = {
        row["data"]: (row["size"], row["changed"])
        for row in library.rows("SELECT data, size, changed FROM library")
    }
    found = phone.files.rows(
        "SELECT _id, _data, _display_name, _size, date_modified FROM files "
        "WHERE is_folder = 0 AND mime_type LIKE 'audio/%' AND _data NOT LIKE '/sdcard/Android/%'"
    )
    for gone in known.keys() - {file["_data"] for file in found}:
        library.run("DELETE FROM library WHERE data = ?", gone)
    for file in found:
        stamp = (file["_size"], file["date_modified"])
        if known.get(file["_data"]) == stamp:
            continue
        library.run("DELETE FROM library WHERE data = ?", file["_data"])
        library.insert(
            "library",
            data=file["_data"],
            size=file["_size"],
            changed=file["date_modified"],
            **_tags(phone.files, file),
        )


def _tags(files: Database, file: dict[str, Any]) -> dict[str, str | int]:
    """What a song is called; like its file where it does not say, as Android has it."""
    stem = file["_display_name"].rpartition(".")[0] or file["_display_name"]
    content = files.value("SELECT content FROM files WHERE _id = ?", file["_id"])
    try:
        song = read_song(content or b"")
    except RecordingError:
        return {"title": stem, "artist_name": "", "duration": 0}
    return {
        "title": song.title or stem,
        "artist_name": song.artist,
        "duration": song.duration_ms,
    }


def tracks(library: Database, query: str, first: int, count: int) -> list[Track]:
    """Some of the songs by title, those with some letters in title or artist."""
    sought = query.strip().lower()
    return library.rows(
        "SELECT * FROM library WHERE instr(lower(title), ?1) > 0 OR instr(lower(artist_name), ?1) > 0 "
        "ORDER BY title, _id LIMIT ?2 OFFSET ?3",
        sought,
        count,
        first,
    )


def track(library: Database, id: int) -> Track | None:
    """One song of the library."""
    return library.one("SELECT * FROM library WHERE _id = ?", id)


# Playlists


def playlists(database: Database) -> list[dict[str, Any]]:
    """All playlists by name, each with the number of its songs."""
    return database.rows(
        "SELECT playlist_id, playlist_name, total_ms, (SELECT COUNT(*) FROM SongEntity "
        "WHERE playlist_creator_id = playlist_id) AS number FROM PlaylistEntity "
        "ORDER BY playlist_name, playlist_id"
    )


def playlist(database: Database, id: int) -> dict[str, Any] | None:
    """One playlist."""
    return database.one("SELECT * FROM PlaylistEntity WHERE playlist_id = ?", id)


def songs_of(database: Database, id: int, first: int, count: int) -> list[Track]:
    """Some of the songs of a playlist, in its order."""
    return database.rows(
        "SELECT * FROM SongEntity WHERE playlist_creator_id = ? ORDER BY song_key LIMIT ? OFFSET ?",
        id,
        count,
        first,
    )


def problem_with_name(database: Database, name: str, *, but: int = 0) -> str:
    """Why a playlist cannot be called this, or nothing."""
    problem = entries.problem_with(name)
    if problem:
        return problem
    taken = database.value(
        "SELECT 1 FROM PlaylistEntity WHERE playlist_name = ? AND playlist_id <> ?", name, but
    )
    return f"There is already a playlist called {name}" if taken else ""


def add_playlist(database: Database, name: str) -> int:
    """A new, empty playlist; its id."""
    return database.insert("PlaylistEntity", playlist_name=name)


def add_song(database: Database, id: int, song: Track) -> None:
    """Put a song at the end of a playlist."""
    database.insert(
        "SongEntity",
        playlist_creator_id=id,
        title=song["title"],
        duration=song["duration"],
        data=song["data"],
        artist_name=song["artist_name"],
    )


def remove_song(database: Database, key: int) -> None:
    """Take a song out of its playlist; those after it move up."""
    database.run("DELETE FROM SongEntity WHERE song_key = ?", key)
    database.run("UPDATE SongEntity SET song_key = song_key - 1 WHERE song_key > ?", key)


def remove_playlist(database: Database, id: int) -> None:
    """Delete a playlist; the songs themselves stay."""
    for song in reversed(songs_of(database, id, 0, -1)):
        remove_song(database, song["song_key"])
    database.run("DELETE FROM PlaylistEntity WHERE playlist_id = ?", id)


def m3u_of(database: Database, id: int) -> bytes:
    """A playlist as a file that other players read."""
    lines = ["#EXTM3U"]
    for song in songs_of(database, id, 0, -1):
        lines += [
            f"#EXTINF:{song['duration'] // 1000},{song['artist_name']} - {song['title']}",
            song["data"],
        ]
    return ("\n".join(lines) + "\n").encode()


def length_text(length_ms: int) -> str:
    """`3:07`, or `1:02:03`."""
    minutes, seconds = divmod(length_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"

"""The playing queue, and what plays of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phoneworld.packs.androidworld.retro_music.data import Track
from phoneworld.store import Database


def queue(database: Database, first: int, count: int) -> list[Track]:
    """Some of the queue, in its order."""
    return database.rows("SELECT * FROM playing_queue ORDER BY _id LIMIT ? OFFSET ?", count, first)


def enqueue(database: Database, songs: Sequence[Track], *, after: int | None = None) -> None:
    """Put songs at the end of the queue, or after the song of a number."""
    last = database.value("SELECT COALESCE(MAX(_id), 0) FROM playing_queue")
    place = last if after is None else min(after, last)
    for row in reversed(queue(database, place, -1)):
        database.run("UPDATE playing_queue SET _id = _id + ? WHERE _id = ?", len(songs), row["_id"])
    for number, song in enumerate(songs, place + 1):
        database.insert(
            "playing_queue",
            _id=number,
            title=song["title"],
            duration=song["duration"],
            data=song["data"],
            artist_name=song["artist_name"],
        )


def drop(database: Database, number: int) -> None:
    """Take a song out of the queue; those after it move up."""
    database.run("DELETE FROM playing_queue WHERE _id = ?", number)
    database.run("UPDATE playing_queue SET _id = _id - 1 WHERE _id > ?", number)
    current = state(database)
    if current is not None and current["number"] == number:
        stop(database)
    elif current is not None and current["number"] > number:
        database.run("UPDATE player SET number = number - 1")


def clear(database: Database) -> None:
    """Empty the queue."""
    database.run("DELETE FROM playing_queue")
    stop(database)


def state(database: Database) -> dict[str, Any] | None:
    """What plays: the number of the song in the queue, and how far it is."""
    return database.one("SELECT * FROM player")


def stop(database: Database) -> None:
    """Nothing plays any more."""
    database.run("DELETE FROM player")


def play(database: Database, number: int, *, now_ms: int) -> None:
    """Play the song of a number in the queue from its beginning."""
    stop(database)
    database.insert("player", _id=1, number=number, started_ms=now_ms, position_ms=0, playing=1)


def toggle(database: Database, *, now_ms: int) -> None:
    """Pause, or go on."""
    current = state(database)
    if current is None:
        return
    if current["playing"]:
        heard = current["position_ms"] + now_ms - current["started_ms"]
        database.run("UPDATE player SET playing = 0, position_ms = ?", heard)
    else:
        database.run("UPDATE player SET playing = 1, started_ms = ?", now_ms)


def now_playing(database: Database, now_ms: int) -> tuple[Track, bool, int] | None:
    """The song that is heard now, whether it plays, and how far it is. Songs follow each other."""
    current = state(database)
    if current is None:
        return None
    at = current["position_ms"]
    if current["playing"]:
        at += now_ms - current["started_ms"]
    rest = queue(database, current["number"] - 1, -1)
    for song in rest:
        if at < song["duration"] or song is rest[-1]:
            over = at >= song["duration"]
            return song, bool(current["playing"]) and not over, min(at, song["duration"])
        at -= song["duration"]
    return None

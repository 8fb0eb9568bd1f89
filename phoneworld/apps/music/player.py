"""The player: what plays, from where, and what comes next.

It is one row. Where a song stands is not stored while it plays but follows from the clock; the
clock's owner calls `on_time` when it has moved, and songs that have ended make way for others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phoneworld.apps.music import data
from phoneworld.apps.music.data import Song
from phoneworld.store import Database

if TYPE_CHECKING:
    from phoneworld.phone import Phone

State = dict[str, Any]
REPEATS = ("off", "all", "one")
SLEEP = {
    "Off": 0,
    "15 minutes": 15,
    "30 minutes": 30,
    "45 minutes": 45,
    "1 hour": 60,
    "2 hours": 120,
}
MOST_SONGS = 2000
"""More of a source are not lined up."""

RESTART_MS = 3000
"""Later than this in a song, `previous` starts it anew."""


def state_of(database: Database) -> State:
    """The player as it is."""
    states = database.rows("SELECT * FROM player LIMIT 1")
    if not states:
        database.insert("player", song_id=None)
        states = database.rows("SELECT * FROM player LIMIT 1")
    return states[0]


def position_ms(state: State, now_ms: int) -> int:
    """How far the song has come."""
    passed = now_ms - state["started_ms"] if state["playing"] else 0
    return max(0, state["position_ms"] + passed)


def play(database: Database, song_id: int, source: str, *, now_ms: int) -> None:
    """Start a song out of a source."""
    state_of(database)
    database.run(
        "UPDATE player SET song_id = ?, source = ?, playing = 1, started_ms = ?, position_ms = 0",
        song_id,
        source,
        now_ms,
    )
    database.run(
        "INSERT INTO history (song_id, played) VALUES (?, ?) "
        "ON CONFLICT (song_id) DO UPDATE SET played = excluded.played",
        song_id,
        now_ms,
    )


def pause(database: Database, *, now_ms: int) -> None:
    state = state_of(database)
    if state["playing"]:
        database.run("UPDATE player SET playing = 0, position_ms = ?", position_ms(state, now_ms))


def resume(database: Database, *, now_ms: int) -> None:
    state = state_of(database)
    if state["song_id"] is not None and not state["playing"]:
        database.run("UPDATE player SET playing = 1, started_ms = ?", now_ms)


def toggle(database: Database, *, now_ms: int) -> None:
    """Play or pause."""
    if state_of(database)["playing"]:
        pause(database, now_ms=now_ms)
    else:
        resume(database, now_ms=now_ms)


def seek(database: Database, share: float, *, now_ms: int) -> None:
    """Go to a share (0-1) of the song."""
    playing = data.song(database, state_of(database)["song_id"])
    if playing is not None:
        database.run(
            "UPDATE player SET position_ms = ?, started_ms = ?",
            int(playing["seconds"] * 1000 * share),
            now_ms,
        )


def line_up(database: Database, state: State) -> list[Song]:
    """The songs of the source in the order in which they are played."""
    songs = data.songs_of(database, state["source"], 0, MOST_SONGS)
    if state["shuffle"]:
        # Any fixed mixture will do: it must only be the same at every look.
        songs.sort(key=lambda song: song["_id"] * 7919 % 1009)
    return songs


def following(database: Database, state: State, count: int) -> list[Song]:
    """What the source offers next."""
    songs = line_up(database, state)
    ids = [song["_id"] for song in songs]
    at = ids.index(state["song_id"]) + 1 if state["song_id"] in ids else 0
    rest = songs[at:]
    if state["repeat"] == "all":
        rest += songs[:at]
    return rest[:count]


def skip(database: Database, *, now_ms: int) -> bool:
    """Play the next song: queued, or out of the source. False where there is none."""
    state = state_of(database)
    queued = database.one("SELECT * FROM queue ORDER BY position, _id LIMIT 1")
    if queued is not None:
        database.run("DELETE FROM queue WHERE _id = ?", queued["_id"])
        play(database, queued["song_id"], state["source"], now_ms=now_ms)
        return True
    after = following(database, state, 1)
    if not after:
        return False
    play(database, after[0]["_id"], state["source"], now_ms=now_ms)
    return True


def go_back(database: Database, *, now_ms: int) -> None:
    """Start the song anew or, at its beginning, play the one before it."""
    state = state_of(database)
    ids = [song["_id"] for song in line_up(database, state)]
    at = ids.index(state["song_id"]) if state["song_id"] in ids else 0
    if position_ms(state, now_ms) > RESTART_MS or at == 0:
        seek(database, 0, now_ms=now_ms)
    else:
        play(database, ids[at - 1], state["source"], now_ms=now_ms)


def flip_shuffle(database: Database) -> None:
    database.run("UPDATE player SET shuffle = 1 - shuffle")


def turn_repeat(database: Database) -> None:
    """Off, all, one, and off again."""
    now = state_of(database)["repeat"]
    after = REPEATS[(REPEATS.index(now) + 1) % len(REPEATS)]
    database.run("UPDATE player SET repeat = ?", after)


def set_sleep(database: Database, minutes: int, *, now_ms: int) -> None:
    """Have the music stop after a while; 0 has it go on."""
    database.run(
        "UPDATE player SET sleep_minutes = ?, sleep_at = ?",
        minutes,
        now_ms + minutes * 60_000 if minutes else 0,
    )


def on_time(phone: Phone, before: float, now: float) -> None:
    """Songs end, and the sleep timer runs out."""
    del before
    database = phone.databases[data.PATH]
    now_ms = int(now * 1000)
    for _ in range(MOST_SONGS):
        state = database.one("SELECT * FROM player")
        if state is None:
            return
        sleep_at = state["sleep_at"] if state["sleep_minutes"] else now_ms + 1
        song = data.song(database, state["song_id"]) if state["playing"] else None
        end = now_ms + 1
        if song is not None:
            end = state["started_ms"] + song["seconds"] * 1000 - state["position_ms"]
        if sleep_at <= min(end, now_ms):
            pause(database, now_ms=sleep_at)
            set_sleep(database, 0, now_ms=sleep_at)
        elif end > now_ms:
            return
        elif state["repeat"] == "one":
            database.run("UPDATE player SET position_ms = 0, started_ms = ?", end)
        elif not skip(database, now_ms=end):
            database.run("UPDATE player SET playing = 0, position_ms = 0")

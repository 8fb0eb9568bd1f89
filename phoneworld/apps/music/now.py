"""The player in full, and the queue."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.music import data, player
from phoneworld.apps.music.data import Song
from phoneworld.apps.music.lists import next_song
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.controls import Slider
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import ScrollView
from phoneworld.ui.view import Column, Row, Space, View
from phoneworld.ui.widgets import Picture, Text
from runtime.actions import Direction

SOON = 12
"""How many songs to come the queue shows."""


class NowPlaying(Screen):
    """What plays, as large as it gets, and all that steers it."""

    def view(self) -> View:
        state = player.state_of(self.db)
        song = data.song(self.db, state["song_id"])
        if song is None:
            return Scaffold(
                TopBar("Now playing", back=self.close), empty_note("music_note", "Nothing plays")
            )
        length = song["seconds"] * 1000
        at = min(player.position_ms(state, self.phone.now_ms), length)
        return Scaffold(
            TopBar(
                "Now playing",
                back=self.close,
                actions=(
                    IconButton("queue_music", "Queue", lambda: self.open("queue")),
                    IconButton("more_vert", "More options", self.offer),
                ),
            ),
            ScrollView(
                Column(
                    Text(
                        f"From {data.source_name(self.db, state['source'])}",
                        "caption",
                        color="muted",
                        align="center",
                    ).named("source"),
                    Picture(song["art"], height=300, radius=20),
                    pad=(32, 8),
                    gap=16,
                ),
                Row(
                    Column(
                        Text(song["title"], "headline", lines=2).named("song_title"),
                        Text(song["artist"], "body", color="muted").named("song_artist"),
                    ).grow(),
                    IconButton(
                        "favorite" if song["liked"] else "favorite_border",
                        "Remove from liked songs" if song["liked"] else "Like",
                        lambda: data.flip_like(self.db, song["_id"]),
                        color="primary" if song["liked"] else "muted",
                    ),
                    pad=(24, 8, 12, 0),
                ),
                Column(
                    Slider(at * 100 // length, self.seek, description="Position", id="position"),
                    Row(
                        Text(data.time_text(at // 1000), "caption", color="muted").named("elapsed"),
                        Space().grow(),
                        Text(data.time_text(song["seconds"]), "caption", color="muted").named(
                            "duration"
                        ),
                        pad=(12, 0),
                    ),
                    pad=(12, 0),
                ),
                self.controls(state),
                self.sleep_note(state),
            ),
        )

    def controls(self, state: player.State) -> View:
        playing, shuffle = bool(state["playing"]), bool(state["shuffle"])
        repeat = state["repeat"]
        return Row(
            Space().grow(),
            IconButton(
                "shuffle",
                "Shuffle: on" if shuffle else "Shuffle: off",
                lambda: player.flip_shuffle(self.db),
                color="primary" if shuffle else "muted",
                bg="container" if shuffle else "",
                selected=shuffle,
            ),
            IconButton("skip_previous", "Previous", self.previous, color="on_surface", size=56),
            IconButton(
                "pause" if playing else "play_arrow",
                "Pause" if playing else "Play",
                lambda: player.toggle(self.db, now_ms=self.phone.now_ms),
                color="on_primary",
                bg="primary",
                size=72,
            ),
            IconButton("skip_next", "Next", lambda: next_song(self), color="on_surface", size=56),
            IconButton(
                "repeat",
                f"Repeat: {repeat}",
                lambda: player.turn_repeat(self.db),
                color="muted" if repeat == "off" else "primary",
                bg="" if repeat == "off" else "container",
                selected=repeat != "off",
            ),
            Space().grow(),
            gap=12,
            pad=(16, 12),
        )

    def sleep_note(self, state: player.State) -> View | None:
        if not state["sleep_minutes"]:
            return None
        left = max(0, -(-(state["sleep_at"] - self.phone.now_ms) // 60_000))
        text = f"Sleep timer: {left} min left"
        return Row(Text(text, "small", color="muted", align="center").named("sleep").grow())

    def seek(self, percent: int) -> None:
        player.seek(self.db, percent / 100, now_ms=self.phone.now_ms)

    def previous(self) -> None:
        player.go_back(self.db, now_ms=self.phone.now_ms)

    def swiped(self, direction: Direction) -> bool:
        if direction is Direction.RIGHT:
            next_song(self)
        elif direction is Direction.LEFT:
            self.previous()
        else:
            return False
        return True

    def current(self) -> Song | None:
        return data.song(self.db, player.state_of(self.db)["song_id"])

    def offer(self) -> None:
        self.menu(
            {
                "Sleep timer": "ask_sleep",
                "Add to playlist": "add_to_playlist",
                "Go to album": "to_album",
                "Go to artist": "to_artist",
                "Share": "share_song",
            }
        )

    def ask_sleep(self) -> None:
        minutes = player.state_of(self.db)["sleep_minutes"]
        chosen = next((name for name, value in player.SLEEP.items() if value == minutes), "Off")
        self.choose("Sleep timer", list(player.SLEEP), chosen, then="set_sleep")

    def set_sleep(self, option: str) -> None:
        player.set_sleep(self.db, player.SLEEP[option], now_ms=self.phone.now_ms)

    def add_to_playlist(self) -> None:
        song = self.current()
        if song is not None:
            self.open("add_to", song=song["_id"])

    def to_album(self) -> None:
        song = self.current()
        if song is not None:
            self.open("album", id=song["album_id"])

    def to_artist(self) -> None:
        song = self.current()
        if song is not None:
            self.open("artist", id=song["artist_id"])

    def share_song(self) -> None:
        song = self.current()
        if song is not None:
            self.share(f"{song['title']} by {song['artist']}")


class Queue(Screen):
    """What was lined up by hand, and what comes after it."""

    def view(self) -> View:
        state = player.state_of(self.db)
        now = data.song(self.db, state["song_id"])
        queued = self.db.rows(
            data.SONG.replace("SELECT s._id", "SELECT q._id AS entry, s._id")
            + "JOIN queue q ON q.song_id = s._id ORDER BY q.position, q._id LIMIT 100"
        )
        coming = player.following(self.db, state, SOON)
        source = data.source_name(self.db, state["source"])
        return Scaffold(
            TopBar(
                "Queue",
                back=self.close,
                actions=(IconButton("delete_sweep", "Clear queue", self.clear),) if queued else (),
            ),
            ScrollView(
                Section("Now playing"),
                self.row(now, selected=True) if now is not None else None,
                Section("Next in queue") if queued else None,
                *(self.queued_row(song) for song in queued),
                Section(f"Next from {source}") if coming else None,
                *(self.row(song) for song in coming),
                pad=16,
            ),
        )

    def row(self, song: Song, *, selected: bool = False) -> Tile:
        return Tile(
            song["title"],
            song["artist"],
            leading=Picture(song["art"], width=44, height=44, radius=6),
            note=data.time_text(song["seconds"]),
            selected=selected,
            on_click=None if selected else lambda: self.play(song["_id"]),
        )

    def queued_row(self, song: dict[str, Any]) -> View:
        entry = song["entry"]
        return Tile(
            song["title"],
            song["artist"],
            leading=Picture(song["art"], width=44, height=44, radius=6),
            trailing=IconButton(
                "close", f"Remove {song['title']} from queue", lambda: self.remove(entry)
            ),
            on_click=lambda: self.play_queued(entry, song["_id"]),
        ).swiped(lambda direction: self.swipe_away(direction, entry))

    def play(self, id: int) -> None:
        source = player.state_of(self.db)["source"]
        player.play(self.db, id, source, now_ms=self.phone.now_ms)

    def play_queued(self, entry: int, id: int) -> None:
        self.remove(entry)
        self.play(id)

    def swipe_away(self, direction: Direction, entry: int) -> None:
        del direction
        self.remove(entry)

    def remove(self, entry: int) -> None:
        self.db.run("DELETE FROM queue WHERE _id = ?", entry)

    def clear(self) -> None:
        self.db.run("DELETE FROM queue")
        self.toast("Queue cleared")

"""Songs in lists: the row of one, what can be done with it or with several, the player below."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.packs.androidworld.retro_music import queue
from phoneworld.packs.androidworld.retro_music.data import (
    LIBRARY_PATH,
    QUEUE_PATH,
    Track,
    length_text,
    track,
)
from phoneworld.store import Database
from phoneworld.ui.bars import TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.controls import Checkbox
from phoneworld.ui.rows import Tile
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Progress, Text


class RetroScreen(Screen):
    """What the screens share: the two other databases, and the player at the bottom."""

    @property
    def library(self) -> Database:
        return self.phone.databases[LIBRARY_PATH]

    @property
    def queue_db(self) -> Database:
        return self.phone.databases[QUEUE_PATH]

    def player_bar(self) -> View | None:
        heard = queue.now_playing(self.queue_db, self.phone.now_ms)
        if heard is None:
            return None
        song, playing, at_ms = heard
        return Column(
            Progress(at_ms / max(1, song["duration"])).sized(height=2),
            Row(
                Column(
                    Text(song["title"], "label", lines=1),
                    Text(song["artist_name"], "caption", color="muted", lines=1),
                ).grow(),
                IconButton(
                    "pause" if playing else "play_arrow",
                    "Pause" if playing else "Play",
                    lambda: queue.toggle(self.queue_db, now_ms=self.phone.now_ms),
                ),
                pad=(16, 6),
                gap=12,
            ).named("player"),
            bg="surface_high",
        )


class TrackList(RetroScreen):
    """A list of songs of the library, of which some can be selected, in the order of the taps."""

    @property
    def chosen(self) -> list[int]:
        return self.state.get("chosen", [])

    def select_bar(self) -> TopBar:
        return TopBar(
            f"{len(self.chosen)} selected",
            back=self.unselect,
            actions=(
                IconButton("playlist_add", "Add to playlist", self.add_chosen),
                IconButton("queue_music", "Add to playing queue", self.enqueue_chosen),
            ),
        )

    def track_row(self, song: Track) -> View:
        id, title = song["_id"], song["title"]
        about = f"{song['artist_name']} · {length_text(song['duration'])}".lstrip(" ·")
        if self.chosen:
            picked = id in self.chosen
            return Tile(
                title,
                about,
                icon="music_note",
                trailing=Checkbox(on=picked),
                selected=picked,
                on_click=lambda: self.pick(id),
            )
        return Tile(
            title,
            about,
            icon="music_note",
            trailing=IconButton("more_vert", f"More options for {title}", lambda: self.offer(id)),
            on_click=lambda: self.play(id),
            on_long_click=lambda: self.pick(id),
        )

    def all_tracks(self) -> list[Track]:
        """What is played when one of the songs is tapped."""
        raise NotImplementedError  # every list has its own

    def offer(self, id: int) -> None:
        self.menu(
            {
                "Play next": "play_next",
                "Add to playing queue": "enqueue",
                "Add to playlist": "add_to_playlist",
                "Select": "pick",
            },
            id=id,
        )

    def pick(self, id: int) -> None:
        chosen = self.chosen
        self.state["chosen"] = (
            [one for one in chosen if one != id] if id in chosen else [*chosen, id]
        )

    def unselect(self) -> None:
        self.state["chosen"] = []

    def back(self) -> bool:
        if self.chosen:
            self.unselect()
            return True
        return False

    def returned(self, result: object) -> None:
        del result
        self.unselect()

    def found(self, ids: list[int]) -> list[Track]:
        songs = (track(self.library, id) for id in ids)
        return [song for song in songs if song is not None]

    def play(self, id: int) -> None:
        """Play the list from one song on."""
        songs = self.all_tracks()
        queue.clear(self.queue_db)
        queue.enqueue(self.queue_db, songs)
        number = next(n for n, song in enumerate(songs, 1) if song["_id"] == id)
        queue.play(self.queue_db, number, now_ms=self.phone.now_ms)

    def play_next(self, id: int) -> None:
        current = queue.state(self.queue_db)
        after = current["number"] if current is not None else 0
        queue.enqueue(self.queue_db, self.found([id]), after=after)
        self.toast("Added to playing queue")

    def enqueue(self, id: int) -> None:
        queue.enqueue(self.queue_db, self.found([id]))
        self.toast("Added to playing queue")

    def enqueue_chosen(self) -> None:
        queue.enqueue(self.queue_db, self.found(self.chosen))
        self.toast(f"{len(self.chosen)} added to playing queue")
        self.unselect()

    def add_to_playlist(self, id: int) -> None:
        self.open("add_to", songs=[id])

    def add_chosen(self) -> None:
        self.open("add_to", songs=self.chosen)

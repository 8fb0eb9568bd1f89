"""Songs in lists: the row of one, what can be done with it, and the small player below."""

from __future__ import annotations

from phoneworld.app import Screen
from phoneworld.apps.music import data, player
from phoneworld.apps.music.data import Song
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Icon, Picture, Progress, Text


def mini_player(screen: Screen) -> View | None:
    """What plays, at the bottom of every list; it leads to the player."""
    state = player.state_of(screen.db)
    song = data.song(screen.db, state["song_id"])
    if song is None:
        return None
    playing = bool(state["playing"])
    now = screen.phone.now_ms
    share = player.position_ms(state, now) / (song["seconds"] * 1000)
    bar = Progress(share)
    bar.height = 2
    return Column(
        bar,
        Row(
            Picture(song["art"], width=44, height=44, radius=6),
            Column(
                Text(song["title"], "label", lines=1),
                Text(song["artist"], "caption", color="muted", lines=1),
            ).grow(),
            IconButton(
                "pause" if playing else "play_arrow",
                "Pause" if playing else "Play",
                lambda: player.toggle(screen.db, now_ms=screen.phone.now_ms),
                color="on_surface",
            ),
            IconButton("skip_next", "Next", lambda: next_song(screen), color="on_surface"),
            pad=(12, 6),
            gap=12,
        )
        .named("mini_player")
        .clicked(lambda: screen.open("player")),
        bg="surface_high",
    )


def next_song(screen: Screen) -> None:
    if not player.skip(screen.db, now_ms=screen.phone.now_ms):
        screen.toast("This is the last song")


class SongScreen(Screen):
    """What every screen with songs on it shares. `source` says where its songs come from."""

    source = "songs"

    def song_row(self, song: Song) -> View:
        id = song["_id"]
        tile = Tile(
            song["title"],
            song["artist"],
            leading=Picture(song["art"], width=44, height=44, radius=6),
            trailing=IconButton(
                "more_vert",
                f"More options for {song['title']}",
                lambda: self.offer(id, song.get("entry", 0)),
            ),
            selected=bool(song["current"]),
            on_click=lambda: self.play(id),
            on_long_click=lambda: self.offer(id, song.get("entry", 0)),
        )
        # Beside the button instead of in a row of their own with it: that is laid out in less time.
        heart = Icon("favorite", size=16, color="primary", description="Liked")
        length = Text(data.time_text(song["seconds"]), "caption", color="muted")
        *before, button = tile.children
        tile.children = [*before, *((heart,) if song["liked"] else ()), length, button]
        tile.gap = 12
        return tile

    def play(self, id: int) -> None:
        player.play(self.db, id, self.source, now_ms=self.phone.now_ms)

    def play_all(self, *, shuffled: bool) -> None:
        """Start with the first song of the source, or with the first of the mixture."""
        if bool(player.state_of(self.db)["shuffle"]) != shuffled:
            player.flip_shuffle(self.db)
        state = {**player.state_of(self.db), "source": self.source}
        songs = player.line_up(self.db, state)
        if songs:
            self.play(songs[0]["_id"])
        else:
            self.toast("There are no songs here")

    def offer(self, id: int, entry: int) -> None:
        song = data.song(self.db, id)
        if song is None:
            return
        items = {
            "Play next": "play_next",
            "Add to queue": "add_to_queue",
            "Add to playlist": "add_to_playlist",
            "Remove from liked songs" if song["liked"] else "Like": "like",
            "Go to album": "to_album",
            "Go to artist": "to_artist",
            "Share": "share_song",
        }
        if entry:
            items["Remove from playlist"] = "remove_entry"
        self.menu(items, id=id, entry=entry)

    # What the menu calls: `id` is the song, `entry` its place in a playlist

    def play_next(self, id: int, entry: int) -> None:
        del entry
        data.enqueue(self.db, id, at_front=True)
        self.toast("Plays next")

    def add_to_queue(self, id: int, entry: int) -> None:
        del entry
        data.enqueue(self.db, id)
        self.toast("Added to queue")

    def add_to_playlist(self, id: int, entry: int) -> None:
        del entry
        self.open("add_to", song=id)

    def like(self, id: int, entry: int) -> None:
        del entry
        data.flip_like(self.db, id)

    def to_album(self, id: int, entry: int) -> None:
        del entry
        song = data.song(self.db, id)
        if song is not None:
            self.open("album", id=song["album_id"])

    def to_artist(self, id: int, entry: int) -> None:
        del entry
        song = data.song(self.db, id)
        if song is not None:
            self.open("artist", id=song["artist_id"])

    def share_song(self, id: int, entry: int) -> None:
        del entry
        song = data.song(self.db, id)
        if song is not None:
            self.share(f"{song['title']} by {song['artist']}")

    def remove_entry(self, id: int, entry: int) -> None:
        del id
        self.db.run("DELETE FROM playlist_songs WHERE _id = ?", entry)
        self.toast("Removed from playlist")

"""Music: songs, albums, artists and playlists, and a player with queue and sleep timer.

The library is Music's own. The player's state is a row of it (see `player.py`).
"""

from __future__ import annotations

from typing import Any

from phoneworld.app import App
from phoneworld.apps.music import data, player
from phoneworld.apps.music.data import Song
from phoneworld.apps.music.lists import SongScreen, mini_player
from phoneworld.apps.music.now import NowPlaying, Queue
from phoneworld.apps.music.playlists import (
    AddSongs,
    AddTo,
    Playlist,
    make_playlist,
    playlists,
    rename_playlist,
)
from phoneworld.apps.music.records import Artist, MusicAlbum, MusicSearch, SongCollection
from phoneworld.ui.bars import Scaffold, TopBar, tabs
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Picture

TABS = ("Songs", "Albums", "Artists", "Playlists")


class MusicLibrary(SongScreen):
    """All there is to hear."""

    def view(self) -> View:
        tab = self.state.get("tab", "Songs")
        return Scaffold(
            TopBar(
                "Music",
                actions=(
                    IconButton("search", "Search", lambda: self.open("search")),
                    IconButton(
                        "history",
                        "Recently played",
                        lambda: self.open("collection", kind="recent"),
                    ),
                ),
            ),
            self.page(tab),
            tab_row=tabs(TABS, tab, self.choose_tab),
            bottom=mini_player(self),
        )

    def choose_tab(self, tab: str) -> None:
        self.state["tab"] = tab

    def page(self, tab: str) -> View:
        match tab:
            case "Albums":
                return LazyList(self.albums, self.album_row, row_height=72, key="albums")
            case "Artists":
                return LazyList(self.artists, self.artist_row, row_height=64, key="artists")
            case "Playlists":
                return Column(
                    Tile(
                        "New playlist",
                        leading=Avatar(icon="add", color="primary", size=44),
                        on_click=self.ask_playlist,
                    ),
                    Tile(
                        "Liked songs",
                        leading=Avatar(icon="favorite", color="#d93025", size=44),
                        on_click=lambda: self.open("collection", kind="liked"),
                    ),
                    LazyList(self.lists, self.list_row, row_height=64, key="lists", empty=""),
                )
            case _:
                return Column(
                    Row(
                        Button(
                            "Shuffle all",
                            lambda: self.play_all(shuffled=True),
                            kind="tonal",
                            icon="shuffle",
                        ),
                        pad=(16, 8),
                    ),
                    LazyList(self.songs, self.song_row, row_height=64, key="songs"),
                )

    # Songs, albums, artists

    def songs(self, first: int, count: int) -> list[Song]:
        return data.songs_of(self.db, "songs", first, count)

    def albums(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT b._id, b.title, b.year, b.art, a.name FROM albums b "
            "JOIN artists a ON a._id = b.artist_id ORDER BY b.title LIMIT ? OFFSET ?",
            count,
            first,
        )

    def album_row(self, album: dict[str, Any]) -> View:
        return Tile(
            album["title"],
            album["name"],
            leading=Picture(album["art"], width=52, height=52, radius=6),
            note=str(album["year"]),
            on_click=lambda: self.open("album", id=album["_id"]),
        )

    def artists(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT _id, name FROM artists ORDER BY name LIMIT ? OFFSET ?", count, first
        )

    def artist_row(self, artist: dict[str, Any]) -> View:
        return Tile(
            artist["name"],
            avatar=artist["name"],
            on_click=lambda: self.open("artist", id=artist["_id"]),
        )

    # Playlists

    def lists(self, first: int, count: int) -> list[dict[str, Any]]:
        return playlists(self, first, count)

    def list_row(self, playlist: dict[str, Any]) -> View:
        id, name = playlist["_id"], playlist["name"]
        return Tile(
            name,
            data.count_text(playlist["count"]),
            leading=Avatar(name, icon="queue_music", size=44),
            trailing=IconButton(
                "more_vert", f"More options for {name}", lambda: self.offer_list(id)
            ),
            on_click=lambda: self.open("playlist", id=id),
            on_long_click=lambda: self.offer_list(id),
        )

    def offer_list(self, id: int) -> None:
        self.menu({"Rename": "ask_name", "Delete playlist": "ask_delete"}, playlist=id)

    def ask_playlist(self) -> None:
        self.prompt("New playlist", "Playlist name", then="make_playlist", yes="Create")

    def make_playlist(self, text: str) -> None:
        made = make_playlist(self, text)
        if made:
            self.open("playlist", id=made)

    def ask_name(self, playlist: int) -> None:
        name = self.db.value("SELECT name FROM playlists WHERE _id = ?", playlist)
        self.prompt(
            "Rename playlist",
            "Playlist name",
            then="rename",
            text=name or "",
            yes="Rename",
            playlist=playlist,
        )

    def rename(self, text: str, playlist: int) -> None:
        rename_playlist(self, playlist, text)

    def ask_delete(self, playlist: int) -> None:
        self.confirm(
            "Delete playlist?",
            "The songs stay in your library.",
            yes="Delete",
            then="delete",
            playlist=playlist,
        )

    def delete(self, playlist: int) -> None:
        data.delete_playlist(self.db, playlist)
        self.toast("Playlist deleted")


APP = App(
    package=data.PACKAGE,
    label="Music",
    icon="music_note",
    color="#e64a19",
    screens={
        "library": MusicLibrary,
        "album": MusicAlbum,
        "artist": Artist,
        "collection": SongCollection,
        "playlist": Playlist,
        "add_to": AddTo,
        "add_songs": AddSongs,
        "player": NowPlaying,
        "queue": Queue,
        "search": MusicSearch,
    },
    start="library",
    database="music.db",
    schema=data.SCHEMA,
    seed=data.seed,
    on_time=player.on_time,
    derived=("history", "player.started_ms", "player.position_ms", "player.sleep_at"),
)

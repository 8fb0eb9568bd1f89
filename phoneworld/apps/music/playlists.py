"""Playlists: one of them, and the ways songs get into them."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.music import data
from phoneworld.apps.music.data import Song
from phoneworld.apps.music.lists import mini_player
from phoneworld.apps.music.records import SourceScreen
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Icon, Picture, Text


def playlists(screen: Screen, first: int, count: int) -> list[dict[str, Any]]:
    """The playlists by name, each with the number of its songs."""
    return screen.db.rows(
        "SELECT _id, name, (SELECT COUNT(*) FROM playlist_songs WHERE playlist_id = p._id) AS count "
        "FROM playlists p ORDER BY name, _id LIMIT ? OFFSET ?",
        count,
        first,
    )


def make_playlist(screen: Screen, text: str) -> int:
    """Make a playlist, or say why that cannot be; its id, or 0."""
    name = text.strip()
    problem = data.problem_with(screen.db, name)
    if problem:
        screen.toast(problem)
        return 0
    screen.toast("Playlist created")
    return data.add_playlist(screen.db, name, created_ms=screen.phone.now_ms)


def rename_playlist(screen: Screen, id: int, text: str) -> None:
    """Give a playlist another name, or say why that cannot be."""
    name = text.strip()
    problem = data.problem_with(screen.db, name, but=id)
    if problem:
        screen.toast(problem)
        return
    screen.db.run("UPDATE playlists SET name = ? WHERE _id = ? AND name <> ?", name, id, name)
    screen.toast("Playlist renamed")


class Playlist(SourceScreen):
    """The songs of a playlist."""

    def source_of(self) -> str:
        return f"playlist:{self.args['id']}"

    def view(self) -> View:
        id = self.args["id"]
        name = self.db.value("SELECT name FROM playlists WHERE _id = ?", id)
        if name is None:
            return self.gone("This playlist was deleted")
        count, seconds = data.length_of(self.db, id)
        about = f"{data.count_text(count)} · {data.time_text(seconds)}"
        return Scaffold(
            TopBar(
                name,
                back=self.close,
                actions=(
                    IconButton("playlist_add", "Add songs", lambda: self.open("add_songs", id=id)),
                    IconButton("more_vert", "More options", self.offer_playlist),
                ),
            ),
            Column(
                Row(Text(about, "small", color="muted").named("about"), pad=(16, 0)),
                self.play_row(),
                LazyList(
                    self.songs, self.song_row, row_height=64, empty="Add songs to this playlist"
                ),
            ),
            bottom=mini_player(self),
        )

    def offer_playlist(self) -> None:
        self.menu(
            {"Rename": "ask_name", "Share": "share_playlist", "Delete playlist": "ask_delete"}
        )

    def ask_name(self) -> None:
        name = self.db.value("SELECT name FROM playlists WHERE _id = ?", self.args["id"])
        self.prompt(
            "Rename playlist", "Playlist name", then="rename", text=name or "", yes="Rename"
        )

    def rename(self, text: str) -> None:
        rename_playlist(self, self.args["id"], text)

    def share_playlist(self) -> None:
        songs = self.songs(0, 50)
        self.share("\n".join(f"{song['title']} by {song['artist']}" for song in songs) or "Empty")

    def ask_delete(self) -> None:
        self.confirm(
            "Delete playlist?", "The songs stay in your library.", yes="Delete", then="delete"
        )

    def delete(self) -> None:
        data.delete_playlist(self.db, self.args["id"])
        self.toast("Playlist deleted")
        self.close()


class AddTo(Screen):
    """Choosing the playlist for a song."""

    def view(self) -> View:
        song = data.song(self.db, self.args["song"])
        return Scaffold(
            TopBar("Add to playlist", back=self.close),
            Column(
                Row(
                    Text(f"{song['title']} by {song['artist']}", "small", color="muted"),
                    pad=(16, 8),
                )
                if song is not None
                else None,
                Tile(
                    "New playlist",
                    leading=Avatar(icon="add", color="primary", size=44),
                    on_click=self.ask_name,
                ),
                LazyList(self.lists, self.row, row_height=64, empty=""),
            ),
        )

    def lists(self, first: int, count: int) -> list[dict[str, Any]]:
        return playlists(self, first, count)

    def row(self, playlist: dict[str, Any]) -> View:
        return Tile(
            playlist["name"],
            data.count_text(playlist["count"]),
            leading=Avatar(playlist["name"], icon="queue_music", size=44),
            on_click=lambda: self.add(playlist["_id"]),
        )

    def add(self, playlist: int) -> None:
        if data.song(self.db, self.args["song"]) is None:
            return
        if data.add_to_playlist(self.db, playlist, self.args["song"]):
            self.toast("Added to playlist")
            self.close()
        else:
            self.toast("The song is already in this playlist")

    def ask_name(self) -> None:
        self.prompt("New playlist", "Playlist name", then="make", yes="Create")

    def make(self, text: str) -> None:
        playlist = make_playlist(self, text)
        if playlist:
            self.add(playlist)


class AddSongs(Screen):
    """Choosing the songs for a playlist: a tap adds one."""

    def view(self) -> View:
        field = Field("query", "Find songs to add", kind="search", icon="search")
        return Scaffold(
            TopBar(field.sized(height=48), back=self.close),
            LazyList(self.songs, self.row, row_height=64, empty="No songs found"),
        )

    def songs(self, first: int, count: int) -> list[Song]:
        query = self.state.get("query", "").strip()
        if query:
            return data.found_songs(self.db, query, first, count)
        return data.songs_of(self.db, "songs", first, count)

    def row(self, song: Song) -> View:
        there = data.is_in_playlist(self.db, self.args["id"], song["_id"])
        return Tile(
            song["title"],
            song["artist"],
            leading=Picture(song["art"], width=44, height=44, radius=6),
            trailing=Icon(
                "check_circle" if there else "add_circle",
                color="primary" if there else "muted",
                description="Added" if there else "Not added",
            ),
            on_click=lambda: self.add(song["_id"]),
        )

    def add(self, song: int) -> None:
        name = self.db.value("SELECT name FROM playlists WHERE _id = ?", self.args["id"])
        if name is None:
            self.close()
        elif data.add_to_playlist(self.db, self.args["id"], song):
            self.toast(f"Added to {name}")
        else:
            self.toast("The song is already in this playlist")

"""An album, an artist, the liked songs, the songs heard last; and the search over all of them."""

from __future__ import annotations

from typing import Any

from phoneworld.apps.music import data
from phoneworld.apps.music.data import Song
from phoneworld.apps.music.lists import SongScreen, mini_player
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import Button
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView, SideScroll
from phoneworld.ui.view import Column, Row, View
from phoneworld.ui.widgets import Avatar, Field, Picture, Text


class SourceScreen(SongScreen):
    """The songs of one source below a heading, with buttons that play them all."""

    def source_of(self) -> str:
        raise NotImplementedError  # every screen has its own

    @property
    def source(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride] - read only
        return self.source_of()

    def songs(self, first: int, count: int) -> list[Song]:
        return data.songs_of(self.db, self.source, first, count)

    def play_row(self) -> View:
        return Row(
            Button("Play", lambda: self.play_all(shuffled=False), icon="play_arrow").grow(),
            Button(
                "Shuffle", lambda: self.play_all(shuffled=True), kind="tonal", icon="shuffle"
            ).grow(),
            gap=12,
            pad=(16, 8),
        )

    def gone(self, what: str) -> View:
        return Scaffold(TopBar("", back=self.close), empty_note("album", what))


class MusicAlbum(SourceScreen):
    """The songs of an album."""

    def source_of(self) -> str:
        return f"album:{self.args['id']}"

    def view(self) -> View:
        album = self.db.one(
            "SELECT b.*, a.name AS artist FROM albums b JOIN artists a ON a._id = b.artist_id "
            "WHERE b._id = ?",
            self.args["id"],
        )
        if album is None:
            return self.gone("This album is not here")
        return Scaffold(
            TopBar("Album", back=self.close),
            Column(
                Row(
                    Picture(album["art"], width=112, height=112, radius=12),
                    Column(
                        Text(album["title"], "title", lines=2).named("album_title"),
                        Text(album["artist"], "body", color="primary").clicked(
                            lambda: self.open("artist", id=album["artist_id"])
                        ),
                        Text(str(album["year"]), "small", color="muted").named("year"),
                        gap=4,
                    ).grow(),
                    gap=16,
                    pad=(16, 8),
                ),
                self.play_row(),
                LazyList(self.songs, self.song_row, row_height=64),
            ),
            bottom=mini_player(self),
        )


class Artist(SourceScreen):
    """The albums and songs of an artist."""

    def source_of(self) -> str:
        return f"artist:{self.args['id']}"

    def view(self) -> View:
        id = self.args["id"]
        name = self.db.value("SELECT name FROM artists WHERE _id = ?", id)
        if name is None:
            return self.gone("This artist is not here")
        albums = self.db.rows(
            "SELECT _id, title, year, art FROM albums WHERE artist_id = ? "
            "ORDER BY year DESC LIMIT 20",
            id,
        )
        return Scaffold(
            TopBar(name, back=self.close),
            Column(
                SideScroll(*(self.card(album) for album in albums), key="albums"),
                self.play_row(),
                LazyList(self.songs, self.song_row, row_height=64),
            ),
            bottom=mini_player(self),
        )

    def card(self, album: dict[str, Any]) -> View:
        return (
            Column(
                Picture(album["art"], height=120, radius=10),
                Text(album["title"], "label", lines=1),
                Text(str(album["year"]), "caption", color="muted"),
                gap=4,
            )
            .sized(width=120)
            .clicked(lambda: self.open("album", id=album["_id"]))
        )


class SongCollection(SourceScreen):
    """The liked songs (`liked`), or those heard last (`recent`)."""

    def source_of(self) -> str:
        return self.args.get("kind", "liked")

    def view(self) -> View:
        return Scaffold(
            TopBar(data.source_name(self.db, self.source), back=self.close),
            Column(
                self.play_row(),
                LazyList(self.songs, self.song_row, row_height=64, empty="No songs yet"),
            ),
            bottom=mini_player(self),
        )


class MusicSearch(SongScreen):
    """Songs, albums, artists and playlists by name."""

    def opened(self) -> None:
        self.focus("query")

    def view(self) -> View:
        query = self.state.get("query", "").strip().lower()
        field = Field("query", "Search music", kind="search", icon="search").sized(height=48)
        return Scaffold(
            TopBar(field, back=self.close),
            ScrollView(*self.results(query), pad=16)
            if query
            else empty_note("search", "Songs, albums, artists, playlists"),
            bottom=mini_player(self),
        )

    def results(self, query: str) -> list[View]:
        songs = data.found_songs(self.db, query, 0, 20)
        albums = self.db.rows(
            "SELECT b._id, b.title, b.art, a.name FROM albums b "
            "JOIN artists a ON a._id = b.artist_id WHERE instr(lower(b.title), ?) > 0 "
            "ORDER BY b.title LIMIT 5",
            query,
        )
        artists = self.db.rows(
            "SELECT _id, name FROM artists WHERE instr(lower(name), ?) > 0 ORDER BY name LIMIT 5",
            query,
        )
        playlists = self.db.rows(
            "SELECT _id, name FROM playlists WHERE instr(lower(name), ?) > 0 ORDER BY name LIMIT 5",
            query,
        )
        groups: list[tuple[str, list[View]]] = [
            ("Songs", [self.song_row(song) for song in songs]),
            ("Albums", [self.album_row(album) for album in albums]),
            ("Artists", [self.named_row("artist", row) for row in artists]),
            ("Playlists", [self.named_row("playlist", row) for row in playlists]),
        ]
        views = [view for title, rows in groups if rows for view in (Section(title), *rows)]
        return views or [empty_note("search", "Nothing found")]

    def album_row(self, album: dict[str, Any]) -> View:
        return Tile(
            album["title"],
            f"Album by {album['name']}",
            leading=Picture(album["art"], width=44, height=44, radius=6),
            on_click=lambda: self.open("album", id=album["_id"]),
        )

    def named_row(self, route: str, row: dict[str, Any]) -> View:
        icon = "person" if route == "artist" else "queue_music"
        return Tile(
            row["name"],
            route.capitalize(),
            leading=Avatar(row["name"], icon=icon, size=44),
            on_click=lambda: self.open(route, id=row["_id"]),
        )

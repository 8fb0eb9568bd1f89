"""Retro Music's screens: songs and playlists, the playing queue, and a search."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App
from phoneworld.packs.androidworld.retro_music import data, queue
from phoneworld.packs.androidworld.retro_music.data import Track, length_text
from phoneworld.packs.androidworld.retro_music.lists import RetroScreen, TrackList
from phoneworld.packs.androidworld.retro_music.playlists import (
    AddToRetroPlaylist,
    PlaylistActions,
    PlaylistFolder,
    RetroPlaylist,
    about,
)
from phoneworld.ui.bars import Scaffold, TopBar, tabs
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Field

TABS = ("Songs", "Playlists")


class RetroLibrary(TrackList, PlaylistActions):
    """All songs, or all playlists."""

    def opened(self) -> None:
        data.scan(self.phone)

    def view(self) -> View:
        tab = self.state.get("tab", TABS[0])
        bar = TopBar(
            "Retro Music",
            actions=(
                IconButton("search", "Search", lambda: self.open("search")),
                IconButton("queue_music", "Playing queue", lambda: self.open("queue")),
                IconButton("refresh", "Scan media", self.scan_again),
            ),
        )
        page: View = (
            LazyList(self.songs, self.track_row, row_height=68, key="songs", empty="No songs")
            if tab == "Songs"
            else Column(
                Tile("New playlist", icon="add", on_click=self.ask_name),
                LazyList(self.lists, self.list_row, row_height=68, key="playlists", empty=""),
            )
        )
        return Scaffold(
            self.select_bar() if self.chosen else bar,
            page,
            tab_row=tabs(TABS, tab, self.choose_tab),
            bottom=self.player_bar(),
        )

    def choose_tab(self, tab: str) -> None:
        self.state["tab"] = tab
        self.unselect()

    def scan_again(self) -> None:
        data.scan(self.phone)
        self.toast("Scanned")

    def songs(self, first: int, count: int) -> list[Track]:
        return data.tracks(self.library, "", first, count)

    def all_tracks(self) -> list[Track]:
        return self.songs(0, -1)

    def lists(self, first: int, count: int) -> list[dict[str, Any]]:
        return data.playlists(self.db)[first : first + count]

    def list_row(self, one: dict[str, Any]) -> View:
        id, name = one["playlist_id"], one["playlist_name"]
        return Tile(
            name,
            about(one),
            icon="queue_music",
            trailing=IconButton(
                "more_vert", f"More options for {name}", lambda: self.offer_playlist(id)
            ),
            on_click=lambda: self.open("playlist", id=id),
        )

    def ask_name(self) -> None:
        self.prompt("New playlist", "Playlist name", then="make_one", yes="Create")

    def make_one(self, text: str) -> None:
        self.make(text)

    def returned(self, result: object) -> None:
        """Songs were added to a playlist, or the folder to save one in was chosen."""
        if isinstance(result, str) and result.startswith("/"):
            self.save_into(result)
        self.unselect()


class RetroSearch(TrackList):
    """Songs by title or artist."""

    def opened(self) -> None:
        self.focus("query")

    def view(self) -> View:
        field = Field("query", "Search your library", kind="search", icon="search")
        return Scaffold(
            self.select_bar() if self.chosen else TopBar(field.sized(height=48), back=self.close),
            LazyList(self.songs, self.track_row, row_height=68, empty="No songs found"),
            bottom=self.player_bar(),
        )

    def songs(self, first: int, count: int) -> list[Track]:
        return data.tracks(self.library, self.state.get("query", ""), first, count)

    def all_tracks(self) -> list[Track]:
        return self.songs(0, -1)


class PlayingQueue(RetroScreen):
    """What plays now, and what comes after it."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "Playing queue",
                back=self.close,
                actions=(IconButton("delete", "Clear playing queue", self.empty),),
            ),
            LazyList(self.songs, self.row, row_height=68, empty="Nothing is in the queue"),
            bottom=self.player_bar(),
        )

    def songs(self, first: int, count: int) -> list[Track]:
        return queue.queue(self.queue_db, first, count)

    def row(self, song: Track) -> View:
        number, title = song["_id"], song["title"]
        return Tile(
            title,
            f"{song['artist_name']} · {length_text(song['duration'])}".lstrip(" ·"),
            icon="music_note",
            trailing=IconButton(
                "close", f"Remove {title}", lambda: queue.drop(self.queue_db, number)
            ),
            on_click=lambda: queue.play(self.queue_db, number, now_ms=self.phone.now_ms),
        )

    def empty(self) -> None:
        queue.clear(self.queue_db)


APP = App(
    package=data.PACKAGE,
    label="Retro Music",
    icon="library_music",
    color="#37474f",
    activity=".activities.MainActivity",
    screens={
        "library": RetroLibrary,
        "playlist": RetroPlaylist,
        "add_to": AddToRetroPlaylist,
        "pick_folder": PlaylistFolder,
        "queue": PlayingQueue,
        "search": RetroSearch,
    },
    start="library",
    database=data.DATABASE,
    schema=data.SCHEMA,
    further_databases={
        data.QUEUE_PATH: data.QUEUE_SCHEMA,
        data.LIBRARY_PATH: data.LIBRARY_SCHEMA,
    },
    permissions=(
        "android.permission.READ_MEDIA_AUDIO",
        "android.permission.POST_NOTIFICATIONS",
    ),
    derived=("player", "library"),
)

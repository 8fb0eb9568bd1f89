"""VLC's screens: all videos, the folders of the storage, and playlists."""

from __future__ import annotations

from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.files import entries
from phoneworld.apps.files.entries import ROOT, Entry
from phoneworld.packs.androidworld.vlc import data
from phoneworld.packs.androidworld.vlc.data import Medium
from phoneworld.packs.androidworld.vlc.lists import VideoList
from phoneworld.packs.androidworld.vlc.player import VideoPlayer
from phoneworld.providers import media
from phoneworld.ui.bars import Scaffold, TopBar, bottom_bar, empty_note
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Section, Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Handler, View
from phoneworld.ui.widgets import Field

SECTIONS = (("Video", "local_movies"), ("Browse", "folder"), ("Playlists", "queue_music"))
INTERNAL = "Internal memory"


class VlcHome(VideoList):
    """The three sections of the app."""

    def opened(self) -> None:
        data.scan(self.phone)

    @property
    def section(self) -> str:
        return self.state.get("section", "Video")

    def view(self) -> View:
        bar = TopBar(
            "VLC" if self.section == "Video" else self.section,
            actions=(IconButton("refresh", "Refresh", self.refresh),),
        )
        return Scaffold(
            self.select_bar() if self.chosen else bar,
            self.page(),
            bottom=bottom_bar(SECTIONS, self.section, self.choose_section),
        )

    def page(self) -> View:
        match self.section:
            case "Browse":
                return ScrollView(
                    Section("Storages"),
                    Tile(
                        INTERNAL,
                        icon="smartphone",
                        on_click=lambda: self.open("folder", path=ROOT),
                    ),
                )
            case "Playlists":
                return LazyList(
                    self.lists, self.list_row, row_height=68, key="lists", empty="No playlists"
                )
            case _:
                return LazyList(
                    self.videos, self.video_row, row_height=68, key="videos", empty="No videos"
                )

    def choose_section(self, section: str) -> None:
        self.state["section"] = section
        self.unselect()

    def refresh(self) -> None:
        data.scan(self.phone)
        self.toast("Refreshed")

    def videos(self, first: int, count: int) -> list[str]:
        return [row["path"] for row in data.media(self.videos_db, first, count)]

    def lists(self, first: int, count: int) -> list[dict[str, Any]]:
        return data.playlists(self.videos_db)[first : first + count]

    def list_row(self, one: dict[str, Any]) -> View:
        id, number = one["id_playlist"], one["number"]
        return Tile(
            one["name"],
            "1 video" if number == 1 else f"{number} videos",
            icon="queue_music",
            trailing=IconButton(
                "more_vert",
                f"More options for {one['name']}",
                lambda: self.menu({"Delete": "ask_delete"}, id=id),
            ),
            on_click=lambda: self.open("playlist", id=id),
        )

    def ask_delete(self, id: int) -> None:
        self.confirm("Delete this playlist?", yes="Delete", then="delete", id=id)

    def delete(self, id: int) -> None:
        data.remove_playlist(self.videos_db, id)


class VideoFolder(VideoList):
    """What is in a folder: folders, and videos."""

    def opened(self) -> None:
        data.scan(self.phone)

    def view(self) -> View:
        path = self.args["path"]
        bar = TopBar(INTERNAL if path == ROOT else media.split(path)[1], back=self.close)
        return Scaffold(
            self.select_bar() if self.chosen else bar,
            LazyList(self.content, self.row, row_height=68, empty="This folder is empty"),
        )

    def content(self, first: int, count: int) -> list[Entry]:
        return self.phone.files.rows(
            f"SELECT {entries.COLUMNS} FROM files WHERE parent = ? "
            f"AND (is_folder = 1 OR {data.VIDEOS}) "
            "ORDER BY is_folder DESC, _display_name LIMIT ? OFFSET ?",
            self.args["path"],
            count,
            first,
        )

    def row(self, entry: Entry) -> View:
        if not entry["is_folder"]:
            return self.video_row(entry["_data"])
        return Tile(
            entry["_display_name"],
            icon="folder",
            on_click=lambda: self.open("folder", path=entry["_data"]),
        )


class VlcPlaylist(VideoList):
    """The videos of a playlist, in order."""

    def view(self) -> View:
        id = self.args["id"]
        name = self.videos_db.value("SELECT name FROM Playlist WHERE id_playlist = ?", id)
        if name is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("queue_music", "It was deleted")
            )
        return Scaffold(
            TopBar(
                name,
                back=self.close,
                actions=(IconButton("play_arrow", "Play all", self.play_all),),
            ),
            LazyList(self.videos, self.row, row_height=68, empty="No videos yet"),
        )

    def videos(self, first: int, count: int) -> list[Medium]:
        return data.media_of(self.videos_db, self.args["id"], first, count)

    def row(self, video: Medium) -> View:
        position, name = video["position"], video["filename"]
        return Tile(
            name,
            data.length_text(video["duration"]),
            icon="local_movies",
            trailing=IconButton("close", f"Remove {name}", lambda: self.remove(position)),
            on_click=lambda: self.play_from(position),
        )

    def remove(self, position: int) -> None:
        data.remove_from_playlist(self.videos_db, self.args["id"], position)

    def play_from(self, position: int) -> None:
        paths = [video["path"] for video in self.videos(0, -1)]
        self.open("player", paths=paths, at=position)

    def play_all(self) -> None:
        if self.videos(0, 1):
            self.play_from(0)


class AddToVlcPlaylist(Screen):
    """The playlist for some videos: a new name, or one that is there."""

    def view(self) -> View:
        rows = [
            Tile(one["name"], icon="queue_music", on_click=self.adder(one["id_playlist"]))
            for one in data.playlists(self.phone.databases[data.PATH])
        ]
        return Scaffold(
            TopBar("Add to playlist", back=self.close),
            ScrollView(
                Column(
                    Field("name", "New playlist", on_submit=self.make),
                    Button("Save", self.make),
                    pad=16,
                    gap=12,
                ),
                Section("Playlists") if rows else None,
                *rows,
            ),
        )

    def adder(self, id: int) -> Handler:
        return lambda: self.add(id)

    def add(self, id: int) -> None:
        database = self.phone.databases[data.PATH]
        for path in self.args["paths"]:
            found = data.medium(database, path)
            if found is not None:
                data.add_to_playlist(database, id, found["id_media"])
        self.toast("Added to playlist")
        self.close("added")

    def make(self) -> None:
        name = self.state.get("name", "").strip()
        database = self.phone.databases[data.PATH]
        if not name:
            self.toast("Enter a name")
            return
        known = database.value("SELECT id_playlist FROM Playlist WHERE name = ?", name)
        self.add(known if known is not None else data.add_playlist(database, name))


APP = App(
    package=data.PACKAGE,
    label="VLC",
    icon="play_circle",
    color="#ef6c00",
    activity=".gui.MainActivity",
    screens={
        "home": VlcHome,
        "folder": VideoFolder,
        "playlist": VlcPlaylist,
        "add_to": AddToVlcPlaylist,
        "player": VideoPlayer,
    },
    start="home",
    further_databases={data.PATH: data.SCHEMA},
    permissions=("android.permission.POST_NOTIFICATIONS",),
    derived=("Media",),
)

"""Playlists: one of them, and choosing the one that songs are added to."""

from __future__ import annotations

from typing import Any

from phoneworld.apps.files import entries
from phoneworld.apps.files.pick import PickFolder
from phoneworld.packs.androidworld.phone import STORAGE_NAME
from phoneworld.packs.androidworld.retro_music import data
from phoneworld.packs.androidworld.retro_music.data import Track, length_text
from phoneworld.packs.androidworld.retro_music.lists import RetroScreen
from phoneworld.ui.bars import Scaffold, TopBar, empty_note
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, Handler, Row, View
from phoneworld.ui.widgets import Text


def about(one: dict[str, Any]) -> str:
    """How many songs a playlist has, and how long it lasts."""
    number = one["number"]
    songs = "1 song" if number == 1 else f"{number} songs"
    return f"{songs} · {length_text(one['total_ms'])}"


class PlaylistActions(RetroScreen):
    """What can be done with a playlist wherever it is seen. `state["saved"]` is the one to be saved."""

    def offer_playlist(self, id: int) -> None:
        self.menu(
            {
                "Rename": "ask_rename",
                "Save as file": "save_as_file",
                "Delete playlist": "ask_delete",
            },
            id=id,
        )

    def make(self, text: str) -> int:
        """Make a playlist, or say why that cannot be; its id, or 0."""
        name = text.strip()
        problem = data.problem_with_name(self.db, name)
        if problem:
            self.toast(problem)
            return 0
        return data.add_playlist(self.db, name)

    def ask_rename(self, id: int) -> None:
        one = data.playlist(self.db, id)
        if one is not None:
            self.prompt(
                "Rename playlist",
                "Playlist name",
                then="rename",
                text=one["playlist_name"],
                yes="Rename",
                id=id,
            )

    def rename(self, text: str, id: int) -> None:
        name = text.strip()
        problem = data.problem_with_name(self.db, name, but=id)
        if problem:
            self.toast(problem)
            return
        self.db.run("UPDATE PlaylistEntity SET playlist_name = ? WHERE playlist_id = ?", name, id)

    def ask_delete(self, id: int) -> None:
        self.confirm(
            "Delete playlist?", "The songs stay.", yes="Delete", then="delete_playlist", id=id
        )

    def delete_playlist(self, id: int) -> None:
        data.remove_playlist(self.db, id)
        self.toast("Playlist deleted")

    def save_as_file(self, id: int) -> None:
        self.state["saved"] = id
        self.open("pick_folder", paths=[], action="Save")

    def save_into(self, folder: str) -> None:
        """Write the playlist that was to be saved into a folder."""
        id = self.state.get("saved", 0)
        one = data.playlist(self.db, id)
        if one is None:
            return
        path = f"{folder}/{one['playlist_name']}.m3u"
        entries.delete(self.phone.files, path)
        entries.put_file(
            self.phone.files, path, data.m3u_of(self.db, id), date_ms=self.phone.now_ms
        )
        self.toast(f"Saved to {entries.place_text(path, STORAGE_NAME)}")


class RetroPlaylist(PlaylistActions):
    """The songs of a playlist, in order."""

    def view(self) -> View:
        id = self.args["id"]
        one = next((p for p in data.playlists(self.db) if p["playlist_id"] == id), None)
        if one is None:
            return Scaffold(
                TopBar("", back=self.close), empty_note("queue_music", "It was deleted")
            )
        return Scaffold(
            TopBar(
                one["playlist_name"],
                back=self.close,
                actions=(IconButton("more_vert", "More options", lambda: self.offer_playlist(id)),),
            ),
            Column(
                Row(Text(about(one), "small", color="muted").named("about"), pad=(16, 4)),
                LazyList(self.songs, self.song_row, row_height=68, empty="No songs yet"),
            ),
            bottom=self.player_bar(),
        )

    def songs(self, first: int, count: int) -> list[Track]:
        return data.songs_of(self.db, self.args["id"], first, count)

    def song_row(self, song: Track) -> View:
        key, title = song["song_key"], song["title"]
        return Tile(
            title,
            f"{song['artist_name']} · {length_text(song['duration'])}".lstrip(" ·"),
            icon="music_note",
            trailing=IconButton(
                "more_vert",
                f"More options for {title}",
                lambda: self.menu({"Remove from playlist": "remove"}, key=key),
            ),
        )

    def remove(self, key: int) -> None:
        data.remove_song(self.db, key)

    def returned(self, result: object) -> None:
        self.save_into(str(result))


class AddToRetroPlaylist(PlaylistActions):
    """The playlist for some songs: one that is there, or a new one."""

    def view(self) -> View:
        rows = [
            Tile(
                one["playlist_name"],
                about(one),
                icon="queue_music",
                on_click=self.adder(one["playlist_id"]),
            )
            for one in data.playlists(self.db)
        ]
        new = Tile("New playlist", icon="add", on_click=self.ask_name)
        return Scaffold(TopBar("Add to playlist", back=self.close), ScrollView(new, *rows))

    def adder(self, id: int) -> Handler:
        return lambda: self.add(id)

    def add(self, id: int) -> None:
        for number in self.args["songs"]:
            song = data.track(self.library, number)
            if song is not None:
                data.add_song(self.db, id, song)
        self.toast("Added to playlist")
        self.close("added")

    def ask_name(self) -> None:
        self.prompt("New playlist", "Playlist name", then="make_and_add", yes="Create")

    def make_and_add(self, text: str) -> None:
        id = self.make(text)
        if id:
            self.add(id)


class PlaylistFolder(PickFolder):
    """The folder to save a playlist in."""

    storage_name = STORAGE_NAME

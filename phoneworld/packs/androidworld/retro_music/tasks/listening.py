"""Tasks in which songs are put in order: playlists and the playing queue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.author import (
    BACK,
    Added,
    Between,
    Contains,
    Exact,
    Expectation,
    Instead,
    Level,
    Maybe,
    Mistake,
    Scene,
    Script,
    Swap,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.files_there import file_added
from phoneworld.packs.androidworld.retro_music.data import PATH, QUEUE_PATH
from phoneworld.packs.androidworld.retro_music.tasks.setup import (
    LABEL,
    MINUTE_MS,
    making,
    playlist_made,
    playlist_name,
    put_song,
    put_songs,
    selecting,
    song_titles,
    title_of,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.phone import Phone

SHORTEST_MS, LONGEST_MS = 45 * MINUTE_MS, 50 * MINUTE_MS
LEAST_MS = (LONGEST_MS - SHORTEST_MS) // 2 + 10_000


@dataclass(frozen=True)
class SongsInOrder(SuiteTask):
    """A few songs of many, in an order."""

    level = Level.MEDIUM
    apps = (LABEL,)

    playlist_name: str
    titles: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        titles = song_titles(scene.rng)
        put_songs(scene, titles)
        return cls(playlist_name(scene.rng), tuple(titles[: scene.rng.randint(2, 5)]))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del phone
        return cls(params["playlist_name"], tuple(map(title_of, params["files"])))

    @property
    def songs(self) -> str:
        return ", ".join(self.titles)

    def mistakes(self) -> dict[str, Mistake]:
        first, second, *rest = self.titles
        return {
            "in another order": Instead(titles=(second, first, *rest)),
            "one too few": Instead(titles=self.titles[:-1]),
        }


@dataclass(frozen=True)
class MakePlaylist(SongsInOrder):
    """Songs become a playlist."""

    template = "androidworld.retro_create_playlist"
    suite = "RetroCreatePlaylist"
    complexity = 2.4
    goals = (
        'Make a playlist "{playlist_name}" in Retro Music of these songs, in this order: {songs}.',
        'In Retro Music I want a playlist called "{playlist_name}" with, one after the other, {songs}.',
        'Put {songs} (in this order) into a new Retro Music playlist named "{playlist_name}".',
    )

    def expect(self) -> list[Expectation]:
        return playlist_made(self.playlist_name, self.titles)

    def script(self) -> Script:
        return making(self.playlist_name, self.titles)

    def mistakes(self) -> dict[str, Mistake]:
        return super().mistakes() | {"another name": Instead(playlist_name="My songs")}


@dataclass(frozen=True)
class FillQueue(SongsInOrder):
    """Songs are put into the playing queue."""

    template = "androidworld.retro_playing_queue"
    suite = "RetroPlayingQueue"
    complexity = 3.2
    goals = (
        "Put these songs into Retro Music's playing queue, in this order: {songs}.",
        "In Retro Music, queue {songs}, one after the other.",
        "Retro Music's playing queue should hold {songs}, in just this order.",
    )

    def expect(self) -> list[Expectation]:
        return [
            Added(QUEUE_PATH, "playing_queue", {"_id": number, "title": Exact(title)})
            for number, title in enumerate(self.titles, 1)
        ]

    def script(self) -> Script:
        return (*selecting(self.titles), Tap("Add to playing queue"))

    def mistakes(self) -> dict[str, Mistake]:
        into = Tap("Add to playing queue")
        return super().mistakes() | {"nothing was added": Without(into)}


@dataclass(frozen=True)
class SavePlaylist(SongsInOrder):
    """Songs become a playlist, and the playlist a file."""

    template = "androidworld.retro_save_playlist"
    suite = "RetroSavePlaylist"
    complexity = 5
    level = Level.HARD
    goals = (
        (
            'Make a playlist "{playlist_name}" in Retro Music of {songs}, in this order, and save it as a '
            "file in the Download folder."
        ),
        (
            'In Retro Music, put {songs}, one after the other, into a new playlist "{playlist_name}". Then '
            "export that playlist to Download."
        ),
        (
            'I want a Retro Music playlist called "{playlist_name}" ({songs}, in this order), and its file '
            "in Download."
        ),
    )

    def expect(self) -> list[Expectation]:
        # A file that was saved before the last song was in the playlist is not of that playlist.
        songs = Contains(*self.titles)
        file = file_added(f"/sdcard/Download/{self.playlist_name}.m3u", songs)
        return [*playlist_made(self.playlist_name, self.titles), file]

    def script(self) -> Script:
        return (
            *making(self.playlist_name, self.titles),
            Tap("Playlists"),
            Tap(f"More options for {self.playlist_name}"),
            Tap("Save as file"),
            Tap("Download", role="item"),
            Tap("Save here"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return super().mistakes() | {
            "not saved": Without(Tap("Save here")),
            "into another folder": Swap(Tap("Download"), Tap("Documents", role="item")),
            "onto the storage itself": Swap(Tap("Download"), Tap("Music", role="item"), BACK),
        }


@dataclass(frozen=True)
class PlaylistOfLength(SuiteTask):
    """A playlist that lasts as long as was asked for, of whatever songs."""

    template = "androidworld.retro_playlist_duration"
    suite = "RetroPlaylistDuration"
    complexity = 3
    level = Level.HARD
    apps = (LABEL,)
    goals = (
        'Make a playlist "{playlist_name}" in Retro Music that lasts from 45 to 50 minutes.',
        'In Retro Music, put songs for 45 to 50 minutes into a new playlist called "{playlist_name}".',
        'I need a Retro Music playlist named "{playlist_name}", at least 45 and at most 50 minutes long.',
    )

    playlist_name: str
    titles: tuple[str, ...]
    others: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        titles = song_titles(rng)
        count = rng.randint(9, 11)
        # Parts of 47.5 minutes, so that there is a way to do it; none so short that it does not matter.
        spare = (SHORTEST_MS + LONGEST_MS) // 2 - count * LEAST_MS
        cuts = sorted(rng.randint(0, spare) for _ in range(count - 1))
        for title, start, end in zip(titles, [0, *cuts], [*cuts, spare], strict=False):
            put_song(scene, title, LEAST_MS + end - start)
        put_songs(scene, titles[count:])
        return cls(playlist_name(rng), tuple(titles[:count]), tuple(titles[count:]))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        del phone
        return cls(
            params["playlist_name"],
            tuple(map(title_of, params["files"])),
            tuple(map(title_of, params["noise_files"])),
        )

    def expect(self) -> list[Expectation]:
        made = {
            "playlist_name": Exact(self.playlist_name),
            "total_ms": Between(SHORTEST_MS, LONGEST_MS),
        }
        songs = [
            Maybe(Added(PATH, "SongEntity", {"title": Exact(title)}))
            for title in (*self.titles, *self.others)
        ]
        return [Added(PATH, "PlaylistEntity", made), *songs]

    def script(self) -> Script:
        return making(self.playlist_name, self.titles)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "too long": Instead(titles=(*self.titles, *self.others)),
            "too short": Instead(titles=self.others[:1]),
            "another name": Instead(playlist_name="Nearly an hour"),
        }

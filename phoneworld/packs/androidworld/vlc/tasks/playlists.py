"""Tasks in which videos become playlists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.author import (
    Expectation,
    Instead,
    Level,
    Mistake,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.vlc.data import FOLDER
from phoneworld.packs.androidworld.vlc.tasks.setup import (
    LABEL,
    entering,
    list_made,
    list_name,
    making,
    put_videos,
)
from phoneworld.phone import Phone


def all_videos(phone: Phone) -> tuple[str, ...]:
    """The videos in the folder, by name."""
    rows = phone.files.rows(
        "SELECT _display_name FROM files WHERE parent = ? ORDER BY _data", FOLDER
    )
    return tuple(row["_display_name"] for row in rows)


@dataclass(frozen=True)
class OneVideoPlaylist(SuiteTask):
    """A few videos of many become a playlist."""

    template = "androidworld.vlc_create_playlist"
    suite = "VlcCreatePlaylist"
    complexity = 2.8
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        (
            'Make a playlist "{playlist_name}" in VLC of these videos from Internal memory/VLCVideos, in '
            "this order: {listed}."
        ),
        (
            "In VLC, under Internal memory/VLCVideos, there are {listed}. Put them, in this order, into a "
            'new playlist called "{playlist_name}".'
        ),
        (
            'I want a VLC playlist named "{playlist_name}" with {listed}, one after the other; they are in '
            "VLCVideos in the internal memory."
        ),
    )

    playlist_name: str
    files: tuple[str, ...]
    everything: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        files = put_videos(scene)
        return cls(list_name(scene.rng), files, all_videos(scene.phone))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        return cls(params["playlist_name"], tuple(params["files"]), all_videos(phone))

    @property
    def listed(self) -> str:
        return ", ".join(self.files)

    def expect(self) -> list[Expectation]:
        return [list_made(self.playlist_name, self.files, self.everything)]

    def script(self) -> Script:
        return (*entering(), *making(self.playlist_name, self.files))

    def mistakes(self) -> dict[str, Mistake]:
        first, second, *rest = self.files
        return {
            "in another order": Instead(files=(second, first, *rest)),
            "one too few": Instead(files=self.files[:-1]),
            "another name": Instead(playlist_name="Films"),
            "not saved": Without(Tap("Save")),
        }


@dataclass(frozen=True)
class TwoVideoPlaylists(SuiteTask):
    """Videos become two playlists."""

    template = "androidworld.vlc_create_two_playlists"
    suite = "VlcCreateTwoPlaylists"
    complexity = 4.8
    level = Level.HARD
    apps = (LABEL,)
    goals = (
        (
            'Make two playlists in VLC of videos from Internal memory/VLCVideos: "{playlist_name1}" with '
            '{listed1}, and "{playlist_name2}" with {listed2}, each in this order.'
        ),
        (
            'In VLC, put {listed1} into a new playlist "{playlist_name1}", and after that {listed2} into '
            'another one, "{playlist_name2}". They are in Internal memory/VLCVideos; keep the order.'
        ),
        (
            'I want two VLC playlists, in the order given: "{playlist_name1}" ({listed1}) and '
            '"{playlist_name2}" ({listed2}). The files are in VLCVideos in the internal memory.'
        ),
    )

    playlist_name1: str
    files1: tuple[str, ...]
    playlist_name2: str
    files2: tuple[str, ...]
    everything: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        one, two = put_videos(scene), put_videos(scene)
        name = other = list_name(scene.rng)
        while other.split()[0] == name.split()[0]:
            other = list_name(scene.rng)
        return cls(name, one, other, two, all_videos(scene.phone))

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        return cls(
            params["playlist_name1"],
            tuple(params["files1"]),
            params["playlist_name2"],
            tuple(params["files2"]),
            all_videos(phone),
        )

    @property
    def listed1(self) -> str:
        return ", ".join(self.files1)

    @property
    def listed2(self) -> str:
        return ", ".join(self.files2)

    def expect(self) -> list[Expectation]:
        lists = ((self.playlist_name1, self.files1), (self.playlist_name2, self.files2))
        return [list_made(name, files, self.everything) for name, files in lists]

    def script(self) -> Script:
        return (
            *entering(),
            *making(self.playlist_name1, self.files1),
            *making(self.playlist_name2, self.files2),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "names exchanged": Instead(
                playlist_name1=self.playlist_name2, playlist_name2=self.playlist_name1
            ),
            "all in one": Instead(playlist_name2=self.playlist_name1),
            "one too few": Instead(files2=self.files2[:-1]),
        }

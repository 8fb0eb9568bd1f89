"""Everyday tasks about songs: like the one that plays, what it is called, how many a playlist has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.music.data import PATH
from phoneworld.apps.music.tasks.everyday_playing import begin
from phoneworld.apps.music.tasks.setup import (
    NEW_SONGS,
    free_names,
    library,
    new_album,
    new_playlist,
    some_songs,
)
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    ExpectedAnswer,
    Instead,
    Mistake,
    Open,
    Pilot,
    Say,
    Scene,
    Script,
    Swap,
    Tap,
    TapId,
    TaskType,
)


@dataclass(frozen=True)
class LikePlaying(TaskType):
    """The song that plays is liked."""

    template = "music.like_playing"
    apps = ("Music",)
    goals = (
        "Like the song that is playing.",
        "I love this song, put it among my liked songs.",
        "Give the current song a heart in Music.",
    )

    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        (song,) = some_songs(scene, 1)
        begin(scene, song)
        library(scene).run("UPDATE songs SET liked = 0 WHERE _id = ?", song["_id"])
        return cls(song["_id"])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "songs", {"_id": self.id}, {"liked": 1})]

    def script(self) -> Script:
        return (Open("Music"), TapId("mini_player"), Tap("Like", role="button"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "taken back": Also(Tap("Remove from liked songs")),
            "skipped it": Swap(Tap("Like", role="button"), Tap("Next")),
        }


@dataclass(frozen=True)
class WhatPlays(TaskType):
    """Which song is playing."""

    template = "music.what_plays"
    apps = ("Music",)
    hidden = ("title",)
    goals = (
        "Which song is playing?",
        "Tell me the title of the song that plays right now.",
        "What is this song called?",
    )

    title: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        titles = scene.rng.sample(NEW_SONGS, 2)
        new_album(scene, [(title, 290) for title in titles])
        found = library(scene).one(
            "SELECT * FROM songs WHERE title = ? ORDER BY _id DESC", titles[0]
        )
        begin(scene, found or {})
        return cls(*titles)

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.title, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Music")
        pilot.tap_id("mini_player")
        pilot.say(pilot.read("song_title"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another song": Swap(Say, Say(self.wrong)),
            "the song after it": Swap(TapId, TapId("mini_player"), Tap("Next")),
        }


@dataclass(frozen=True)
class PlaylistSize(TaskType):
    """How many songs a playlist has."""

    template = "music.playlist_size"
    apps = ("Music",)
    hidden = ("told",)
    goals = (
        "How many songs are on my playlist {playlist}?",
        "Tell me the number of songs in the playlist {playlist}.",
        "How long is my {playlist} playlist, counted in songs?",
    )

    playlist: str
    other: str
    count: int
    told: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        playlist, other = free_names(scene, 2)
        count, wrong = scene.rng.sample(range(2, 10), 2)
        songs = [song["_id"] for song in some_songs(scene, 10)]
        new_playlist(scene, playlist, songs[:count])
        new_playlist(scene, other, songs[:wrong])
        return cls(playlist, other, count, f"{count} songs")

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(str(self.count))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Music")
        pilot.tap("Playlists", role="tab")
        pilot.say(pilot.reach(f"{self.playlist}, ", role="item").text.partition(", ")[2])

    def mistakes(self) -> dict[str, Mistake]:
        return {"another playlist": Instead(playlist=self.other)}

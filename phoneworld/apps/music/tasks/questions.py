"""Tasks that ask about the songs in the library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.music.tasks.setup import NEW_SONGS, lengths, library, new_album
from phoneworld.author import (
    Expectation,
    ExpectedAnswer,
    Instead,
    Level,
    Mistake,
    Pilot,
    Say,
    Scene,
    Swap,
    TaskType,
)


@dataclass(frozen=True)
class LongestSong(TaskType):
    """Which song of an album is the longest or the shortest."""

    template = "music.longest_song"
    level = Level.HARD
    apps = ("Music",)
    hidden = ("title",)
    goals = (
        "Which is the {rank} song on the album {album}?",
        "Find out which track of {album} is the {rank} and tell me its title.",
        "Tell me the name of the {rank} song on {album} in my music library.",
    )

    album: str
    rank: str
    other: str
    title: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        titles = rng.sample(NEW_SONGS, 5)
        seconds = rng.sample(range(150, 330), 5)
        new_album(scene, list(zip(titles, seconds, strict=True)))
        album = library(scene).value("SELECT title FROM albums ORDER BY _id DESC LIMIT 1")
        ordered = [title for _, title in sorted(zip(seconds, titles, strict=True))]
        rank, other = rng.sample(("longest", "shortest"), 2)
        ends = {"longest": ordered[-1], "shortest": ordered[0]}
        return cls(album=album, rank=rank, other=other, title=ends[rank], wrong=ends[other])

    def expect(self) -> list[Expectation]:
        return [ExpectedAnswer(self.title, nots=(self.wrong,))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Music")
        pilot.tap("Albums", role="tab")
        pilot.tap(self.album)
        pilot.say(sorted(lengths(pilot), reverse=self.rank == "longest")[0][1])

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other end": Instead(rank=self.other),
            "another song": Swap(Say, Say(self.wrong)),
        }

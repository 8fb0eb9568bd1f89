"""Tasks with liked songs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.music.data import PATH
from phoneworld.apps.music.tasks.setup import (
    NEW_ARTISTS,
    NEW_SONGS,
    find_song,
    library,
    new_album,
    some_songs,
)
from phoneworld.author import (
    Also,
    Changed,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class AlreadyLiked(TaskType):
    """The song is liked already and must stay so."""

    template = "music.already_liked"
    apps = ("Music",)
    goals = (
        "Make sure that {title} by {artist} is one of my liked songs.",
        "{title} ({artist}) should be among my liked songs; check that and add it if need be.",
        "Is {title} by {artist} a liked song? If it isn't, like it.",
    )

    title: str
    artist: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        song, other = some_songs(scene, 2)
        library(scene).run("UPDATE songs SET liked = 1 WHERE _id = ?", song["_id"])
        library(scene).run("UPDATE songs SET liked = 0 WHERE _id = ?", other["_id"])
        return cls(title=song["title"], artist=song["artist"], other=other["title"])

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_song(self.title))
        pilot.tap(f"More options for {self.title}")
        if pilot.shows("Like", role="item") and not pilot.shows("Remove from liked songs"):
            pilot.tap("Like")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "took it away": Also(Tap("Remove from liked songs")),
            "liked another": Instead(title=self.other),
        }


@dataclass(frozen=True)
class Like(TaskType):
    """A song is liked."""

    template = "music.like"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Like the song {title} by {artist}.",
        "Add {title} by {artist} to my liked songs.",
        "I really enjoy {title} ({artist}). Mark it as liked in Music.",
    )

    title: str
    artist: str
    other: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title = rng.choice(NEW_SONGS)
        artist, other = rng.sample(NEW_ARTISTS, 2)
        (id,) = new_album(scene, [(title, 200)], artist=artist)
        new_album(scene, [(title, 222)], artist=other)
        return cls(title=title, artist=artist, other=other, id=id)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "songs", {"_id": self.id}, {"liked": 1})]

    def script(self) -> Script:
        return (*find_song(self.title), Hold(f"{self.title}, {self.artist}"), Tap("Like"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "by another artist": Instead(artist=self.other),
            "queued it": Swap(Tap("Like"), Tap("Add to queue")),
        }

"""Tasks in which a song is added to a playlist or removed from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.music.data import PATH
from phoneworld.apps.music.tasks.setup import (
    NEW_SONGS,
    find_song,
    free_names,
    lengths,
    library,
    new_album,
    new_playlist,
    some_songs,
)
from phoneworld.author import (
    Added,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class AddToPlaylist(TaskType):
    """A song is added to a playlist."""

    template = "music.add_to_playlist"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Add {title} by {artist} to my playlist {playlist}.",
        "Put the song {title} ({artist}) on the {playlist} playlist.",
        "My playlist {playlist} is missing {title} by {artist}. Please add it.",
    )

    title: str
    artist: str
    wrong: str
    playlist: str
    other: str
    song: int
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        song, wrong, *rest = some_songs(scene, 6)
        name = free_names(scene, 1)[0]
        other = f"{name} {scene.rng.choice(('old', '2', 'backup'))}"
        ids = [one["_id"] for one in rest]
        id = new_playlist(scene, name, ids)
        new_playlist(scene, other, ids[:2])
        return cls(
            title=song["title"],
            artist=song["artist"],
            wrong=wrong["title"],
            playlist=name,
            other=other,
            song=song["_id"],
            id=id,
        )

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "playlist_songs", {"playlist_id": self.id, "song_id": self.song})]

    def script(self) -> Script:
        return (
            *find_song(self.title),
            Tap(f"More options for {self.title}"),
            Tap("Add to playlist"),
            Tap(self.playlist),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another playlist": Instead(playlist=self.other),
            "another song": Instead(title=self.wrong),
        }


@dataclass(frozen=True)
class RemoveFromPlaylist(TaskType):
    """A song is removed from one of the two playlists that have it."""

    template = "music.remove_from_playlist"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Remove {title} from my playlist {playlist}.",
        "Take the song {title} off the {playlist} playlist.",
        "I am tired of {title}. Delete it from the playlist {playlist}, nowhere else.",
    )

    title: str
    wrong: str
    playlist: str
    other: str
    song: int
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        songs = some_songs(scene, 5)
        name, other = free_names(scene, 2)
        ids = [song["_id"] for song in songs]
        id = new_playlist(scene, name, ids)
        new_playlist(scene, other, ids)
        return cls(
            title=songs[0]["title"],
            wrong=songs[1]["title"],
            playlist=name,
            other=other,
            song=ids[0],
            id=id,
        )

    def expect(self) -> list[Expectation]:
        return [Removed(PATH, "playlist_songs", {"playlist_id": self.id, "song_id": self.song})]

    def script(self) -> Script:
        return (
            Open("Music"),
            Tap("Playlists", role="tab"),
            Tap(self.playlist, role="item"),
            Tap(f"More options for {self.title}"),
            Tap("Remove from playlist"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another playlist": Instead(playlist=self.other),
            "another song": Instead(title=self.wrong),
        }


@dataclass(frozen=True)
class AddLongest(TaskType):
    """The longest or shortest song of an album is added to a playlist."""

    template = "music.add_longest"
    level = Level.HARD
    apps = ("Music",)
    hidden = ("title",)
    goals = (
        "Add the {rank} song of the album {album} to my playlist {playlist}.",
        "Which track on {album} is the {rank}? Put it on the {playlist} playlist.",
        "My playlist {playlist} needs the {rank} song from {album}. Please add it.",
    )

    album: str
    rank: str
    other: str
    title: str
    song: int
    playlist: str
    wrong: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        titles = rng.sample(NEW_SONGS, 4)
        seconds = rng.sample(range(150, 330), 4)
        ids = new_album(scene, list(zip(titles, seconds, strict=True)))
        album = library(scene).value("SELECT title FROM albums ORDER BY _id DESC LIMIT 1")
        ordered = sorted(zip(seconds, titles, ids, strict=True))
        rank, other = rng.sample(("longest", "shortest"), 2)
        _, title, song = ordered[-1] if rank == "longest" else ordered[0]
        name, wrong = free_names(scene, 2)
        rest = [one["_id"] for one in some_songs(scene, 4) if one["_id"] not in ids]
        id = new_playlist(scene, name, rest)
        new_playlist(scene, wrong, rest[:2])
        return cls(
            album=album,
            rank=rank,
            other=other,
            title=title,
            song=song,
            playlist=name,
            wrong=wrong,
            id=id,
        )

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "playlist_songs", {"playlist_id": self.id, "song_id": self.song})]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Music")
        pilot.tap("Albums", role="tab")
        pilot.tap(self.album)
        found = sorted(lengths(pilot), reverse=self.rank == "longest")
        pilot.tap(f"More options for {found[0][1]}")
        pilot.tap("Add to playlist")
        pilot.tap(self.playlist)

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the other end": Instead(rank=self.other),
            "another playlist": Instead(playlist=self.wrong),
        }

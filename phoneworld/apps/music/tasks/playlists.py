"""Tasks in which a playlist is created, renamed or deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.music.data import PATH
from phoneworld.apps.music.tasks.setup import free_names, library, new_playlist, some_songs
from phoneworld.author import (
    Added,
    Changed,
    Enter,
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
class CreatePlaylist(TaskType):
    """An empty playlist is created."""

    template = "music.create_playlist"
    apps = ("Music",)
    goals = (
        "Create a playlist called {name}.",
        "Make a new, empty playlist in Music and name it {name}.",
        "I need a playlist {name}. Don't add any songs yet.",
    )

    name: str
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name, wrong = free_names(scene, 2)
        year = scene.rng.randint(2024, 2027)
        return cls(name=f"{name} {year}", wrong=wrong)

    def expect(self) -> list[Expectation]:
        return [Added(PATH, "playlists", {"name": self.name})]

    def script(self) -> Script:
        return (
            Open("Music"),
            Tap("Playlists", role="tab"),
            Tap("New playlist"),
            Enter(self.name),
            Tap("Create"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another name": Instead(name=self.wrong)}


@dataclass(frozen=True)
class BuildPlaylist(TaskType):
    """A playlist is created and filled."""

    template = "music.build_playlist"
    level = Level.HARD
    apps = ("Music",)
    goals = (
        "Create a playlist {name} with these songs: {songs}.",
        "Make me a new playlist called {name}. It should have {songs} on it.",
        "I'd like a playlist named {name} made of {songs}, in Music.",
    )

    name: str
    titles: tuple[str, ...]
    songs: str
    ids: tuple[int, ...]
    id: int
    wrong: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = free_names(scene, 1)[0]
        *chosen, wrong = some_songs(scene, scene.rng.randint(3, 4))
        titles = [song["title"] for song in chosen]
        newest = library(scene).value("SELECT MAX(_id) FROM playlists")
        return cls(
            name=name,
            titles=tuple(titles),
            songs=", ".join(titles[:-1]) + f" and {titles[-1]}",
            ids=tuple(song["_id"] for song in chosen),
            id=newest + 1,
            wrong=wrong["title"],
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(PATH, "playlists", {"_id": self.id, "name": self.name}),
            *(
                Added(PATH, "playlist_songs", {"playlist_id": self.id, "song_id": song})
                for song in self.ids
            ),
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Music")
        pilot.tap("Playlists", role="tab")
        pilot.tap("New playlist")
        pilot.type(self.name)
        pilot.tap("Create")
        pilot.tap("Add songs")
        for title in self.titles:
            pilot.type(title, into="Find songs to add", clear=True)
            pilot.tap(f"{title},", role="item")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "one song is missing": Instead(titles=self.titles[:-1]),
            "another song": Instead(titles=[*self.titles[:-1], self.wrong]),
        }


@dataclass(frozen=True)
class RenamePlaylist(TaskType):
    """A playlist is renamed."""

    template = "music.rename_playlist"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Rename my playlist {old} to {new}.",
        "The playlist {old} should be called {new} from now on.",
        "Please change the name of the {old} playlist in Music to {new}.",
    )

    old: str
    other: str
    new: str
    wrong: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        old, new, wrong = free_names(scene, 3)
        other = f"{old} {scene.rng.randint(2, 9)}"
        ids = [song["_id"] for song in some_songs(scene, 3)]
        id = new_playlist(scene, old, ids)
        new_playlist(scene, other, ids[1:])
        return cls(old=old, other=other, new=new, wrong=wrong, id=id)

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "playlists", {"_id": self.id}, {"name": self.new})]

    def script(self) -> Script:
        return (
            Open("Music"),
            Tap("Playlists", role="tab"),
            Tap(f"More options for {self.old}"),
            Tap("Rename"),
            Enter(self.new, clear=True),
            Tap("Rename", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another playlist": Instead(old=self.other),
            "another name": Instead(new=self.wrong),
        }


@dataclass(frozen=True)
class DeletePlaylist(TaskType):
    """A playlist is deleted; its songs stay in the library."""

    template = "music.delete_playlist"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Delete the playlist {name}.",
        "I don't need my playlist {name} anymore, remove it.",
        "Please get rid of the {name} playlist in Music.",
    )

    name: str
    other: str
    id: int
    songs: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        name = free_names(scene, 1)[0]
        other = f"{name} {scene.rng.choice(('mix', 'new', 'deluxe'))}"
        if scene.rng.random() < 0.5:
            name, other = other, name
        songs = [song["_id"] for song in some_songs(scene, 3)]
        id = new_playlist(scene, name, songs)
        new_playlist(scene, other, songs)
        return cls(name=name, other=other, id=id, songs=tuple(songs))

    def expect(self) -> list[Expectation]:
        return [
            Removed(PATH, "playlists", {"_id": self.id}),
            *(
                Removed(PATH, "playlist_songs", {"playlist_id": self.id, "song_id": song})
                for song in self.songs
            ),
        ]

    def script(self) -> Script:
        return (
            Open("Music"),
            Tap("Playlists", role="tab"),
            Tap(f"More options for {self.name}"),
            Tap("Delete playlist"),
            Tap("Delete", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other one": Instead(name=self.other)}

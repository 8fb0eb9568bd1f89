"""Tasks with playlists and liked songs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.music.data import PATH
from phoneworld.apps.music.tasks.library import (
    NEW_ARTISTS,
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
    Also,
    Changed,
    Enter,
    Expectation,
    Hold,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Removed,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    templates_of,
)


@dataclass(frozen=True)
class CreatePlaylist(TaskType):
    """A playlist, still empty."""

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
class AlreadyLiked(TaskType):
    """The song is among the liked ones already."""

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


@dataclass(frozen=True)
class AddToPlaylist(TaskType):
    """A song joins a playlist."""

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
    """A song leaves a playlist, but not the other one."""

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
class RenamePlaylist(TaskType):
    """A playlist gets another name."""

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
    """A playlist goes, its songs stay."""

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


@dataclass(frozen=True)
class AddLongest(TaskType):
    """A song that must be found out joins a playlist."""

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


@dataclass(frozen=True)
class BuildPlaylist(TaskType):
    """A playlist is made and filled."""

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


TASKS = templates_of(
    CreatePlaylist,
    AlreadyLiked,
    Like,
    AddToPlaylist,
    RemoveFromPlaylist,
    RenamePlaylist,
    DeletePlaylist,
    AddLongest,
    BuildPlaylist,
)

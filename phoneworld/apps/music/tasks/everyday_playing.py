"""Everyday tasks in which something is played, played on or skipped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.music import player
from phoneworld.apps.music.data import PATH, Song
from phoneworld.apps.music.tasks.setup import (
    NEW_ARTISTS,
    NEW_SONGS,
    find_song,
    free_names,
    library,
    new_album,
    new_playlist,
    plays,
    some_songs,
)
from phoneworld.author import (
    Also,
    Anything,
    Changed,
    Expectation,
    Instead,
    Mistake,
    OneOf,
    Open,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
    Without,
)

ALL_SONGS = "songs"


def begin(scene: Scene, song: Song, *, paused: bool = False) -> None:
    """Have a song played for some seconds, and perhaps paused then."""
    now_ms = scene.phone.now_ms
    player.play(
        library(scene), song["_id"], ALL_SONGS, now_ms=now_ms - scene.rng.randint(8, 60) * 1000
    )
    if paused:
        player.pause(library(scene), now_ms=now_ms)


def plays_from(source: str, *songs: int) -> Changed:
    """The player plays out of a source, mixed or not: any song, or one of these."""
    song = OneOf(*songs) if songs else Anything()
    to = {"song_id": song, "playing": 1, "source": source, "shuffle": Anything()}
    return Changed(PATH, "player", {"_id": 1}, to)


@dataclass(frozen=True)
class PlayAny(TaskType):
    """Some music is played, whichever."""

    template = "music.play_any"
    apps = ("Music",)
    goals = (
        "Play some music.",
        "Put on any song, please.",
        "I want to hear music, no matter which.",
    )

    paused: bool
    title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        paused = scene.rng.random() < 0.5
        (song,) = some_songs(scene, 1)
        begin(scene, song, paused=True)
        if not paused:
            library(scene).run("UPDATE player SET song_id = NULL")
        return cls(paused, song["title"])

    def expect(self) -> list[Expectation]:
        to = {"playing": 1, "song_id": Anything(), "source": Anything(), "shuffle": Anything()}
        return [Changed(PATH, "player", {"_id": 1}, to)]

    def script(self) -> Script:
        start = Tap("Play", role="button") if self.paused else Tap("Shuffle all")
        return (Open("Music"), start)

    def mistakes(self) -> dict[str, Mistake]:
        return {"and paused it": Also(Tap("Pause"))}


@dataclass(frozen=True)
class PlayOn(TaskType):
    """The song that was paused is played on."""

    template = "music.resume"
    apps = ("Music",)
    goals = (
        "Continue the song that is paused.",
        "Resume the music where I paused it.",
        "Go on playing the paused song.",
    )

    title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        (song,) = some_songs(scene, 1)
        begin(scene, song, paused=True)
        return cls(song["title"])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "player", {"_id": 1}, {"playing": 1})]

    def script(self) -> Script:
        return (Open("Music"), Tap("Play", role="button"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another song": Swap(Tap("Play", role="button"), Tap("Next")),
            "and paused it again": Also(Tap("Pause")),
        }


@dataclass(frozen=True)
class NextSong(TaskType):
    """The song that plays is skipped."""

    template = "music.next"
    apps = ("Music",)
    goals = (
        "Skip to the next song.",
        "I don't like this song, play the one after it.",
        "Go one song forward in Music.",
    )

    id: int
    title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        database = library(scene)
        database.run("DELETE FROM queue")
        (song,) = some_songs(scene, 1)
        begin(scene, song)
        database.run("UPDATE player SET shuffle = 0, repeat = 'all'")
        (after,) = player.following(database, player.state_of(database), 1)
        return cls(after["_id"], song["title"])

    def expect(self) -> list[Expectation]:
        return [plays(self.id)]

    def script(self) -> Script:
        return (Open("Music"), Tap("Next"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"one too far": Also(Tap("Next")), "only paused": Swap(Tap("Next"), Tap("Pause"))}


@dataclass(frozen=True)
class PlayTitle(TaskType):
    """A song is played that is named by its title alone; there is a live version of it too."""

    template = "music.play_title"
    apps = ("Music",)
    goals = (
        "Play the song {title}.",
        "I want to listen to the song {title} now.",
        "Put {title} on in Music.",
    )

    title: str
    other: str
    artist: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        title, artist = scene.rng.choice(NEW_SONGS), scene.rng.choice(NEW_ARTISTS)
        live = f"{title} (Live)"
        id, _ = new_album(scene, [(title, 201), (live, 244)], artist=artist)
        library(scene).run("UPDATE player SET song_id = NULL, playing = 0")
        return cls(title, live, artist, id)

    def expect(self) -> list[Expectation]:
        return [plays(self.id)]

    def script(self) -> Script:
        return (*find_song(self.title), Tap(f"{self.title}, {self.artist}", role="item"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the live version": Instead(title=self.other)}


@dataclass(frozen=True)
class PlayArtist(TaskType):
    """Any song of an artist is played."""

    template = "music.play_artist"
    apps = ("Music",)
    goals = (
        "Play something by {artist}.",
        "I want to hear music by the artist {artist}.",
        "Put on songs by {artist}, no matter which.",
    )

    artist: str
    other: str
    ids: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        artist, other = rng.sample(NEW_ARTISTS, 2)
        titles = rng.sample(NEW_SONGS, 6)
        ids = new_album(scene, [(title, 180) for title in titles[:3]], artist=artist)
        new_album(scene, [(title, 190) for title in titles[3:]], artist=other)
        library(scene).run("UPDATE player SET song_id = NULL, playing = 0")
        return cls(artist, other, tuple(ids))

    def expect(self) -> list[Expectation]:
        to = {
            "song_id": OneOf(*self.ids),
            "playing": 1,
            "source": Anything(),
            "shuffle": Anything(),
        }
        return [Changed(PATH, "player", {"_id": 1}, to)]

    def script(self) -> Script:
        return (*find_song(self.artist), Tap(f"{self.artist}, Artist"), Tap("Shuffle"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"another artist": Instead(artist=self.other)}


@dataclass(frozen=True)
class PlayPlaylist(TaskType):
    """A playlist is played."""

    template = "music.play_playlist"
    apps = ("Music",)
    goals = (
        "Play my playlist {playlist}.",
        "Start the playlist {playlist} in Music.",
        "I want to hear the songs of my {playlist} playlist.",
    )

    playlist: str
    other: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        playlist, other = free_names(scene, 2)
        songs = [song["_id"] for song in some_songs(scene, 6)]
        id = new_playlist(scene, playlist, songs[:3])
        new_playlist(scene, other, songs[3:])
        library(scene).run("UPDATE player SET song_id = NULL, playing = 0")
        return cls(playlist, other, id)

    def expect(self) -> list[Expectation]:
        return [plays_from(f"playlist:{self.id}")]

    def script(self) -> Script:
        return (
            Open("Music"),
            Tap("Playlists", role="tab"),
            Tap(self.playlist, role="item"),
            Tap("Play", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another playlist": Instead(playlist=self.other)}


@dataclass(frozen=True)
class PlayLiked(TaskType):
    """The liked songs are played."""

    template = "music.play_liked"
    apps = ("Music",)
    goals = (
        "Play my liked songs.",
        "Start the songs that I have liked in Music.",
        "Put on the list of my liked songs.",
    )

    titles: tuple[str, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        liked = some_songs(scene, 4)
        for song in liked:
            library(scene).run("UPDATE songs SET liked = 1 WHERE _id = ?", song["_id"])
        library(scene).run("UPDATE player SET song_id = NULL, playing = 0")
        return cls(tuple(song["title"] for song in liked))

    def expect(self) -> list[Expectation]:
        return [plays_from("liked")]

    def script(self) -> Script:
        return (
            Open("Music"),
            Tap("Playlists", role="tab"),
            Tap("Liked songs", role="item"),
            Tap("Play", role="button"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "all songs": Swap(Tap("Playlists", role="tab"), Tap("Shuffle all")),
            "only looked": Without(Tap("Play", role="button")),
        }

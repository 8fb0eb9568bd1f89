"""Tasks in which a song is played, paused or queued."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.music import player
from phoneworld.apps.music.data import PATH
from phoneworld.apps.music.tasks.setup import (
    NEW_ARTISTS,
    NEW_SONGS,
    find_song,
    library,
    new_album,
    plays,
    some_songs,
)
from phoneworld.author import (
    Added,
    Also,
    Changed,
    End,
    Expectation,
    ExpectedEnding,
    ExpectedQuestion,
    FinishStatus,
    Guess,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Swap,
    Tap,
    TaskType,
)


@dataclass(frozen=True)
class PlaySong(TaskType):
    """A song is played; the library has a live version too."""

    template = "music.play_song"
    apps = ("Music",)
    goals = (
        "Play {title} by {artist}.",
        "I want to hear the song {title} by {artist}.",
        "Put on {title} ({artist}) in the music player, please.",
    )

    title: str
    other: str
    artist: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        (song,) = some_songs(scene, 1)
        live = f"{song['title']} (Live)"
        new_album(scene, [(live, song["seconds"] + 40)], artist=song["artist"])
        title, other = song["title"], live
        id = song["_id"]
        if scene.rng.random() < 0.3:
            title, other = other, title
            id = library(scene).value("SELECT _id FROM songs WHERE title = ?", live)
        library(scene).run("UPDATE player SET song_id = NULL")
        return cls(title=title, other=other, artist=song["artist"], id=id)

    def expect(self) -> list[Expectation]:
        return [plays(self.id)]

    def script(self) -> Script:
        return (*find_song(self.title), Tap(f"{self.title}, {self.artist}", role="item"))

    def mistakes(self) -> dict[str, Mistake]:
        return {"the other version": Instead(title=self.other)}


@dataclass(frozen=True)
class PauseMusic(TaskType):
    """The music is paused."""

    template = "music.pause"
    apps = ("Music",)
    goals = (
        "Pause the music.",
        "Stop the song that is playing, please.",
        "Somebody is calling on the landline: pause the song in Music.",
    )

    title: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        (song,) = some_songs(scene, 1)
        started = scene.phone.now_ms - scene.rng.randint(5, 60) * 1000
        player.play(library(scene), song["_id"], "songs", now_ms=started)
        return cls(title=song["title"])

    def expect(self) -> list[Expectation]:
        return [Changed(PATH, "player", {"playing": 1}, {"playing": 0})]

    def script(self) -> Script:
        return (Open("Music"), Tap("Pause"))

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the next song": Swap(Tap("Pause"), Tap("Next")),
            "played on": Also(Tap("Play", role="button")),
        }


@dataclass(frozen=True)
class QueueTwo(TaskType):
    """Two songs are added to the queue, in order."""

    template = "music.queue_two"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Add {first} and then {second} to the queue.",
        "Queue two songs in Music: {first} first, {second} after it.",
        "After the current song I'd like to hear {first}, followed by {second}. Put them in the queue.",
    )

    first: str
    second: str
    wrong: str
    ids: tuple[int, ...]

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        first, second, wrong = some_songs(scene, 3)
        return cls(
            first=first["title"],
            second=second["title"],
            wrong=wrong["title"],
            ids=(first["_id"], second["_id"]),
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(PATH, "queue", {"song_id": id, "position": position})
            for position, id in enumerate(self.ids, 1)
        ]

    def solve(self, pilot: Pilot) -> None:
        pilot.open("Music")
        pilot.tap("Search")
        for title in (self.first, self.second):
            pilot.type(title, into="Search music", clear=True)
            pilot.tap(f"More options for {title}")
            pilot.tap("Add to queue")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the wrong way round": Instead(first=self.second, second=self.first),
            "another song": Instead(second=self.wrong),
        }


@dataclass(frozen=True)
class MissingSong(TaskType):
    """The song to play is not in the library."""

    template = "music.missing_song"
    level = Level.MEDIUM
    apps = ("Music",)
    goals = (
        "Play {title} by {artist}.",
        "I'd like to hear {title} by {artist}, please play it in Music.",
        "Put on the song {title} by {artist}.",
    )

    title: str
    other: str
    artist: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title, other = rng.sample(NEW_SONGS, 2)
        artist = rng.choice(NEW_ARTISTS)
        new_album(scene, [(other, 211)], artist=artist)
        return cls(title=title, other=other, artist=artist)

    def expect(self) -> list[Expectation]:
        return [ExpectedEnding(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_song(self.title))
        if not pilot.shows(f"{self.title}, {self.artist}"):
            pilot.give_up(f"{self.title} is not in the library")
            return
        pilot.tap(f"{self.title}, {self.artist}")

    def mistakes(self) -> dict[str, Mistake]:
        return {"played another": Instead(title=self.other), "claimed it": Swap(End, End())}


@dataclass(frozen=True)
class PlayAfterAsking(TaskType):
    """A song is played; the user must be asked which of two artists."""

    template = "music.ask_which"
    level = Level.HARD
    apps = ("Music",)
    goals = (
        "Play the song {title}. Ask me if there is more than one.",
        "Put on {title}; if several artists have a song like that, ask whose I mean.",
        "I want to listen to {title}. Check with me in case it isn't clear which one.",
    )

    title: str
    meant: str
    other: str
    id: int

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        title = rng.choice(NEW_SONGS)
        artists = rng.sample(NEW_ARTISTS, 2)
        ids = [new_album(scene, [(title, rng.randint(150, 300))], artist=a)[0] for a in artists]
        return cls(title=title, meant=artists[0], other=artists[1], id=ids[0])

    def reply(self, question: str) -> str:
        del question
        return f"The one by {self.meant}"

    def expect(self) -> list[Expectation]:
        return [ExpectedQuestion(), plays(self.id)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(find_song(self.title))
        artist = pilot.ask(f"Whose {self.title}?").removeprefix("The one by ")
        pilot.tap(f"{self.title}, {artist}")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "guessed without asking": Guess(self.meant),
            "guessed wrong": Guess(self.other),
        }

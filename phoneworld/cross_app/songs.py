"""Songs across apps: what somebody recommends joins a playlist, and a playlist becomes a note."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.contacts.tasks.setup import known_namesakes
from phoneworld.apps.music.data import PATH as MUSIC_PATH
from phoneworld.apps.music.tasks.setup import (
    NEW_ARTISTS,
    NEW_SONGS,
    find_song,
    free_names,
    new_album,
    new_playlist,
    some_songs,
)
from phoneworld.author import (
    Added,
    Contains,
    Enter,
    Expectation,
    Instead,
    Kind,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    TaskType,
    templates_of,
)
from phoneworld.cross_app.extraction import extract
from phoneworld.cross_app.outcomes import noted
from phoneworld.cross_app.setup import chat
from phoneworld.cross_app.shared_steps import open_huddle


@dataclass(frozen=True)
class SongFromChat(TaskType):
    """A song that somebody recommends on Huddle joins a playlist."""

    template = "cross.song_from_chat"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Huddle", "Music")
    hidden = ("title", "artist")
    goals = (
        "Add the song that {name} recommends to me on Huddle to my playlist {playlist}.",
        "{name} wrote me on Huddle which song I must hear. Put it on the {playlist} playlist in Music.",
        "My playlist {playlist} should get the song that I must hear, as {name} says in our Huddle chat.",
    )

    name: str
    playlist: str
    other_list: str
    id: int
    title: str
    artist: str
    song: int
    near: str
    double: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        one, double = known_namesakes(scene)
        title, wrong = rng.sample(NEW_SONGS, 2)
        artist, other = rng.sample(NEW_ARTISTS, 2)
        (song,) = new_album(scene, [(title, 200)], artist=artist)
        new_album(scene, [(title, 222), (wrong, 190)], artist=other)
        chat(scene, double, f"You must hear {wrong} by {other}.", hour=7)
        chat(
            scene,
            one,
            f"I do not like {title} by {other} that much.",
            f"But you must hear {title} by {artist}.",
        )
        names = free_names(scene, 2)
        rest = [each["_id"] for each in some_songs(scene, 4) if each["title"] != title]
        lists = [new_playlist(scene, name, rest[:2]) for name in names]
        return cls(
            name=one.name,
            playlist=names[0],
            other_list=names[1],
            id=lists[0],
            title=title,
            artist=artist,
            song=song,
            near="you must hear",
            double=double.name,
        )

    def expect(self) -> list[Expectation]:
        wanted = {"playlist_id": self.id, "song_id": self.song}
        return [Added(MUSIC_PATH, "playlist_songs", wanted)]

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(open_huddle(self.name))
        title, artist = extract(
            pilot, r"(?:hear|like) (.*) by (.*?)(?: that much)?\.", self.near
        ).groups()
        pilot.follow(find_song(title))
        pilot.hold(f"{title}, {artist}", role="item")
        pilot.tap("Add to playlist")
        pilot.tap(self.playlist, role="item")

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "the version they do not like": Instead(near="I do not like"),
            "the namesake's song": Instead(name=self.double),
            "another playlist": Instead(playlist=self.other_list),
        }


@dataclass(frozen=True)
class PlaylistToNote(TaskType):
    """The songs of a playlist become a note by the share sheet."""

    template = "cross.playlist_to_note"
    kind = Kind.CROSS
    level = Level.MEDIUM
    apps = ("Music", "Notes")
    hidden = ("first", "second", "third")
    goals = (
        'Save the songs of my playlist {playlist} as a note titled "{title}".',
        'Make a note called "{title}" that lists all songs of the {playlist} playlist in Music.',
        'I need the song list of {playlist} in Notes. Put it into a new note with the title "{title}".',
    )

    playlist: str
    other: str
    title: str
    first: str
    second: str
    third: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        names = free_names(scene, 2)
        songs = some_songs(scene, 6)
        new_playlist(scene, names[0], [song["_id"] for song in songs[:3]])
        new_playlist(scene, names[1], [song["_id"] for song in songs[3:]])
        first, second, third = (song["title"] for song in songs[:3])
        return cls(
            playlist=names[0],
            other=names[1],
            title=rng.choice(("For the band", "Song list", "What we played", "Set list")),
            first=first,
            second=second,
            third=third,
        )

    def expect(self) -> list[Expectation]:
        return [noted(self.title, Contains(self.first, self.second, self.third))]

    def script(self) -> Script:
        return (
            Open("Music"),
            Tap("Playlists", role="tab"),
            Tap(self.playlist, role="item"),
            Tap("More options"),
            Tap("Share", role="item"),
            Tap("Notes", role="item"),
            Enter(self.title, into="Title"),
            Tap("Save"),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {"another playlist": Instead(playlist=self.other)}


TASKS = templates_of(SongFromChat, PlaylistToNote)

"""What the tasks with music share: songs, albums and playlists to add, and how a song is found."""

from __future__ import annotations

from phoneworld.apps.music import data
from phoneworld.apps.music.data import PATH
from phoneworld.author import Anything, Changed, Enter, Open, Pilot, Scene, Script, Tap
from phoneworld.store import Database

NEW_SONGS = (
    "Silver Birch,Lemon Tree Lane,Hours Away,Moth and Flame,Harbor Song,Second Hand Sun,"
    "Paper Planes Down,Winter Coat,Slow Elevator,Neighbours,Blackbird Road,Salt Water Taffy,"
    "Empty Swing,Long Division,Tall Grass,Morning Papers,Red Balloon,Last Ferry Home,Bright Side Up,"
    "Small Talk"
).split(",")

NEW_ALBUMS = (
    "Field Notes,Harbor Lights,Room 12,Greenhouse,Night Bus Stories,Tape Hiss,Open Water,Sleepers"
).split(",")

NEW_ARTISTS = (
    "The Night Gardeners,Ivy Marlowe,Copper Kites,Second Floor,Lowlands,Tomas Reed,Glasshouse Five"
).split(",")

NEW_PLAYLISTS = (
    "Road trip,Barbecue,Late night,Study,Garden,Wedding,Beach,Kids,Train ride,Wake up,Cooking,Calm"
).split(",")


def library(scene: Scene) -> Database:
    return scene.phone.databases[PATH]


def some_songs(scene: Scene, count: int) -> list[data.Song]:
    """Some songs of the library, each with a title of its own."""
    found = data.songs_of(library(scene), "songs", 0, 500)
    return scene.rng.sample(found, count)


def new_album(scene: Scene, songs: list[tuple[str, int]], *, artist: str = "") -> list[int]:
    """Add an album; the ids of its songs."""
    rng = scene.rng
    return data.add_album(
        library(scene),
        rng.choice(NEW_ALBUMS),
        artist or rng.choice(NEW_ARTISTS),
        songs,
        year=rng.randint(1999, 2025),
        art=f"album:{rng.randint(301, 600)}",
    )


def free_names(scene: Scene, count: int) -> list[str]:
    """Names that no playlist has."""
    return scene.rng.sample(NEW_PLAYLISTS, count)


def new_playlist(scene: Scene, name: str, songs: list[int]) -> int:
    return data.add_playlist(library(scene), name, songs, created_ms=scene.phone.now_ms - 10**9)


def plays(song_id: int) -> Changed:
    """The player plays a song, from whatever list."""
    to = {"song_id": song_id, "playing": 1, "source": Anything()}
    return Changed(PATH, "player", {"_id": 1}, to)


def find_song(title: str) -> Script:
    """Open Music and search for a song."""
    return (Open("Music"), Tap("Search"), Enter(title, into="Search music"))


def lengths(pilot: Pilot) -> list[tuple[int, str]]:
    """Seconds and titles of the songs on the screen."""
    pilot.reach("More options for")  # the screen may still be loading
    found: list[tuple[int, str]] = []
    for element in pilot.screen.elements:
        title, *_, length = element.text.split(", ") if ", " in element.text else ("", "")
        minutes, _, seconds = length.partition(":")
        if minutes.isdecimal() and seconds.isdecimal():
            found.append((int(minutes) * 60 + int(seconds), title))
    return found

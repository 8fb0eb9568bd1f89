"""What the tasks with Retro Music share."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from phoneworld.author import (
    Added,
    Alike,
    Child,
    Enter,
    Exact,
    Expectation,
    Hold,
    Open,
    Scene,
    Script,
    Tap,
)
from phoneworld.packs.androidworld.files_there import put_file
from phoneworld.packs.androidworld.recordings import silent_song
from phoneworld.packs.androidworld.retro_music.data import PATH
from phoneworld.packs.androidworld.words import ADJECTIVES, FIRST_NAMES, NOUNS

LABEL = "Retro Music"
ALL = 15
"""How many songs there are."""
MINUTE_MS = 60_000
THEMES = "Evening Tunes,Kitchen Radio,Long Drive,Slow Sunday,Running Mix,Rain Sounds".split(",")


def song_titles(rng: Random) -> list[str]:
    """As many titles as there are songs, no two of them alike."""
    adjectives, nouns = rng.sample(ADJECTIVES, ALL), rng.sample(NOUNS, ALL)
    return [f"{one} {two}".title() for one, two in zip(adjectives, nouns, strict=True)]


def playlist_name(rng: Random) -> str:
    """A name for a playlist."""
    return f"{rng.choice(THEMES)} {rng.randint(1, 999)}"


def put_song(scene: Scene, title: str, duration_ms: int) -> None:
    """Put a song into the folder for music."""
    data = silent_song(title, scene.rng.choice(FIRST_NAMES), duration_ms)
    put_file(scene.phone, f"/sdcard/Music/{title}.mp3", data)


def put_songs(scene: Scene, titles: Sequence[str]) -> None:
    """Songs of three to five minutes each."""
    for title in titles:
        put_song(scene, title, scene.rng.randint(3 * MINUTE_MS, 5 * MINUTE_MS))


def title_of(file: str) -> str:
    """The title of the song in a file, as AndroidWorld names them."""
    return file.split(".", maxsplit=1)[0]


def selecting(titles: Sequence[str]) -> Script:
    """The steps that select songs of the library, in order."""
    first, *further = titles
    return (Open(LABEL), Hold(first), *map(Tap, further))


def making(name: str, titles: Sequence[str]) -> Script:
    """The steps that make a playlist of songs."""
    return (
        *selecting(titles),
        Tap("Add to playlist"),
        Tap("New playlist"),
        Enter(name, into="Playlist name"),
        Tap("Create"),
    )


def playlist_made(name: str, titles: Sequence[str]) -> list[Expectation]:
    """There is a playlist of that name with these songs, in this order, and there was none before."""
    songs = tuple(
        Child(
            "SongEntity",
            "playlist_creator_id",
            {"song_key": key, "title": Exact(title)},
            of="playlist_id",
        )
        for key, title in enumerate(titles, 1)
    )
    return [Added(PATH, "PlaylistEntity", {"playlist_name": Alike(name)}, songs)]

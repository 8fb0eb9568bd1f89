"""What the tasks with Files share."""

from __future__ import annotations

from random import Random

from phoneworld.author import Open, Scene, Script, Tap
from phoneworld.packs.androidworld.files_there import put_file
from phoneworld.packs.androidworld.phone import FOLDERS, STORAGE_NAME
from phoneworld.packs.androidworld.words import file_stem, others, sentence

LABEL = "Files"
ENDINGS = {"DCIM": ".jpg", "Documents": ".pdf", "Download": ".zip", "Movies": ".mp4"} | {
    "Pictures": ".png"
}
"""What files of a folder end in, where they are no sound."""


def file_name(rng: Random, folder: str) -> str:
    """A name that fits into a folder."""
    return file_stem(rng) + ENDINGS.get(folder, ".mp3")


def fill(scene: Scene, folder: str, taken: str) -> None:
    """Other files in a folder, none of which is called like the one that is taken."""
    for stem in others(scene.rng, (taken,), scene.rng.randint(1, 9)):
        name = stem + ENDINGS.get(folder, ".mp3")
        put_file(scene.phone, path_of(folder, name), sentence(scene.rng))


def path_of(folder: str, name: str) -> str:
    """The path of a file in one of the storage's folders."""
    return f"/sdcard/{folder}/{name}"


def folder(rng: Random) -> str:
    """One of the folders that every phone has."""
    return rng.choice(FOLDERS)


def entering(name: str) -> Script:
    """The steps to a folder of the storage."""
    return (Open(LABEL), Tap(STORAGE_NAME), Tap(name, role="item"))

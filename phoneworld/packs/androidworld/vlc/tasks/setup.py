"""What the tasks with VLC share."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from phoneworld.author import Added, Alike, Child, Enter, Hold, Open, Scene, Script, Tap
from phoneworld.packs.androidworld.files_there import put_file
from phoneworld.packs.androidworld.recordings import titled_video
from phoneworld.packs.androidworld.vlc.data import FOLDER, PATH
from phoneworld.packs.androidworld.words import file_stem

LABEL = "VLC"
THEMES = "Garden,Holidays,Lessons,Concerts,Kitchen,Mountains,Children,Sailing".split(",")
KINDS = "Best Of,Collection,To Watch,Archive,Moments".split(",")


def list_name(rng: Random) -> str:
    """A name for a playlist."""
    return f"{rng.choice(THEMES)} {rng.choice(KINDS)}"


def put_videos(scene: Scene) -> tuple[str, ...]:
    """Videos for a playlist and as many others; the names of the former."""
    rng = scene.rng
    names = [f"clip_{file_stem(rng)}.mp4" for _ in range(2 * rng.randint(2, 5))]
    # One video will do: nobody looks into them.
    data = titled_video([str(rng.randint(0, 999_999))])
    for name in names:
        put_file(scene.phone, f"{FOLDER}/{name}", data)
    return tuple(names[: len(names) // 2])


def entering() -> Script:
    """The steps to the folder with the videos."""
    return (Open(LABEL), Tap("Browse"), Tap("Internal memory"), Tap("VLCVideos"))


def making(name: str, files: Sequence[str]) -> Script:
    """The steps that make a playlist of videos of the folder that is open."""
    first, *further = files
    return (
        Hold(first),
        *map(Tap, further),
        Tap("Add to playlist"),
        Enter(name, into="New playlist"),
        Tap("Save"),
    )


def list_made(name: str, files: Sequence[str], everything: Sequence[str]) -> Added:
    """There is a playlist with these videos in order. `everything` is what VLC finds, in its order."""
    videos = tuple(
        Child(
            "PlaylistMediaRelation",
            "playlist_id",
            {"media_id": everything.index(file) + 1, "position": position},
            of="id_playlist",
        )
        for position, file in enumerate(files)
    )
    return Added(PATH, "Playlist", {"name": Alike(name)}, videos)

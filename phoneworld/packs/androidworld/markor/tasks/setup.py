"""What the tasks with Markor share."""

from __future__ import annotations

from random import Random

from phoneworld.apps.files import entries
from phoneworld.author import Enter, Open, OracleStep, Scene, Script, Tap
from phoneworld.packs.androidworld.files_there import put_file
from phoneworld.packs.androidworld.markor.data import FOLDER, note_path
from phoneworld.packs.androidworld.words import file_stem, others, sentence
from phoneworld.phone import Phone

LABEL = "Markor"
ENDINGS = (".md", ".txt")


def note_name(rng: Random) -> str:
    """A name for a note."""
    return file_stem(rng) + rng.choice(ENDINGS)


def fill(scene: Scene, *taken: str, folder: str = "") -> None:
    """Other notes, none of which is called like those taken."""
    rng = scene.rng
    for stem in others(rng, taken, rng.randint(1, 12)):
        name = stem + rng.choice(ENDINGS)
        put_file(scene.phone, note_path(name, folder), sentence(rng))


def notes_of(phone: Phone) -> list[str]:
    """The names of the notes in the notebook itself, the newest first."""
    rows = phone.files.rows(
        "SELECT _display_name FROM files WHERE parent = ? AND is_folder = 0 "
        "ORDER BY date_modified DESC",
        FOLDER,
    )
    return [row["_display_name"] for row in rows]


def text_of(phone: Phone, name: str) -> str:
    """What a note says, without the line break at its end."""
    return entries.read_text(phone.files, note_path(name)).rstrip("\n")


def making(name: str) -> Script:
    """The steps to a new, empty note of a name, which is then open."""
    stem, dot, ending = name.rpartition(".")
    ending = dot + ending if dot else ""
    choose: tuple[OracleStep, ...] = ()
    if ending != ".md":
        choose = (Tap(f"Ending {ending or 'none'}"),)
    return (
        Open(LABEL),
        Tap("Create a new file or folder"),
        *choose,
        Enter(stem if dot else name, into="Name"),
        Tap("OK"),
    )


def naming(old: str, new: str) -> Script:
    """The steps that rename the note that is open."""
    return (
        Tap("More options"),
        Tap("Rename"),
        Enter(new, into=old, clear=True),
        Tap("Rename", role="button"),
    )

"""Where Markor keeps its notes: plain files. Its database holds only how lists are sorted."""

from __future__ import annotations

from phoneworld.apps.files import data as files
from phoneworld.apps.files import entries
from phoneworld.phone import Phone
from phoneworld.store import database_path
from phoneworld.world import World

PACKAGE = "net.gsantner.markor"
PATH = database_path(PACKAGE, "markor.db")
SCHEMA = files.SCHEMA
FOLDER = "/sdcard/Documents/Markor"


def seed(phone: Phone, world: World) -> None:
    """The folder that the app makes when it is first opened."""
    del world
    entries.put_folder(phone.files, FOLDER, date_ms=phone.now_ms)
    phone.databases[PATH].insert("settings", name="show_hidden", value="0")


def note_path(name: str, folder: str = "") -> str:
    """The file of a note, in a folder of the notebook if one is named."""
    return f"{FOLDER}/{folder}/{name}" if folder else f"{FOLDER}/{name}"

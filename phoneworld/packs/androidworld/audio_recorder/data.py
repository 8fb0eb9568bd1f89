"""Where the recordings are: files of the app's own folder. Its database holds how they are sorted."""

from __future__ import annotations

from phoneworld.apps.files import data as files
from phoneworld.apps.files import entries
from phoneworld.phone import Phone
from phoneworld.store import database_path
from phoneworld.world import World

PACKAGE = "com.dimowner.audiorecorder"
DATABASE = "records.db"
PATH = database_path(PACKAGE, DATABASE)
SCHEMA = files.SCHEMA
FOLDER = f"/sdcard/Android/data/{PACKAGE}/files/Music/records"
ENDING = ".m4a"
BYTES_A_SECOND = 16_000


def seed(phone: Phone, world: World) -> None:
    """The folder that the app makes when it is first opened."""
    del world
    make_folder(phone)


def make_folder(phone: Phone) -> None:
    """See to it that the folder is there."""
    entries.put_folder(phone.files, FOLDER, date_ms=phone.now_ms)


def next_name(phone: Phone) -> str:
    """The name that a new recording gets if nobody chooses another."""
    number = 1
    while entries.find(phone.files, record_path(f"Record-{number}")) is not None:
        number += 1
    return f"Record-{number}"


def record_path(name: str) -> str:
    """The file of a recording. Whatever its name, the ending comes after it."""
    return f"{FOLDER}/{name}{ENDING}"


def add_record(phone: Phone, name: str, seconds: int) -> None:
    """Keep a recording of some length."""
    make_folder(phone)
    entries.put_file(
        phone.files,
        record_path(name),
        date_ms=phone.now_ms,
        size=max(1, seconds) * BYTES_A_SECOND,
    )

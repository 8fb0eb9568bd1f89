"""Files on shared storage, as Android's media provider lists them; the content is kept beside.

Paths are Android's (`/sdcard/DCIM/Camera/IMG_0001.jpg`). A folder is a row without content.
"""

from __future__ import annotations

import mimetypes
from typing import Any

from phoneworld.store import Database, database_path
from phoneworld.world import World, millis

PACKAGE = "com.android.providers.media"
PATH = database_path(PACKAGE, "external.db")
SCHEMA = """
CREATE TABLE files (
    _id INTEGER PRIMARY KEY, _data TEXT UNIQUE NOT NULL, parent TEXT NOT NULL,
    _display_name TEXT NOT NULL, mime_type TEXT NOT NULL DEFAULT '', is_folder INTEGER NOT NULL,
    _size INTEGER NOT NULL DEFAULT 0, date_modified INTEGER NOT NULL,
    is_favorite INTEGER NOT NULL DEFAULT 0, art TEXT NOT NULL DEFAULT '', content BLOB
);
CREATE INDEX files_parent ON files (parent, is_folder, _display_name);
CREATE INDEX files_type ON files (mime_type, date_modified);
"""
# Python's own list only: what the machine adds to it would make phones differ between machines.
TYPES = mimetypes.MimeTypes()
FOLDERS = (
    "/sdcard",
    "/sdcard/DCIM",
    "/sdcard/DCIM/Camera",
    "/sdcard/Documents",
    "/sdcard/Download",
    "/sdcard/Music",
    "/sdcard/Pictures",
    "/sdcard/Pictures/Screenshots",
)


def split(path: str) -> tuple[str, str]:
    """Folder and name of a path."""
    parent, _, name = path.rpartition("/")
    return parent, name


def type_of(name: str) -> str:
    """The MIME type that a file's ending stands for."""
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def add_folder(database: Database, path: str, *, date_ms: int) -> int:
    """Make a folder; its parent must exist."""
    parent, name = split(path)
    return database.insert(
        "files", _data=path, parent=parent, _display_name=name, is_folder=1, date_modified=date_ms
    )


def add_file(database: Database, path: str, content: bytes, *, date_ms: int, art: str = "") -> int:
    """Write a new file. `art` is the made-up picture that a photo shows (see `Canvas.picture`)."""
    parent, name = split(path)
    return database.insert(
        "files",
        _data=path,
        parent=parent,
        _display_name=name,
        mime_type=type_of(name),
        is_folder=0,
        _size=len(content),
        date_modified=date_ms,
        art=art,
        content=content,
    )


def listing(database: Database, folder: str, first: int, count: int) -> list[dict[str, Any]]:
    """What is in a folder, folders first, without the content."""
    return database.rows(
        "SELECT _id, _data, _display_name, mime_type, is_folder, _size, date_modified, is_favorite, "
        "art FROM files WHERE parent = ? ORDER BY is_folder DESC, _display_name LIMIT ? OFFSET ?",
        folder,
        count,
        first,
    )


def seed_files(database: Database, world: World) -> None:
    """The folders every phone has; apps add their own files."""
    for folder in FOLDERS:
        add_folder(database, folder, date_ms=millis(world.day(-90)))

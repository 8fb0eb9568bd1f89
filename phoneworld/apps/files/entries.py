"""What can be done to files and folders: make, name, move, copy, delete, measure.

Files, Gallery and Camera share these. They work on the media provider's table alone, know no
screens, and expect the names they are given to have passed `problem_with`.
"""

from __future__ import annotations

from typing import Any

from phoneworld.providers import media
from phoneworld.store import Database
from phoneworld.world import from_millis

ROOT = "/sdcard"
INTERNAL = "Internal storage"
"""What people call the storage."""
COLUMNS = (
    "_id, _data, parent, _display_name, mime_type, is_folder, _size, date_modified, "
    "is_favorite, art"
)
"""All but the content, which may be large."""

LONGEST_NAME = 120
TYPES = {
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "png": "image/png",
    "mp4": "video/mp4",
    "mp3": "audio/mpeg",
    "m4a": "audio/mp4",
    "wav": "audio/x-wav",
    "txt": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "json": "application/json",
    "html": "text/html",
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
    "apk": "application/vnd.android.package-archive",
}
"""By ending. Our own list: what a machine's own knows of differs from one to the next."""

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
"""Spelled out here because `strftime` is slow and is called for every row of every list."""

Entry = dict[str, Any]


def type_of(name: str) -> str:
    """The MIME type that a file's ending stands for."""
    return TYPES.get(ending_of(name), "application/octet-stream")


def ending_of(name: str) -> str:
    """`pdf` of `Report.PDF`; nothing where there is no ending."""
    stem, dot, ending = name.rpartition(".")
    return ending.lower() if dot and stem else ""


def find(database: Database, path: str) -> Entry | None:
    """The file or folder at a path."""
    return database.one(f"SELECT {COLUMNS} FROM files WHERE _data = ?", path)


def problem_with(name: str) -> str:
    """Why something cannot be called this, or nothing."""
    if not name:
        return "Enter a name"
    if len(name) > LONGEST_NAME:
        return "This name is too long"
    if name in (".", "..") or "/" in name or not name.isprintable():
        return "A name cannot contain / or special characters"
    return ""


def free_path(database: Database, folder: str, name: str) -> str:
    """Where something of this name can be put without replacing what is there."""
    path = f"{folder}/{name}"
    if find(database, path) is None:
        return path
    ending = ending_of(name)
    stem = name[: -len(ending) - 1] if ending else name
    number = 1
    while True:
        path = f"{folder}/{stem} ({number}).{ending}" if ending else f"{folder}/{stem} ({number})"
        if find(database, path) is None:
            return path
        number += 1


def put_folder(database: Database, path: str, *, date_ms: int) -> None:
    """Make a folder and those above it, where they are not there yet."""
    if path and find(database, path) is None:
        put_folder(database, media.split(path)[0], date_ms=date_ms)
        media.add_folder(database, path, date_ms=date_ms)


def put_file(
    database: Database,
    path: str,
    content: bytes = b"",
    *,
    date_ms: int,
    size: int | None = None,
    art: str = "",
) -> int:
    """Write a new file, with the folders above it; its id.

    `size` is what the file claims to have: photographs and the like are not really stored.
    """
    parent, name = media.split(path)
    put_folder(database, parent, date_ms=date_ms)
    return database.insert(
        "files",
        _data=path,
        parent=parent,
        _display_name=name,
        mime_type=type_of(name),
        is_folder=0,
        _size=len(content) if size is None else size,
        date_modified=date_ms,
        art=art,
        content=content,
    )


def read_text(database: Database, path: str) -> str:
    """The content of a text file."""
    content = database.value("SELECT content FROM files WHERE _data = ?", path)
    return (content or b"").decode("utf-8", "replace")


def write_text(database: Database, path: str, text: str, *, date_ms: int) -> None:
    """Replace the content of a text file."""
    content = text.encode()
    database.run(
        "UPDATE files SET content = ?, _size = ?, date_modified = ? WHERE _data = ?",
        content,
        len(content),
        date_ms,
        path,
    )


def is_inside(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies somewhere below it."""
    return path == folder or path.startswith(folder + "/")


def rename(database: Database, path: str, name: str) -> str:
    """Give a file or folder another name; its new path. The new name must be free."""
    return _put_at(database, path, f"{media.split(path)[0]}/{name}")


def move(database: Database, path: str, folder: str) -> str:
    """Put a file or folder into another folder; its new path. Nothing there is replaced."""
    parent, name = media.split(path)
    if parent == folder:
        return path
    return _put_at(database, path, free_path(database, folder, name))


def _put_at(database: Database, old: str, new: str) -> str:
    if old == new:
        return new
    parent, name = media.split(new)
    row = find(database, old)
    if row is None:
        return old
    kind = "" if row["is_folder"] else type_of(name)
    database.run(
        "UPDATE files SET _data = ?, parent = ?, _display_name = ?, mime_type = ? WHERE _data = ?",
        new,
        parent,
        name,
        kind,
        old,
    )
    if row["is_folder"]:
        # Everything below lies between `old/` and `old0`: '0' is the character after '/'.
        database.run(
            "UPDATE files SET _data = ?1 || substr(_data, ?2), parent = ?1 || substr(parent, ?2) "
            "WHERE _data > ?3 AND _data < ?4",
            new,
            len(old) + 1,
            f"{old}/",
            f"{old}0",
        )
    return new


def copy(database: Database, path: str, folder: str, *, date_ms: int) -> str:
    """Copy a file, or a folder with all that is in it; the path of the copy."""
    new = free_path(database, folder, media.split(path)[1])
    parent, name = media.split(new)
    row = find(database, path)
    if row is None:
        return path
    database.run(
        "INSERT INTO files (_data, parent, _display_name, mime_type, is_folder, _size, "
        "date_modified, art, content) SELECT ?, ?, ?, mime_type, is_folder, _size, ?, art, content "
        "FROM files WHERE _data = ?",
        new,
        parent,
        name,
        date_ms,
        path,
    )
    if row["is_folder"]:
        database.run(
            "INSERT INTO files (_data, parent, _display_name, mime_type, is_folder, _size, "
            "date_modified, art, content) SELECT ?1 || substr(_data, ?2), ?1 || substr(parent, ?2), "
            "_display_name, mime_type, is_folder, _size, ?3, art, content "
            "FROM files WHERE _data > ?4 AND _data < ?5",
            new,
            len(path) + 1,
            date_ms,
            f"{path}/",
            f"{path}0",
        )
    return new


def delete(database: Database, path: str) -> None:
    """Remove a file, or a folder with all that is in it."""
    database.run(
        "DELETE FROM files WHERE _data = ? OR (_data > ? AND _data < ?)",
        path,
        f"{path}/",
        f"{path}0",
    )


def measure(database: Database, path: str) -> tuple[int, int]:
    """How many files lie below a folder, and how many bytes they are."""
    row = database.one(
        "SELECT COUNT(*) AS n, COALESCE(SUM(_size), 0) AS size FROM files "
        "WHERE _data > ? AND _data < ? AND is_folder = 0",
        f"{path}/",
        f"{path}0",
    )
    return (row["n"], row["size"]) if row is not None else (0, 0)


# How people read it


def size_text(size: int) -> str:
    """`2.4 MB`, in the decimal units that phones use."""
    if size < 1000:
        return f"{size} B"
    amount, unit = size / 1000, "kB"
    for larger in ("MB", "GB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.1f} {unit}"


def day_text(stamp: int) -> str:
    """`14 May 2026`."""
    moment = from_millis(stamp)
    return f"{moment.day} {MONTHS[moment.month - 1]} {moment.year}"


def time_text(stamp: int) -> str:
    """`14 May 2026, 09:41`."""
    moment = from_millis(stamp)
    return f"{day_text(stamp)}, {moment.hour:02d}:{moment.minute:02d}"


def place_text(path: str, storage: str = INTERNAL) -> str:
    """A folder as people know it: `Internal storage/Documents`."""
    return storage + path.removeprefix(ROOT)

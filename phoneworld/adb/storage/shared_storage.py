"""Shared storage (/sdcard) as files: rows of the media provider's table, so that apps see them too.

Photographs that the phone only claims to have (a row with `art` and no content) read as a JPEG of
what Gallery shows, filled up to the size that the row claims.
"""

from __future__ import annotations

import errno
import io
import stat
from typing import Any

from phoneworld.adb.errors import FileError, missing
from phoneworld.adb.storage.file_entry import Entry
from phoneworld.phone import Phone
from phoneworld.providers import media
from phoneworld.store import Database

ROOT = "/sdcard"
FILE = stat.S_IFREG | 0o660
FOLDER = stat.S_IFDIR | 0o770
MAX_BYTES = 512 << 20
CLAIMED_MAX_BYTES = 128 << 20
PHOTO_PX = (1024, 768)


class SharedStorage:
    """Expects paths below `/sdcard` that are normal and whose folder exists."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    @property
    def _table(self) -> Database:
        return self._phone.files

    def _row(self, path: str) -> dict[str, Any] | None:
        return self._table.one(
            "SELECT _data, is_folder, _size, date_modified FROM files WHERE _data = ?", path
        )

    def find(self, path: str) -> Entry | None:
        row = self._row(path)
        return _entry(row) if row is not None else None

    def entries(self, path: str) -> list[Entry]:
        """What is in a folder."""
        return [
            _entry(row)
            for row in self._table.rows(
                "SELECT _data, is_folder, _size, date_modified FROM files WHERE parent = ?", path
            )
        ]

    def read(self, path: str) -> bytes:
        row = self._table.one("SELECT content, art, _size FROM files WHERE _data = ?", path)
        if row is None:
            raise missing(path)
        content: bytes = row["content"] or b""
        if len(content) >= row["_size"]:
            return content
        if not content and row["art"] and path.lower().endswith((".jpg", ".jpeg")):
            content = _photograph(row["art"])
        return content.ljust(min(row["_size"], CLAIMED_MAX_BYTES), b"\0")

    def write(self, path: str, data: bytes, *, mtime_s: int) -> None:
        table = self._table
        row = table.one(
            "SELECT art, COALESCE(LENGTH(content), 0) AS held FROM files WHERE _data = ?", path
        )
        held = table.value("SELECT COALESCE(SUM(LENGTH(content)), 0) FROM files")
        if held + len(data) > MAX_BYTES:
            raise FileError(path, errno.ENOSPC)
        if row is None:
            media.add_file(table, path, data, date_ms=mtime_s * 1000)
        elif row["art"] and not row["held"] and data == self.read(path):
            # What was pulled comes back as it was: the photograph stays the one it is.
            table.run("UPDATE files SET date_modified = ? WHERE _data = ?", mtime_s * 1000, path)
        else:
            table.run(
                "UPDATE files SET content = ?, _size = ?, date_modified = ?, art = '' "
                "WHERE _data = ?",
                data,
                len(data),
                mtime_s * 1000,
                path,
            )
        self._phone.touch()

    def mkdir(self, path: str) -> None:
        media.add_folder(self._table, path, date_ms=self._phone.now_ms)
        self._phone.touch()

    def remove(self, path: str) -> None:
        """Remove a file, or a folder with nothing in it."""
        if path == ROOT:
            raise FileError(path, errno.EBUSY)
        self._table.run("DELETE FROM files WHERE _data = ?", path)
        self._phone.touch()

    def rename(self, old: str, new: str) -> None:
        """Give a file or folder another path that is free; it stays the same row."""
        parent, name = media.split(new)
        table = self._table
        table.run(
            "UPDATE files SET _data = ?, parent = ?, _display_name = ?, "
            "mime_type = CASE is_folder WHEN 1 THEN '' ELSE ? END WHERE _data = ?",
            new,
            parent,
            name,
            media.type_of(name),
            old,
        )
        # Everything below lies between `old/` and `old0`: '0' is the character after '/'.
        table.run(
            "UPDATE files SET _data = ?1 || substr(_data, ?2), parent = ?1 || substr(parent, ?2) "
            "WHERE _data > ?3 AND _data < ?4",
            new,
            len(old) + 1,
            f"{old}/",
            f"{old}0",
        )
        self._phone.touch()

    def set_time(self, path: str, mtime_s: int) -> None:
        self._table.run("UPDATE files SET date_modified = ? WHERE _data = ?", mtime_s * 1000, path)
        self._phone.touch()


def _entry(row: dict[str, Any]) -> Entry:
    mtime_s = row["date_modified"] // 1000
    if row["is_folder"]:
        return Entry(row["_data"], FOLDER, 4096, mtime_s)
    return Entry(row["_data"], FILE, row["_size"], mtime_s)


def _photograph(art: str) -> bytes:
    from phoneworld.render.pictures import picture

    file = io.BytesIO()
    picture(art, *PHOTO_PX).save(file, "JPEG", quality=80)
    return file.getvalue()

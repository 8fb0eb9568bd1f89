"""Apps' databases as files: reading one gives the real SQLite file, writing one changes the app.

A database cannot be deleted or moved away while its app is installed. Files that SQLite keeps
beside a database (`-journal`, `-wal`, `-shm`) do not exist here and cannot be made.
"""

from __future__ import annotations

import errno
import re
import sqlite3
import stat

from phoneworld.adb.errors import FileError, missing
from phoneworld.adb.storage.file_entry import Entry
from phoneworld.phone import Phone
from phoneworld.store import Database

IN_DATABASES = re.compile(r"/data/data/[^/]+/databases/[^/]+")
BESIDE = ("-journal", "-wal", "-shm")
MAGIC = b"SQLite format 3\0"
MODE = stat.S_IFREG | 0o660


class AppDatabases:
    """The databases of a phone, by path."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._changed: dict[str, tuple[int, int]] = {}

    def holds(self, path: str) -> bool:
        """Whether a path is an app's database."""
        return path in self._phone.databases

    def find(self, path: str) -> Entry | None:
        if not self.holds(path):
            return None
        database = self._phone.databases[path]
        version, mtime_s = self._changed.get(path, (-1, 0))
        if version != database.version:
            # Databases keep no times: one counts as changed when the change is first seen.
            mtime_s = int(self._phone.now_s)
            self._changed[path] = (database.version, mtime_s)
        return Entry(path, MODE, len(database.serialize()), mtime_s)

    def read(self, path: str) -> bytes:
        if not self.holds(path):
            raise missing(path)
        return self._phone.databases[path].serialize()

    def write(self, path: str, data: bytes) -> None:
        """Give an app another content of its database."""
        database = self._phone.databases[path]
        content = check_database(path, data, database)
        database.load(content)
        self._phone.touch()


def check_database(path: str, data: bytes, replaced: Database | None = None) -> bytes:
    """The content if it is a sound database that can stand in for another, or `FileError`."""
    if not data.startswith(MAGIC) or len(data) < 512:
        raise FileError(path, errno.EINVAL, "not a SQLite database, so it cannot be put here")
    # A file in WAL mode cannot be opened in memory; without its -wal it is an ordinary one.
    content = data[:18] + b"\x01\x01" + data[20:] if data[18:20] == b"\x02\x02" else data
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(content)
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        tables = {
            row[0]
            for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        }
    except (sqlite3.Error, OverflowError) as error:
        raise FileError(path, errno.EINVAL, f"not a sound SQLite database: {error}") from error
    finally:
        connection.close()
    if verdict != "ok":
        raise FileError(path, errno.EINVAL, f"not a sound SQLite database: {verdict}")
    lost = set(replaced.tables()) - tables if replaced is not None else set[str]()
    if lost:
        raise FileError(
            path, errno.EINVAL, f"the app needs the tables {', '.join(sorted(lost))}, not in here"
        )
    return content

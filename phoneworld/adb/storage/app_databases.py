"""Apps' databases as files: reading one gives the real SQLite file, writing one changes the app.

A database that is deleted stays away until its app is opened, which then makes it again, empty, or until
one of the app's databases is written: an app has all of them or none. Those
of the system cannot be deleted, and none can be moved away. Files that SQLite keeps
beside a database (`-journal`, `-wal`, `-shm`) do not exist here and cannot be made.
"""

from __future__ import annotations

import errno
import re
import sqlite3
import stat

from phoneworld.adb.errors import FileError, missing
from phoneworld.adb.storage.file_entry import Entry
from phoneworld.app import App
from phoneworld.phone import Phone
from phoneworld.store import Database, empty_database

IN_DATABASES = re.compile(r"/data/data/[^/]+/databases/[^/]+")
BESIDE = ("-journal", "-wal", "-shm")
MAGIC = b"SQLite format 3\0"
MODE = stat.S_IFREG | 0o660


class AppDatabases:
    """The databases of a phone, by path."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._changed: dict[str, tuple[int, int]] = {}
        self._deleted: dict[str, int] = {}
        """The version that a database had when it was deleted."""

    def holds(self, path: str) -> bool:
        """Whether a path is that of an app's database, be it there or deleted."""
        return path in self._phone.databases

    def find(self, path: str) -> Entry | None:
        if not self.holds(path) or self._is_deleted(path):
            return None
        database = self._phone.databases[path]
        version, mtime_s = self._changed.get(path, (-1, 0))
        if version != database.version:
            # Databases keep no times: one counts as changed when the change is first seen.
            mtime_s = int(self._phone.now_s)
            self._changed[path] = (database.version, mtime_s)
        return Entry(path, MODE, len(database.serialize()), mtime_s)

    def _is_deleted(self, path: str) -> bool:
        version = self._deleted.get(path)
        if version is None:
            return False
        app = self._owner(path)
        opened = app is not None and app.package in self._phone.tasks
        if opened or version != self._phone.databases[path].version:
            del self._deleted[path]
        return path in self._deleted

    def _owner(self, path: str) -> App | None:
        return next((app for app in self._phone.apps.values() if path in app.schemas), None)

    def remove(self, path: str) -> None:
        """Delete an app's database."""
        app = self._owner(path)
        if app is None:
            raise FileError(path, errno.EBUSY, "the system has its database open")
        database = self._phone.databases[path]
        database.load(empty_database(app.schemas[path]))
        self._phone.touch()
        self._deleted[path] = database.version

    def read(self, path: str) -> bytes:
        if not self.holds(path) or self._is_deleted(path):
            raise missing(path)
        return self._phone.databases[path].serialize()

    def write(self, path: str, data: bytes) -> None:
        """Give an app another content of its database."""
        database = self._phone.databases[path]
        content = check_database(path, data, database)
        app = self._owner(path)
        for other in app.schemas if app is not None else (path,):
            self._deleted.pop(other, None)
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

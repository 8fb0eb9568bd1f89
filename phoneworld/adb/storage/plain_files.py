"""Files of a phone that no app keeps in a table: /data/local/tmp and whatever else is pushed.

Their bytes are in a plain dict which others may change too; what that dict cannot say (folders,
modes, times) is kept beside it.
"""

from __future__ import annotations

import errno
import stat
from dataclasses import dataclass

from phoneworld.adb.errors import FileError, missing
from phoneworld.adb.storage.file_entry import FILE_MODE, FOLDER_MODE, Entry, folder_of
from phoneworld.phone import Phone

FIXED = (
    "/",
    "/data",
    "/data/app",
    "/data/data",
    "/data/local",
    "/data/local/tmp",
    "/data/user",
    "/dev",
    "/mnt",
    "/proc",
    "/storage",
    "/storage/emulated",
    "/storage/self",
    "/system",
    "/system/app",
    "/system/bin",
    "/vendor",
)
"""Folders that every phone has."""

MAX_BYTES = 512 << 20
MAX_FILES = 50_000


@dataclass(frozen=True, slots=True)
class FileMetadata:
    """What is known of a file beside its bytes."""

    mode: int
    mtime_s: int


class PlainFiles:
    """Expects paths that are normal and whose folder exists; `FileTree` sees to both."""

    def __init__(self, phone: Phone, contents: dict[str, bytes]) -> None:
        self._phone = phone
        self._contents = contents
        self._marks: dict[str, FileMetadata] = {}
        self._folders: dict[str, FileMetadata] = {}
        self._born_s = int(phone.now_s)

    def find(self, path: str) -> Entry | None:
        content = self._contents.get(path)
        if content is not None:
            mark = self._marks.get(path)
            mode, mtime_s = (mark.mode, mark.mtime_s) if mark else (FILE_MODE, self._born_s)
            return Entry(path, mode, len(content), mtime_s)
        mark = self._folders.get(path)
        if mark is not None:
            return Entry(path, mark.mode, 4096, mark.mtime_s)
        if path in FIXED or self._is_implied(path):
            return Entry(path, FOLDER_MODE, 4096, self._born_s)
        return None

    def _is_implied(self, path: str) -> bool:
        """Whether a folder exists because an app, its databases or a file are in it."""
        below = path + "/"
        if path.startswith("/data/data/"):
            if path.count("/") == 3 and path.removeprefix("/data/data/") in self._phone.apps:
                return True
            if any(database.path.startswith(below) for database in self._phone.databases):
                return True
        return any(name.startswith(below) for name in self._contents)

    def names(self, path: str) -> set[str]:
        """The names of what is in a folder."""
        below = path.rstrip("/") + "/"
        found = {
            name[len(below) :].partition("/")[0]
            for names in (self._contents, self._folders, FIXED)
            for name in names
            if name.startswith(below)
        }
        if path == "/data/data":
            found |= set(self._phone.apps)
        if below.startswith("/data/data/") or path == "/data/data":
            found |= {
                database.path[len(below) :].partition("/")[0]
                for database in self._phone.databases
                if database.path.startswith(below)
            }
        return found - {""}

    def read(self, path: str) -> bytes:
        content = self._contents.get(path)
        if content is None:
            raise missing(path)
        return content

    def write(self, path: str, data: bytes, *, mode: int, mtime_s: int) -> None:
        others = sum(map(len, self._contents.values())) - len(self._contents.get(path, b""))
        if others + len(data) > MAX_BYTES or len(self._contents) >= MAX_FILES:
            raise FileError(path, errno.ENOSPC)
        self._contents[path] = data
        self._marks[path] = FileMetadata(stat.S_IFREG | stat.S_IMODE(mode), mtime_s)

    def mkdir(self, path: str, *, mode: int) -> None:
        if len(self._folders) >= MAX_FILES:
            raise FileError(path, errno.ENOSPC)
        self._folders[path] = FileMetadata(
            stat.S_IFDIR | stat.S_IMODE(mode), int(self._phone.now_s)
        )

    def remove(self, path: str) -> None:
        """Remove a file, or a folder with nothing in it."""
        if path in FIXED:
            raise FileError(path, errno.EBUSY)
        # The folder stays when its last file goes, even where only that file had implied it.
        parent = folder_of(path)
        if parent not in self._folders and parent not in FIXED:
            self._folders[parent] = FileMetadata(FOLDER_MODE, int(self._phone.now_s))
        self._contents.pop(path, None)
        self._marks.pop(path, None)
        self._folders.pop(path, None)

    def mark(self, path: str, *, mode: int | None = None, mtime_s: int | None = None) -> None:
        """Change what is known of a file or folder."""
        found = self.find(path)
        if found is None:
            raise missing(path)
        kind = stat.S_IFMT(found.mode)
        changed = FileMetadata(
            kind | stat.S_IMODE(found.mode if mode is None else mode),
            found.mtime_s if mtime_s is None else mtime_s,
        )
        (self._folders if found.is_folder else self._marks)[path] = changed

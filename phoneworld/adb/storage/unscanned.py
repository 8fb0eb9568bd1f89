"""Files on shared storage that the media provider has not been told of, such as adb's own screenshots.

On a phone, what the shell writes is no media until it is scanned. Here only what a look leaves behind
(`screencap FILE`, `uiautomator dump`) is such a file: the shell has it, apps and verifiers do not. Whatever else
is pushed or written counts as scanned at once.
"""

from __future__ import annotations

import errno
import stat

from phoneworld.adb.errors import FileError, missing
from phoneworld.adb.storage.file_entry import Entry, folder_of

FILE = stat.S_IFREG | 0o660
MAX_BYTES = 64 << 20


class UnscannedFiles:
    """Files by their whole path; folders are shared storage's."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[bytes, int]] = {}

    def holds(self, path: str) -> bool:
        return path in self._files

    def find(self, path: str) -> Entry | None:
        if path not in self._files:
            return None
        data, mtime_s = self._files[path]
        return Entry(path, FILE, len(data), mtime_s)

    def entries(self, folder: str) -> list[Entry]:
        """What is in a folder."""
        found = (self.find(path) for path in self._files if folder_of(path) == folder)
        return [entry for entry in found if entry is not None]

    def read(self, path: str) -> bytes:
        if path not in self._files:
            raise missing(path)
        return self._files[path][0]

    def write(self, path: str, data: bytes, *, mtime_s: int) -> None:
        others = sum(len(kept) for name, (kept, _) in self._files.items() if name != path)
        if others + len(data) > MAX_BYTES:
            raise FileError(path, errno.ENOSPC)
        self._files[path] = (data, mtime_s)

    def remove(self, path: str) -> None:
        self._files.pop(path, None)

    def move_below(self, old: str, new: str) -> None:
        """Follow a folder that got another path."""
        for path in [path for path in self._files if path.startswith(old + "/")]:
            self._files[new + path[len(old) :]] = self._files.pop(path)

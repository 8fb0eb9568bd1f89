"""What is known of a file or folder of a phone without reading it."""

from __future__ import annotations

import stat
import zlib
from dataclasses import dataclass

FILE_MODE = stat.S_IFREG | 0o644
FOLDER_MODE = stat.S_IFDIR | 0o771


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder. `mode` is POSIX's, with the kind of file in it."""

    path: str
    mode: int
    size: int
    mtime_s: int

    @property
    def name(self) -> str:
        """The last part of the path; the root's is a slash."""
        return self.path.rpartition("/")[2] or "/"

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.mode)

    @property
    def inode(self) -> int:
        """A number that stays the same while the path does."""
        return zlib.crc32(self.path.encode("utf-8", "surrogateescape")) + 2


def folder_of(path: str) -> str:
    """The folder that a path lies in; the root lies in itself."""
    return path.rpartition("/")[0] or "/"

"""The record of a run as it comes from a server: files in pieces, into a new folder."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import BinaryIO, Self


class ExportFolder:
    """Writes files below one new folder, and nowhere else."""

    def __init__(self, folder: Path | str) -> None:
        self._folder = Path(folder)
        self._name = ""
        self._file: BinaryIO | None = None

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, mode=0o700)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, name: str, data: bytes) -> None:
        """The next piece; another name than before begins the next file."""
        if self._file is None or name != self._name:
            path = PurePosixPath(name)
            if not name or path.is_absolute() or ".." in path.parts or "\\" in name:
                raise ValueError(f"the server names a file {name!r}, outside of the folder")
            if self._file is not None:
                self._file.close()
            target = self._folder / path
            target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = _new_private(target)
            self._name = name
        self._file.write(data)


def _new_private(path: Path) -> BinaryIO:
    """A new file, for its owner alone, whatever the umask says: it is a record."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    return os.fdopen(os.open(path, flags, 0o600), "wb")

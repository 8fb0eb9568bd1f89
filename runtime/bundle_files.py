"""Files of a bundle, opened with suspicion: regular ones inside the folder, and nothing else.

A link may lead to another place in the folder, never out of it; a pipe or a device is not waited for.
"""

from __future__ import annotations

import io
import os
import stat
from pathlib import Path

from runtime.errors import BadBundle


def find_file(folder: Path, path: str) -> Path:
    """Where a file of the bundle really lies; `BadBundle` if that is not inside the folder."""
    try:
        inside = folder.resolve(strict=True)
        found = (folder / path).resolve(strict=True)
    except FileNotFoundError as error:
        raise BadBundle(f"the file {path!r} is missing") from error
    except (OSError, ValueError, RuntimeError) as error:  # a loop of links is a RuntimeError
        raise BadBundle(f"the file {path!r} cannot be reached: {error}") from error
    if not found.is_relative_to(inside):
        raise BadBundle(f"the file {path!r} leads out of the bundle's folder")
    return found


def open_regular(path: Path) -> io.FileIO:
    """The file for reading; `BadBundle` if it is no regular file or cannot be read."""
    try:
        # A pipe would otherwise block here until somebody writes to it.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError as error:
        raise BadBundle(f"{path.name} cannot be read: {error.strerror or error}") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise BadBundle(f"{path.name} is no regular file")
    return io.FileIO(handle, "rb")


def read_bounded(path: Path, most_bytes: int) -> bytes:
    """A small file whole; `BadBundle` if it is larger than that."""
    with open_regular(find_file(path.parent, path.name)) as file:
        data = b""
        while len(data) <= most_bytes and (piece := file.read(most_bytes + 1 - len(data))):
            data += piece
    if len(data) > most_bytes:
        raise BadBundle(f"{path.name} is larger than {most_bytes:,} bytes")
    return data

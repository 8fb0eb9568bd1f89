"""Files that only their owner can read, whatever the folder and the umask say."""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO
from pathlib import Path

OWN_FILE = 0o600
OWN_FOLDER = 0o700


def write_private(path: Path, text: str) -> None:
    """Write a file that nobody else reads, and nobody ever sees half of. Raises `OSError`."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWN_FILE)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            os.fchmod(descriptor, OWN_FILE)
            file.write(text)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


def make_private(path: Path) -> None:
    """Take a file away from others; it is made if it is not there. Raises `OSError`."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWN_FILE)
    try:
        os.fchmod(descriptor, OWN_FILE)
    finally:
        os.close(descriptor)


def open_private(path: Path) -> FileIO:
    """A new file to write, unbuffered. Raises `OSError`, also where it is there already."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWN_FILE)
    os.fchmod(descriptor, OWN_FILE)
    return FileIO(descriptor, "wb")

"""Where bundles are made before they are there: a hidden folder beside the target, renamed at the end.

Whatever goes wrong, the target is untouched, and unless the process is killed the hidden folder is
gone too.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from trainer.errors import ExportError


@dataclass(frozen=True, slots=True)
class Staging:
    """`work` is for what is needed meanwhile, `made` becomes the target."""

    work: Path
    made: Path


@contextmanager
def staging(target: Path) -> Generator[Staging]:
    """A place to make `target` in; it is there when this ends without an error, and not before."""
    check_free(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        hidden = Path(tempfile.mkdtemp(prefix=f".{target.name}.export-", dir=target.parent))
    except OSError as error:
        raise ExportError(f"nothing can be written beside {target}: {error}") from error
    try:
        places = Staging(hidden / "work", hidden / "made")
        places.work.mkdir()
        places.made.mkdir()
        yield places
        _publish(places.made, target)
    finally:
        shutil.rmtree(hidden, ignore_errors=True)


def check_free(target: Path) -> None:
    """`ExportError` if something is there already."""
    if target.is_symlink() or (target.exists() and not _is_empty(target)):
        raise ExportError(f"{target} exists already and is never written over: name another folder")


def check_room(folder: Path, wanted_bytes: int) -> None:
    """`ExportError` if the disk of a folder has no room for so many bytes."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.is_dir())
    free = shutil.disk_usage(there).free
    if free < wanted_bytes:
        raise ExportError(
            f"the disk of {folder} has {free / 2**20:,.0f} MB free and the export needs about "
            f"{wanted_bytes / 2**20:,.0f} MB: free some, or write elsewhere"
        )


def flush(folder: Path) -> None:
    """Have the files of a folder on the disk, not only in memory."""
    for path in folder.rglob("*"):
        if path.is_file():
            handle = os.open(path, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _publish(made: Path, target: Path) -> None:
    flush(made)
    check_free(target)
    # In one step: onto nothing, or onto an empty folder.
    made.rename(target)


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and next(folder.iterdir(), None) is None

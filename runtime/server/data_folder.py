"""One server for each data folder: a lock that ends with the process, and tells where it listens."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from runtime.errors import ConfigError

FILE = "runtime.lock"


class FolderTaken(ConfigError):
    """Another server has the data folder."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The server that has a data folder. The address is empty while it starts."""

    pid: int
    address: str


class FolderLock:
    """A data folder in our hands."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write_address(self, address: str) -> None:
        """Write down where we listen, for whoever finds the folder locked."""
        text = json.dumps({"pid": os.getpid(), "address": address}).encode()
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, text, 0)


@contextmanager
def hold_folder(folder: Path) -> Generator[FolderLock]:
    """Have a data folder alone; `FolderTaken` while another server has it."""
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise ConfigError(f"{folder} cannot be used as data folder: {error}") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = _read(path)
            where = f" (process {holder.pid}, at {holder.address})" if holder else ""
            raise FolderTaken(
                f"another server has the data folder {folder}{where}: "
                "end that one, or choose another folder with --data"
            ) from None
        lock = FolderLock(descriptor)
        lock.write_address("")
        yield lock
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def find_holder(folder: Path) -> Holder | None:
    """The server that has a data folder now, if one does."""
    path = folder / FILE
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read(path) or Holder(0, "")
    finally:
        os.close(descriptor)
    return None


def write_atomically(path: Path, text: str) -> None:
    """Write a file that nobody ever sees half of."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise ConfigError(f"{path} cannot be written: {error}") from error


def _read(path: Path) -> Holder | None:
    try:
        holder = cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))
        return Holder(int(holder["pid"]), str(holder["address"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None

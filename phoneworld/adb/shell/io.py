"""Where the shell's commands read from and write to: the client, pipes, files of the phone.

Writing never waits, so that a command may be a plain function. What has piled up is waited for
between commands (`Sink.settle`), which bounds what a script can write and nobody reads.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from phoneworld.adb.errors import FileError
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command import Io
from phoneworld.adb.storage.files import MAX_FILE_BYTES, FileTree

PIPE_BYTES = 1 << 20
COLLECTED_BYTES = 64 << 20


class Sink(Protocol):
    """What takes bytes."""

    def write(self, data: bytes) -> None: ...

    async def settle(self) -> None:
        """Wait while too much is on its way."""
        ...


class ByteSource(Protocol):
    """What gives bytes."""

    async def read_some(self) -> bytes:
        """The next bytes, or none at the end."""
        ...


class BrokenPipe(Exception):
    """Nobody reads what a command writes any more."""


class Nothing:
    """/dev/null: no input, and output that is forgotten."""

    def write(self, data: bytes) -> None:
        pass

    async def settle(self) -> None:
        pass

    async def read_some(self) -> bytes:
        return b""


class FixedInput:
    """Input that is known from the start."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    async def read_some(self) -> bytes:
        data, self._data = self._data, b""
        return data


class Collected:
    """Output that is kept: for `$(...)`."""

    def __init__(self) -> None:
        self.data = bytearray()

    def write(self, data: bytes) -> None:
        if len(self.data) + len(data) > COLLECTED_BYTES:
            raise FileError("$(...)", errno.ENOMEM)
        self.data += data

    async def settle(self) -> None:
        pass


class File:
    """A file of the phone that is written when its command ends."""

    def __init__(self, tree: FileTree, path: str, *, append: bool) -> None:
        self._tree = tree
        self._path = tree.check_writable(path)
        kept = append and tree.find(self._path) is not None
        self._data = bytearray(tree.read(self._path) if kept else b"")

    def write(self, data: bytes) -> None:
        if len(self._data) + len(data) > MAX_FILE_BYTES:
            raise FileError(self._path, errno.EFBIG)
        self._data += data

    async def settle(self) -> None:
        pass

    def save(self) -> None:
        """Put what was written into the file."""
        self._tree.write(self._path, bytes(self._data))


class Pipe:
    """Between two commands."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._ended = False
        self._abandoned = False
        self._changed = asyncio.Event()

    def write(self, data: bytes) -> None:
        if self._abandoned:
            raise BrokenPipe
        self._data += data
        self._changed.set()

    async def settle(self) -> None:
        while len(self._data) > PIPE_BYTES and not self._abandoned:
            self._changed.clear()
            await self._changed.wait()

    async def read_some(self) -> bytes:
        while not self._data and not self._ended:
            self._changed.clear()
            await self._changed.wait()
        data = bytes(self._data)
        self._data.clear()
        self._changed.set()
        return data

    def end(self) -> None:
        """The writer is done."""
        self._ended = True
        self._changed.set()

    def abandon(self) -> None:
        """The reader is done."""
        self._abandoned = True
        self._changed.set()


@dataclass(frozen=True, slots=True)
class Streams:
    """Standard input, output and error."""

    source: ByteSource
    out: Sink
    err: Sink


class ShellIo:
    """What a command gets from the shell: an `Io`, and bytes of its input as they come."""

    __slots__ = ("_early", "_streams", "environment", "session")

    def __init__(
        self, session: AdbSession, environment: Mapping[str, str], streams: Streams
    ) -> None:
        self.session = session
        self.environment = environment
        self._streams = streams
        self._early = b""

    def out(self, data: str | bytes) -> None:
        self._streams.out.write(_as_bytes(data))

    def err(self, data: str | bytes) -> None:
        self._streams.err.write(_as_bytes(data))

    async def read(self, count: int = -1) -> bytes:
        parts: list[bytes] = []
        wanted, held = count, 0
        while wanted != 0 and (part := await self.read_some()):
            held += len(part)
            if held > MAX_FILE_BYTES:
                raise FileError("standard input", errno.EFBIG)
            if 0 <= wanted < len(part):
                self._early = part[wanted:]
                part = part[:wanted]
            parts.append(part)
            wanted -= len(part) if wanted > 0 else 0
        return b"".join(parts)

    async def read_some(self) -> bytes:
        """The next bytes of standard input, or none at its end."""
        if self._early:
            early, self._early = self._early, b""
            return early
        return await self._streams.source.read_some()


async def pieces(io: Io) -> AsyncIterator[bytes]:
    """Standard input as it comes, for commands that need not wait for its end."""
    if isinstance(io, ShellIo):
        while part := await io.read_some():
            yield part
    elif data := await io.read():
        yield data


def say(sink: Sink, text: str) -> None:
    """Write a text."""
    sink.write(_as_bytes(text))


def _as_bytes(data: str | bytes) -> bytes:
    return data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data

"""The `sync:` service: push, pull, stat and list, in the first version's form and the second's.

Files go through in the forms without compression, which every adb falls back to.
"""

from __future__ import annotations

import errno
import stat
import struct

from phoneworld.adb.errors import FileError, ProtocolError, StreamClosed, missing
from phoneworld.adb.storage.file_entry import Entry
from phoneworld.adb.storage.files import MAX_FILE_BYTES, FileTree
from phoneworld.adb.wire.streams import WireStream

REQUEST = struct.Struct("<4sI")
STAT_V1 = struct.Struct("<4sIII")
STAT_V2 = struct.Struct("<4sIQQIIIIQqqq")
LIST_V1 = struct.Struct("<4sIIII")
LIST_V2 = struct.Struct("<4sIQQIIIIQqqqI")
LONGEST_PATH = 1024
CHUNK_BYTES = 64 << 10
ROOM = 4 << 20
"""Replies are gathered up to so many bytes before they are sent."""


async def serve_sync(stream: WireStream, tree: FileTree) -> None:
    """Answer requests until the host says `QUIT` or closes the stream."""
    while True:
        try:
            name, size = REQUEST.unpack(await stream.read_exactly(REQUEST.size))
        except StreamClosed:
            return
        if name == b"QUIT":
            return
        if size > LONGEST_PATH:
            await stream.write(_failure("path too long"))
            return
        path = (await stream.read_exactly(size)).decode("utf-8", "surrogateescape")
        match name:
            case b"STAT":
                await stream.write(_stat_v1(_found(tree, path)))
            case b"STA2" | b"LST2":
                await stream.write(_stat_v2(name, tree, path))
            case b"LIST" | b"LIS2":
                await stream.write(_list(tree, path, with_errors=name == b"LIS2"))
            case b"SEND":
                await _receive(stream, tree, path)
            case b"RECV":
                await _give(stream, tree, path)
            case _:
                await stream.write(_failure(f"unknown command {name!r}"))
                return


def _failure(reason: str) -> bytes:
    text = reason.encode("utf-8", "replace")
    return REQUEST.pack(b"FAIL", len(text)) + text


def _found(tree: FileTree, path: str) -> Entry | None:
    try:
        return tree.find(path)
    except FileError:
        return None


def _stat_v1(entry: Entry | None) -> bytes:
    if entry is None:
        return STAT_V1.pack(b"STAT", 0, 0, 0)
    return STAT_V1.pack(b"STAT", entry.mode, entry.size & 0xFFFFFFFF, _seconds(entry))


def _stat_v2(name: bytes, tree: FileTree, path: str) -> bytes:
    try:
        entry = tree.find(path)
        if entry is None:
            raise missing(path)
    except FileError as error:
        return STAT_V2.pack(name, error.code, *(0,) * 10)
    return STAT_V2.pack(name, *_fields_v2(entry))


def _fields_v2(entry: Entry) -> tuple[int, ...]:
    links = 2 if entry.is_folder else 1
    time_s = entry.mtime_s
    return (0, 1, entry.inode, entry.mode, links, 0, 0, entry.size, time_s, time_s, time_s)


def _seconds(entry: Entry) -> int:
    return max(0, min(entry.mtime_s, 0xFFFFFFFF))


def _list(tree: FileTree, path: str, *, with_errors: bool) -> bytes:
    try:
        entries = tree.entries(path)
    except FileError:
        entries = []  # adbd, too, lists nothing where there is nothing to list.
    parts: list[bytes] = []
    for entry in entries:
        name = entry.name.encode("utf-8", "surrogateescape")
        if with_errors:
            parts.append(LIST_V2.pack(b"DNT2", *_fields_v2(entry), len(name)) + name)
        else:
            size = entry.size & 0xFFFFFFFF
            parts.append(LIST_V1.pack(b"DENT", entry.mode, size, _seconds(entry), len(name)) + name)
    done = LIST_V2.pack(b"DONE", *(0,) * 12) if with_errors else LIST_V1.pack(b"DONE", 0, 0, 0, 0)
    return b"".join(parts) + done


async def _receive(stream: WireStream, tree: FileTree, target: str) -> None:
    """Take a file from the host. All of it is read first, so that the two stay in step."""
    path, comma, mode_text = target.rpartition(",")
    if not comma:
        path, mode_text = target, "33188"
    content = bytearray()
    too_big = False
    while True:
        name, size = REQUEST.unpack(await stream.read_exactly(REQUEST.size))
        if name == b"DONE":
            break
        if name != b"DATA" or size > CHUNK_BYTES:
            await stream.write(_failure(f"invalid data message {name!r} of {size} bytes"))
            raise ProtocolError("a file transfer went out of step")
        part = await stream.read_exactly(size)
        too_big = too_big or len(content) + size > MAX_FILE_BYTES
        if not too_big:
            content += part
    try:
        mode = int(mode_text) if mode_text.isdecimal() and len(mode_text) < 7 else 0o100644
        if too_big:
            raise FileError(path, errno.ENOSPC)
        if stat.S_ISLNK(mode):
            raise FileError(path, errno.EPERM, "symbolic links are not kept")
        found = tree.find(path)
        if found is not None and found.is_folder:
            raise FileError(path, errno.EISDIR)
        # After DONE, the size is the time of the last change.
        tree.write(path, bytes(content), mode=mode, mtime_s=size, parents=True)
    except FileError as error:
        await stream.write(_failure(f"couldn't create file: {error.reason}"))
    else:
        await stream.write(REQUEST.pack(b"OKAY", 0))


async def _give(stream: WireStream, tree: FileTree, path: str) -> None:
    """Give a file to the host."""
    try:
        content = tree.read(path)
    except FileError as error:
        await stream.write(_failure(f"open failed: {error.reason}"))
        return
    gathered = bytearray()
    for start in range(0, len(content), CHUNK_BYTES):
        part = content[start : start + CHUNK_BYTES]
        gathered += REQUEST.pack(b"DATA", len(part)) + part
        if len(gathered) > ROOM:
            await stream.write(bytes(gathered))
            gathered.clear()
    await stream.write(bytes(gathered) + REQUEST.pack(b"DONE", 0))

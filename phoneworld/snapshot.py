"""A whole phone as bytes: a list of named parts behind a checksum.

    b"PHONEWORLD" version:u16 parts:u32 crc32:u32, then for each part
    name length:u16 name data length:u32 data

The checksum covers everything behind it, so that a damaged snapshot is refused before any of it
is used.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from phoneworld.errors import SnapshotError

MAGIC = b"PHONEWORLD"
VERSION = 1
_HEAD = struct.Struct("<10sHII")
_NAME = struct.Struct("<HI")


def pack(parts: Sequence[tuple[str, bytes]]) -> bytes:
    """Parts as one bytes object."""
    pieces: list[bytes] = []
    check = 0
    for name, data in parts:
        label = name.encode()
        head = _NAME.pack(len(label), len(data)) + label
        check = zlib.crc32(data, zlib.crc32(head, check))
        pieces.append(head)
        pieces.append(data)
    return b"".join([_HEAD.pack(MAGIC, VERSION, len(parts), check), *pieces])


def unpack(snapshot: bytes) -> list[tuple[str, bytes]]:
    """The parts of a snapshot, or `SnapshotError`."""
    if len(snapshot) < _HEAD.size:
        raise SnapshotError(
            f"{len(snapshot)} bytes are no snapshot: take one with Phone.snapshot()"
        )
    magic, version, count, check = _HEAD.unpack_from(snapshot)
    if magic != MAGIC:
        raise SnapshotError("these bytes are no PhoneWorld snapshot: they start differently")
    if version != VERSION:
        raise SnapshotError(
            f"the snapshot has format {version}, this PhoneWorld reads {VERSION}: take it anew"
        )
    if zlib.crc32(memoryview(snapshot)[_HEAD.size :]) != check:
        raise SnapshotError("the snapshot is damaged: its checksum does not match; take it anew")
    parts: list[tuple[str, bytes]] = []
    at = _HEAD.size
    try:
        for _ in range(count):
            label, size = _NAME.unpack_from(snapshot, at)
            at += _NAME.size
            name = snapshot[at : at + label].decode()
            at += label
            parts.append((name, snapshot[at : at + size]))
            at += size
    except (struct.error, UnicodeDecodeError) as error:
        raise SnapshotError("the snapshot is damaged: its parts do not add up") from error
    if at != len(snapshot):
        raise SnapshotError("the snapshot is damaged: its parts do not add up")
    return parts

"""Packets of the adb protocol: their bytes, and how they are found in a flow of bytes.

A packet is 24 bytes of header (six little-endian words) and a payload. This file knows neither
sockets nor what packets mean.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from phoneworld.adb.errors import ProtocolError

HEADER = struct.Struct("<6I")
MAX_PAYLOAD = 1 << 20
HANDSHAKE_PAYLOAD = 4096
"""What the first versions allowed, and enough until both ends have introduced themselves."""

VERSION_WITH_CHECKSUM = 0x01000000
VERSION = 0x01000001
"""From this version on the checksum is not looked at."""


class PacketKind(IntEnum):
    """What a packet is for: four letters, read as a little-endian number."""

    SYNC = int.from_bytes(b"SYNC", "little")
    CNXN = int.from_bytes(b"CNXN", "little")
    AUTH = int.from_bytes(b"AUTH", "little")
    OPEN = int.from_bytes(b"OPEN", "little")
    OKAY = int.from_bytes(b"OKAY", "little")
    CLSE = int.from_bytes(b"CLSE", "little")
    WRTE = int.from_bytes(b"WRTE", "little")
    STLS = int.from_bytes(b"STLS", "little")


_KINDS = {int(kind): kind for kind in PacketKind}


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet. What `arg0` and `arg1` mean depends on the kind."""

    kind: PacketKind
    arg0: int
    arg1: int
    payload: bytes = b""


def checksum(payload: bytes) -> int:
    """The sum of all bytes: what adb calls a CRC."""
    return sum(payload) & 0xFFFFFFFF


def encode(packet: Packet, *, with_checksum: bool = True) -> bytes:
    """The bytes of a packet."""
    payload = packet.payload
    check = checksum(payload) if with_checksum and payload else 0
    kind = packet.kind
    header = HEADER.pack(kind, packet.arg0, packet.arg1, len(payload), check, kind ^ 0xFFFFFFFF)
    return header + payload


class Decoder:
    """Finds packets in bytes that arrive in pieces of any size.

    It holds no more than one packet that is not complete. `max_payload` and `checks_sums` may be
    changed between packets, as the two ends get to know each other.
    """

    __slots__ = ("_bytes", "checks_sums", "max_payload")

    def __init__(self, *, max_payload: int = HANDSHAKE_PAYLOAD) -> None:
        self._bytes = bytearray()
        self.max_payload = max_payload
        self.checks_sums = False

    def feed(self, data: bytes) -> Iterator[Packet]:
        """The packets that are complete now. `ProtocolError` where the bytes are no adb.

        Run it to its end, or the rest of the bytes waits for the next call.
        """
        self._bytes += data
        while (packet := self._next()) is not None:
            yield packet

    def _next(self) -> Packet | None:
        held = self._bytes
        if len(held) < HEADER.size:
            return None
        number, arg0, arg1, size, check, magic = HEADER.unpack_from(held)
        kind = _KINDS.get(number)
        if kind is None or magic != number ^ 0xFFFFFFFF:
            raise ProtocolError(f"{bytes(held[:24])!r} is no header of an adb packet")
        if size > self.max_payload:
            raise ProtocolError(f"{size} bytes in one packet: at most {self.max_payload} are taken")
        end = HEADER.size + size
        if len(held) < end:
            return None
        payload = bytes(held[HEADER.size : end])
        del held[:end]
        if self.checks_sums and payload and checksum(payload) != check:
            raise ProtocolError(f"the checksum of a {kind.name} packet is wrong")
        return Packet(kind, arg0, arg1, payload)

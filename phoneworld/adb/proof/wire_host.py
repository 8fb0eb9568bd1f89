"""A host that speaks adb over a socket by itself: for tests, and for measuring without adb's server.

It does what it is told and checks little; it is no client for real phones.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol, Self

from phoneworld.adb.wire.packets import MAX_PAYLOAD, VERSION, Decoder, Packet, PacketKind, encode
from phoneworld.adb.wire.shell_service import EXIT, PIECE, STDERR, STDOUT


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """What a command wrote, and how it ended."""

    out: bytes
    err: bytes
    status: int


@dataclass(slots=True)
class Channel:
    """One stream, seen from the host."""

    local: int
    remote: int = 0
    received: bytearray = field(default_factory=bytearray)
    refused: bool = False
    closed: bool = False
    ready: bool = False


class Connect(Protocol):
    """Connects a host to a served phone."""

    async def __call__(
        self, *, version: int = VERSION, max_payload: int = MAX_PAYLOAD
    ) -> WireHost: ...


class WireHost:
    """One connection to a phone."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        version: int,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._decoder = Decoder(max_payload=MAX_PAYLOAD)
        self._decoder.checks_sums = version < VERSION
        self._arrived: list[Packet] = []
        self._channels: dict[int, Channel] = {}
        self._next = 1
        self.version = version
        self.banner = b""

    @classmethod
    async def connect(
        cls, port: int, *, version: int = VERSION, max_payload: int = MAX_PAYLOAD
    ) -> Self:
        """Connect to a phone that asks for no key."""
        host = cls(*await asyncio.open_connection("127.0.0.1", port), version=version)
        end: socket.socket = host._writer.get_extra_info("socket")
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host.send(Packet(PacketKind.CNXN, version, max_payload, b"host::features=shell_v2,cmd\0"))
        answer = await host.next_packet()
        if answer.kind != PacketKind.CNXN:
            raise AssertionError(f"the phone answered with {answer.kind.name}")
        host.banner = answer.payload
        return host

    def send(self, packet: Packet) -> None:
        self._writer.write(encode(packet))

    def send_raw(self, data: bytes) -> None:
        self._writer.write(data)

    async def next_packet(self) -> Packet:
        """The next packet; `ConnectionError` when the phone has hung up."""
        while not self._arrived:
            data = await self._reader.read(1 << 18)
            if not data:
                raise ConnectionResetError("the phone has hung up")
            self._arrived.extend(self._decoder.feed(data))
        return self._arrived.pop(0)

    async def hang_up_of_phone(self) -> None:
        """Wait until the phone has hung up."""
        with suppress(ConnectionError):
            while True:
                await self.next_packet()

    async def open(self, service: str) -> Channel:
        """Open a stream, and wait for the answer."""
        channel = Channel(self._next)
        self._next += 1
        self._channels[channel.local] = channel
        self.send(Packet(PacketKind.OPEN, channel.local, 0, service.encode() + b"\0"))
        while not channel.ready and not channel.closed:
            await self.step()
        return channel

    async def step(self) -> None:
        """Take one packet and do what the protocol asks for."""
        packet = await self.next_packet()
        channel = self._channels.get(packet.arg1)
        if channel is None:
            return
        match packet.kind:
            case PacketKind.OKAY:
                channel.remote = packet.arg0
                channel.ready = True
            case PacketKind.WRTE:
                channel.received += packet.payload
                self.send(Packet(PacketKind.OKAY, channel.local, channel.remote))
            case PacketKind.CLSE:
                channel.refused = not channel.remote
                channel.closed = True
                self.send(Packet(PacketKind.CLSE, channel.local, packet.arg0))
                del self._channels[channel.local]
            case _:
                pass

    async def write(self, channel: Channel, data: bytes) -> None:
        """Send bytes, and wait until they are taken."""
        channel.ready = False
        self.send(Packet(PacketKind.WRTE, channel.local, channel.remote, data))
        while not channel.ready and not channel.closed:
            await self.step()

    def close_channel(self, channel: Channel) -> None:
        self.send(Packet(PacketKind.CLSE, channel.local, channel.remote))

    async def read_all(self, service: str, given: bytes = b"") -> bytes:
        """All that a service says until it closes."""
        channel = await self.open(service)
        if given:
            await self.write(channel, given)
        while not channel.closed:
            await self.step()
        return bytes(channel.received)

    async def read_until(self, channel: Channel, count: int) -> bytes:
        """The first bytes of what arrives."""
        while len(channel.received) < count and not channel.closed:
            await self.step()
        taken = bytes(channel.received[:count])
        del channel.received[:count]
        return taken

    async def shell(self, command: str, given: bytes = b"") -> CommandOutcome:
        """Run a command with the second version's shell."""
        return read_outcome(await self.read_all(f"shell,v2,raw:{command}", given))

    async def close(self) -> None:
        """Hang up."""
        self._writer.close()
        # The phone may have hung up first.
        with suppress(ConnectionError):
            await self._writer.wait_closed()


def read_outcome(data: bytes) -> CommandOutcome:
    """What the pieces of a second version's shell stand for."""
    parts = {STDOUT: b"", STDERR: b"", EXIT: b""}
    while data:
        kind, size = PIECE.unpack_from(data)
        parts[kind] += data[PIECE.size : PIECE.size + size]
        data = data[PIECE.size + size :]
    return CommandOutcome(parts[STDOUT], parts[STDERR], parts[EXIT][0] if parts[EXIT] else -1)

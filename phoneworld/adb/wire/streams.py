"""One stream of an adb connection: bytes in both directions, one packet in flight each way."""

from __future__ import annotations

import asyncio
from typing import Protocol

from phoneworld.adb.errors import ProtocolError, StreamClosed
from phoneworld.adb.wire.packets import PacketKind

HELD_BYTES = 256 << 10
"""So many bytes may wait to be read before the other end is kept from sending more."""


class StreamLink(Protocol):
    """What a stream needs of its connection."""

    @property
    def max_payload(self) -> int: ...

    def send(self, kind: PacketKind, arg0: int, arg1: int, payload: bytes = b"") -> None: ...

    async def writable(self) -> None:
        """Wait until the socket takes more."""
        ...

    def forget(self, stream: WireStream) -> None: ...


class WireStream:
    """A stream, seen from the phone. Its handler reads and writes; the connection feeds it.

    `remote` is 0 until the host has answered a stream that the phone opened.
    """

    __slots__ = (
        "_acknowledged",
        "_ended",
        "_held",
        "_owes_okay",
        "_silent",
        "_waiting_reader",
        "_waiting_writer",
        "closed",
        "link",
        "local",
        "opened",
        "remote",
    )

    def __init__(self, link: StreamLink, local: int, remote: int) -> None:
        self.link = link
        self.local = local
        self.remote = remote
        self.closed = False
        self.opened: asyncio.Future[bool] | None = None
        self._held = bytearray()
        self._ended = False
        self._owes_okay = False
        self._silent = False
        self._acknowledged = True
        self._waiting_reader: asyncio.Future[None] | None = None
        self._waiting_writer: asyncio.Future[None] | None = None

    # For the handler

    async def read(self) -> bytes:
        """Some bytes, as soon as there are any; none at the end."""
        await self._arrival()
        return self._take(len(self._held))

    async def read_exactly(self, count: int) -> bytes:
        """So many bytes; `StreamClosed` if the stream ends before."""
        parts: list[bytes] = []
        wanted = count
        while wanted > 0:
            await self._arrival()
            if not self._held:
                raise StreamClosed(f"the stream ended {wanted} bytes too early")
            part = self._take(min(wanted, len(self._held)))
            parts.append(part)
            wanted -= len(part)
        return b"".join(parts)

    async def _arrival(self) -> None:
        """Wait until there is something to read, or nothing will come any more."""
        while not self._held and not self._ended:
            if self._waiting_reader is not None:
                raise AssertionError("two readers of one stream")
            self._waiting_reader = asyncio.get_running_loop().create_future()
            try:
                await self._waiting_reader
            finally:
                self._waiting_reader = None

    def _take(self, count: int) -> bytes:
        taken = bytes(self._held[:count])
        del self._held[:count]
        if self._owes_okay and len(self._held) < HELD_BYTES and not self.closed:
            self._owes_okay = False
            self.link.send(PacketKind.OKAY, self.local, self.remote)
        return taken

    async def write(self, data: bytes) -> None:
        """Send bytes, each packet when the one before it was acknowledged."""
        if self._silent:
            return
        step = self.link.max_payload
        for start in range(0, len(data), step):
            await self._acknowledgement()
            await self.link.writable()
            if self.closed:
                raise StreamClosed("the host has closed the stream")
            self._acknowledged = False
            part = data[start : start + step] if len(data) > step else data
            self.link.send(PacketKind.WRTE, self.local, self.remote, part)

    async def _acknowledgement(self) -> None:
        while not self._acknowledged and not self.closed:
            if self._waiting_writer is None:
                self._waiting_writer = asyncio.get_running_loop().create_future()
            # Shielded: several may wait, and one that is cancelled must not wake the others.
            await asyncio.shield(self._waiting_writer)

    def silence(self) -> None:
        """Let nothing that is written from now on arrive."""
        self._silent = True

    def close(self) -> None:
        """End the stream. What was written before still arrives."""
        if not self.closed:
            self.link.send(PacketKind.CLSE, self.local, self.remote)
            self.shut()

    # For the connection

    @property
    def wants_input(self) -> bool:
        """Whether the handler is reading, or has something left to read."""
        return bool(self._held) or self._waiting_reader is not None

    def receive(self, data: bytes) -> None:
        """The host has sent bytes."""
        if self._owes_okay:
            raise ProtocolError(f"stream {self.local}: a second packet before the first was taken")
        self._held += data
        if len(self._held) >= HELD_BYTES:
            self._owes_okay = True
        else:
            self.link.send(PacketKind.OKAY, self.local, self.remote)
        _wake(self._waiting_reader)

    def acknowledge(self, remote: int) -> None:
        """The host is ready for the next packet, or for the first of a stream the phone opened."""
        if self.opened is not None and not self.opened.done():
            self.remote = remote
            self.opened.set_result(True)
        self._acknowledged = True
        _wake(self._waiting_writer)
        self._waiting_writer = None

    def shut(self) -> None:
        """The stream is over: readers get the rest and then the end, writers an error."""
        self.closed = True
        self._ended = True
        _wake(self._waiting_reader)
        _wake(self._waiting_writer)
        self._waiting_writer = None
        if self.opened is not None and not self.opened.done():
            self.opened.set_result(False)
        self.link.forget(self)


def _wake(waiting: asyncio.Future[None] | None) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(None)

"""A stream of adb as asyncio's reader and writer, for what listens on the phone's ports."""

from __future__ import annotations

import asyncio
from typing import Any

from phoneworld.adb.errors import StreamClosed
from phoneworld.adb.wire.ports import Endpoint
from phoneworld.adb.wire.streams import WireStream

HIGH_WATER = 1 << 20


async def serve_endpoint(stream: WireStream, endpoint: Endpoint) -> None:
    """Let an endpoint serve one connection that arrives on a stream."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(loop=loop)
    protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
    transport = _StreamTransport(stream, protocol)
    protocol.connection_made(transport)
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)
    feeder = asyncio.ensure_future(_feed(stream, reader, transport))
    try:
        await endpoint(reader, writer)
    finally:
        transport.close()
        await transport.flushed()
        feeder.cancel()
        protocol.connection_lost(None)


async def _feed(
    stream: WireStream, reader: asyncio.StreamReader, transport: _StreamTransport
) -> None:
    while data := await stream.read():
        reader.feed_data(data)
        await transport.reading.wait()
    reader.feed_eof()


class _StreamTransport(asyncio.Transport):
    """Writes into a stream. What is written in one go is sent in one packet."""

    def __init__(self, stream: WireStream, protocol: asyncio.StreamReaderProtocol) -> None:
        super().__init__()
        self._stream = stream
        self._protocol = protocol
        self._pending = bytearray()
        self._sender: asyncio.Task[None] | None = None
        self._closing = False
        self._paused = False
        self.reading = asyncio.Event()
        self.reading.set()

    def get_extra_info(self, name: str, default: Any = None) -> Any:  # asyncio's own signature
        return ("127.0.0.1", self._stream.local) if name == "peername" else default

    def is_closing(self) -> bool:
        return self._closing or self._stream.closed

    def pause_reading(self) -> None:
        self.reading.clear()

    def resume_reading(self) -> None:
        self.reading.set()

    def can_write_eof(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return len(self._pending)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self.is_closing() or not data:
            return
        self._pending += data
        if self._sender is None:
            self._sender = asyncio.ensure_future(self._send())
        if len(self._pending) > HIGH_WATER and not self._paused:
            self._paused = True
            self._protocol.pause_writing()

    async def _send(self) -> None:
        try:
            while self._pending:
                data = bytes(self._pending)
                self._pending.clear()
                if self._paused:
                    self._paused = False
                    self._protocol.resume_writing()
                await self._stream.write(data)
        except StreamClosed:
            self._pending.clear()
        finally:
            self._sender = None

    async def flushed(self) -> None:
        """Wait until all that was written is on its way."""
        if self._sender is not None:
            await self._sender

    def close(self) -> None:
        self._closing = True

    def abort(self) -> None:
        self._closing = True
        self._pending.clear()

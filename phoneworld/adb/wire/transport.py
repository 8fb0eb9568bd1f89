"""The phone's end of an adb connection: introduction, proof of identity, streams.

It knows no Android: what a service's name means, and who may connect, is asked of a `Host`. What
the other end does wrong costs that end its connection and nobody else anything.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable
from typing import Protocol, cast

from phoneworld.adb.errors import ProtocolError, StreamClosed
from phoneworld.adb.wire.auth import TOKEN_BYTES, Keyring, PublicKey, read_key
from phoneworld.adb.wire.packets import (
    HANDSHAKE_PAYLOAD,
    MAX_PAYLOAD,
    VERSION,
    Decoder,
    Packet,
    PacketKind,
    encode,
)
from phoneworld.adb.wire.streams import WireStream

Handler = Callable[[WireStream], Awaitable[None]]

AUTH_TOKEN, AUTH_SIGNATURE, AUTH_PUBLIC_KEY = 1, 2, 3
MAX_STREAMS = 512
MAX_AUTH_ATTEMPTS = 64
LAST_WORDS_S = 2.0
"""How long a handler that was reading when its stream ended may take to finish."""

WRITE_BUFFER_BYTES = 4 << 20

logger = logging.getLogger(__name__)


class Host(Protocol):
    """What a connection asks of the phone behind it."""

    @property
    def banner(self) -> bytes: ...

    @property
    def keyring(self) -> Keyring: ...

    def delay_s(self) -> float:
        """How long the next packet is held back."""
        ...

    def resolve(self, service: str, connection: AdbConnection) -> Handler | None:
        """Who serves a service; None refuses it."""
        ...

    def offers_key(self) -> None:
        """A host has shown a key that is not known, and waits."""
        ...

    def joined(self, connection: AdbConnection) -> None: ...

    def left(self, connection: AdbConnection) -> None: ...


class AdbConnection(asyncio.Protocol):
    """One host on one socket."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._decoder = Decoder()
        self._streams: dict[int, WireStream] = {}
        self._tasks: dict[WireStream, asyncio.Task[None]] = {}
        self._next_local = 1
        self._with_checksum = True
        self._token = b""
        self._attempts = 0
        self._last_send = 0.0
        self._lost = asyncio.Event()
        self._ending: list[asyncio.Task[None]] = []
        self._resumed: asyncio.Future[None] | None = None
        self._transport: asyncio.Transport | None = None
        self._quick_socket: socket.socket | None = None
        self.max_payload = HANDSHAKE_PAYLOAD
        self.online = False
        self.is_mute = False
        """Whether nothing that arrives is answered any more."""
        self.offered: PublicKey | None = None
        """The key of a host that waits to be accepted."""

    # The socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=WRITE_BUFFER_BYTES)
        end = transport.get_extra_info("socket")
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_QUICKACK"):
            self._quick_socket = end
        self._host.joined(self)

    def data_received(self, data: bytes) -> None:
        if self._quick_socket is not None:
            # Hosts that send header and payload apart would wait 40 ms for our acknowledgement;
            # the kernel forgets the wish after each packet.
            self._quick_socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        try:
            for packet in self._decoder.feed(data):
                if self._transport is None or self._transport.is_closing():
                    return  # Cut: what had arrived by then does not happen any more.
                self._handle(packet)
        except ProtocolError as error:
            logger.info("connection cut: %s", error)
            self.abort()

    def pause_writing(self) -> None:
        # A host that sends but does not read: take no more from it until it does.
        self._resumed = asyncio.get_running_loop().create_future()
        if self._transport is not None:
            self._transport.pause_reading()

    def resume_writing(self) -> None:
        if self._resumed is not None and not self._resumed.done():
            self._resumed.set_result(None)
        self._resumed = None
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc  # Why a host is gone makes no difference.
        self.online = False
        if self._resumed is not None and not self._resumed.done():
            self._resumed.set_result(None)
        self._resumed = None
        self._transport = None
        self._ending = list(self._tasks.values())
        self._end_streams()
        self._host.left(self)
        self._lost.set()

    def abort(self) -> None:
        """Cut the connection, as if the cable were pulled."""
        if self._transport is not None:
            self._transport.abort()

    async def ended(self) -> None:
        """Wait until the connection is lost and all of its services have ended."""
        await self._lost.wait()
        await asyncio.gather(*self._ending, return_exceptions=True)

    async def writable(self) -> None:
        if self._resumed is not None:
            await asyncio.shield(self._resumed)

    def send(self, kind: PacketKind, arg0: int, arg1: int, payload: bytes = b"") -> None:
        """Send a packet, in order, perhaps after a delay."""
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        data = encode(Packet(kind, arg0, arg1, payload), with_checksum=self._with_checksum)
        delay_s = self._host.delay_s()
        if not delay_s and not self._last_send:
            transport.write(data)
            return
        loop = asyncio.get_running_loop()
        self._last_send = max(loop.time() + delay_s, self._last_send + 1e-6)
        loop.call_at(self._last_send, self._send_late, data)

    def _send_late(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    # Packets

    def _handle(self, packet: Packet) -> None:
        if self.is_mute:
            return
        match packet.kind:
            case PacketKind.CNXN:
                self._introduce(packet)
            case PacketKind.AUTH if not self.online:
                self._authenticate(packet)
            case PacketKind.OPEN if self.online:
                self._open(packet)
            case PacketKind.OKAY | PacketKind.WRTE | PacketKind.CLSE if self.online:
                stream = self._streams.get(packet.arg1)
                if stream is not None and stream.remote in (packet.arg0, 0):
                    self._pass_on(packet, stream)
            case _:
                pass  # adb ignores what does not fit, and so do we.

    def _pass_on(self, packet: Packet, stream: WireStream) -> None:
        if packet.kind == PacketKind.WRTE:
            stream.receive(packet.payload)
        elif packet.kind == PacketKind.OKAY:
            stream.acknowledge(packet.arg0)
        else:
            task = self._tasks.get(stream)
            wants_input = stream.wants_input
            stream.close()
            if task is not None:
                _end(task, after_s=LAST_WORDS_S if wants_input else 0.0)

    def _introduce(self, packet: Packet) -> None:
        version, max_payload = packet.arg0, packet.arg1
        if max_payload < 256:
            raise ProtocolError(f"a host that takes {max_payload} bytes at a time cannot be served")
        self._end_streams()
        self.online = False
        self.max_payload = min(max_payload, MAX_PAYLOAD)
        self._with_checksum = self._decoder.checks_sums = version < VERSION
        if self._host.keyring.asks:
            self._challenge()
        else:
            self.go_online()

    def go_online(self) -> None:
        """Answer the host's introduction: it may open streams now."""
        self.online = True
        self.offered = None
        self._decoder.max_payload = MAX_PAYLOAD
        self.send(PacketKind.CNXN, VERSION, MAX_PAYLOAD, self._host.banner)

    def _challenge(self) -> None:
        self._attempts += 1
        if self._attempts > MAX_AUTH_ATTEMPTS:
            raise ProtocolError("too many attempts to authenticate")
        self._token = os.urandom(TOKEN_BYTES)
        self.send(PacketKind.AUTH, AUTH_TOKEN, 0, self._token)

    def _authenticate(self, packet: Packet) -> None:
        if not self._token:
            return
        if packet.arg0 == AUTH_SIGNATURE:
            if self._host.keyring.knows(self._token, packet.payload):
                self.go_online()
            else:
                self._challenge()
        elif packet.arg0 == AUTH_PUBLIC_KEY:
            # From here on the host waits: it is `unauthorized` until somebody accepts the key.
            self.offered = read_key(packet.payload)
            self._host.offers_key()

    # Streams

    def _open(self, packet: Packet) -> None:
        service = packet.payload.rstrip(b"\0").decode("utf-8", "surrogateescape")
        handler = None
        if packet.arg0 and len(self._streams) < MAX_STREAMS:
            handler = self._host.resolve(service, self)
        if handler is None:
            self.send(PacketKind.CLSE, 0, packet.arg0)
            return
        stream = self._new_stream(packet.arg0)
        self.send(PacketKind.OKAY, stream.local, stream.remote)
        task = asyncio.get_running_loop().create_task(_serve(handler, stream))
        self._tasks[stream] = task
        # Not in the task itself: one that is cancelled before it starts never runs.
        task.add_done_callback(lambda _: self._served(stream))

    def _new_stream(self, remote: int) -> WireStream:
        while self._next_local in self._streams or not self._next_local:
            self._next_local = (self._next_local + 1) & 0xFFFFFFFF
        stream = WireStream(self, self._next_local, remote)
        self._streams[stream.local] = stream
        self._next_local = (self._next_local + 1) & 0xFFFFFFFF
        return stream

    def _served(self, stream: WireStream) -> None:
        self._tasks.pop(stream, None)
        stream.close()

    async def open(self, service: str) -> WireStream | None:
        """Open a stream to the host, as `adb reverse` needs it; None if the host refuses."""
        if not self.online or len(self._streams) >= MAX_STREAMS:
            return None
        stream = self._new_stream(0)
        stream.opened = asyncio.get_running_loop().create_future()
        self.send(PacketKind.OPEN, stream.local, 0, service.encode() + b"\0")
        return stream if await stream.opened else None

    def forget(self, stream: WireStream) -> None:
        self._streams.pop(stream.local, None)

    def _end_streams(self) -> None:
        for stream in list(self._streams.values()):
            task = self._tasks.get(stream)
            stream.shut()
            if task is not None:
                task.cancel()


async def _serve(handler: Handler, stream: WireStream) -> None:
    try:
        await handler(stream)
    except (StreamClosed, ConnectionError):
        pass
    except ProtocolError as error:
        logger.info("stream closed: %s", error)
    except Exception:
        # A mistake in one service must not hang its client, nor end the others.
        logger.exception("a service failed")


def _end(task: asyncio.Task[None], *, after_s: float) -> None:
    if after_s:
        timer = asyncio.get_running_loop().call_later(after_s, task.cancel)
        task.add_done_callback(lambda _: timer.cancel())
    else:
        task.cancel()

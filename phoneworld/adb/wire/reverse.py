"""`adb reverse`: ports of the phone that lead to the host."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

from phoneworld.adb.errors import ServeError
from phoneworld.adb.wire.ports import Endpoint, Ports
from phoneworld.adb.wire.streams import WireStream
from phoneworld.adb.wire.transport import AdbConnection

MAX_REVERSES = 256
_SOCKET = re.compile(r"(?:tcp:\d{1,5}|local(?:abstract|reserved|filesystem)?:.{1,100})")


@dataclass(frozen=True, slots=True)
class _Reverse:
    connection: AdbConnection
    target: str
    endpoint: Endpoint


class Reverses:
    """The ports of a phone that lead to hosts."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._all: dict[str, _Reverse] = {}

    async def serve(self, stream: WireStream, request: str, connection: AdbConnection) -> None:
        """Answer one request of `adb reverse`."""
        try:
            answer = self._answer(request, connection)
        except ServeError as error:
            reason = str(error).encode()
            answer = b"FAIL%04x" % len(reason) + reason
        await stream.write(answer)

    def _answer(self, request: str, connection: AdbConnection) -> bytes:
        verb, _, rest = request.partition(":")
        match verb:
            case "forward":
                return self._add(rest, connection)
            case "list-forward":
                lines = "".join(f"host {name} {one.target}\n" for name, one in self._all.items())
                return b"%04x" % len(lines.encode()) + lines.encode()
            case "killforward":
                if rest not in self._all:
                    raise ServeError(f"listener '{rest}' not found")
                self._remove(rest)
            case "killforward-all":
                for name in list(self._all):
                    self._remove(name)
            case _:
                raise ServeError(f"unknown request {request[:40]!r}")
        return b"OKAY"

    def _add(self, rest: str, connection: AdbConnection) -> bytes:
        keep = rest.startswith("norebind:")
        name, _, target = rest.removeprefix("norebind:").partition(";")
        if not _SOCKET.fullmatch(name) or not _SOCKET.fullmatch(target):
            raise ServeError(f"bad sockets {rest[:80]!r}")
        if len(self._all) >= MAX_REVERSES:
            raise ServeError("too many listeners")
        chosen = ""
        if name == "tcp:0":
            chosen = str(self._ports.free_tcp())
            name = f"tcp:{chosen}"
        if name in self._all:
            if keep:
                raise ServeError(f"cannot rebind existing socket {name}")
            self._remove(name)

        async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await _lead_to_host(connection, target, reader, writer)

        self._ports.bind(name, lead)
        self._all[name] = _Reverse(connection, target, lead)
        payload = b"%04x" % len(chosen) + chosen.encode() if chosen else b""
        return b"OKAY" + payload

    def _remove(self, name: str) -> None:
        self._ports.unbind(name, self._all.pop(name).endpoint)

    def forget(self, connection: AdbConnection) -> None:
        """Remove what led to a host that is gone."""
        for name, one in list(self._all.items()):
            if one.connection is connection:
                self._remove(name)


async def _lead_to_host(
    connection: AdbConnection,
    target: str,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    stream = await connection.open(target)
    if stream is None:
        return

    async def send() -> None:
        while data := await reader.read(1 << 16):
            await stream.write(data)
        stream.close()

    sender = asyncio.ensure_future(send())
    try:
        while data := await stream.read():
            writer.write(data)
            await writer.drain()
    finally:
        sender.cancel()
        stream.close()

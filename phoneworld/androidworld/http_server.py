"""AndroidWorld's interface on a port of this machine: plain HTTP/1.1, loopback only.

The event loop that owns the phone answers, one call after the other. Only what the interface needs
of HTTP is spoken: no chunked bodies, no TLS, no compression. Web pages cannot call it: a request
must name this machine as its host, and none that a page sends (by its Origin) is answered.

A screenshot is JSON, as AndroidWorld sends it (25 MB), or a PNG for a client that accepts `image/png`.
"""

from __future__ import annotations

import asyncio
import io
import json
from http import HTTPStatus
from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import parse_qsl, urlsplit

from phoneworld.adb.errors import ServeError
from phoneworld.androidworld.calls import EnvironmentCalls
from phoneworld.androidworld.environment import AndroidWorldEnvironment
from phoneworld.androidworld.errors import CallError, bad_value
from phoneworld.androidworld.pixels import pixels_json
from phoneworld.errors import PhoneWorldError

if TYPE_CHECKING:
    from PIL.Image import Image

    from phoneworld.androidworld.calls import Json

HOST = "127.0.0.1"
MOST_HEADER_BYTES = 32_768
MOST_BODY_BYTES = 1_000_000
IDLE_S = 300.0
JSON, PNG = "application/json", "image/png"
PNG_START = b"\x89PNG"
_OURS = frozenset({"127.0.0.1", "localhost", "[::1]"})


class AndroidWorldServer:
    """Serves one phone. Use it as `async with`, or `start` and `close` it."""

    def __init__(self, environment: AndroidWorldEnvironment, port: int = 0) -> None:
        if not 0 <= port <= 65535:
            raise ServeError(f"there is no port {port}: choose one from 1 to 65535, or 0 for any")
        self.environment = environment
        self.port = port
        self._calls = EnvironmentCalls(environment)
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """What a client takes."""
        return f"http://{HOST}:{self.port}"

    async def start(self) -> int:
        """Listen; the port, which may have been chosen just now."""
        try:
            self._server = await asyncio.start_server(
                self._accept, HOST, self.port, limit=MOST_HEADER_BYTES
            )
        except OSError as error:
            raise ServeError(
                f"{HOST}:{self.port} cannot be listened on; choose another port"
            ) from error
        self.port = self._server.sockets[0].getsockname()[1]
        return self.port

    async def close(self) -> None:
        """Stop listening, and end all connections."""
        if self._server is not None:
            self._server.close()
            for connection in list(self._connections):
                connection.cancel()
            await asyncio.gather(*self._connections, return_exceptions=True)
            await self._server.wait_closed()
            self._server = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._connections.add(task)
        try:
            while await self._exchange(reader, writer):
                pass
        except (OSError, asyncio.IncompleteReadError, TimeoutError, asyncio.CancelledError):
            pass  # the other end has gone, or we go
        finally:
            if task is not None:
                self._connections.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; whether another may follow on this connection."""
        try:
            async with asyncio.timeout(IDLE_S):
                head = await reader.readuntil(b"\r\n\r\n")
                method, target, headers = _read_head(head)
                body = await reader.readexactly(_body_length(headers))
        except (asyncio.LimitOverrunError, CallError) as error:
            detail = str(error) if isinstance(error, CallError) else "the header is too long"
            await _send(writer, HTTPStatus.BAD_REQUEST, {"detail": detail}, stays=False)
            return False
        stays = headers.get("connection", "").lower() != "close"
        status, answer = await self._answer(method, target, body, headers)
        kind = PNG if isinstance(answer, bytes) and answer.startswith(PNG_START) else JSON
        await _send(writer, status, answer, stays=stays, kind=kind)
        return stays

    async def _answer(
        self, method: str, target: str, body: bytes, headers: dict[str, str]
    ) -> tuple[HTTPStatus, Json | bytes]:
        try:
            _check_host(headers)
            _check_origin(headers)
            parts = urlsplit(target)
            values = dict(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=20))
            found = self._calls.answer(method, parts.path, values, body)
        except CallError as error:
            return error.status, {"detail": str(error)}
        except PhoneWorldError as error:
            return HTTPStatus.INTERNAL_SERVER_ERROR, {"detail": str(error)}
        except ValueError as error:
            return HTTPStatus.BAD_REQUEST, {"detail": f"the request cannot be read: {error}"}
        if isinstance(found, dict):
            return HTTPStatus.OK, found
        if _accepts_png(headers):
            return HTTPStatus.OK, await asyncio.to_thread(_png, found)
        # Takes half a second, and needs the phone no longer.
        return HTTPStatus.OK, await asyncio.to_thread(pixels_json, found.tobytes(), found.width)


def _accepts_png(headers: dict[str, str]) -> bool:
    """Whether a client asks for pictures; `*/*`, which most send, is content with JSON."""
    kinds = (one.partition(";")[0].strip() for one in headers.get("accept", "").split(","))
    return any(kind in (PNG, "image/*") for kind in kinds)


def _png(picture: Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _read_head(head: bytes) -> tuple[str, str, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise bad_value("this is no HTTP/1.1 request")
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if colon:
            headers[name.strip().lower()] = value.strip()
    return words[0], words[1], headers


def _body_length(headers: dict[str, str]) -> int:
    if "transfer-encoding" in headers:
        raise bad_value("bodies are taken whole, with a Content-Length")
    length = headers.get("content-length", "0")
    is_number = length.isascii() and length.isdecimal() and len(length) <= 12
    if not is_number or int(length) > MOST_BODY_BYTES:
        raise bad_value(f"a body has at most {MOST_BODY_BYTES:,} bytes")
    return int(length)


def _check_host(headers: dict[str, str]) -> None:
    host = headers.get("host", "")
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    if name.lower() not in _OURS:
        raise CallError(HTTPStatus.FORBIDDEN, "only this machine is served: ask for 127.0.0.1")


def _check_origin(headers: dict[str, str]) -> None:
    """Refuse what a browser sends for a web page, whatever page: clients of this are programs."""
    fetched = headers.get("sec-fetch-site", "none")
    if "origin" in headers or fetched.lower() != "none":
        raise CallError(HTTPStatus.FORBIDDEN, "web pages are not served: call this from a program")


async def _send(
    writer: asyncio.StreamWriter,
    status: HTTPStatus,
    answer: Json | bytes,
    *,
    stays: bool,
    kind: str = "application/json",
) -> None:
    body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        f"Content-Type: {kind}\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"Connection: {'keep-alive' if stays else 'close'}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    await writer.drain()

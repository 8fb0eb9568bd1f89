"""As much of HTTP/1.1 as uiautomator2's server speaks: requests with a length, answers with one.

What cannot be read is a `InvalidHttpRequest` with the status that says why. Nothing is read beyond the
limits, and nobody may take longer than the deadlines to send a request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from phoneworld.adb.errors import AdbError

MAX_HEAD_BYTES = 32 << 10
MAX_BODY_BYTES = 16 << 20
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH")


class InvalidHttpRequest(AdbError):
    """The request is refused; the connection ends."""

    def __init__(self, status: HTTPStatus, reason: str = "") -> None:
        self.status = status
        super().__init__(reason or status.phrase)


@dataclass(frozen=True, slots=True)
class Deadlines:
    """How long a connection may say nothing, and how long a request may take once it has begun."""

    idle_s: float = 300.0
    sending_s: float = 30.0


PATIENT = Deadlines()


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request."""

    method: str
    path: str
    query: Mapping[str, str]
    body: bytes
    keeps_alive: bool


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """One answer."""

    body: bytes
    kind: str = "text/plain"
    status: HTTPStatus = HTTPStatus.OK

    def encoded(self, *, keeps_alive: bool, with_body: bool = True) -> bytes:
        """The answer as it is sent."""
        head = (
            f"HTTP/1.1 {self.status.value} {self.status.phrase}\r\n"
            f"Content-Type: {self.kind}\r\n"
            f"Content-Length: {len(self.body)}\r\n"
            f"Connection: {'keep-alive' if keeps_alive else 'close'}\r\n\r\n"
        )
        return head.encode() + (self.body if with_body else b"")


async def read_request(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, deadlines: Deadlines
) -> HttpRequest | None:
    """The next request; None if the other end is done, or has nothing to say for too long."""
    try:
        async with asyncio.timeout(deadlines.idle_s):
            first = await reader.read(1)
    except TimeoutError:
        return None
    if not first:
        return None
    try:
        async with asyncio.timeout(deadlines.sending_s):
            return await _read_rest(first, reader, writer)
    except TimeoutError as error:
        raise InvalidHttpRequest(HTTPStatus.REQUEST_TIMEOUT) from error


async def _read_rest(
    first: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> HttpRequest:
    head = first + await _read_head(reader)
    line, *fields = head.decode("latin-1").split("\r\n")
    method, target, version = _start(line)
    headers = _headers(fields)
    body = b""
    length = _length(headers)
    if length:
        if headers.get("expect", "").lower() == "100-continue":
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        try:
            body = await reader.readexactly(length)
        except asyncio.IncompleteReadError as error:
            raise InvalidHttpRequest(HTTPStatus.BAD_REQUEST, "the body is cut off") from error
    try:
        address = urlsplit(target)
        query = {name: values[-1] for name, values in parse_qs(address.query).items()}
    except ValueError as error:
        raise InvalidHttpRequest(HTTPStatus.BAD_REQUEST, "the address cannot be read") from error
    connection = headers.get("connection", "").lower()
    keeps_alive = connection == "keep-alive" if version == "HTTP/1.0" else connection != "close"
    return HttpRequest(method, address.path, query, body, keeps_alive)


async def _read_head(reader: asyncio.StreamReader) -> bytes:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        raise InvalidHttpRequest(HTTPStatus.BAD_REQUEST, "the head is cut off") from error
    except asyncio.LimitOverrunError as error:
        raise InvalidHttpRequest(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE) from error
    if len(head) > MAX_HEAD_BYTES:
        raise InvalidHttpRequest(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    return head[:-4]


def _start(line: str) -> tuple[str, str, str]:
    parts = line.split(" ")
    if len(parts) != 3 or parts[2] not in ("HTTP/1.0", "HTTP/1.1"):
        raise InvalidHttpRequest(HTTPStatus.BAD_REQUEST, "this is not HTTP/1.1")
    if parts[0] not in METHODS:
        raise InvalidHttpRequest(HTTPStatus.BAD_REQUEST, "there is no such method")
    return parts[0], parts[1], parts[2]


def _headers(fields: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for field in fields:
        name, colon, value = field.partition(":")
        if not colon or not name or name != name.strip():
            raise InvalidHttpRequest(HTTPStatus.BAD_REQUEST, "a header cannot be read")
        key = name.lower()
        if key == "content-length" and headers.get(key, value.strip()) != value.strip():
            raise InvalidHttpRequest(HTTPStatus.BAD_REQUEST, "there are two lengths")
        headers[key] = value.strip()
    return headers


def _length(headers: Mapping[str, str]) -> int:
    if "transfer-encoding" in headers:
        raise InvalidHttpRequest(HTTPStatus.LENGTH_REQUIRED, "send the request with its length")
    text = headers.get("content-length", "0")
    if not (text.isascii() and text.isdecimal()):
        raise InvalidHttpRequest(HTTPStatus.BAD_REQUEST, "the length is no number")
    if len(text) > 18 or int(text) > MAX_BODY_BYTES:
        raise InvalidHttpRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return int(text)

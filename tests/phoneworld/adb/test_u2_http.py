"""The HTTP side of uiautomator2's server: what it answers, and what it survives."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phoneworld.adb.session import AdbSession
from phoneworld.adb.u2 import U2Server
from phoneworld.adb.u2.http import MAX_BODY_BYTES, Deadlines

PING = b"GET /ping HTTP/1.1\r\n\r\n"
LAST_PING = b"GET /ping HTTP/1.1\r\nConnection: close\r\n\r\n"
QUICK = Deadlines(idle_s=0.3, sending_s=0.3)
UNHURRIED = Deadlines(idle_s=3600, sending_s=3600)


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes


Exchange = Callable[..., Awaitable[bytes]]


@pytest.fixture
async def exchange(session: AdbSession) -> AsyncIterator[Exchange]:
    """Sends bytes over a connection of its own, and returns all that comes back."""
    async with exchanging(session, QUICK) as exchange:
        yield exchange


@pytest.fixture
async def unhurried(session: AdbSession) -> AsyncIterator[Exchange]:
    """The same with a server that hangs up on nobody: the sender has to say when it is done."""
    async with exchanging(session, UNHURRIED) as exchange:
        yield exchange


@asynccontextmanager
async def exchanging(session: AdbSession, deadlines: Deadlines) -> AsyncIterator[Exchange]:
    server = U2Server(session, deadlines=deadlines)
    listener = await asyncio.start_server(server.handle, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]

    async def exchange(*parts: bytes, ends: bool = False, pause_s: float = 0) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for part in parts:
            writer.write(part)
            await asyncio.sleep(pause_s)
        if ends:
            writer.write_eof()
        try:
            return await reader.read()
        except ConnectionError:
            return b""
        finally:
            writer.close()

    async with listener:
        yield exchange


def replies(data: bytes) -> list[Reply]:
    found: list[Reply] = []
    while data:
        head, _, data = data.partition(b"\r\n\r\n")
        line, *fields = head.decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (each.partition(": ") for each in fields)
        }
        length = int(headers["content-length"])
        found.append(Reply(int(line.split()[1]), headers, data[:length]))
        data = data[length:]
    return found


def post(body: bytes, *, path: str = "/jsonrpc/0", extra: str = "") -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n{extra}\r\n"
    )
    return head.encode() + body


def rpc(method: str, *params: object, number: object = 1) -> bytes:
    call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(call).encode()


async def test_ping(exchange: Exchange) -> None:
    (reply,) = replies(await exchange(LAST_PING))

    assert (reply.status, reply.body) == (200, b"pong")


async def test_connection_stays_open_for_more(unhurried: Exchange) -> None:
    data = await unhurried(PING, PING, PING + LAST_PING, pause_s=0.02)

    assert [reply.body for reply in replies(data)] == [b"pong"] * 4


@pytest.mark.parametrize(
    "request_",
    [LAST_PING, b"GET /ping HTTP/1.0\r\n\r\n"],
)
async def test_one_answer_if_so_asked(exchange: Exchange, request_: bytes) -> None:
    (reply,) = replies(await exchange(request_ + request_))

    assert reply.headers["connection"] == "close"


async def test_head_has_no_body(exchange: Exchange) -> None:
    data = await exchange(b"HEAD /ping HTTP/1.1\r\nConnection: close\r\n\r\n")

    assert data.endswith(b"\r\n\r\n")


async def test_screenshot_is_a_png_of_the_asked_size(
    exchange: Exchange, session: AdbSession
) -> None:
    (reply,) = replies(await exchange(b"GET /screenshot/0?scale=0.5 HTTP/1.1\r\n\r\n"))

    assert reply.headers["content-type"] == "image/png"
    assert reply.body[16:24] == b"".join(side.to_bytes(4) for side in (540, 1200))


async def test_stopped_server_answers_no_more(exchange: Exchange) -> None:
    (reply,) = replies(await exchange(b"GET /stop HTTP/1.1\r\n\r\n"))

    assert reply.body == b"Server stopped!!!"
    assert await exchange(PING) == b""


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /nowhere HTTP/1.1\r\n\r\n", 404),
        (b"GET /jsonrpc/0 HTTP/1.1\r\n\r\n", 400),
        (post(b""), 400),
        (b"garbage\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400),
        (b"GET /ping HTTP/2.0\r\n\r\n", 400),
        (b"BREW /ping HTTP/1.1\r\n\r\n", 400),
        (b"GET  /ping HTTP/1.1\r\n\r\n", 400),
        (b"GET http://[::1/ping HTTP/1.1\r\n\r\n", 400),
        (b"GET /ping HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET /ping HTTP/1.1\r\nX: " + b"y" * 40_000 + b"\r\n\r\n", 431),
        (b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: -5\r\n\r\n", 400),
        (b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: five\r\n\r\n", 400),
        ("POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: ٣\r\n\r\n".encode(), 400),
        (b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400),
        (b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (MAX_BODY_BYTES + 1), 413),
        (b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n", 413),
        (
            b"POST /jsonrpc/0 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            411,
        ),
    ],
)
async def test_bad_requests_are_refused(exchange: Exchange, request_: bytes, status: int) -> None:
    assert replies(await exchange(request_))[0].status == status


async def test_head_without_end_is_refused(exchange: Exchange) -> None:
    data = await exchange(b"GET /" + b"x" * 200_000)

    # What was not read may cost the sender the answer: TCP cuts the connection then.
    assert data == b"" or replies(data)[0].status == 431


@pytest.mark.parametrize(
    "request_", [b"GET /pi", post(b"{}")[:-1], b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: 9\r\n"]
)
async def test_cut_off_requests_are_refused(exchange: Exchange, request_: bytes) -> None:
    assert replies(await exchange(request_, ends=True))[0].status == 400


@pytest.mark.parametrize("request_", [b"G", PING[:-2], post(rpc("ping"))[:-4]])
async def test_who_sends_too_slowly_is_refused(exchange: Exchange, request_: bytes) -> None:
    assert replies(await exchange(request_))[0].status == 408


async def test_who_says_nothing_is_hung_up_on(exchange: Exchange) -> None:
    assert await exchange() == b""


async def test_request_may_arrive_byte_by_byte(unhurried: Exchange) -> None:
    request = post(rpc("ping"))
    pieces = [request[place : place + 1] for place in range(len(request))]

    (reply,) = replies(await unhurried(*pieces, ends=True, pause_s=0.001))

    assert json.loads(reply.body)["result"] == "pong"


async def test_large_requests_are_read(exchange: Exchange, session: AdbSession) -> None:
    text = "x" * 900_000

    (reply,) = replies(await exchange(post(rpc("setClipboard", None, text))))

    assert "error" not in json.loads(reply.body)
    assert session.phone.clipboard == text


async def test_sender_who_asks_first_is_told_to_go_on(exchange: Exchange) -> None:
    data = await exchange(post(rpc("ping"), extra="Expect: 100-continue\r\n"))

    assert data.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"nonsense", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b"1" * 10_000, -32700),
        (b"5", -32600),
        (b"[]", -32600),
        (b"{}", -32600),
        (b'{"id": 1, "method": 5}', -32600),
        (b'{"id": 1, "method": "fly"}', -32601),
        (b'{"id": 1, "method": "click"}', -32602),
        (b'{"id": 1, "method": "click", "params": {"x": 1}}', -32602),
        (b'{"id": 1, "method": "click", "params": [NaN, 1]}', -32602),
        (b'{"id": 1, "method": "click", "params": [1e400, 1]}', -32602),
        (b'{"id": 1, "method": "click", "params": [%d, 1]}' % 10**400, -32602),
    ],
    ids=lambda value: repr(value)[:40],
)
async def test_bad_calls_are_answered_in_json(exchange: Exchange, body: bytes, code: int) -> None:
    (reply,) = replies(await exchange(post(body)))

    assert reply.status == 200
    assert json.loads(reply.body)["error"]["code"] == code


async def test_several_calls_at_once(exchange: Exchange) -> None:
    body = b"[" + rpc("ping", number=1) + b"," + rpc("fly", number="b") + b"]"

    (reply,) = replies(await exchange(post(body)))

    assert [(each["id"], "error" in each) for each in json.loads(reply.body)] == [
        (1, False),
        ("b", True),
    ]


async def test_call_that_wants_no_answer_gets_none(exchange: Exchange, session: AdbSession) -> None:
    body = b'{"jsonrpc": "2.0", "method": "setClipboard", "params": [null, "quiet"]}'

    (reply,) = replies(await exchange(post(body)))

    assert (reply.body, session.phone.clipboard) == (b"", "quiet")


async def test_unknown_methods_are_journaled(exchange: Exchange, session: AdbSession) -> None:
    await exchange(post(rpc("flyAway")))

    assert "jsonrpc flyAway" in session.journal.unknown


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.binary(max_size=300) | st.binary(max_size=80).map(post))
async def test_any_bytes_are_answered_or_refused(exchange: Exchange, data: bytes) -> None:
    await exchange(data, ends=True)

    assert replies(await exchange(LAST_PING))[0].body == b"pong"

"""Ports, reverse, the screen, restarts."""

import asyncio
import struct
import sys
import types

import pytest

from phoneworld.adb.commands import app_process
from phoneworld.adb.errors import ServeError
from phoneworld.adb.proof.wire_host import Connect, WireHost
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.adb.wire.ports import Ports


async def answer_http(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    request = await reader.readuntil(b"\r\n\r\n")
    path = request.split()[1]
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(path))
    writer.write(path)
    await writer.drain()


@pytest.mark.parametrize("name", ["tcp:9008", "tcp:9008:localhost", "localabstract:server"])
async def test_port_is_answered_by_who_listens(
    wire: WireHost, session: AdbSession, name: str
) -> None:
    session.ports.bind(":".join(name.split(":")[:2]), answer_http)

    answer = await wire.read_all(name, b"GET /ping HTTP/1.1\r\n\r\n")

    assert answer == b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n/ping"


async def test_endpoint_hears_that_its_client_is_gone(wire: WireHost, session: AdbSession) -> None:
    ended = asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert await reader.read() == b"last words"
        ended.set()

    session.ports.bind("tcp:5000", listen)
    channel = await wire.open("tcp:5000")
    await wire.write(channel, b"last words")
    wire.close_channel(channel)

    await asyncio.wait_for(ended.wait(), 120)


async def test_endpoint_that_floods_waits_for_its_client(
    wire: WireHost, session: AdbSession
) -> None:
    written = 0

    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal written
        while True:
            writer.write(bytes(1 << 16))
            written += 1 << 16
            await writer.drain()

    session.ports.bind("tcp:5000", flood)
    await wire.open("tcp:5000")
    await asyncio.sleep(0.1)

    assert written < 8 << 20


def test_port_is_listened_on_once() -> None:
    ports = Ports()
    ports.bind("tcp:1", answer_http)

    with pytest.raises(ServeError, match="tcp:1 is taken"):
        ports.bind("tcp:1", answer_http)


async def test_program_listens_as_long_as_its_stream_is_open(
    wire: WireHost, session: AdbSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = types.ModuleType("program")
    vars(program)["start"] = lambda _: answer_http
    monkeypatch.setitem(sys.modules, "program", program)
    monkeypatch.setitem(app_process.PROGRAMS, "org.example.Main", "program")
    session.tree.write("/data/local/tmp/p.jar", b"PK")
    command = "shell:CLASSPATH=/data/local/tmp/p.jar app_process / org.example.Main -p 9100"
    channel = await wire.open(command)
    started = await wire.read_until(channel, 8)
    answer = await wire.read_all("tcp:9100", b"GET /up HTTP/1.1\r\n\r\n")
    second = await wire.read_all(command)
    wire.close_channel(channel)
    await wire.shell("true")

    assert started == b"[server]"
    assert answer.endswith(b"/up")
    assert b"already registered" in second
    assert (await wire.open("tcp:9100")).refused


async def test_program_that_is_not_there_is_said_so(wire: WireHost, session: AdbSession) -> None:
    answer = await wire.shell("CLASSPATH=/data/local/tmp/none.jar app_process / com.example.Main")

    assert (answer.status, answer.err) == (
        1,
        b"Error: Could not find or load main class com.example.Main\n",
    )
    assert session.journal.unknown


async def test_framebuffer_is_the_screen(wire: WireHost, session: AdbSession) -> None:
    data = await wire.read_all("framebuffer:")
    version, depth, size, width, height, *_ = struct.unpack_from("<13I", data)

    assert (version, depth, (width, height)) == (1, 32, session.size)
    assert len(data) == 52 + size == 52 + width * height * 4


async def test_picture_is_made_once_while_nothing_changes(session: AdbSession) -> None:
    one, two = await asyncio.gather(session.screens.encode(), session.screens.encode())
    session.phone.launch("com.phoneworld.settings")
    three = await session.screens.encode()

    assert one is two
    assert three != one


@pytest.mark.parametrize("state", ["black", "off"])
async def test_black_picture(session: AdbSession, state: str) -> None:
    session.black_frames = int(state == "black")
    session.screen_on = state != "off"
    pixels = await session.screens.encode("image/x-rgba")

    assert set(pixels[0::4]) == set(pixels[1::4]) == set(pixels[2::4]) == {0}


async def test_only_so_many_frames_are_black(session: AdbSession) -> None:
    session.black_frames = 1
    black, bright = [await session.screens.encode("image/jpeg", max_side_px=200) for _ in range(2)]

    assert black != bright
    assert session.black_frames == 0


async def test_locked_phone_shows_nothing_of_its_apps(session: AdbSession) -> None:
    session.locked = True
    one = await session.screens.encode()
    session.phone.launch("com.phoneworld.settings")

    assert await session.screens.encode() == one


async def test_reverse_is_refused_politely(wire: WireHost) -> None:
    for service in ("reverse:forward:nonsense", "reverse:killforward:tcp:1", "reverse:what"):
        assert (await wire.read_all(service)).startswith(b"FAIL00")


async def test_reverse_ends_with_its_connection(
    connect: Connect, wire: WireHost, session: AdbSession
) -> None:
    other = await connect()
    assert await other.read_all("reverse:forward:tcp:7000;tcp:8000") == b"OKAY"
    assert await wire.read_all("reverse:forward:norebind:tcp:7000;tcp:9") != b"OKAY"
    chosen = await wire.read_all("reverse:forward:tcp:0;tcp:8000")
    await other.close()
    await asyncio.sleep(0.05)

    assert chosen.startswith(b"OKAY0005")
    assert session.ports.find("tcp:7000") is None


async def test_restart_closes_apps_and_connections(
    connect: Connect, server: PhoneServer, session: AdbSession
) -> None:
    host = await connect()
    session.phone.launch("com.phoneworld.settings")
    await host.open("reboot:")
    await asyncio.wait_for(host.hang_up_of_phone(), 120)

    assert session.phone.recent_apps == []
    assert server.connected == 0

"""What no host would send. The phone goes on, and so does everybody else who is connected."""

import asyncio
import gc
import random
import struct
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phoneworld import Workshop
from phoneworld.adb.proof.wire_host import Connect, WireHost
from phoneworld.adb.server import MAX_CONNECTIONS, PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.adb.wire.packets import HEADER, MAX_PAYLOAD, VERSION, Packet, PacketKind, encode
from phoneworld.adb.wire.shell_service import PIECE
from phoneworld.adb.wire.transport import MAX_STREAMS

HELLO = encode(Packet(PacketKind.CNXN, VERSION, MAX_PAYLOAD, b"host::\0"))


def header(kind: int, size: int, magic: int | None = None) -> bytes:
    return HEADER.pack(kind, 1, 0, size, 0, kind ^ 0xFFFFFFFF if magic is None else magic)


def opened(service: bytes) -> bytes:
    return HELLO + encode(Packet(PacketKind.OPEN, 1, 0, service + b"\0"))


def written(service: bytes, data: bytes) -> bytes:
    return opened(service) + encode(Packet(PacketKind.WRTE, 1, 1, data))


CORPUS = {
    "http": b"GET / HTTP/1.1\r\nHost: phone\r\n\r\n",
    "tls": bytes.fromhex("1603010200010001fc0303") + bytes(500),
    "zeros": bytes(5000),
    "ones": b"\xff" * 5000,
    "wrong magic": header(PacketKind.CNXN, 0, 0),
    "huge length": header(PacketKind.CNXN, 0xFFFFFFFF),
    "long introduction": header(PacketKind.CNXN, 4097) + bytes(4097),
    "half a header": HELLO[:13],
    "half a payload": HELLO[:-3],
    "half a packet after a whole one": HELLO + header(PacketKind.OPEN, MAX_PAYLOAD) + bytes(1000),
    "more than the largest payload": HELLO + header(PacketKind.WRTE, MAX_PAYLOAD + 1),
    "tiny payloads only": encode(Packet(PacketKind.CNXN, VERSION, 0, b"host::\0")),
    "no tls here": HELLO + encode(Packet(PacketKind.STLS, 0x01000000, 0)),
    "sync packet": HELLO + encode(Packet(PacketKind.SYNC, 1, 1)),
    "authentication nobody asked for": HELLO + encode(Packet(PacketKind.AUTH, 2, 0, bytes(256))),
    "flood of introductions": HELLO * 500,
    "flood of opens": HELLO
    + b"".join(encode(Packet(PacketKind.OPEN, n + 1, 0, b"exec:cat\0")) for n in range(3000)),
    "flood of unknown services": HELLO
    + b"".join(encode(Packet(PacketKind.OPEN, n + 1, 0, b"no:%d\0" % n)) for n in range(3000)),
    "open without a number": HELLO + encode(Packet(PacketKind.OPEN, 0, 0, b"shell:echo\0")),
    "service that is no text": opened(b"\xff\xfe\x80:\x00\x01"),
    "long service": opened(b"shell:" + b"A" * (MAX_PAYLOAD - 100)),
    "deep parentheses": opened(b"shell:" + b"(" * 50_000),
    "deep substitutions": opened(b"shell:" + b"$(" * 50_000),
    "deep quotes": opened(b"shell:" + b'"$(echo ' * 20_000),
    "deep prefixes": opened(b"shell:" + b"toybox " * 20_000),
    "exponential variable": opened(b"shell:A=aaaaaaaa;" + b"A=$A$A;" * 60 + b"echo $A"),
    "exponential pattern": opened(b"shell:ls " + b"/*/.." * 40),
    "costly regular expression": opened(b"shell:echo " + b"a" * 40 + b" | grep -E '(a+)+$b'"),
    "costly choices": opened(b"shell:echo " + b"a" * 40 + b" | grep -E '" + b"a?" * 40 + b"b'"),
    "shell that calls itself": opened(
        b"shell:echo 'sh /data/local/tmp/x' > /data/local/tmp/x; sh /data/local/tmp/x"
    ),
    "endless loop": opened(b"shell:while true; do echo flood; done"),
    "endless jobs": opened(b"shell:while true; do sleep 1 & done"),
    "wide printf": opened(b"shell:printf '%99999999d' 1"),
    "long sleep": opened(b"shell:sleep 99999999999999999999"),
    "sync with a huge path": written(b"sync:", struct.pack("<4sI", b"STAT", 0xFFFFFFFF)),
    "sync of nothing known": written(b"sync:", struct.pack("<4sI", b"ABCD", 0)),
    "sync with huge data": written(
        b"sync:",
        struct.pack("<4sI", b"SEND", 8) + b"/x,33188" + struct.pack("<4sI", b"DATA", 0xFFFFFFFF),
    ),
    "sync out of step": written(
        b"sync:", struct.pack("<4sI", b"SEND", 8) + b"/x,33188" + struct.pack("<4sI", b"OKAY", 4)
    ),
    "sync of a path that is none": written(b"sync:", struct.pack("<4sI", b"RECV", 3) + b"\xff\0/"),
    "endless standard input": written(b"shell,v2,raw:cat", PIECE.pack(0, 0xFFFFFFFF) + bytes(9000)),
    "unknown piece": written(b"shell,v2,raw:cat", PIECE.pack(99, 3) + b"abc"),
    "terminal codes": written(b"shell,v2,pty:", PIECE.pack(0, 9) + b"\x1b[999999\x1b"),
    "bad reverse": opened(b"reverse:forward:tcp:99999999;tcp:1"),
    "reverse without sockets": opened(b"reverse:forward:"),
}


async def send(port: int, data: bytes, *, wait_s: float = 0.05) -> None:
    """Send bytes, look at what comes for a moment, hang up without a word."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(ConnectionError, TimeoutError):
        writer.write(data)
        await asyncio.wait_for(writer.drain(), 2)
        await asyncio.wait_for(reader.read(1 << 20), wait_s)
    writer.transport.abort()
    with suppress(ConnectionError):
        await writer.wait_closed()


@pytest.mark.parametrize("name", CORPUS)
async def test_others_go_on(connect: Connect, server: PhoneServer, name: str) -> None:
    bystander = await connect()
    waiting = await bystander.open("exec:cat")
    await send(server.port, CORPUS[name])
    await bystander.write(waiting, b"still here")
    echoed = await asyncio.wait_for(bystander.read_until(waiting, 10), 120)

    assert echoed == b"still here"
    assert (await asyncio.wait_for(bystander.shell("echo fine"), 120)).out == b"fine\n"


async def test_hundreds_of_hostile_connections_leave_nothing_behind(
    connect: Connect, server: PhoneServer
) -> None:
    rng = random.Random(11)
    bystander = await connect()
    for _ in range(300):
        data = rng.choice([b"", HELLO, opened(b"shell:cat")]) + rng.randbytes(rng.randrange(300))
        await send(server.port, data, wait_s=0.001)
    await asyncio.sleep(0.05)
    gc.collect()

    assert server.connected == 1
    assert (await bystander.shell("echo fine")).out == b"fine\n"
    # This test, the listener and one connection: no task of the others is left.
    assert len(asyncio.all_tasks()) <= 3


async def test_streams_of_one_connection_are_bounded(wire: WireHost) -> None:
    channels = [await wire.open("exec:cat") for _ in range(MAX_STREAMS + 3)]

    assert sum(channel.refused for channel in channels) == 3


async def test_connections_are_bounded(server: PhoneServer) -> None:
    writers = []
    for _ in range(MAX_CONNECTIONS + 10):
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writers.append(writer)
    await asyncio.sleep(0.1)
    for writer in writers:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()
    await asyncio.sleep(0.05)
    host = await WireHost.connect(server.port)
    output = await host.shell("echo there is room again")
    await host.close()

    assert output.out == b"there is room again\n"


async def test_host_that_never_reads_is_not_buffered_without_end(server: PhoneServer) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(opened(b"exec:while true; do seq 100000; done"))
    # Acknowledge everything blindly, and read nothing.
    for _ in range(200):
        writer.write(encode(Packet(PacketKind.OKAY, 1, 1)))
        await asyncio.sleep(0.001)
    (connection,) = server._connections  # noqa: SLF001 - nothing else shows what is buffered
    assert connection._transport is not None  # noqa: SLF001
    buffered = connection._transport.get_write_buffer_size()  # noqa: SLF001
    writer.transport.abort()
    with suppress(ConnectionError):
        await writer.wait_closed()

    assert buffered < 8 << 20


MESSAGES = st.one_of(
    st.binary(max_size=60),
    st.builds(
        lambda kind, arg0, arg1, payload: encode(Packet(kind, arg0, arg1, payload)),
        st.sampled_from(PacketKind),
        st.integers(0, 4),
        st.integers(0, 4),
        st.one_of(
            st.binary(max_size=40),
            st.sampled_from(
                [
                    b"shell:ls\0",
                    b"sync:\0",
                    b"shell,v2,pty:\0",
                    b"exec:cat\0",
                    b"reverse:list-forward\0",
                    b"tcp:9008\0",
                ]
            ),
        ),
    ),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(MESSAGES, max_size=12))
def test_any_packets_in_any_order(workshop: Workshop, messages: list[bytes]) -> None:
    async def attack() -> bytes:
        async with PhoneServer(AdbSession(workshop.phone(0), serial="fuzz")) as server:
            await send(server.port, HELLO + b"".join(messages), wait_s=0.002)
            host = await WireHost.connect(server.port)
            output = await host.shell("echo fine")
            await host.close()
            return output.out

    assert asyncio.run(attack()) == b"fine\n"

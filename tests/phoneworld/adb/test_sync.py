"""The sync protocol, byte by byte."""

import stat
import struct

import pytest

from phoneworld.adb.proof.wire_host import Channel, WireHost
from phoneworld.adb.session import AdbSession


def request(name: bytes, path: str) -> bytes:
    encoded = path.encode()
    return struct.pack("<4sI", name, len(encoded)) + encoded


async def ask(wire: WireHost, data: bytes, count: int) -> tuple[Channel, bytes]:
    channel = await wire.open("sync:")
    await wire.write(channel, data)
    return channel, await wire.read_until(channel, count)


async def test_stat_of_a_file(wire: WireHost, session: AdbSession) -> None:
    session.tree.write("/data/local/tmp/f", b"12345", mode=0o640, mtime_s=1234)
    _, answer = await ask(wire, request(b"STAT", "/data/local/tmp/f"), 16)

    assert struct.unpack("<4sIII", answer) == (b"STAT", stat.S_IFREG | 0o640, 5, 1234)


async def test_stat_of_nothing_is_all_zeros(wire: WireHost) -> None:
    _, answer = await ask(wire, request(b"STAT", "/nothing"), 16)

    assert answer == b"STAT" + bytes(12)


@pytest.mark.parametrize("name", [b"STA2", b"LST2"])
async def test_second_stat_says_why(wire: WireHost, name: bytes) -> None:
    _, answer = await ask(wire, request(name, "/nothing"), 72)

    assert answer == name + struct.pack("<I", 2) + bytes(64)


async def test_second_stat_of_a_folder(wire: WireHost) -> None:
    _, answer = await ask(wire, request(b"STA2", "/sdcard"), 72)
    fields = struct.unpack("<4sIQQIIIIQqqq", answer)

    assert fields[1] == 0
    assert stat.S_ISDIR(fields[4])


async def test_lists(wire: WireHost, session: AdbSession) -> None:
    session.tree.write("/data/local/tmp/one", b"1", mtime_s=7)
    _, first = await ask(wire, request(b"LIST", "/data/local/tmp"), 20 + 3 + 20)
    _, second = await ask(wire, request(b"LIS2", "/data/local/tmp"), 76 + 3 + 76)

    assert first[:23] == struct.pack("<4sIIII", b"DENT", stat.S_IFREG | 0o644, 1, 7, 3) + b"one"
    assert first[23:] == b"DONE" + bytes(16)
    assert (second[:4], second[76:79], second[79:]) == (b"DNT2", b"one", b"DONE" + bytes(72))


async def test_list_of_nothing_is_empty(wire: WireHost) -> None:
    _, answer = await ask(wire, request(b"LIST", "/nothing"), 20)

    assert answer == b"DONE" + bytes(16)


async def test_send_and_receive_in_one_session(wire: WireHost) -> None:
    data = b"some content"
    sent = (
        request(b"SEND", "/sdcard/Download/a,b.txt,33188")
        + struct.pack("<4sI", b"DATA", len(data))
        + data
        + struct.pack("<4sI", b"DONE", 99)
        + request(b"RECV", "/sdcard/Download/a,b.txt")
        + struct.pack("<4sI", b"QUIT", 0)
    )
    channel, answer = await ask(wire, sent, 8 + 8 + len(data) + 8)
    while not channel.closed:
        await wire.step()

    assert answer[:8] == b"OKAY" + bytes(4)
    assert answer[8:] == struct.pack("<4sI", b"DATA", len(data)) + data + b"DONE" + bytes(4)


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("/system/x,33188", b"Read-only file system"),
        ("/sdcard/Download,33188", b"Is a directory"),
        ("/data/local/tmp/link,41471", b"symbolic links"),
    ],
)
async def test_refused_file_is_read_to_its_end_and_then_said(
    wire: WireHost, target: str, reason: bytes
) -> None:
    sent = request(b"SEND", target) + struct.pack("<4sI4s4sI", b"DATA", 4, b"abcd", b"DONE", 1)
    channel, answer = await ask(wire, sent + request(b"STAT", "/nothing"), 8)
    size = struct.unpack("<4sI", answer)[1]
    words = await wire.read_until(channel, size)

    assert reason in words
    assert await wire.read_until(channel, 16) == b"STAT" + bytes(12)


@pytest.mark.parametrize(
    ("path", "reason"), [("/nothing", b"No such file"), ("/sdcard", b"Is a directory")]
)
async def test_receiving_what_is_no_file_fails(wire: WireHost, path: str, reason: bytes) -> None:
    channel, answer = await ask(wire, request(b"RECV", path), 8)

    assert answer[:4] == b"FAIL"
    assert reason in await wire.read_until(channel, struct.unpack("<4sI", answer)[1])

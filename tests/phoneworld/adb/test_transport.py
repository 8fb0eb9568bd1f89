"""Packet by packet: what adbd promises, and what it forgives."""

import asyncio

import pytest

from phoneworld.adb.proof.wire_host import Connect, WireHost, read_outcome
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.adb.wire.packets import (
    VERSION,
    VERSION_WITH_CHECKSUM,
    Decoder,
    Packet,
    PacketKind,
    encode,
)
from phoneworld.adb.wire.shell_service import CLOSE_STDIN, PIECE, STDIN
from phoneworld.adb.wire.streams import HELD_BYTES


async def test_phone_introduces_itself(wire: WireHost) -> None:
    assert wire.banner.startswith(b"device::ro.product.name=phoneworld;")
    assert b"features=shell_v2," in wire.banner


@pytest.mark.parametrize("feature", [b"delayed_ack", b"sendrecv_v2", b"abb"])
async def test_features_that_are_not_there_are_not_claimed(wire: WireHost, feature: bytes) -> None:
    assert feature not in wire.banner


async def test_nothing_is_open_before_the_introduction(server: PhoneServer) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(encode(Packet(PacketKind.OPEN, 1, 0, b"shell:echo hello\0")))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(1), 0.1)
    writer.close()
    await writer.wait_closed()


async def test_second_packet_waits_for_the_first_to_be_acknowledged(connect: Connect) -> None:
    host = await connect(max_payload=4096)
    host.send(Packet(PacketKind.OPEN, 9, 0, b"exec:seq 5000\0"))
    okay, first = await host.next_packet(), await host.next_packet()
    assert (okay.kind, first.kind, len(first.payload)) == (PacketKind.OKAY, PacketKind.WRTE, 4096)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(host.next_packet(), 0.1)
    host.send(Packet(PacketKind.OKAY, 9, okay.arg0))

    assert len((await host.next_packet()).payload) == 4096


async def test_host_that_sends_too_much_is_kept_waiting(wire: WireHost) -> None:
    # `sleep` reads nothing, so nothing is taken from what piles up.
    channel = await wire.open("exec:while true; do sleep 1; done")
    await wire.write(channel, bytes(HELD_BYTES - 1))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(wire.write(channel, bytes(2)), 0.1)


async def test_host_that_does_not_wait_is_cut_off(server: PhoneServer, wire: WireHost) -> None:
    channel = await wire.open("exec:while true; do sleep 1; done")
    for _ in range(3):
        wire.send(Packet(PacketKind.WRTE, channel.local, channel.remote, bytes(HELD_BYTES)))

    await asyncio.wait_for(wire.hang_up_of_phone(), 120)


async def test_old_host_gets_and_must_send_checksums(connect: Connect) -> None:
    host = await connect(version=VERSION_WITH_CHECKSUM, max_payload=4096)
    output = await host.shell("echo hello")
    host.send_raw(encode(Packet(PacketKind.OPEN, 77, 0, b"shell:echo no\0"), with_checksum=False))

    assert output.out == b"hello\n"
    await asyncio.wait_for(host.hang_up_of_phone(), 120)


async def test_new_host_need_not_send_checksums(wire: WireHost) -> None:
    assert wire.version == VERSION
    wire.send_raw(encode(Packet(PacketKind.OPEN, 77, 0, b"exec:echo hello\0"), with_checksum=False))
    kinds = [(await wire.next_packet()).kind for _ in range(3)]

    assert kinds == [PacketKind.OKAY, PacketKind.WRTE, PacketKind.CLSE]


@pytest.mark.parametrize(
    "service", ["jdwp:1", "track-jdwp", "track-app", "nonsense:", "tcp:1", "tcp:22:example.org", ""]
)
async def test_unknown_service_is_refused_and_journaled(
    wire: WireHost, session: AdbSession, service: str
) -> None:
    channel = await wire.open(service)

    assert channel.refused
    assert session.journal.unknown == [service]


async def test_packets_for_streams_that_are_gone_do_no_harm(wire: WireHost) -> None:
    for kind in (PacketKind.OKAY, PacketKind.WRTE, PacketKind.CLSE):
        wire.send(Packet(kind, 5, 12345, b"x" if kind == PacketKind.WRTE else b""))

    assert (await wire.shell("echo still here")).out == b"still here\n"


async def test_closed_stream_ends_its_command(wire: WireHost, session: AdbSession) -> None:
    channel = await wire.open("shell:while true; do echo x > /data/local/tmp/alive; done")
    wire.close_channel(channel)
    await wire.shell("true")
    session.files.clear()
    await asyncio.sleep(0.05)

    assert not session.files


async def test_command_that_was_reading_may_finish_when_its_input_ends(
    wire: WireHost, session: AdbSession
) -> None:
    channel = await wire.open("exec:cat > /data/local/tmp/kept")
    await wire.write(channel, b"all of it")
    wire.close_channel(channel)
    while not channel.closed:
        await wire.step()
    await asyncio.sleep(0.05)

    assert session.files["/data/local/tmp/kept"] == b"all of it"


async def test_lost_connection_ends_its_commands(
    connect: Connect, server: PhoneServer, session: AdbSession
) -> None:
    host = await connect()
    await host.open("shell:while true; do echo x > /data/local/tmp/alive; done")
    await host.close()
    await asyncio.sleep(0.1)
    session.files.clear()
    await asyncio.sleep(0.05)

    assert not session.files
    assert server.connected == 0


async def test_streams_of_one_connection_do_not_wait_for_each_other(wire: WireHost) -> None:
    waiting = await wire.open("exec:cat")

    assert (await wire.shell("echo quick")).out == b"quick\n"
    assert not waiting.closed


async def test_new_introduction_ends_old_streams(wire: WireHost, server: PhoneServer) -> None:
    await wire.open("exec:cat")
    wire.send(Packet(PacketKind.CNXN, VERSION, 1 << 20, b"host::\0"))

    assert (await wire.next_packet()).kind == PacketKind.CNXN
    assert (await wire.shell("echo again")).out == b"again\n"


async def test_output_and_exit_code_of_a_quick_command_are_one_packet(wire: WireHost) -> None:
    wire.send(Packet(PacketKind.OPEN, 50, 0, b"shell,v2,raw:echo hello\0"))
    okay, write, close = [await wire.next_packet() for _ in range(3)]

    assert [okay.kind, write.kind, close.kind] == [
        PacketKind.OKAY,
        PacketKind.WRTE,
        PacketKind.CLSE,
    ]
    assert read_outcome(write.payload).out == b"hello\n"


async def test_terminal_whose_input_is_closed_does_what_was_typed(wire: WireHost) -> None:
    keys = b"cat; exit 4\rfor it\r"
    channel = await wire.open("shell,v2,pty:")
    await wire.write(channel, PIECE.pack(STDIN, len(keys)) + keys)
    # Twice, echoed and written by what runs: that waits for more now.
    while read_outcome(bytes(channel.received)).out.count(b"for it\r\n") < 2:
        await wire.step()
    await wire.write(channel, PIECE.pack(CLOSE_STDIN, 0))
    while not channel.closed:
        await wire.step()

    assert read_outcome(bytes(channel.received)).status == 4


async def test_output_arrives_while_the_command_goes_on(wire: WireHost) -> None:
    channel = await wire.open("exec:echo first; cat")
    first = await asyncio.wait_for(wire.read_until(channel, 6), 120)
    await wire.write(channel, b"second")

    assert first == b"first\n"
    assert await asyncio.wait_for(wire.read_until(channel, 6), 120) == b"second"


async def test_much_output_arrives_in_order(wire: WireHost) -> None:
    output = await wire.read_all("exec:for n in 1 2 3; do seq 200000; echo $n; done; seq 200000")

    numbers = b"".join(b"%d\n" % n for n in range(1, 200_001))
    assert output == b"".join(numbers + b"%d\n" % n for n in (1, 2, 3)) + numbers


def test_decoder_holds_no_more_than_it_must() -> None:
    decoder = Decoder()
    for _ in range(100):
        assert len(list(decoder.feed(encode(Packet(PacketKind.OKAY, 1, 1))))) == 1
    assert list(decoder.feed(b"")) == []

import asyncio

import pytest

from phoneworld.adb.errors import ServeError
from phoneworld.adb.proof.wire_host import WireHost
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.adb.wire.faults import Dice, Faults, read_faults
from phoneworld.adb.wire.packets import VERSION, Packet, PacketKind, encode


def test_faults_are_read_as_they_are_given() -> None:
    faults = read_faults(["drop=0.25", "delay_ms=200", "unauthorized_s=inf"], seed=4)

    assert faults == Faults(seed=4, drop=0.25, delay_ms=200, unauthorized_s=float("inf"))


@pytest.mark.parametrize(
    "word", ["gravity=1", "drop", "drop=often", "drop=2", "delay_ms=-1", "die=nan"]
)
def test_fault_that_makes_no_sense_is_an_error(word: str) -> None:
    with pytest.raises(ServeError):
        read_faults([word])


def test_same_seed_gives_the_same_faults() -> None:
    def draws(seed: int) -> list[bool]:
        dice = Dice(Faults(seed=seed, drop=0.5, die=0.5))
        return [dice.happens(kind) for _ in range(50) for kind in ("drop", "die")]

    assert draws(1) == draws(1)
    assert draws(1) != draws(2)


def test_chance_is_about_what_was_asked_for() -> None:
    dice = Dice(Faults(hang=0.3))

    assert 240 < sum(dice.happens("hang") for _ in range(1000)) < 360


async def test_nothing_goes_wrong_unless_asked_for(wire: WireHost) -> None:
    assert [(await wire.shell("echo fine")).status for _ in range(50)] == [0] * 50


async def test_connection_is_dropped(session: AdbSession) -> None:
    async with PhoneServer(session, faults=Faults(drop=1)) as server:
        host = await WireHost.connect(server.port)
        with pytest.raises(ConnectionError):
            await host.shell("echo hello")
        await host.close()


async def test_phone_is_mute(session: AdbSession) -> None:
    async with PhoneServer(session, faults=Faults(mute=1)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(encode(Packet(PacketKind.CNXN, VERSION, 1 << 20, b"host::\0")))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.1)
        writer.close()
        await writer.wait_closed()


async def test_packets_are_late_and_in_order(session: AdbSession) -> None:
    async with PhoneServer(session, faults=Faults(delay_ms=40)) as server:
        started = asyncio.get_running_loop().time()
        host = await WireHost.connect(server.port)
        output = await host.shell("seq 1000")
        took_s = asyncio.get_running_loop().time() - started
        await host.close()

    assert output.out.split() == [str(n).encode() for n in range(1, 1001)]
    assert took_s > 0.06


async def test_command_dies_before_or_after_it_took_effect(session: AdbSession) -> None:
    took_effect: list[bool] = []
    async with PhoneServer(session, faults=Faults(die=1)) as server:
        for number in range(12):
            host = await WireHost.connect(server.port)
            with pytest.raises(ConnectionError):
                await host.shell(f"echo x > /data/local/tmp/{number}")
            await host.close()
            took_effect.append(f"/data/local/tmp/{number}" in session.files)

    assert set(took_effect) == {True, False}


async def test_rpc_hangs(session: AdbSession) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"answer")

    session.ports.bind("tcp:9008", answer)
    async with PhoneServer(session, faults=Faults(hang=1)) as server:
        host = await WireHost.connect(server.port)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(host.read_all("tcp:9008", b"question"), 0.1)
        await host.close()


async def test_screen_locks_and_frames_are_black(session: AdbSession) -> None:
    async with PhoneServer(session, faults=Faults(lock_screen=1, black_frames=1)) as server:
        host = await WireHost.connect(server.port)
        await host.shell("true")
        await host.close()

    assert (session.locked, session.black_frames) == (True, 1)

import asyncio

import grpc
import grpc.aio
import pytest
from google.protobuf.empty_pb2 import Empty

from phoneworld.adb.session import AdbSession
from phoneworld.emulator.stubs import emulator_pb2 as pb
from phoneworld.emulator.testing import ControlClient


async def test_status_says_booted_and_names_the_screen(client: ControlClient) -> None:
    status = await client.call("getStatus", Empty(), pb.EmulatorStatus)

    hardware = {entry.key: entry.value for entry in status.hardwareConfig.entry}
    assert status.booted
    assert hardware["hw.lcd.width"] == "1080"


async def test_uptime_grows(client: ControlClient) -> None:
    first = await client.call("getStatus", Empty(), pb.EmulatorStatus)
    await asyncio.sleep(0.02)

    assert (await client.call("getStatus", Empty(), pb.EmulatorStatus)).uptime > first.uptime


async def test_machine_runs(client: ControlClient) -> None:
    assert (await client.call("getVmState", Empty(), pb.VmRunState)).state == pb.VmRunState.RUNNING


async def test_reset_ends_all_apps(client: ControlClient, session: AdbSession) -> None:
    session.phone.launch("com.phoneworld.notes")

    await client.call("setVmState", pb.VmRunState(state=pb.VmRunState.RESET), Empty)

    assert session.phone.front == "com.phoneworld.launcher"
    assert session.phone.recent_apps == []


async def test_shutdown_is_refused_in_words(client: ControlClient) -> None:
    with pytest.raises(grpc.aio.AioRpcError, match="ends with `phoneworld serve`") as caught:
        await client.call("setVmState", pb.VmRunState(state=pb.VmRunState.SHUTDOWN), Empty)

    assert caught.value.code() == grpc.StatusCode.UNIMPLEMENTED


async def test_state_that_does_not_exist_is_refused(client: ControlClient) -> None:
    request = pb.VmRunState.FromString(b"\x08\x63")
    with pytest.raises(grpc.aio.AioRpcError, match="cannot go to state 99"):
        await client.call("setVmState", request, Empty)


async def test_there_is_one_display(client: ControlClient) -> None:
    answer = await client.call("getDisplayConfigurations", Empty(), pb.DisplayConfigurations)

    assert [(d.display, d.width, d.height, d.dpi) for d in answer.displays] == [
        (0, 1080, 2400, 420)
    ]


async def test_battery_level_is_the_phones(client: ControlClient, session: AdbSession) -> None:
    await client.call("setBattery", pb.BatteryState(chargeLevel=17), Empty)

    assert (await client.call("getBattery", Empty(), pb.BatteryState)).chargeLevel == 17
    assert session.phone.frame().status.battery_percent == 17


async def test_impossible_battery_is_a_bad_request(client: ControlClient) -> None:
    with pytest.raises(grpc.aio.AioRpcError, match="0 to 100 percent") as caught:
        await client.call("setBattery", pb.BatteryState(chargeLevel=101), Empty)

    assert caught.value.code() == grpc.StatusCode.INVALID_ARGUMENT


async def test_clipboard_goes_both_ways(client: ControlClient, session: AdbSession) -> None:
    await client.call("setClipboard", pb.ClipData(text="Grüße 你好"), Empty)

    assert session.phone.clipboard == "Grüße 你好"
    assert (await client.call("getClipboard", Empty(), pb.ClipData)).text == "Grüße 你好"


@pytest.mark.parametrize("method", ["sendPhone", "sendSms", "getGps", "setPosture", "noSuchMethod"])
async def test_what_is_not_offered_says_what_is(
    client: ControlClient, session: AdbSession, method: str
) -> None:
    with pytest.raises(grpc.aio.AioRpcError, match=f"does not offer {method}; it offers") as caught:
        await client.call(method, Empty(), Empty)

    assert caught.value.code() == grpc.StatusCode.UNIMPLEMENTED
    assert session.journal.unknown == [f"emulator {method}"]


async def test_other_services_are_unknown(client: ControlClient) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await client.call("Check", Empty(), Empty, service="grpc.health.v1.Health")

    assert caught.value.code() == grpc.StatusCode.UNIMPLEMENTED

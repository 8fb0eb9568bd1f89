"""Every fault that phones and cables have: its error, within its time, and the way back."""

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from served_phone import Serve

from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.adb.wire.faults import Faults
from phoneworld.adb.wire.ports import Endpoint
from runtime.actions import Click, OpenApp, Point, PressButton, SystemButton
from runtime.backends.adb import AdbDevice
from runtime.backends.adb.errors import (
    AutomationTaken,
    ConnectionLost,
    LostMidAction,
    Offline,
    ScreenLocked,
    ScreenOff,
    ServiceRefused,
    Unauthorized,
)
from runtime.backends.adb.screen import BLACK
from runtime.devices import open_device
from runtime.errors import DeviceError, DeviceGone, DeviceTimeout, Interrupted

PORT = "tcp:9008"
MIDDLE = Point(500, 500)


@contextlib.contextmanager
def raises(error: type[Exception]) -> Iterator[None]:
    """This very error: one that went on waiting would end as another, or never."""
    with pytest.raises(error) as caught:
        yield
    assert type(caught.value) is error


@pytest.fixture
def device(served: ServedPhone) -> Iterator[AdbDevice]:
    opened = open_device(served.address)
    assert isinstance(opened, AdbDevice)
    yield opened
    opened.close()


async def _silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Takes a call and never answers."""
    while await reader.read(4096):
        pass


def _replace_automation(served: ServedPhone, endpoint: Endpoint) -> Endpoint | None:
    """Let something else listen where uiautomator does; what was there."""
    ports = served.session.ports
    before = ports.find(PORT)
    if before is not None:
        ports.unbind(PORT, before)
    ports.bind(PORT, endpoint)
    return before


# Connecting


@pytest.mark.parametrize(
    ("faults", "error"),
    [
        (Faults(unauthorized_s=float("inf")), Unauthorized),
        (Faults(mute=1), Offline),
        (Faults(hang=1), DeviceTimeout),
    ],
    ids=["unauthorized", "mute", "hang"],
)
def test_phone_that_cannot_be_used(serve: Serve, faults: Faults, error: type[DeviceError]) -> None:
    served = serve(faults=faults)

    with raises(error):
        open_device(served.address)


@pytest.mark.slow
def test_phone_that_was_offline_is_connected_again(serve: Serve) -> None:
    mute = serve(faults=Faults(mute=1))
    with raises(Offline):
        open_device(mute.address)
    mute.stop_serving()

    again = serve(port=mute.server.port)

    with closing(open_device(again.address)) as device:
        assert device.observe().elements


def test_phone_is_used_once_its_owner_allows_it(serve: Serve) -> None:
    served = serve(faults=Faults(unauthorized_s=0.5))

    with closing(open_device(served.address)) as device:
        assert device.observe().elements


@pytest.mark.parametrize("address", ["adb://127.0.0.1:1", "adb://nope"])
def test_phone_that_is_not_there_is_gone(host_adb: HostAdb, address: str) -> None:
    with raises(DeviceGone):
        open_device(address)


def test_no_phone_at_all_is_gone(host_adb: HostAdb) -> None:
    with raises(DeviceGone):
        open_device("adb://")


def test_automation_that_another_program_holds_is_an_error_of_its_own(served: ServedPhone) -> None:
    async def stranger(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnope")

    served.run(lambda: _replace_automation(served, stranger))

    with raises(AutomationTaken):
        open_device(served.address)


# The screen


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda session: setattr(session, "screen_on", False), ScreenOff),
        (lambda session: setattr(session, "locked", True), ScreenLocked),
    ],
    ids=["off", "locked"],
)
def test_screen_that_cannot_be_seen(
    device: AdbDevice,
    served: ServedPhone,
    change: Callable[[object], None],
    error: type[DeviceError],
) -> None:
    device.observe(screenshot=True)
    served.run(lambda: change(served.session))

    with raises(error):
        device.observe(screenshot=True)


def test_lock_screen_that_a_fault_shows(serve: Serve) -> None:
    faults = Faults(lock_screen=1)

    with (
        closing(open_device(serve(faults=faults).address)) as device,
        raises(ScreenLocked),
    ):
        device.observe(screenshot=True)


def test_black_frame_is_a_look_without_a_picture_that_says_so(serve: Serve) -> None:
    with closing(open_device(serve(faults=Faults(black_frames=1)).address)) as device:
        seen = device.observe(screenshot=True)

    assert seen.screenshot is None
    assert seen.elements
    assert seen.notices == (BLACK,)


def test_slow_connection_is_only_slow(serve: Serve) -> None:
    with closing(open_device(serve(faults=Faults(delay_ms=20)).address)) as device:
        assert device.observe(screenshot=True).screenshot is not None


def test_connection_that_is_always_cut_is_an_error(serve: Serve) -> None:
    with pytest.raises((ConnectionLost, Offline, ServiceRefused)):
        open_device(serve(faults=Faults(drop=1)).address)


def test_single_black_frame_is_taken_again(device: AdbDevice, served: ServedPhone) -> None:
    served.run(lambda: setattr(served.session, "black_frames", 1))

    assert device.observe(screenshot=True).screenshot is not None


# In the middle of something


def test_call_that_hangs_ends_at_its_deadline(device: AdbDevice, served: ServedPhone) -> None:
    served.run(lambda: _replace_automation(served, _silent))

    with raises(DeviceTimeout):
        device.automation.call("deviceInfo", timeout_s=1)


def test_call_that_hangs_can_be_interrupted(device: AdbDevice, served: ServedPhone) -> None:
    seen = device.observe()
    served.run(lambda: _replace_automation(served, _silent))
    timer = threading.Timer(0.3, device.interrupt)
    timer.start()

    with raises(Interrupted):
        device.perform(Click(MIDDLE), seen)


@pytest.mark.parametrize(
    "said",
    [
        "NullPointerException: cannot read 'int a.AccessibilityServiceInfo.flags' of null",
        "NullPointerException: cannot call 'a.AccessibilityNodeInfo.getText()' on null",
    ],
    ids=["dead", "passing"],
)
def test_look_that_fails_in_a_way_that_passes_is_tried_again(
    device: AdbDevice, served: ServedPhone, said: str
) -> None:
    answered: list[str] = []

    async def failing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        answered.append(said)
        # The next call finds the server as it was.
        served.session.ports.unbind(PORT, failing)
        if before is not None:
            served.session.ports.bind(PORT, before)
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "error": {"data": said}}).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()

    before = served.run(lambda: _replace_automation(served, failing))

    assert device.automation.read("dumpWindowHierarchy", False, 80)
    assert answered == [said]


def test_action_during_which_the_cable_is_pulled_is_never_sent_again(
    device: AdbDevice, served: ServedPhone
) -> None:
    calls: list[bytes] = []

    async def counting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        calls.append(await reader.read(4096))
        await asyncio.sleep(60)

    seen = device.observe()
    before = served.run(lambda: _replace_automation(served, counting))
    threading.Timer(0.5, lambda: served.run(served.server.drop)).start()

    with raises(LostMidAction):
        device.perform(Click(MIDDLE), seen)

    assert len(calls) == 1
    served.run(lambda: served.session.ports.unbind(PORT, counting))
    assert before is not None
    # The way back: look again, then act on that.
    device.perform(PressButton(SystemButton.HOME), device.observe())
    assert len(calls) == 1


def test_phone_that_was_dropped_between_looks_comes_back(
    device: AdbDevice, served: ServedPhone
) -> None:
    device.observe()
    served.run(served.server.drop)

    assert device.observe().elements


def test_adb_server_that_was_killed_is_started_again(
    device: AdbDevice, served: ServedPhone, host_adb: HostAdb
) -> None:
    asyncio.run(host_adb.run("kill-server"))

    assert device.observe().elements


def test_phone_that_is_switched_off_is_gone_or_offline(serve: Serve) -> None:
    served = serve()
    device = open_device(served.address)
    served.stop_serving()

    with pytest.raises((DeviceGone, Offline)):
        device.observe()

    device.close()


@pytest.mark.parametrize("seed", range(3))
def test_commands_that_die_are_errors_and_never_sent_again(serve: Serve, seed: int) -> None:
    served = serve(faults=Faults(seed=seed, die=0.1))
    performed = 0
    device = None
    for _ in range(12):
        try:
            if device is None:
                device = open_device(served.address)
            seen = device.observe()
            performed += 1
            device.perform(OpenApp("Settings"), seen)
        except DeviceError:
            continue

    starts = sum("am start" in request for request in served.session.journal.requests)
    assert 0 < starts <= performed
    if device is not None:
        device.close()

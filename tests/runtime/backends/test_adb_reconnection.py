"""A phone that comes and goes while it is used: what is lost is said, and nothing is done twice."""

import asyncio
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

import pytest
from quick_phone import open_quickly
from served_phone import Serve

from phoneworld.adb.personalities import find_personality
from phoneworld.adb.personality import Personality
from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.adb.shell.command import Io
from phoneworld.adb.wire.faults import Faults
from runtime.actions import CloseApp, OpenApp, PressButton, SystemButton, Wait
from runtime.backends.adb import AdbDevice
from runtime.backends.adb.errors import LostMidAction, Offline
from runtime.errors import DeviceError, DeviceGone

SETTINGS = "com.phoneworld.settings"
FAULTS = {
    "drop": Faults(seed=4, drop=0.03),
    "die": Faults(seed=5, die=0.05),
    "mute": Faults(seed=7, mute=0.2),
    "both": Faults(seed=6, drop=0.02, die=0.03),
}


def serve_again(phone: ServedPhone) -> None:
    """Bring the very phone back on the port where it was."""
    asyncio.run_coroutine_threadsafe(phone.server.start(), phone.loop).result(30)


@dataclass(slots=True)
class Held:
    """A command of the phone that begins and does not end."""

    begun: threading.Event = field(default_factory=threading.Event)

    async def sleep(self, io: Io, arguments: Sequence[str]) -> int:
        del io, arguments
        self.begun.set()
        await asyncio.sleep(60)
        return 0

    def added_to(self, personality: Personality) -> Personality:
        commands = {**personality.commands, "sleep": lambda _: self.sleep}
        return replace(personality, commands=commands)


@pytest.mark.slow
def test_story_of_a_phone_that_comes_and_goes(serve: Serve, host_adb: HostAdb) -> None:
    held = Held()
    phone = serve(personality=held.added_to(find_personality("samsung")))
    with closing(open_quickly(phone)) as device:
        # The cable is moved between two looks: nothing is noticed.
        device.perform(OpenApp("Settings"), device.observe())
        phone.run(phone.server.drop)
        seen = device.observe()
        assert seen.package == SETTINGS

        # It is pulled in the middle of an action: that is said, and the action is not sent again.
        pulled = threading.Thread(
            target=lambda: held.begun.wait(60) and phone.run(phone.server.drop)
        )
        pulled.start()
        with pytest.raises(LostMidAction):
            device.perform(Wait(1000), seen)
        pulled.join(60)
        assert sum(":sleep" in request for request in phone.session.journal.requests) == 1
        assert device.observe().package == SETTINGS

        # The phone is switched off: that is said too.
        phone.stop_serving()
        with pytest.raises((DeviceGone, Offline)):
            device.observe()

        # It comes back: the same device goes on where it was.
        serve_again(phone)
        assert device.observe().package == SETTINGS
        assert device.perform(CloseApp("Settings"), device.observe()).changed

        # The adb server is killed: it is started anew, the phone connected again.
        asyncio.run(host_adb.run("kill-server"))
        device.perform(PressButton(SystemButton.HOME), device.observe())
        assert device.observe().package == phone.phone.activity.package


@pytest.mark.parametrize("name", FAULTS)
def test_every_seeded_fault_is_an_error_of_a_device_and_passes(serve: Serve, name: str) -> None:
    phone = serve(faults=FAULTS[name], personality=find_personality("after-anr"))
    asked, done, failed = 0, 0, 0
    device: AdbDevice | None = None
    for number in range(14):
        try:
            device = device or open_quickly(phone)
            seen = device.observe()
            asked += number % 2
            action = OpenApp("Settings") if number % 2 else PressButton(SystemButton.HOME)
            device.perform(action, seen)
            done += 1
        except DeviceError:
            failed += 1
    starts = sum("am start" in request for request in phone.session.journal.requests)

    assert done + failed == 14
    assert done > 0
    assert starts <= asked
    if device is not None:
        device.close()

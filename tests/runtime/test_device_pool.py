import threading
import time
from collections.abc import Iterator

import pytest

from runtime.actions import Click, ElementRef, OpenApp, PressButton
from runtime.actions import SystemButton as PhoneButton
from runtime.device_pool import Availability, DevicePool
from runtime.discovery import DiscoveredDevice
from runtime.errors import AddressError, DeviceBusy, DeviceError, DeviceGone, StaleObservation
from runtime.testing import FakeDevice


class Shop:
    """Opens fakes by address and keeps them."""

    def __init__(self) -> None:
        self.opened: list[tuple[str, FakeDevice]] = []

    def open(self, address: str) -> FakeDevice:
        if address == "fake://none":
            raise AddressError("there is no such fake")
        device = FakeDevice()
        self.opened.append((address, device))
        return device


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture
def pool(shop: Shop) -> Iterator[DevicePool]:
    found = [
        DiscoveredDevice("fake://1", "fake"),
        DiscoveredDevice("fake://2", "fake", "unlock it"),
    ]
    pool = DevicePool(opener=shop.open, finder=lambda: found)
    yield pool
    pool.close()


def test_device_is_opened_once_and_stays_open(pool: DevicePool, shop: Shop) -> None:
    pool.observe("fake://1")
    with pool.hold("fake://1", "run-1") as device:
        device.observe()
    pool.observe("fake://1")

    assert [address for address, _ in shop.opened] == ["fake://1"]


def test_second_holder_is_refused_and_told_who_holds_it(pool: DevicePool) -> None:
    with (
        pool.hold("fake://1", "run-1"),
        pytest.raises(DeviceBusy, match="held by run-1"),
        pool.hold("fake://1", "run-2"),
    ):
        pass
    with pool.hold("fake://1", "run-2"):
        assert pool.holder_of("fake://1") == "run-2"
    assert pool.holder_of("fake://1") == ""


def test_holder_that_fails_to_open_lets_go(pool: DevicePool) -> None:
    for _ in range(2):
        with pytest.raises(AddressError), pool.hold("fake://none", "run-1"):
            pass
    assert pool.holder_of("fake://none") == ""


def test_watcher_of_a_held_device_sees_the_holders_look(pool: DevicePool) -> None:
    with pool.hold("fake://1", "run-1") as device:
        look = device.observe(screenshot=True)

        assert pool.observe("fake://1", screenshot=True) == look
        assert pool.observe("fake://1").screenshot is None
        device.perform(OpenApp("Notes"), look)  # not made stale by the watcher


def test_watcher_waits_for_the_holders_next_look(pool: DevicePool) -> None:
    with pool.hold("fake://1", "run-1") as device:
        first = device.observe()
        number, seen = pool.next_look("fake://1", after=0, timeout_s=120)
        assert seen == first
        looked: list[str] = []
        again = threading.Timer(0.05, lambda: looked.append(device.observe().id))
        again.start()

        _, seen = pool.next_look("fake://1", after=number, timeout_s=120)

        again.join()
        assert seen is not None
        assert [seen.id] == looked


def test_watcher_comes_back_when_nothing_new_is_seen(pool: DevicePool) -> None:
    with pool.hold("fake://1", "run-1") as device:
        device.observe()
        number, _ = pool.next_look("fake://1", after=0, timeout_s=120)

        assert pool.next_look("fake://1", after=number, timeout_s=0.05)[0] == number


def test_holder_is_not_kept_waiting_by_a_watcher(pool: DevicePool) -> None:
    watching = threading.Thread(target=lambda: pool.observe("fake://1"))
    with pool.hold("fake://1", "run-1") as device:
        watching.start()
        began = time.monotonic()
        device.observe()
        assert time.monotonic() - began < 30
        watching.join(120)
        assert not watching.is_alive()


def test_acting_needs_a_look_that_shows_what_the_newest_one_shows(pool: DevicePool) -> None:
    old = pool.observe("fake://1")
    pool.perform("fake://1", OpenApp("Notes"), old.id)
    new = pool.observe("fake://1")

    with pytest.raises(StaleObservation, match="look again"):
        pool.perform("fake://1", Click(ElementRef(0)), old.id)
    assert pool.perform("fake://1", Click(ElementRef(0)), new.id).action == Click(ElementRef(0))


def test_a_mirror_that_looks_meanwhile_does_not_make_an_unchanged_look_stale(
    pool: DevicePool,
) -> None:
    look = pool.observe("fake://1")
    for number in range(3):
        pool.next_look("fake://1", after=number, timeout_s=0.1, screenshot=True)

    assert pool.perform("fake://1", Click(ElementRef(1)), look.id).changed


def test_an_address_that_opens_nothing_is_not_remembered(pool: DevicePool) -> None:
    for _ in range(3):
        with pytest.raises(AddressError):
            pool.observe("fake://none")
    assert pool._entries == {}  # noqa: SLF001 - nothing of it is to be seen from outside


def test_devices_that_nobody_uses_are_closed_when_they_are_too_many(shop: Shop) -> None:
    pool = DevicePool(opener=shop.open, finder=list, most_idle=2)
    with pool.hold("fake://held", "run-1"):
        for number in range(4):
            pool.observe(f"fake://{number}")
        open_now = [device.address for device in pool.list()]
    assert open_now == ["fake://held", "fake://2", "fake://3"]
    with pytest.raises(DeviceGone):
        dict(shop.opened)["fake://0"].observe()
    pool.close()


def test_nobody_acts_on_a_held_device(pool: DevicePool) -> None:
    look = pool.observe("fake://1")
    with pool.hold("fake://1", "run-1"), pytest.raises(DeviceBusy, match="take that run over"):
        pool.perform("fake://1", PressButton(PhoneButton.HOME), look.id)


def test_device_that_failed_is_opened_anew(pool: DevicePool, shop: Shop) -> None:
    pool.observe("fake://1")
    shop.opened[0][1].break_with(DeviceError("the cable is loose"))

    with pytest.raises(DeviceError, match="loose"):
        pool.observe("fake://1")

    pool.observe("fake://1")
    assert len(shop.opened) == 2


def test_list_tells_open_busy_available_and_unusable(pool: DevicePool) -> None:
    pool.observe("fake://3")
    with pool.hold("fake://1", "run-1"):
        listed = {device.address: device for device in pool.list()}

    assert listed["fake://3"].availability is Availability.OPEN
    assert listed["fake://1"].availability is Availability.BUSY
    assert listed["fake://1"].holder == "run-1"
    assert listed["fake://2"].availability is Availability.UNUSABLE
    assert listed["fake://2"].advice == "unlock it"


def test_device_that_is_let_go_is_closed(pool: DevicePool, shop: Shop) -> None:
    pool.observe("fake://1")
    with pool.hold("fake://1", "run-1"), pytest.raises(DeviceBusy):
        pool.close_device("fake://1")

    pool.close_device("fake://1")

    with pytest.raises(DeviceGone):
        shop.opened[0][1].observe()


def test_closed_pool_opens_nothing(pool: DevicePool, shop: Shop) -> None:
    pool.observe("fake://1")
    pool.close()

    with pytest.raises(DeviceGone):
        shop.opened[0][1].observe()
    with pytest.raises(DeviceGone, match="ending"):
        pool.observe("fake://1")

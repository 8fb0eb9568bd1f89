from collections.abc import Callable
from dataclasses import replace

import pytest

from runtime.actions import (
    Action,
    Click,
    CloseApp,
    ElementRef,
    Finish,
    OpenApp,
    Point,
    PressButton,
    SystemButton,
    Wait,
)
from runtime.device import DeviceInfo, Performed
from runtime.errors import ActionError, DeviceError, OffScreen, UnknownApp
from runtime.observation import Bounds, Observation, Screenshot
from runtime.testing import FakeDevice, check_device


class Altered(FakeDevice):
    """A fake that shows something else than it should."""

    def __init__(self, alter: Callable[[Observation], Observation]) -> None:
        super().__init__()
        self._alter = alter

    def observe(self, *, screenshot: bool = False) -> Observation:
        return self._alter(super().observe(screenshot=screenshot))


class Careless(FakeDevice):
    """A fake that does not refuse what it should."""

    def __init__(self, accepted: Callable[[Action], bool]) -> None:
        super().__init__()
        self._accepted = accepted

    def perform(self, action: Action, observation: Observation) -> Performed:
        if self._accepted(action):
            return Performed(action)
        return super().perform(action, observation)


class Undead(FakeDevice):
    def close(self) -> None:
        pass


class Deaf(FakeDevice):
    def interrupt(self) -> None:
        pass


class Sizeless(FakeDevice):
    @property
    def info(self) -> DeviceInfo:
        return replace(super().info, width_px=0)


class Hasty(FakeDevice):
    """Refuses, but only after it has acted."""

    def perform(self, action: Action, observation: Observation) -> Performed:
        try:
            return super().perform(action, observation)
        except ActionError:
            super().perform(OpenApp("Notes"), self.observe())
            raise


def _bounded(bounds: Bounds) -> Callable[[], FakeDevice]:
    def alter(look: Observation) -> Observation:
        return replace(
            look, elements=(replace(look.elements[0], bounds=bounds), *look.elements[1:])
        )

    return lambda: Altered(alter)


def _shot(screenshot: Screenshot) -> Callable[[], FakeDevice]:
    return lambda: Altered(
        lambda look: replace(look, screenshot=screenshot) if look.screenshot else look
    )


PNG = FakeDevice().observe(screenshot=True).screenshot
assert PNG is not None
BROKEN: dict[str, tuple[Callable[[], FakeDevice], str]] = {
    "no size": (Sizeless, "width_px"),
    "constant ids": (lambda: Altered(lambda look: replace(look, id="same")), "unique"),
    "no package": (lambda: Altered(lambda look: replace(look, package="")), "no package"),
    "wrong size": (lambda: Altered(lambda look: replace(look, width_px=399)), "does not fit"),
    "focus on nothing": (lambda: Altered(lambda look: replace(look, focused=99)), "focused"),
    "indices from one": (
        lambda: Altered(lambda look: replace(look, elements=look.elements[1:])),
        "has the index",
    ),
    "empty bounds": (_bounded(Bounds(5, 5, 5, 9)), "empty bounds"),
    "bounds off screen": (_bounded(Bounds(0, 0, 401, 9)), "not inside"),
    "unasked screenshot": (lambda: Altered(lambda look: replace(look, screenshot=PNG)), "nobody"),
    "no screenshot": (lambda: Altered(lambda look: replace(look, screenshot=None)), "gave none"),
    "no image": (_shot(replace(PNG, data=b"nothing")), "no image"),
    "wrong mime": (_shot(replace(PNG, mime="image/jpeg")), "is called"),
    "wrong image size": (_shot(replace(PNG, width_px=5)), "but the image is"),
    "acts on stale looks": (
        lambda: Careless(lambda action: action == Click(Point(500, 500))),
        "StaleObservation",
    ),
    "acts on no element": (
        lambda: Careless(
            lambda action: isinstance(action, Click) and isinstance(action.target, ElementRef)
        ),
        "NoSuchElement",
    ),
    "opens no app": (lambda: Careless(lambda action: isinstance(action, OpenApp)), "UnknownApp"),
    "finishes": (lambda: Careless(lambda action: isinstance(action, Finish)), "NotADeviceAction"),
    "acts and refuses": (Hasty, "the screen changed"),
    "home is dead": (
        lambda: Careless(lambda action: action == PressButton(SystemButton.HOME)),
        "home button",
    ),
    "back is dead": (
        lambda: Careless(lambda action: action == PressButton(SystemButton.BACK)),
        "back button",
    ),
    "closes nothing": (lambda: Careless(lambda action: action == CloseApp("Notes")), "CloseApp"),
    "never gone": (Undead, "DeviceGone"),
}


@pytest.mark.parametrize("waits", [True, False])
def test_fake_device_keeps_the_contract(*, waits: bool) -> None:
    check_device(
        lambda: FakeDevice(waits_in_real_time=waits), app="Notes", waits_in_real_time=waits
    )


@pytest.mark.parametrize(("open_broken", "complaint"), BROKEN.values(), ids=BROKEN.keys())
def test_broken_device_is_found_out(open_broken: Callable[[], FakeDevice], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_device(open_broken, app="Notes")


def test_wrong_kind_of_refusal_is_found_out() -> None:
    class Confused(FakeDevice):
        def perform(self, action: Action, observation: Observation) -> Performed:
            try:
                return super().perform(action, observation)
            except OffScreen as error:
                raise UnknownApp("what?") from error

    with pytest.raises(AssertionError, match="not OffScreen"):
        check_device(Confused, app="Notes")


@pytest.mark.slow
def test_wait_that_cannot_be_interrupted_is_found_out() -> None:
    with pytest.raises(AssertionError, match="interrupt did not end"):
        check_device(lambda: Deaf(waits_in_real_time=True), app="Notes", waits_in_real_time=True)


def test_jpeg_screenshot_is_measured() -> None:
    # Start, an application segment, a Huffman table, then the frame of 3 x 2.
    data = bytes.fromhex("ffd8 ffe0 0004 0000 ffc4 0003 00 ffc2 0011 08 0002 0003 03 00 00 00")
    good = Screenshot(data, "image/jpeg", 3, 2)

    check_device(_shot(good), app="Notes")
    with pytest.raises(AssertionError, match="but the image is"):
        check_device(_shot(replace(good, width_px=2)), app="Notes")


def test_fault_is_raised_once() -> None:
    device = FakeDevice()
    device.break_with(DeviceError("cable out"))

    with pytest.raises(DeviceError, match="cable out"):
        device.observe()
    assert device.observe().id == "look-1"


def test_wait_moves_the_clock_of_a_fake_at_once() -> None:
    device = FakeDevice()
    device.perform(Wait(3_600_000), device.observe())

    assert device.observe().time_s == 3600

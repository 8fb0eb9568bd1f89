"""The contract of `Device` as a test that every backend runs on itself: `check_device`."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from runtime.actions import (
    Action,
    AskUser,
    Click,
    CloseApp,
    Direction,
    Drag,
    ElementRef,
    Finish,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    SystemButton,
    Type,
    Wait,
)
from runtime.device import Device, SnapshotDevice
from runtime.errors import (
    ActionError,
    DeviceGone,
    Interrupted,
    NoSuchElement,
    NotADeviceAction,
    OffScreen,
    PhoneBuddyError,
    StaleObservation,
    UnknownApp,
)
from runtime.observation import Observation, Screenshot

MIDDLE = Point(500, 500)
NO_APP = "no such app 7f3a91"
MOST_BACKS = 5
INTERRUPT_WITHIN_S = 5.0


def check_device(
    open_device: Callable[[], Device], *, app: str, waits_in_real_time: bool = False
) -> None:
    """Raise an `AssertionError` that says where a device breaks the contract.

    `app` is the label of an installed app, which is opened, left and closed. With
    `waits_in_real_time`, a long `Wait` must end soon after `interrupt`.
    """
    device = open_device()
    try:
        _check_info(device)
        _check_looks(device)
        _check_screenshots(device)
        _check_refusals(device)
        _check_moving_about(device, app)
        _check_waiting(device)
        if isinstance(device, SnapshotDevice):
            _check_going_back(device, device, app)
        if waits_in_real_time:
            _check_interrupting(device)
    finally:
        device.close()
    _check_closed(device)


def _require(holds: object, text: str) -> None:
    if not holds:
        raise AssertionError(text)


def _perform(device: Device, action: Action) -> Observation:
    """Do it on a fresh look; the look after it."""
    before = device.observe()
    performed = device.perform(action, before)
    for x, y in performed.touches:
        _require(
            0 <= x < before.width_px and 0 <= y < before.height_px,
            f"{action} touched ({x}, {y}), which is not on the screen",
        )
    return _look(device)


def _look(device: Device) -> Observation:
    observation = device.observe()
    _check_observation(device, observation)
    return observation


def _check_info(device: Device) -> None:
    info = device.info
    for name in ("address", "kind", "model", "android_version", "locale"):
        _require(getattr(info, name), f"info.{name} is empty")
    for name in ("width_px", "height_px", "density_dpi"):
        _require(getattr(info, name) > 0, f"info.{name} is {getattr(info, name)}")


def _check_observation(device: Device, observation: Observation) -> None:
    info = device.info
    size = (observation.width_px, observation.height_px)
    _require(observation.rotation in range(4), f"rotation is {observation.rotation}, not 0 to 3")
    upright = size if observation.rotation % 2 == 0 else size[::-1]
    _require(
        upright == (info.width_px, info.height_px),
        f"the screen is {size} in rotation {observation.rotation}, "
        f"which does not fit the {(info.width_px, info.height_px)} of info",
    )
    _require(observation.package, "the observation names no package")
    for place, element in enumerate(observation.elements):
        left, top, right, bottom = element.bounds
        _require(element.index == place, f"element {place} has the index {element.index}")
        _require(element.role, f"{element} has no role")
        _require(left < right and top < bottom, f"{element} has empty bounds")
        _require(
            left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1],
            f"{element} is not inside the screen of {size}",
        )
    if observation.focused is not None:
        _require(
            0 <= observation.focused < len(observation.elements),
            f"the focused element {observation.focused} does not exist",
        )


def _check_looks(device: Device) -> None:
    looks = [_look(device) for _ in range(12)]
    ids = [look.id for look in looks]
    for earlier, later in pairwise(ids):
        # Shorter first, so that look-9 comes before look-10.
        _require(
            (len(earlier), earlier) < (len(later), later),
            f"the id {later!r} follows {earlier!r}: ids must be unique and increase",
        )
    times = [look.time_s for look in looks]
    _require(times == sorted(times), f"the phone's clock goes back: {times}")


def _check_screenshots(device: Device) -> None:
    _require(
        device.observe().screenshot is None, "observe() took a screenshot that nobody asked for"
    )
    observation = device.observe(screenshot=True)
    screenshot = observation.screenshot
    if screenshot is None:
        _require(observation.secure, "observe(screenshot=True) gave none on an ordinary screen")
        return
    size = (screenshot.width_px, screenshot.height_px)
    _require(min(size) > 0, f"the screenshot says that it is {size}")
    actual = _image_size(screenshot)
    _require(actual == size, f"the screenshot says that it is {size}, but the image is {actual}")


def _image_size(screenshot: Screenshot) -> tuple[int, int]:
    data = screenshot.data
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        _require(screenshot.mime == "image/png", f"a PNG image is called {screenshot.mime}")
        return struct.unpack(">II", data[16:24])
    _require(
        data.startswith(b"\xff\xd8\xff"), f"a screenshot that begins with {data[:8]!r} is no image"
    )
    _require(screenshot.mime == "image/jpeg", f"a JPEG image is called {screenshot.mime}")
    position = 2
    while position + 9 <= len(data):
        marker, length = struct.unpack(">HH", data[position : position + 4])
        # The start of a frame, whatever its coding; C4, C8 and CC mean other things.
        if 0xFFC0 <= marker <= 0xFFCF and marker not in {0xFFC4, 0xFFC8, 0xFFCC}:
            height, width = struct.unpack(">HH", data[position + 5 : position + 9])
            return width, height
        position += 2 + length
    raise AssertionError("the JPEG screenshot holds no image")


def _check_refusals(device: Device) -> None:
    _perform(device, PressButton(SystemButton.HOME))
    stale = device.observe()
    device.observe()
    _check_refused(device, Click(MIDDLE), StaleObservation, seen=stale)
    used = device.observe()
    device.perform(Wait(0), used)
    _check_refused(device, Click(MIDDLE), StaleObservation, seen=used)
    beyond = ElementRef(len(device.observe().elements))
    off = Point(500, 1000.5)
    refused: list[tuple[Action, type[ActionError]]] = [
        (Click(beyond), NoSuchElement),
        (Click(ElementRef(-1)), NoSuchElement),
        (Type("x", beyond), NoSuchElement),
        (Scroll(Direction.DOWN, beyond), NoSuchElement),
        (Drag(MIDDLE, beyond), NoSuchElement),
        (Click(off), OffScreen),
        (LongPress(Point(-1, 500)), OffScreen),
        (Click(Point(float("nan"), 500)), OffScreen),
        (Drag(MIDDLE, off), OffScreen),
        (OpenApp(NO_APP), UnknownApp),
        (CloseApp(NO_APP), UnknownApp),
        (Output("x"), NotADeviceAction),
        (Finish(), NotADeviceAction),
        (AskUser("x"), NotADeviceAction),
    ]
    for action, error in refused:
        _check_refused(device, action, error)


def _check_refused(
    device: Device, action: Action, wanted: type[ActionError], *, seen: Observation | None = None
) -> None:
    before = device.observe() if seen is None else seen
    try:
        device.perform(action, before)
    except wanted:
        pass
    except PhoneBuddyError as error:
        raise AssertionError(f"{action} raised {error!r}, not {wanted.__name__}") from error
    else:
        raise AssertionError(f"{action} was performed, but should raise {wanted.__name__}")
    after = _look(device)
    _require(
        _unchanging(after) == _unchanging(before),
        f"{action} was refused, and yet the screen changed from {before} to {after}",
    )


def _unchanging(observation: Observation) -> Observation:
    """What may not change by itself between two looks."""
    return replace(observation, id="", time_s=0.0, notices=(), screenshot=None)


def _check_moving_about(device: Device, app: str) -> None:
    home = _perform(device, PressButton(SystemButton.HOME)).package
    opened = _perform(device, OpenApp(app)).package
    _require(opened != home, f"OpenApp({app!r}) left {home} in front")
    front = _perform(device, PressButton(SystemButton.HOME)).package
    _require(front == home, f"the home button led to {front}, not to {home}")
    front = _perform(device, OpenApp(app)).package
    _require(front == opened, f"OpenApp({app!r}) led to {opened}, then to {front}")
    for _ in range(MOST_BACKS):
        front = _perform(device, PressButton(SystemButton.BACK)).package
        if front != opened:
            break
    _require(front != opened, f"the back button, {MOST_BACKS} times, did not leave {opened}")
    _perform(device, OpenApp(app))
    front = _perform(device, CloseApp(app)).package
    _require(front == home, f"CloseApp({app!r}) led to {front}, not to {home}")


def _check_going_back(device: Device, snapshots: SnapshotDevice, app: str) -> None:
    home = _perform(device, PressButton(SystemButton.HOME)).package
    before = snapshots.snapshot()
    look = device.observe()
    _require(
        snapshots.snapshot().fingerprint == before.fingerprint,
        "looking changed the fingerprint of the phone",
    )
    _require(snapshots.changes_since(before) == (), "looking changed something on the phone")
    _perform(device, OpenApp(app))
    _require(
        snapshots.snapshot().fingerprint != before.fingerprint,
        f"OpenApp({app!r}) did not change the fingerprint of the phone",
    )
    snapshots.restore(before)
    _check_refused(device, Click(MIDDLE), StaleObservation, seen=look)
    front = device.observe().package
    _require(front == home, f"the phone went back to {front}, not to {home}")
    _require(
        snapshots.snapshot().fingerprint == before.fingerprint,
        "the phone went back to another state than the one it was asked for",
    )


def _check_waiting(device: Device) -> None:
    before = device.observe()
    after = _perform(device, Wait(10))
    _require(after.time_s >= before.time_s, "the phone's clock went back during a wait")
    device.interrupt()
    _look(device)


def _check_interrupting(device: Device) -> None:
    observation = device.observe()
    begun = threading.Event()
    ended: list[object] = []

    def wait_long() -> None:
        begun.set()
        try:
            ended.append(device.perform(Wait(60_000), observation))
        except PhoneBuddyError as error:
            ended.append(error)

    thread = threading.Thread(target=wait_long, daemon=True)
    thread.start()
    begun.wait()
    # The wait begins a moment after `begun`, and an early interrupt ends nothing.
    for _ in range(int(INTERRUPT_WITHIN_S / 0.1)):
        thread.join(0.1)
        if not thread.is_alive():
            break
        device.interrupt()
    _require(not thread.is_alive(), f"interrupt did not end a wait in {INTERRUPT_WITHIN_S} s")
    _require(
        isinstance(ended[0], Interrupted), f"an interrupted wait gave {ended[0]!r}, not Interrupted"
    )
    _look(device)


def _check_closed(device: Device) -> None:
    device.close()
    for name, call in (
        ("observe", device.observe),
        ("perform", lambda: device.perform(Wait(1), _NOTHING)),
    ):
        try:
            call()
        except DeviceGone:
            continue
        raise AssertionError(f"{name} works on a closed device: it should raise DeviceGone")


_NOTHING = Observation("", "", "", 1, 1, 0, (), False, None, False, (), None, 0.0)

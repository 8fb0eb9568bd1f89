"""Messages of the control service into our own values, and back: they meet here only."""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.emulator.errors import InvalidEmulatorRequest, NotOffered
from phoneworld.emulator.keys import CodeType, code_at, code_named
from phoneworld.emulator.pictures import PixelFormat, ScreenshotImage, ScreenshotRequest
from phoneworld.emulator.snapshots import Snapshots
from phoneworld.emulator.stubs import emulator_pb2 as pb

MAIN_DISPLAY = 0
_LENGTH_DELIMITED = 2
"""The wire type of bytes."""

_FORMATS = {
    pb.ImageFormat.PNG: PixelFormat.PNG,
    pb.ImageFormat.RGBA8888: PixelFormat.RGBA,
    pb.ImageFormat.RGB888: PixelFormat.RGB,
}
_NUMBERS = {kind: number for number, kind in _FORMATS.items()}
_ROTATIONS = (
    pb.Rotation.PORTRAIT,
    pb.Rotation.LANDSCAPE,
    pb.Rotation.REVERSE_PORTRAIT,
    pb.Rotation.REVERSE_LANDSCAPE,
)
_CODE_TYPES = {
    pb.KeyboardEvent.Usb: CodeType.USB,
    pb.KeyboardEvent.Evdev: CodeType.EVDEV,
    pb.KeyboardEvent.XKB: CodeType.XKB,
    pb.KeyboardEvent.Win: CodeType.WINDOWS,
    pb.KeyboardEvent.Mac: CodeType.MAC,
}


def check_display(display: int) -> None:
    """Refuse any display but the phone's own."""
    if display != MAIN_DISPLAY:
        raise InvalidEmulatorRequest(
            f"this phone has one display, number 0; there is no display {display}"
        )


def wanted_of(message: pb.ImageFormat) -> ScreenshotRequest:
    """What picture a client asks for."""
    check_display(message.display)
    if message.transport.channel == pb.ImageTransport.MMAP:
        raise NotOffered("pictures are sent in the answer only, not through shared memory")
    kind = _FORMATS.get(message.format)
    if kind is None:
        raise InvalidEmulatorRequest(
            f"there is no image format {message.format}: PNG, RGBA8888 or RGB888"
        )
    return ScreenshotRequest(kind, message.width, message.height)


@dataclass(frozen=True, slots=True)
class ImageAnswer:
    """An `Image` that is written by hand: protobuf takes 20 ms over the 10 MB of a raw picture."""

    without_pixels: pb.Image
    pixels: bytes

    def SerializeToString(self) -> bytes:  # noqa: N802  # as messages call it
        """The message on the wire. The order of its fields is free."""
        return b"".join((self.without_pixels.SerializeToString(), *self._field()))

    def _field(self) -> tuple[bytes, bytes, bytes]:
        number = pb.Image.DESCRIPTOR.fields_by_name["image"].number
        return bytes([number << 3 | _LENGTH_DELIMITED]), _varint(len(self.pixels)), self.pixels


def _varint(number: int) -> bytes:
    """A number in groups of seven bits, the lowest first."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)


def image_of(picture: ScreenshotImage, *, turns: int, number: int, time_us: int) -> ImageAnswer:
    """A picture as it is sent. `turns`: how often the phone is turned to the left by a quarter."""
    without_pixels = pb.Image(
        format=pb.ImageFormat(
            format=_NUMBERS[picture.format],
            rotation=pb.Rotation(rotation=_ROTATIONS[turns % 4]),
            width=picture.width_px,
            height=picture.height_px,
        ),
        seq=number,
        timestampUs=time_us,
    )
    return ImageAnswer(without_pixels, picture.data)


def key_of(event: pb.KeyboardEvent) -> int:
    """Android's code for the key of an event, or `UNKNOWN`."""
    if event.key:
        return code_named(event.key)
    kind = _CODE_TYPES.get(event.codeType)
    if kind is None:
        raise InvalidEmulatorRequest(f"there is no type {event.codeType} of key codes")
    return code_at(kind, event.keyCode)


def key_words(event: pb.KeyboardEvent) -> str:
    """A key as it was asked for."""
    if event.key:
        return repr(event.key)
    return f"{pb.KeyboardEvent.KeyCodeType.Name(event.codeType)} {event.keyCode}"


def battery_of(level_percent: int) -> pb.BatteryState:
    """A healthy battery without a charger."""
    return pb.BatteryState(
        hasBattery=True,
        isPresent=True,
        charger=pb.BatteryState.NONE,
        chargeLevel=level_percent,
        health=pb.BatteryState.GOOD,
        status=pb.BatteryState.DISCHARGING,
    )


def level_of(battery: pb.BatteryState) -> int:
    """How full a battery is to be, in percent."""
    if not 0 <= battery.chargeLevel <= 100:
        raise InvalidEmulatorRequest(f"a battery holds 0 to 100 percent, not {battery.chargeLevel}")
    return battery.chargeLevel


def status_of(*, version: str, uptime_ms: int, hardware: dict[str, str]) -> pb.EmulatorStatus:
    """A phone that has booted."""
    return pb.EmulatorStatus(
        version=version,
        uptime=uptime_ms,
        booted=True,
        vmConfig=pb.VmConfiguration(hypervisorType=pb.VmConfiguration.NONE, numberOfCpuCores=1),
        hardwareConfig=pb.EntryList(
            entry=[pb.Entry(key=key, value=value) for key, value in hardware.items()]
        ),
    )


def state_words(state: int) -> str:
    """A state of the machine by its name, or by its number where it has none."""
    names = {number: name for name, number in pb.VmRunState.RunState.items()}
    return names.get(state, str(state))


def display_of(width_px: int, height_px: int, density_dpi: int) -> pb.DisplayConfigurations:
    """The one display there is."""
    display = pb.DisplayConfiguration(
        width=width_px, height=height_px, dpi=density_dpi, display=MAIN_DISPLAY
    )
    return pb.DisplayConfigurations(displays=[display])


def listing_of(snapshots: Snapshots) -> pb.SnapshotList:
    """All snapshots; every one can be loaded."""
    status = pb.SnapshotDetails.LoadStatus
    return pb.SnapshotList(
        snapshots=[
            pb.SnapshotDetails(
                snapshot_id=name,
                status=status.Loaded if name == snapshots.loaded else status.Compatible,
                size=size,
            )
            for name, size in snapshots.sizes().items()
        ]
    )

"""Devices on the wire."""

from __future__ import annotations

from phonebuddy.v1 import device_service_pb2 as pb
from phonebuddy.v1 import run_pb2

from runtime.device import DeviceInfo
from runtime.device_pool import Availability, KnownDevice
from runtime.server.codec.fields import EnumCodec, wire_text

DEVICE_STATES = EnumCodec(Availability, pb.DeviceState, "DEVICE_STATE")


def write_device(device: KnownDevice) -> pb.Device:
    """A device that is open or could be, as a message."""
    return pb.Device(
        address=wire_text(device.address),
        kind=wire_text(device.kind),
        state=DEVICE_STATES.write(device.availability),
        run_id=wire_text(device.holder),
        advice=wire_text(device.advice),
        info=write_device_info(device.info) if device.info is not None else None,
    )


def write_device_info(info: DeviceInfo) -> run_pb2.DeviceInfo:
    """What a device is, as a message."""
    return run_pb2.DeviceInfo(
        address=wire_text(info.address),
        kind=wire_text(info.kind),
        model=wire_text(info.model),
        android_version=wire_text(info.android_version),
        width_px=info.width_px,
        height_px=info.height_px,
        density_dpi=info.density_dpi,
        locale=wire_text(info.locale),
        launcher=wire_text(info.launcher),
    )


def read_device_info(message: run_pb2.DeviceInfo) -> DeviceInfo:
    """What a device is, as a message says."""
    return DeviceInfo(
        address=message.address,
        kind=message.kind,
        model=message.model,
        android_version=message.android_version,
        width_px=message.width_px,
        height_px=message.height_px,
        density_dpi=message.density_dpi,
        locale=message.locale,
        launcher=message.launcher,
    )

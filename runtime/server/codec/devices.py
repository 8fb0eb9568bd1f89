"""Devices on the wire."""

from __future__ import annotations

from phonebuddy.v1 import device_service_pb2 as pb
from phonebuddy.v1 import run_pb2

from runtime.device import DeviceInfo
from runtime.device_pool import Availability, KnownDevice
from runtime.server.codec.field_groups import named, optional
from runtime.server.codec.fields import EnumCodec
from runtime.server.codec.messages import MessageCodec
from runtime.server.codec.values import INT32, SERVER_TEXT

DEVICE_STATES = EnumCodec(Availability, pb.DeviceState)

DEVICE_INFO = MessageCodec(
    DeviceInfo,
    run_pb2.DeviceInfo,
    address=SERVER_TEXT,
    kind=SERVER_TEXT,
    model=SERVER_TEXT,
    android_version=SERVER_TEXT,
    width_px=INT32,
    height_px=INT32,
    density_dpi=INT32,
    locale=SERVER_TEXT,
    launcher=SERVER_TEXT,
)
DEVICE = MessageCodec(
    KnownDevice,
    pb.Device,
    address=SERVER_TEXT,
    kind=SERVER_TEXT,
    availability=named("state", DEVICE_STATES),
    holder=named("run_id", SERVER_TEXT),
    advice=SERVER_TEXT,
    info=optional(DEVICE_INFO),
)
write_device = DEVICE.write


def read_device_info(message: run_pb2.DeviceInfo) -> DeviceInfo:
    """What a device is, as a server says."""
    return DEVICE_INFO.read(message, "device_info")

"""Phones that adb knows, for lists of devices."""

from __future__ import annotations

from runtime.discovery import DiscoveredDevice
from runtime.errors import DeviceError


def find_phones() -> list[DiscoveredDevice]:
    """Every phone that the adb server of this machine lists; none where there is no server."""
    # adbutils is slow to import.
    from runtime.backends.adb.address import server_address
    from runtime.backends.adb.connection import READY, Finder, state_error
    from runtime.backends.adb.deadlines import Interruption

    try:
        listed = Finder(server_address(), Interruption()).list(timeout_s=2.0)
    except DeviceError:
        return []
    return [
        DiscoveredDevice(
            f"adb://{phone.serial}",
            "adb",
            "" if phone.state == READY else str(state_error(phone.serial, phone.state)),
        )
        for phone in listed
    ]

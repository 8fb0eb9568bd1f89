"""Phones that adb knows, for lists of devices."""

from __future__ import annotations

from runtime.discovery import DiscoveredDevice
from runtime.errors import DeviceError


def find_phones() -> list[DiscoveredDevice]:
    """Every phone that the adb server of this machine lists or hears; none where there is no server.

    One that is connected by a cable and by Wi-Fi is one phone. One that only announces itself on the
    network is listed with what to do about it.
    """
    # adbutils is slow to import.
    from runtime.backends.adb.address import server_address
    from runtime.backends.adb.announced import CONNECT
    from runtime.backends.adb.connection import READY, Finder, state_error
    from runtime.backends.adb.deadlines import Interruption

    finder = Finder(server_address(), Interruption())
    try:
        listed = finder.list(timeout_s=2.0)
        phones = finder.each_once(listed)
        announced = finder.announced(timeout_s=2.0)
    except DeviceError:
        return []
    found = [
        DiscoveredDevice(
            f"adb://{phone.best.serial}",
            "adb",
            ""
            if phone.best.state == READY
            else str(state_error(phone.best.serial, phone.best.state)),
        )
        for phone in phones
    ]
    known = {phone.serial for phone in listed}
    found += [
        DiscoveredDevice(
            f"adb://{service.serial}",
            "adb",
            f"{service.name} is on the network at {service.address}, not connected: run 'adb connect "
            f"{service.address}', or 'phonebuddy pair' if this computer was never paired with it",
        )
        for service in announced
        if service.kind == CONNECT and not known & {service.serial, service.address}
    ]
    return found

"""What an address says: `adb://SERIAL`, `adb://HOST:PORT`, or `adb://` for the only phone."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from runtime.backends.adb.announced import CONNECT
from runtime.backends.adb.calls import ServerAddress
from runtime.errors import AddressError

SCHEME = "adb"
_NETWORK = re.compile(r"(?P<host>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.\-]+):(?P<port>\d{1,5})")
_SERIAL = re.compile(r" ?[\w.:\-()+@]+(?: [\w.:\-()+@]+)*")
"""Some phones have a blank in their serial; one that Wi-Fi announces twice is called `... (2)...`."""


@dataclass(frozen=True, slots=True)
class AdbAddress:
    """Which phone is meant; an empty serial is the only one connected."""

    serial: str
    network: bool = False

    @property
    def connectable(self) -> bool:
        """Whether adb can be told to connect to it: by address, or by its name on the network."""
        return self.network or self.serial.endswith(CONNECT)

    def __str__(self) -> str:
        return f"{SCHEME}://{self.serial}"


def read_address(text: str) -> AdbAddress:
    """An address taken apart; `AddressError` where it makes no sense."""
    scheme, separator, rest = text.partition("://")
    serial = rest.rstrip("/").replace("%20", " ")
    if scheme != SCHEME or not separator:
        raise AddressError(f"{text!r} is no adb address: write adb://SERIAL or adb://HOST:PORT")
    if not serial:
        return AdbAddress("")
    match = _NETWORK.fullmatch(serial)
    if match is not None:
        if not 0 < int(match["port"]) < 65536:
            raise AddressError(f"{text!r}: there is no port {match['port']}")
        return AdbAddress(serial, network=True)
    if _SERIAL.fullmatch(serial) is None:
        raise AddressError(f"{text!r}: {serial!r} is no serial that 'adb devices' could show")
    return AdbAddress(serial)


def server_address(environment: Mapping[str, str] | None = None) -> ServerAddress:
    """Where the adb server is, by the variables that adb itself reads."""
    found = os.environ if environment is None else environment
    host = found.get("ANDROID_ADB_SERVER_ADDRESS") or found.get("ANDROID_ADB_SERVER_HOST")
    port = found.get("ANDROID_ADB_SERVER_PORT", "")
    if port and not (port.isdecimal() and 0 < int(port) < 65536):
        raise AddressError(f"ANDROID_ADB_SERVER_PORT is {port!r}, which is no port")
    return ServerAddress(host or "127.0.0.1", int(port or 5037))

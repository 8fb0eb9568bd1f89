"""Opens a phone by its address, such as `phoneworld://?seed=7`. The runtime finds this entry point."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from phoneworld.catalogue import open_catalogue
from phoneworld.device import PhoneDevice
from runtime.errors import AddressError


def open_device(address: str) -> PhoneDevice:
    """A new phone for `phoneworld://?seed=7&realism=mild&with=FOLDER`, populated."""
    query = parse_qs(urlsplit(address).query)
    unknown = set(query) - {"seed", "realism", "with"}
    if unknown:
        raise AddressError(
            f"{address!r} has unknown parts {', '.join(sorted(unknown))}: "
            "a PhoneWorld address is phoneworld://?seed=NUMBER&realism=LEVEL&with=FOLDER"
        )
    seed = query.get("seed", ["0"])[0]
    if not seed.isdecimal():
        raise AddressError(f"{address!r}: the seed must be a whole number, not {seed!r}")
    catalogue = open_catalogue([Path(folder) for folder in query.get("with", [])])
    phone = catalogue.workshop().phone(int(seed), realism=query.get("realism", ["off"])[0])
    device = PhoneDevice(phone, address=address)
    # The painter, its fonts and the wallpaper are slow once: better now, while a policy loads.
    device.screenshot()
    return device

"""What a phone is: model, version, size, language. Read once, when it is opened."""

from __future__ import annotations

import re

from runtime.backends.adb.address import Address
from runtime.backends.adb.calls import Shell
from runtime.backends.adb.errors import CommandFailed
from runtime.device import DeviceInfo

SCRIPT = (
    "getprop ro.product.model; getprop ro.build.version.release; getprop persist.sys.locale; "
    "getprop ro.product.locale; wm size; wm density"
)
_SIZE = re.compile(r"size: (\d+)x(\d+)")
_DENSITY = re.compile(r"density: (\d+)")


def read_info(phone: Shell, address: Address) -> DeviceInfo:
    """Ask the phone."""
    return parse_info(phone.script(SCRIPT).text, address)


def parse_info(text: str, address: Address) -> DeviceInfo:
    """What the output of `SCRIPT` tells."""
    lines = [line.strip() for line in text.splitlines()]
    model, version, chosen_locale, built_locale = (*lines, "", "", "", "")[:4]
    # Where the owner has chosen another size or density, that is printed last.
    sizes, densities = _SIZE.findall(text), _DENSITY.findall(text)
    if not sizes or not densities:
        raise CommandFailed(f"{address} does not tell its size and density, but {text[:200]!r}")
    width, height = sizes[-1]
    return DeviceInfo(
        address=str(address),
        kind="adb",
        model=model or "Android",
        android_version=version or "unknown",
        width_px=int(width),
        height_px=int(height),
        density_dpi=int(densities[-1]),
        locale=chosen_locale or built_locale or "und",
    )

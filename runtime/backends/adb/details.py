"""What a phone is: model, version, size, language. Read once, when it is opened."""

from __future__ import annotations

import re

from runtime.backends.adb.address import AdbAddress
from runtime.backends.adb.calls import AdbShell
from runtime.backends.adb.errors import CommandFailed
from runtime.device import DeviceInfo

SCRIPT = (
    "getprop ro.product.model; getprop ro.build.version.release; getprop persist.sys.locale; "
    "getprop ro.product.locale; wm size; wm density; "
    "cmd package resolve-activity --brief -a android.intent.action.MAIN "
    "-c android.intent.category.HOME"
)
_SIZE = re.compile(r"size: (\d+)x(\d+)")
_DENSITY = re.compile(r"density: (\d+)")
_CHOOSER = "android"
"""What answers for the home screen while the owner has not chosen among several."""
_COMPONENT = re.compile(r"^([\w.]+)/[\w.$]+$", re.MULTILINE)


def read_info(phone: AdbShell, address: AdbAddress) -> DeviceInfo:
    """Ask the phone."""
    return parse_info(phone.script(SCRIPT).text, address)


def parse_info(text: str, address: AdbAddress) -> DeviceInfo:
    """What the output of `SCRIPT` tells."""
    lines = [line.strip() for line in text.splitlines()]
    model, version, chosen_locale, built_locale = (*lines, "", "", "", "")[:4]
    # Where the owner has chosen another size or density, that is printed last.
    sizes, densities = _SIZE.findall(text), _DENSITY.findall(text)
    if not sizes or not densities:
        raise CommandFailed(f"{address} does not tell its size and density, but {text[:200]!r}")
    width, height = sizes[-1]
    homes = [package for package in _COMPONENT.findall(text) if package != _CHOOSER]
    return DeviceInfo(
        address=str(address),
        kind="adb",
        model=model or "Android",
        android_version=version or "unknown",
        width_px=int(width),
        height_px=int(height),
        density_dpi=int(densities[-1]),
        locale=chosen_locale or built_locale or "und",
        launcher=homes[-1] if homes else "",
    )

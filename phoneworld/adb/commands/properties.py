"""`getprop` and `setprop`, and small questions about the system: `uname`, `getenforce`, `nproc`."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command import Command, Io
from phoneworld.device import ANDROID_VERSION

SDK = "35"
NAME = "phoneworld"
MODEL = "PhoneWorld"
FINGERPRINT = f"{NAME}/{NAME}/{NAME}:{ANDROID_VERSION}/PW1A/1:userdebug/test-keys"
KERNEL = "6.1.0-phoneworld"
FIXED = {
    "dalvik.vm.heapsize": "512m",
    "gsm.network.type": "LTE",
    "gsm.operator.alpha": "PhoneWorld",
    "gsm.sim.state": "LOADED",
    "init.svc.adbd": "running",
    "init.svc.bootanim": "stopped",
    "init.svc.zygote": "running",
    "net.bt.name": "Android",
    "persist.sys.timezone": "UTC",
    "ro.adb.secure": "0",
    "ro.board.platform": NAME,
    "ro.boot.hardware": NAME,
    "ro.build.characteristics": "default",
    "ro.build.display.id": f"PW1A.1 ({ANDROID_VERSION})",
    "ro.build.fingerprint": FINGERPRINT,
    "ro.build.id": "PW1A",
    "ro.build.tags": "test-keys",
    "ro.build.type": "userdebug",
    "ro.build.version.codename": "REL",
    "ro.build.version.release": ANDROID_VERSION,
    "ro.build.version.sdk": SDK,
    "ro.build.version.security_patch": "2026-05-05",
    "ro.crypto.state": "encrypted",
    "ro.debuggable": "1",
    "ro.hardware": NAME,
    "ro.product.board": NAME,
    "ro.product.brand": NAME,
    "ro.product.cpu.abi": "arm64-v8a",
    "ro.product.cpu.abilist": "arm64-v8a",
    "ro.product.cpu.abilist64": "arm64-v8a",
    "ro.product.device": NAME,
    "ro.product.manufacturer": NAME,
    "ro.product.model": MODEL,
    "ro.product.name": NAME,
    "ro.secure": "1",
    "service.bootanim.exit": "1",
    "sys.boot_completed": "1",
    "dev.bootcomplete": "1",
}
LONGEST_VALUE = 92
MAX_PROPERTIES = 10_000


def properties_of(session: AdbSession) -> dict[str, str]:
    """All system properties by name."""
    language, _, region = session.phone.settings.get("system", "locale", "en").partition("-")
    return {
        **FIXED,
        "persist.sys.locale": f"{language}-{region or 'US'}" if language == "en" else language,
        "ro.boot.serialno": session.serial,
        "ro.serialno": session.serial,
        "ro.sf.lcd_density": str(session.handset.panel.density_dpi),
        **session.personality.properties,
        **session.handset.properties,
    }


def _getprop(io: Io, arguments: Sequence[str]) -> int:
    words = [word for word in arguments if word not in ("-Z", "-T")]
    found = properties_of(io.session)
    if words:
        io.out(found.get(words[0], words[1] if len(words) > 1 else "") + "\n")
    else:
        io.out("".join(f"[{name}]: [{value}]\n" for name, value in sorted(found.items())))
    return 0


def _setprop(io: Io, arguments: Sequence[str]) -> int:
    if len(arguments) != 2:
        io.err("usage: setprop NAME VALUE\n")
        return 1
    name, value = arguments
    own = io.session.handset.properties
    if name.startswith("ro.") and name in properties_of(io.session):
        io.err(f"setprop: failed to set property '{name}' to '{value}'\n")
        return 1
    if not name or len(value.encode()) >= LONGEST_VALUE or len(own) >= MAX_PROPERTIES:
        io.err(f"setprop: property '{name}': value too long or too many properties\n")
        return 1
    own[name] = value
    return 0


def _uname(io: Io, arguments: Sequence[str]) -> int:
    letters = "".join(word.lstrip("-") for word in arguments)
    parts = {"s": "Linux", "n": "localhost", "r": KERNEL, "v": "#1 SMP PREEMPT", "m": "aarch64"}
    wanted = "snrvm" if "a" in letters else letters or "s"
    unknown = set(wanted) - set(parts)
    if unknown:
        io.err(f"uname: Unknown option '{min(unknown)}'\n")
        return 1
    io.out(" ".join(parts[letter] for letter in "snrvm" if letter in wanted))
    io.out(" Toybox\n" if "a" in letters else "\n")
    return 0


def _getenforce(io: Io, arguments: Sequence[str]) -> int:
    del arguments
    io.out("Permissive\n")
    return 0


def _setenforce(io: Io, arguments: Sequence[str]) -> int:
    del io, arguments
    return 0


def _nproc(io: Io, arguments: Sequence[str]) -> int:
    del arguments
    io.out("8\n")
    return 0


def _hostname(io: Io, arguments: Sequence[str]) -> int:
    del arguments
    io.out("localhost\n")
    return 0


COMMANDS: dict[str, Command] = {
    "getenforce": _getenforce,
    "getprop": _getprop,
    "hostname": _hostname,
    "nproc": _nproc,
    "setenforce": _setenforce,
    "setprop": _setprop,
    "uname": _uname,
}

"""`dumpsys`: what services say of themselves. The texts are in `phoneworld.adb.dumps`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from phoneworld.adb.dumps import hardware, windows
from phoneworld.adb.dumps.activities import activity
from phoneworld.adb.handset.setting_changes import list_settings
from phoneworld.adb.packages.dump import describe_package
from phoneworld.adb.packages.package_list import packages_of
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command import Command, Io
from phoneworld.providers.settings import TABLES


def _package(session: AdbSession, words: list[str]) -> str:
    known = packages_of(session)
    names = [word for word in words if not word.startswith("-")] or list(known)
    missing = [name for name in names if name not in known]
    if missing:
        return f"Unable to find package: {missing[0]}\n"
    return "".join(describe_package(session, known[name]) for name in names)


def _settings(session: AdbSession, words: list[str]) -> str:
    del words
    lines: list[str] = []
    for table in TABLES:
        lines.append(f"{table.upper()} SETTINGS (user 0)")
        lines += [
            f"_id:{number} name:{name} pkg:android value:{value}"
            for number, (name, value) in enumerate(list_settings(session, table).items(), 1)
        ]
    return "\n".join(lines) + "\n"


def _memory(session: AdbSession, words: list[str]) -> str:
    name = next((word for word in words if not word.startswith("-")), "")
    if name and name not in session.phone.tasks:
        return f"No process found for: {name}\n"
    return (
        "Applications Memory Usage (in Kilobytes):\n"
        f"** MEMINFO in pid 2000 [{name or 'system'}] **\n           TOTAL PSS:    90000\n"
    )


DUMPS: Mapping[str, Callable[[AdbSession, list[str]], str]] = {
    "SurfaceFlinger": windows.surface_flinger,
    "activity": activity,
    "audio": hardware.audio,
    "battery": hardware.battery,
    "bluetooth_manager": hardware.bluetooth,
    "connectivity": hardware.connectivity,
    "display": windows.display,
    "input": windows.input_state,
    "input_method": windows.input_method,
    "meminfo": _memory,
    "notification": hardware.notification,
    "package": _package,
    "power": hardware.power,
    "settings": _settings,
    "telephony.registry": hardware.telephony,
    "trust": hardware.trust,
    "wifi": hardware.wifi,
    "window": windows.window,
}
VALUED = frozenset(("-t", "-T", "--priority", "--skip"))


def _dumpsys(io: Io, arguments: Sequence[str]) -> int:
    words = list(arguments)
    lists_only = False
    while words and words[0].startswith("-"):
        option = words.pop(0)
        lists_only = lists_only or option == "-l"
        if option in VALUED and words:
            words.pop(0)
    if lists_only:
        io.out("Currently running services:\n" + "".join(f"  {name}\n" for name in sorted(DUMPS)))
        return 0
    if not words:
        for name in sorted(DUMPS):
            line = "-" * 79
            io.out(f"{line}\nDUMP OF SERVICE {name}:\n{DUMPS[name](io.session, [])}")
        return 0
    name, *rest = words
    dump = DUMPS.get(name)
    if dump is None:
        io.err(f"Can't find service: {name}\n")
        io.session.journal.miss(f"dumpsys {name}")
        return 1
    io.out(dump(io.session, rest))
    return 0


COMMANDS: dict[str, Command] = {"dumpsys": _dumpsys}

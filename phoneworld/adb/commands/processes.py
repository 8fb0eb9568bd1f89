"""Commands about processes. Every open app is a process."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from phoneworld.adb.errors import AdbError
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.shell.options import read_options
from phoneworld.phone import LAUNCHER
from phoneworld.world import EPOCH

SYSTEM = ((1, "root", "init"), (612, "root", "adbd"), (1480, "system", "system_server"))
BOOTED_S = EPOCH.timestamp() - 3600


def pid_of(package: str) -> int:
    """The number of an app's process: always the same one."""
    return 2000 + zlib.crc32(package.encode()) % 28_000


def processes(session: AdbSession) -> list[tuple[int, str, str]]:
    """Number, user and name of all processes."""
    apps = [LAUNCHER, "com.android.systemui", *session.phone.recent_apps]
    own = [(pid_of(package), f"u0_a{pid_of(package) % 200}", package) for package in apps]
    return [*SYSTEM, *own]


def _ps(io: Io, arguments: Sequence[str]) -> int:
    options = read_options([word for word in arguments if word.startswith("-")], "AefTZwlo:p:u:")
    del options
    io.out(
        "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME                       \n"
    )
    for number, user, name in processes(io.session):
        parent = 0 if number == 1 else 1
        io.out(
            f"{user:<12} {number:>5} {parent:>5} 1400000  90000 0                   0 S {name}\n"
        )
    return 0


def _pidof(io: Io, arguments: Sequence[str]) -> int:
    wanted = {word for word in arguments if not word.startswith("-")}
    found = [str(number) for number, _, name in processes(io.session) if name in wanted]
    if found:
        io.out(" ".join(found) + "\n")
    return 0 if found else 1


def _pgrep(io: Io, arguments: Sequence[str]) -> int:
    options = read_options(arguments, "flx")
    if not options.rest:
        raise AdbError("needs a name")
    found = [
        (number, name)
        for number, _, name in processes(io.session)
        if (options.rest[0] == name if "x" in options else options.rest[0] in name)
    ]
    for number, name in found:
        io.out(f"{number} {name}\n" if "l" in options else f"{number}\n")
    return 0 if found else 1


def _kill(io: Io, arguments: Sequence[str]) -> int:
    words = [word for word in arguments if not word.startswith("-")]
    status = 0
    for word in words:
        name = {str(number): name for number, _, name in processes(io.session)}.get(word)
        if name is None:
            io.err(f"kill: bad pid '{word}'\n")
            status = 1
        else:
            status |= _end(io, "kill", name)
    return status if words else 1


def _killall(io: Io, arguments: Sequence[str]) -> int:
    words = [word for word in arguments if not word.startswith("-")]
    running = {name for _, _, name in processes(io.session)}
    status = 0 if words else 1
    for word in words:
        if word in running:
            status |= _end(io, "killall", word)
        else:
            io.err(f"killall: {word}: No such process\n")
            status = 1
    return status


def _pkill(io: Io, arguments: Sequence[str]) -> int:
    words = [word for word in arguments if not word.startswith("-")]
    found = [name for _, _, name in processes(io.session) if words and words[-1] in name]
    for name in found:
        _end(io, "pkill", name)
    return 0 if found else 1


def _end(io: Io, command: str, name: str) -> int:
    phone = io.session.phone
    if name not in phone.apps:
        io.err(f"{command}: {name}: Operation not permitted\n")
        return 1
    phone.stop_app(name)
    return 0


def _uptime(io: Io, arguments: Sequence[str]) -> int:
    del arguments
    minutes = int(io.session.phone.now_s - BOOTED_S) // 60
    hours, minutes = divmod(minutes, 60)
    io.out(f" up {hours:02}:{minutes:02}, 0 users, load average: 0.00, 0.00, 0.00\n")
    return 0


COMMANDS: dict[str, Command] = {
    "kill": _kill,
    "killall": _killall,
    "pgrep": _pgrep,
    "pidof": _pidof,
    "pkill": _pkill,
    "ps": _ps,
    "uptime": _uptime,
}

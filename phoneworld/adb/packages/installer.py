"""`pm install` and `pm uninstall`: APKs are read, recorded and never run.

The phone's own apps cannot be removed: they are the world that tasks are about. An APK of an app
that has a stand-in on the phone counts as an update of it: the stand-in stays.
"""

from __future__ import annotations

from phoneworld.adb.errors import FileError
from phoneworld.adb.handset.keyboards import follow_setting
from phoneworld.adb.handset.logs import log
from phoneworld.adb.handset.state import Apk
from phoneworld.adb.packages.apk import NotAnApk, read_apk
from phoneworld.adb.packages.package_list import has_stand_in, packages_of
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.arguments import Arguments, Thrown, read_int
from phoneworld.adb.shell.command import Io
from phoneworld.adb.shell.paths import cwd_of
from phoneworld.adb.storage.files import MAX_FILE_BYTES

FIRST_SESSION = 1_000_001
MAX_SESSIONS = 100
_VALUED = frozenset(
    "-i -p -S --user --originating-uri --referrer --abi --install-location --install-reason "
    "--dexopt-compiler-filter".split()
)


def _options(arguments: Arguments) -> dict[str, str]:
    """Options and their values."""
    found: dict[str, str] = {}
    for option in arguments.options():
        found[option] = arguments.required() if option in _VALUED else ""
    return found


def _size(options: dict[str, str]) -> int | None:
    if "-S" not in options:
        return None
    size = read_int(options["-S"])
    if not 0 <= size <= MAX_FILE_BYTES:
        raise Thrown(f"{size} bytes are no size for an APK")
    return size


async def _read(io: Io, size: int | None, path: str | None) -> Apk | None:
    """The APK that is sent, or that lies on the phone; None, with the reason written, if bad."""
    if path in (None, "-"):
        if size is None:
            io.err("Error: must either specify a package size or an APK file\n")
            return None
        data = await io.read(size)
        if len(data) < size:
            io.out("Failure [INSTALL_FAILED_INVALID_APK: Failed to read all of the APK]\n")
            return None
    else:
        tree = io.session.tree
        try:
            data = tree.read(tree.resolve(path, cwd_of(io)))
        except FileError as error:
            io.err(f"Error: Unable to open file: {path}\n{error.reason}\n")
            return None
    try:
        return read_apk(data)
    except NotAnApk as error:
        io.out(f"Failure [INSTALL_PARSE_FAILED_NOT_APK: {error}]\n")
        return None


def _record(session: AdbSession, apk: Apk) -> None:
    if has_stand_in(session, apk.package):
        log(session, "PackageManager", f"Package {apk.package} installed: its stand-in stays")
        return
    if apk.package not in session.installed:
        session.installed.append(apk.package)
    session.handset.packages[apk.package] = apk
    log(session, "PackageManager", f"Package {apk.package} installed: recorded, cannot be run")
    follow_setting(session)


def _refused(session: AdbSession, apk: Apk) -> str:
    """Why a package cannot be installed, or nothing."""
    name = apk.package
    if has_stand_in(session, name) or name in session.installed:
        return ""
    if name in packages_of(session):
        return (
            f"INSTALL_FAILED_UPDATE_INCOMPATIBLE: Package {name} signatures do not match "
            "previously installed version; ignoring!"
        )
    return ""


def _finish(io: Io, apk: Apk) -> int:
    refused = _refused(io.session, apk)
    if refused:
        io.out(f"Failure [{refused}]\n")
        return 1
    _record(io.session, apk)
    io.out("Success\n")
    return 0


async def install(io: Io, arguments: Arguments) -> int:
    """`pm install [-S BYTES] [PATH]`: an APK from standard input, or from the phone's files."""
    options = _options(arguments)
    apk = await _read(io, _size(options), arguments.next())
    return _finish(io, apk) if apk is not None else 1


def install_create(io: Io, arguments: Arguments) -> int:
    """Begin an installation in parts."""
    _options(arguments)
    pending = io.session.handset.pending
    if len(pending) >= MAX_SESSIONS:
        raise Thrown("Too many active sessions", "java.lang.IllegalStateException")
    number = max(pending, default=FIRST_SESSION - 1) + 1
    pending[number] = []
    io.out(f"Success: created install session [{number}]\n")
    return 0


def _pending(io: Io, arguments: Arguments) -> tuple[int, list[Apk]]:
    number = arguments.whole_number()
    parts = io.session.handset.pending.get(number)
    if parts is None:
        raise Thrown(f"Session {number} not found", "java.lang.SecurityException")
    return number, parts


async def install_write(io: Io, arguments: Arguments) -> int:
    """One part: `pm install-write -S BYTES SESSION NAME [PATH]`."""
    options = _options(arguments)
    _, parts = _pending(io, arguments)
    arguments.required()
    size = _size(options)
    apk = await _read(io, size, arguments.next())
    if apk is None:
        return 1
    parts.append(apk)
    io.out(f"Success: streamed {size or 0} bytes\n")
    return 0


def install_commit(io: Io, arguments: Arguments) -> int:
    """Install what was written."""
    number, parts = _pending(io, arguments)
    del io.session.handset.pending[number]
    if not parts:
        io.out("Failure [INSTALL_FAILED_INVALID_APK: No packages staged]\n")
        return 1
    if len({apk.package for apk in parts}) > 1:
        io.out("Failure [INSTALL_FAILED_INVALID_APK: Split packages of different names]\n")
        return 1
    return _finish(io, parts[0])


def install_abandon(io: Io, arguments: Arguments) -> int:
    """Forget what was written."""
    number, _ = _pending(io, arguments)
    del io.session.handset.pending[number]
    io.out("Success\n")
    return 0


def uninstall(io: Io, arguments: Arguments) -> int:
    """Remove what adb installed."""
    _options(arguments)
    name = arguments.required()
    session = io.session
    if name in session.installed:
        session.installed.remove(name)
        session.handset.packages.pop(name, None)
        follow_setting(session)
        io.out("Success\n")
        return 0
    if name in packages_of(session):
        session.journal.miss(f"pm uninstall {name}: the phone's own apps stay")
        io.out("Failure [DELETE_FAILED_DEVICE_POLICY_MANAGER]\n")
    else:
        io.out("Failure [DELETE_FAILED_INTERNAL_ERROR]\n")
    return 1

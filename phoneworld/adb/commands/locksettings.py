"""`locksettings`, and `reboot`: how the phone is locked, and switching it off and on again."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.adb.handset import lock
from phoneworld.adb.handset.setting_changes import put_setting
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.arguments import FAILED, Arguments, Sub, dispatch
from phoneworld.adb.shell.command import Command, Io

LOCK_TYPE = ("secure", "lock_type")
SHORTEST = 4


def _options(arguments: Arguments) -> dict[str, str]:
    return {option: arguments.required() for option in arguments.options()}


def _may_change(io: Io, options: dict[str, str]) -> bool:
    secret = io.session.handset.secret
    if secret and options.get("--old", "") != secret:
        io.err(f"Old password '{options.get('--old', '')}' didn't match\n")
        return False
    return True


def _set_secret(kind: str) -> Sub:
    def change(io: Io, arguments: Arguments) -> int:
        options = _options(arguments)
        secret = arguments.required()
        if not _may_change(io, options):
            return FAILED
        if len(secret) < SHORTEST or (kind == "pin" and not secret.isdecimal()):
            io.err(
                f"New credential doesn't satisfy admin policies: a {kind} of {SHORTEST} or more\n"
            )
            return FAILED
        io.session.handset.secret = secret
        put_setting(io.session, *LOCK_TYPE, kind)
        io.out(f"{'Pin' if kind == 'pin' else 'Password'} set to '{secret}'\n")
        return 0

    return change


def _clear(io: Io, arguments: Arguments) -> int:
    if not _may_change(io, _options(arguments)):
        return FAILED
    io.session.handset.secret = ""
    put_setting(io.session, *LOCK_TYPE, "swipe")
    io.out("Lock credential cleared\n")
    return 0


def _verify(io: Io, arguments: Arguments) -> int:
    options = _options(arguments)
    if io.session.handset.secret and options.get("--old", "") != io.session.handset.secret:
        io.out("Old password didn't match\n")
        return FAILED
    io.out("Lock credential verified successfully\n")
    return 0


def _get_disabled(io: Io, arguments: Arguments) -> int:
    del arguments
    io.out("false\n" if lock.has_lock(io.session) else "true\n")
    return 0


def _set_disabled(io: Io, arguments: Arguments) -> int:
    options = _options(arguments)
    word = arguments.required()
    if not _may_change(io, options):
        return FAILED
    off = word.lower() == "true"
    io.session.handset.secret = ""
    put_setting(io.session, *LOCK_TYPE, lock.NO_LOCK if off else "swipe")
    io.out(f"Lock screen disabled set to {'true' if off else 'false'}\n")
    return 0


def restart(session: AdbSession) -> None:
    """Switch the phone off and on: no app is open, and it is locked if it locks at all."""
    phone = session.phone
    phone.tasks.clear()
    phone.clipboard = ""
    phone.toast_text = ""
    phone.go_home()
    session.handset.finger = None
    session.screen_on = True
    if lock.has_lock(session):
        lock.lock(session)


def _reboot(io: Io, arguments: Sequence[str]) -> int:
    if "-p" in arguments:
        lock.sleep(io.session)
    else:
        restart(io.session)
    return 0


lock_settings = dispatch(
    {
        "clear": _clear,
        "get-disabled": _get_disabled,
        "set-disabled": _set_disabled,
        "set-password": _set_secret("password"),
        "set-pin": _set_secret("pin"),
        "verify": _verify,
    },
    "lockSettings service commands:\n  get-disabled\n  set-disabled <true|false>\n"
    "  set-pin [--old <CREDENTIAL>] <PIN>\n  set-password [--old <CREDENTIAL>] <PASSWORD>\n"
    "  clear [--old <CREDENTIAL>]\n  verify [--old <CREDENTIAL>]\n",
)

COMMANDS: dict[str, Command] = {"locksettings": lock_settings, "reboot": _reboot}

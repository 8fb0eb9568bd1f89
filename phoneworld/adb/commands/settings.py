"""`settings`: the tables system, secure and global, as the phone's own Settings app sees them."""

from __future__ import annotations

from phoneworld.adb.handset.setting_changes import (
    delete_setting,
    list_settings,
    put_setting,
    read_setting,
)
from phoneworld.adb.shell.arguments import FAILED, Arguments, android_command
from phoneworld.adb.shell.command import Command, Io
from phoneworld.providers.settings import TABLES

USAGE = (
    "Settings provider (settings) commands:\n"
    "  get [--user <USER_ID> | current] NAMESPACE KEY\n"
    "  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]\n"
    "  delete NAMESPACE KEY\n"
    "  reset NAMESPACE {PACKAGE_NAME | RESET_MODE}\n"
    "  list NAMESPACE\n"
    "  NAMESPACE is one of {system, secure, global}, case-insensitive\n"
)
VERBS = {"get": 2, "put": 3, "delete": 2, "list": 1, "reset": 2}
"""How many words each needs behind it."""


def _settings(io: Io, arguments: Arguments) -> int:
    words: list[str] = []
    while (word := arguments.next()) is not None:
        if word == "--user" and len(words) < 2:
            arguments.required()
        else:
            words.append(word)
    if not words or words[0] in ("help", "-h"):
        io.out(USAGE)
        return 0
    verb = words[0].lower()
    if verb not in VERBS:
        return _fail(io, f"Invalid command: {words[0]}")
    table = words[1].lower() if len(words) > 1 else ""
    if table and table not in TABLES:
        return _fail(io, f"Invalid namespace '{words[1]}'")
    if len(words) - 1 < VERBS[verb]:
        return _fail(io, "Bad arguments")
    if verb in ("get", "delete") and len(words) > 3:
        return _fail(io, "Too many arguments")
    return _run(io, verb, table, words[2:])


def _run(io: Io, verb: str, table: str, words: list[str]) -> int:
    session = io.session
    match verb:
        case "get":
            value = read_setting(session, table, words[0])
            io.out(f"{'null' if value is None else value}\n")
        case "put":
            put_setting(session, table, words[0], words[1])
        case "delete":
            io.out(f"Deleted {delete_setting(session, table, words[0])} rows\n")
        case "list":
            found = list_settings(session, table)
            io.out("".join(f"{line}\n" for line in sorted(f"{k}={v}" for k, v in found.items())))
        case _:
            # Nothing to reset: no package here has set defaults of its own.
            pass
    return 0


def _fail(io: Io, message: str) -> int:
    io.err(message + "\n")
    return FAILED


settings_service = android_command(_settings)

COMMANDS: dict[str, Command] = {"settings": settings_service}

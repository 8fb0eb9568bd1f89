"""`sqlite3`: SQL on the apps' databases, and on any other SQLite file of the phone.

It works on a copy, in a thread; what was changed is then taken over as if the file had been pushed,
so that an app never sees half a change. An app that wrote in the meantime wins: the database was
locked. `ATTACH` and extensions are refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from phoneworld.adb.content.sql_sandbox import SqlRefused, open_sandbox
from phoneworld.adb.content.sqlite_console import MODES, Console, OutputMode, QuitConsole
from phoneworld.adb.errors import FileError
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.shell.paths import cwd_of

VERSION = "3.44.3 2024-03-24 21:15:01\n"
USAGE = "Usage: sqlite3 [OPTIONS] [FILENAME [SQL]]\n"
LOCKED = 5
_SILENT = frozenset("-batch -bail -interactive -readonly -safe -echo -stats -noheader".split())


@dataclass(slots=True)
class _Request:
    look: OutputMode
    before: list[str]
    """What `-cmd` wants run first."""
    path: str = ""
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Outcome:
    out: str
    err: str
    status: int
    content: bytes | None
    """The database afterwards."""


class _Refused(Exception):
    """The command line cannot be read."""


def _read_words(words: Sequence[str]) -> _Request:
    request = _Request(OutputMode(), [])
    rest = list(words)
    plain: list[str] = []
    while rest:
        word = rest.pop(0)
        if not word.startswith("-") or plain:
            plain.append(word)
            continue
        option = "-" + word.lstrip("-")
        if option[1:] in MODES:
            request.look.mode = option[1:]
            request.look.header = request.look.header or option == "-column"
        elif option == "-header":
            request.look.header = True
        elif option in ("-separator", "-nullvalue", "-cmd", "-init", "-newline", "-maxsize"):
            if not rest:
                raise _Refused(f"missing argument to {word}")
            _set(request, option, rest.pop(0))
        elif option not in _SILENT:
            raise _Refused(f"unknown option: {word}")
    if plain:
        request.path, *scripts = plain
        request.scripts = tuple(scripts)
    return request


def _set(request: _Request, option: str, value: str) -> None:
    match option:
        case "-separator":
            request.look.separator = value.replace("\\t", "\t")
        case "-nullvalue":
            request.look.null = value
        case "-cmd":
            request.before.append(value)
        case _:
            pass


async def _sqlite3(io: Io, words: Sequence[str]) -> int:
    if any(word in ("-version", "--version") for word in words[:1]):
        io.out(VERSION)
        return 0
    if any(word in ("-help", "--help") for word in words[:1]):
        io.out(USAGE)
        return 0
    try:
        request = _read_words(words)
    except _Refused as refused:
        io.err(f"sqlite3: Error: {refused}\nUse -help for a list of options.\n")
        return 1
    typed = b"" if request.scripts else await io.read()
    tree = io.session.tree
    content: bytes | None = None
    path = ""
    if request.path and request.path != ":memory:":
        path = tree.resolve(request.path, cwd_of(io))
        with suppress(FileError):
            content = tree.read(path)
        if content is None:
            try:
                tree.check_writable(path)
            except FileError:
                io.err(f'Error: unable to open database "{path}": unable to open database file\n')
                return 1
    outcome = await asyncio.to_thread(_work, content, request, typed)
    io.out(outcome.out)
    io.err(outcome.err)
    # A new database in which nothing was made is no file yet.
    changed = bool(path and outcome.content) and outcome.content != content
    return _take_over(io, path, content, outcome) if changed else outcome.status


def _take_over(io: Io, path: str, before: bytes | None, outcome: _Outcome) -> int:
    tree = io.session.tree
    found = tree.find(path)
    if (tree.read(path) if found is not None else None) != before:
        io.err("Error: stepping, database is locked (5)\n")
        return LOCKED
    try:
        tree.write(path, outcome.content or b"")
    except FileError as error:
        io.err(f"Error: {error.reason}\n")
        return 1
    io.session.phone.touch()
    return outcome.status


def _work(content: bytes | None, request: _Request, typed: bytes) -> _Outcome:
    try:
        with open_sandbox(content) as sandbox:
            console = Console(sandbox, request.look)
            status = 0
            with suppress(QuitConsole):
                for script in (*request.before, *request.scripts):
                    status = console.run_argument(script)
                    if status:
                        break
                if not request.scripts and not status:
                    status = console.run_input(typed.decode("utf-8", "surrogateescape"))
            after = sandbox.content()
            return _Outcome("".join(console.out), "".join(console.err), status, after)
    except SqlRefused as refused:
        return _Outcome("", f"Error: {refused} ({refused.code})\n", 1, None)


COMMANDS: dict[str, Command] = {"sqlite3": _sqlite3}

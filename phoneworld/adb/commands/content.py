"""`content`: rows of content providers, as Android's own command prints and changes them.

Conditions and orders are SQL of whoever asks: they are run on a copy, in a thread.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from phoneworld.adb.content.changes import delete, insert, update
from phoneworld.adb.content.rows import BadValues
from phoneworld.adb.content.sql_sandbox import Row, SqlRefused, open_sandbox
from phoneworld.adb.content.uris import (
    ContentSource,
    UnknownAddress,
    UnknownAuthority,
    authority_of,
    find_source,
)
from phoneworld.adb.errors import AdbError, FileError
from phoneworld.adb.shell.command import Command, Io
from phoneworld.store import Value

USAGE = (
    "usage: adb shell content [subcommand] [options]\n\n"
    "usage: adb shell content insert --uri <URI> --bind <BINDING> [--bind <BINDING>...]\n"
    "  <BINDING> is <COLUMN_NAME>:<TYPE>:<COLUMN_VALUE>, <TYPE> one of:\n"
    "  b - boolean, s - string, i - integer, l - long, f - float, d - double, n - null\n"
    "usage: adb shell content update --uri <URI> --bind <BINDING>... [--where <WHERE>]\n"
    "usage: adb shell content delete --uri <URI> [--where <WHERE>]\n"
    "usage: adb shell content query --uri <URI> [--projection <PROJECTION>] [--where <WHERE>]"
    " [--sort <SORT_ORDER>]\n"
    "usage: adb shell content read --uri <URI>\n\n"
)
_ALLOWED = {
    "query": {"--uri", "--user", "--projection", "--where", "--sort", "--extra"},
    "insert": {"--uri", "--user", "--bind", "--extra"},
    "update": {"--uri", "--user", "--bind", "--where", "--extra"},
    "delete": {"--uri", "--user", "--where", "--extra"},
    "read": {"--uri", "--user"},
}


class _Usage(AdbError):
    """The command line cannot be read."""


@dataclass(slots=True)
class _Request:
    verb: str
    uri: str = ""
    projection: list[str] = field(default_factory=list[str])
    where: str = ""
    sort: str = ""
    values: dict[str, Value] = field(default_factory=dict[str, Value])


def _read_words(words: Sequence[str]) -> _Request:
    verb = words[0] if words else "null"
    if verb not in _ALLOWED:
        raise _Usage(f"Unsupported operation: {verb}")
    request = _Request(verb)
    rest = list(words[1:])
    while rest:
        option = rest.pop(0)
        if option not in _ALLOWED[verb]:
            raise _Usage(f"Unsupported argument: {option}")
        value = rest.pop(0) if rest else ""
        if option == "--bind":
            column, bound = read_binding(value)
            request.values[column] = bound
            continue
        if not value or value.startswith("--"):
            raise _Usage(f"No value for argument: {option}")
        match option:
            case "--uri":
                request.uri = value
            case "--projection":
                request.projection = re.split(r"\s*:\s*", value)
            case "--where":
                request.where = value
            case "--sort":
                request.sort = value
            case _:
                pass
    if not request.uri:
        raise _Usage("Content provider URI not specified. Did you specify --uri argument?")
    if verb in ("insert", "update") and not request.values:
        raise _Usage("Bindings not specified. Did you specify --bind argument(s)?")
    return request


def read_binding(text: str) -> tuple[str, Value]:
    """`column:type:value`. A value may have colons in it, or be empty."""
    column, first, rest = text.partition(":")
    kind, second, value = rest.partition(":")
    if not first or not second or not column:
        raise _Usage(f"Binding not well formed: {text}")
    try:
        match kind.lower():
            case "s":
                return column, value
            case "b":
                return column, int(value.lower() == "true")
            case "i" | "l":
                number = int(value)
                if not -(1 << 63) <= number < 1 << 63:
                    raise ValueError(value)
                return column, number
            case "f" | "d":
                return column, float(value)
            case "n":
                return column, None
            case _:
                raise _Usage(f"Unsupported type: {kind}")
    except ValueError as error:
        raise _Usage(f'For input string: "{value}"') from error


async def _content(io: Io, words: Sequence[str]) -> int:
    try:
        request = _read_words(words)
    except _Usage as mistake:
        io.err(f"{USAGE}\n[ERROR] {mistake}\n")
        return 1
    try:
        return await _answer(io, request, find_source(request.uri))
    except UnknownAuthority:
        name = authority_of(request.uri)
        kind, message = "java.lang.IllegalStateException", f"Could not find provider: {name}"
    except UnknownAddress:
        kind, message = "java.lang.IllegalArgumentException", f"Unknown URL {request.uri}"
    except BadValues as bad:
        kind, message = bad.kind, str(bad)
    except SqlRefused as refused:
        kind = "android.database.sqlite.SQLiteException"
        message = f"{refused} (code {refused.code} SQLITE_ERROR)"
    except FileError as error:
        kind, message = "java.io.FileNotFoundException", str(error)
    io.session.journal.miss(f"content {request.verb} {request.uri}: {message}")
    io.err(f"Error while accessing provider:{authority_of(request.uri)}\n{kind}: {message}\n")
    return 1


async def _answer(io: Io, request: _Request, source: ContentSource) -> int:
    session = io.session
    match request.verb:
        case "query":
            columns, rows = await _ask(io, source, request, request.projection)
            _print(io, columns, rows)
        case "insert":
            insert(session, source, request.values, request.uri)
        case "update":
            update(session, source, await _ids(io, source, request), request.values)
        case "delete":
            delete(session, source, await _ids(io, source, request))
        case _:
            await _read(io, source, request)
    return 0


async def _ask(
    io: Io, source: ContentSource, request: _Request, projection: Sequence[str]
) -> tuple[list[str], list[Row]]:
    content = io.session.phone.databases[source.path].serialize()
    chosen = ", ".join(projection) or "*"
    sql = f"SELECT {chosen} FROM ({source.query})"
    if request.where:
        # On lines of its own, so that a comment in it ends with it.
        sql += f" WHERE (\n{request.where}\n)"
    sql += f" ORDER BY {request.sort or source.order}"
    return await asyncio.to_thread(_run, content, sql)


def _run(content: bytes, sql: str) -> tuple[list[str], list[Row]]:
    with open_sandbox(content) as sandbox:
        return sandbox.run(sql)


async def _ids(io: Io, source: ContentSource, request: _Request) -> list[int]:
    _, rows = await _ask(io, source, request, ["_id"])
    return [row[0] for row in rows if isinstance(row[0], int)]


def _print(io: Io, columns: Sequence[str], rows: Sequence[Row]) -> None:
    if not rows:
        io.out("No result found.\n")
    for number, row in enumerate(rows):
        pairs = (f"{name}={_shown(value)}" for name, value in zip(columns, row, strict=True))
        io.out(f"Row: {number} {', '.join(pairs)}\n")


def _shown(value: Value) -> str:
    if value is None:
        return "NULL"
    return "BLOB" if isinstance(value, bytes) else str(value)


async def _read(io: Io, source: ContentSource, request: _Request) -> None:
    if source.kind != "files":
        raise FileError(request.uri, 2, "No files supported by provider at this URI")
    _, rows = await _ask(io, source, request, ["_data"])
    if len(rows) != 1:
        raise FileError(request.uri, 2, "No item at this URI")
    io.out(io.session.tree.read(str(rows[0][0])))


COMMANDS: dict[str, Command] = {"content": _content}

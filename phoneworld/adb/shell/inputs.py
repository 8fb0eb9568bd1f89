"""The input of commands: the files given, or standard input."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.adb.errors import FileError
from phoneworld.adb.shell.command import Io
from phoneworld.adb.shell.paths import cwd_of


async def contents_of(
    io: Io, name: str, paths: Sequence[str]
) -> tuple[list[tuple[str, bytes]], int]:
    """Each file with its content, or standard input; and the exit code if one cannot be read."""
    if not paths:
        return [("-", await io.read())], 0
    tree, cwd = io.session.tree, cwd_of(io)
    found: list[tuple[str, bytes]] = []
    status = 0
    for path in paths:
        try:
            content = await io.read() if path == "-" else tree.read(tree.resolve(path, cwd))
        except FileError as error:
            io.err(f"{name}: {path}: {error.reason}\n")
            status = 1
        else:
            found.append((path, content))
    return found, status


def lines_of(content: bytes) -> list[str]:
    """The lines of a text, without their ends."""
    lines = content.decode("utf-8", "surrogateescape").split("\n")
    return lines[:-1] if lines[-1] == "" else lines

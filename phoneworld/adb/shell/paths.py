"""Paths that a command was given: each is worked on, and what fails is said as Android says it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from phoneworld.adb.errors import AdbError, FileError
from phoneworld.adb.shell.command import Io


def cwd_of(io: Io) -> str:
    """The folder that relative paths start from."""
    return io.environment.get("PWD", "/")


def each_path(io: Io, name: str, paths: Sequence[str], work: Callable[[str, str], None]) -> int:
    """Call `work` with every path, whole and as given; 1, with reasons written, if any failed."""
    if not paths:
        raise AdbError("needs a path")
    tree, status = io.session.tree, 0
    for path in paths:
        try:
            work(tree.resolve(path, cwd_of(io)), path)
        except FileError as error:
            io.err(f"{name}: {path}: {error.reason}\n")
            status = 1
    return status

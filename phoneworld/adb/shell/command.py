"""What a shell command gets and gives: the contract between the shell and `phoneworld.adb.commands`.

A command is a function `(io, arguments) -> exit code`. It runs in the event loop, so it must not
block; one that waits (for input, for time) is a coroutine. It never starts a process of the host
and never opens a file of the host.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from phoneworld.adb.session import AdbSession


class Io(Protocol):
    """A running command's surroundings."""

    @property
    def session(self) -> AdbSession: ...

    @property
    def environment(self) -> Mapping[str, str]:
        """Shell variables."""
        ...

    def out(self, data: str | bytes) -> None:
        """Write to standard output."""
        ...

    def err(self, data: str | bytes) -> None:
        """Write to standard error."""
        ...

    async def read(self, count: int = -1) -> bytes:
        """All of standard input up to its end, or at most so many bytes of it.

        `adb install` says how many bytes it sends and then waits: there, ask for so many.
        """
        ...


Command = Callable[[Io, Sequence[str]], int | Awaitable[int]]

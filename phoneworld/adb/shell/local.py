"""The phone's shell without a wire: for tests, and for tools that have the phone in process."""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command_list import find_commands
from phoneworld.adb.shell.interpreter import Shell, Toolbox
from phoneworld.adb.shell.io import Collected, FixedInput, Streams


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command wrote, and how it ended."""

    out: str
    err: str
    status: int
    raw: bytes
    """The output as bytes."""


class LocalShell:
    """Runs command lines on a session's phone, each in a shell of its own."""

    def __init__(self, session: AdbSession) -> None:
        self.session = session
        self._toolbox = Toolbox(session, find_commands())

    async def run(self, text: str, given: bytes = b"") -> Ran:
        """Run a command line up to its end, with so much on standard input."""
        out, err = Collected(), Collected()
        status = await Shell(self._toolbox).run(text, Streams(FixedInput(given), out, err))
        raw = bytes(out.data)
        written = raw.decode("utf-8", "replace")
        return Ran(written, err.data.decode("utf-8", "replace"), status, raw)

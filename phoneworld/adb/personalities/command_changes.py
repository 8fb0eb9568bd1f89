"""Ways to change what a shell command answers: its output edited, a warning before it, a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import isawaitable

from phoneworld.adb.personality import OWNER_ALLOWS, CommandChange
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.arguments import FAILED
from phoneworld.adb.shell.command import Command, Io

OutputEdit = Callable[[AdbSession, Sequence[str], str], str]
"""From what a command with these words has written to what this phone writes."""
Refusal = Callable[[AdbSession, Sequence[str]], str]
"""What a phone says instead of doing it; nothing where it does it."""


class _Held:
    """An `Io` that holds back what is written to standard output."""

    def __init__(self, io: Io) -> None:
        self._io = io
        self.written = bytearray()

    @property
    def session(self) -> AdbSession:
        return self._io.session

    @property
    def environment(self) -> Mapping[str, str]:
        return self._io.environment

    def out(self, data: str | bytes) -> None:
        self.written += data.encode() if isinstance(data, str) else data

    def err(self, data: str | bytes) -> None:
        self._io.err(data)

    async def read(self, count: int = -1) -> bytes:
        return await self._io.read(count)


def edited(edit: OutputEdit) -> CommandChange:
    """The command, with its output edited."""

    def change(command: Command) -> Command:
        async def run(io: Io, arguments: Sequence[str]) -> int:
            held = _Held(io)
            status = command(held, arguments)
            status = await status if isawaitable(status) else status
            text = held.written.decode("utf-8", "surrogateescape")
            io.out(edit(io.session, arguments, text))
            return status

        return run

    return change


def refused(refusal: Refusal, *, status: int = FAILED) -> CommandChange:
    """The command, unless the phone refuses it."""

    def change(command: Command) -> Command:
        async def run(io: Io, arguments: Sequence[str]) -> int:
            said = refusal(io.session, arguments)
            if said:
                io.err(said)
                return status
            done = command(io, arguments)
            return await done if isawaitable(done) else done

        return run

    return change


def both(first: CommandChange, second: CommandChange) -> CommandChange:
    """One change upon the other."""
    return lambda command: second(first(command))


def owner_allows(session: AdbSession) -> bool:
    """Whether the phone's owner has turned the switch on."""
    return session.handset.properties.get(OWNER_ALLOWS) == "1"


def thrown(message: str) -> str:
    """A Java exception as Android's commands print it."""
    return (
        f"\nException occurred while executing 'command':\n{message}\n"
        "\tat android.os.Parcel.createException(Parcel.java:2071)\n"
        "\tat android.os.ShellCommand.exec(ShellCommand.java:104)\n"
    )

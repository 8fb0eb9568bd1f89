"""The emulator's console: lines of text on the port below adb's, as `adb emu` and telnet use it.

Loopback only. A token is accepted and not asked for. What is not offered is `KO`, as on an emulator.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from phoneworld.adb.errors import ServeError
from phoneworld.adb.session import AdbSession
from phoneworld.apps.messages.data import receive
from phoneworld.apps.phone.numbers import is_number, name_for, tidy
from phoneworld.emulator.errors import EmulatorError

HOST = "127.0.0.1"
AVD_NAME = "phoneworld"
LONGEST_LINE = 64 << 10
GREETING = "Android Console: type 'help' for a list of commands\r\nOK\r\n"


class ConsoleRefusal(EmulatorError):
    """A command that cannot be done; the console says why."""


class EmulatorConsole:
    """Serves one phone's console. Use it as `async with`, or `start` and `close` it."""

    def __init__(self, session: AdbSession, port: int = 0) -> None:
        if not 0 <= port <= 65535:
            raise ServeError(f"there is no port {port}: choose one from 1 to 65535, or 0 for any")
        self.session = session
        self.port = port
        self._listener: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._commands: Mapping[str, Callable[[str], str]] = {
            "auth": self._auth,
            "avd": self._avd,
            "help": self._help,
            "ping": lambda _: "I am alive!\r\n",
            "sms": self._sms,
        }

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"{HOST}:{self.port}"

    async def start(self) -> int:
        """Listen; the port, which may have been chosen just now."""
        try:
            self._listener = await asyncio.start_server(
                self._talk, HOST, self.port, limit=LONGEST_LINE
            )
        except OSError as error:
            raise ServeError(
                f"{self.address} cannot be listened on: {error.strerror}; choose another port"
            ) from error
        self.port = self._listener.sockets[0].getsockname()[1]
        return self.port

    async def close(self) -> None:
        """Stop listening, and hang up."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        for writer in list(self._writers):
            writer.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            writer.write(GREETING.encode())
            # A line that is too long is a ValueError, and ends the talk.
            while line := await reader.readline():
                command = line.decode("utf-8", "replace").strip()
                if command in ("quit", "exit"):
                    break
                if command:
                    writer.write(self.answer(command).encode())
                    await writer.drain()
        except (ConnectionError, ValueError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    def answer(self, line: str) -> str:
        """What the console says to a command, its `OK` or `KO` included."""
        self.session.journal.requests.append(f"console {line}")
        name, _, rest = line.partition(" ")
        command = self._commands.get(name)
        if command is None:
            self.session.journal.miss(f"console {line}")
            return "KO: unknown command, try 'help'\r\n"
        try:
            return f"{command(rest.strip())}OK\r\n"
        except ConsoleRefusal as refusal:
            return f"KO: {refusal}\r\n"

    def _help(self, rest: str) -> str:
        del rest
        return "".join(f"    {name}\r\n" for name in (*self._commands, "quit"))

    def _auth(self, rest: str) -> str:
        del rest
        return "Android Console: type 'help' for a list of commands\r\n"

    def _avd(self, rest: str) -> str:
        match rest:
            case "name":
                return f"{AVD_NAME}\r\n"
            case "status":
                return "virtual device is running\r\n"
            case _:
                raise ConsoleRefusal("bad sub-command: name and status are offered")

    def _sms(self, rest: str) -> str:
        """`sms send NUMBER TEXT`: a message comes in, dated with the phone's clock."""
        word, _, given = rest.partition(" ")
        number, _, text = given.strip().partition(" ")
        if word != "send":
            raise ConsoleRefusal("bad sub-command: send is offered")
        if not number or not text.strip():
            raise ConsoleRefusal("missing argument, try 'sms send <phonenumber> <text message>'")
        if not is_number(number):
            raise ConsoleRefusal(f"bad phone number format, must be [+](0-9)*: {number}")
        phone = self.session.phone
        title = name_for(phone.contacts, tidy(number))
        receive(phone, number, text, date_ms=phone.now_ms, read=False, notify=title)
        phone.touch()
        return ""

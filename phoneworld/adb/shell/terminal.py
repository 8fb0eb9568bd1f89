"""A shell with a person in front of it: prompt, echo, line editing, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import Callable

from phoneworld.adb.shell.builtins import ExitShell
from phoneworld.adb.shell.interpreter import Shell
from phoneworld.adb.shell.io import ByteSource, Sink, Streams, say

LONGEST_LINE = 1 << 16
MAX_LINES = 1000
INTERRUPTED = 130


class ShellTerminal:
    """Lines typed by the client. A command that reads gets them, otherwise the shell does.

    When no more keys come, what runs is ended with the client, unless `is_watched`: one who has only
    closed the input waits for what was typed to be done.
    """

    def __init__(
        self,
        shell: Shell,
        keys: ByteSource,
        screen: Sink,
        is_watched: Callable[[], bool] = lambda: False,
    ) -> None:
        self._shell = shell
        self._keys = keys
        self._screen = _Display(screen)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(MAX_LINES)
        self._line = ""
        self._escape = ""
        self._command: asyncio.Task[int] | None = None
        self._is_watched = is_watched
        self._ended = False

    async def run(self) -> int:
        """Run what is typed until the end of input or `exit`; the exit code."""
        reader = asyncio.ensure_future(self._read_keys())
        try:
            while True:
                say(self._screen, self._prompt())
                line = await self._next_line()
                if line is None:
                    return self._shell.state.status
                try:
                    await self._run_line(line)
                except ExitShell as exit_:
                    return exit_.status
        finally:
            reader.cancel()
            if self._command is not None:
                self._command.cancel()

    def _prompt(self) -> str:
        return f"phoneworld:{self._shell.state.cwd} # "

    async def _run_line(self, line: str) -> None:
        streams = Streams(self, self._screen, self._screen)
        command = asyncio.ensure_future(self._shell.run_part(line, streams))
        self._command = command
        # Not awaited itself, which could not tell Ctrl-C from the end of this shell.
        await asyncio.wait([command])
        self._command = None
        if command.cancelled():
            self._shell.state.status = INTERRUPTED
        else:
            command.result()

    async def read_some(self) -> bytes:
        """The next line, for a command that reads."""
        line = await self._next_line()
        if line is None:
            return b""
        return (line + "\n").encode("utf-8", "surrogateescape")

    async def _next_line(self) -> str | None:
        """What was typed next. None is one end of input, and all there is once no more keys come."""
        if self._ended and self._lines.empty():
            return None
        return await self._lines.get()

    # Keys

    async def _read_keys(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while data := await self._keys.read_some():
            for key in decoder.decode(data):
                await self._press(key)
        if self._command is not None and not self._is_watched():
            self._command.cancel()
        self._ended = True
        await self._lines.put(None)

    async def _press(self, key: str) -> None:
        if self._escape or key == "\x1b":
            self._skip_escape(key)
        elif key in "\r\n":
            say(self._screen, "\n")
            line, self._line = self._line, ""
            await self._lines.put(line)
        elif key in "\x7f\b":
            if self._line:
                self._line = self._line[:-1]
                say(self._screen, "\b \b")
        elif key == "\x03":
            self._line = ""
            say(self._screen, "^C\n")
            if self._command is not None:
                self._command.cancel()
            else:
                say(self._screen, self._prompt())
        elif key == "\x04":
            if not self._line:
                await self._lines.put(None)
        elif key == "\x15":
            say(self._screen, "\b \b" * len(self._line))
            self._line = ""
        elif key.isprintable() and len(self._line) < LONGEST_LINE:
            self._line += key
            say(self._screen, key)

    def _skip_escape(self, key: str) -> None:
        """Arrow keys and the like: ESC [ numbers letter. They do nothing here."""
        self._escape += key
        is_open = self._escape in ("\x1b", "\x1b[", "\x1bO") or not (key.isalpha() or key == "~")
        if not is_open or len(self._escape) > 16:
            self._escape = ""


class _Display:
    """A terminal's screen: lines end with a return to their start."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    def write(self, data: bytes) -> None:
        self._sink.write(data.replace(b"\n", b"\r\n"))

    async def settle(self) -> None:
        await self._sink.settle()

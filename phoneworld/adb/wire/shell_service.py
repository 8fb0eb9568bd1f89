"""The `shell:`, `shell,v2:` and `exec:` services: how a command's input and output travel.

In the first version, output and errors share the stream in the order they were written, and the
exit code is lost. In the second, each piece says what it is: input, output, errors, exit code.
"""

from __future__ import annotations

import asyncio
import struct

from phoneworld.adb.errors import IncompleteScript, ShellSyntaxError, StreamClosed
from phoneworld.adb.shell.builtins import ExitShell
from phoneworld.adb.shell.interpreter import Shell, Toolbox
from phoneworld.adb.shell.io import ByteSource, Sink, Streams, say
from phoneworld.adb.shell.parser import parse
from phoneworld.adb.shell.redirects import SHELL
from phoneworld.adb.shell.terminal import ShellTerminal
from phoneworld.adb.wire.streams import WireStream

PIECE = struct.Struct("<BI")
STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN = range(5)
PIECE_BYTES = 64 << 10
HIGH_WATER = 1 << 20
LONGEST_SCRIPT = 1 << 18


class Outlet:
    """What a command writes, on its way to the client.

    A command that ends at once has its output and its exit code sent in one packet; what a command
    writes before it waits for something is sent while it waits.
    """

    def __init__(self, stream: WireStream, *, framed: bool) -> None:
        self._stream = stream
        self._framed = framed
        self._pending = bytearray()
        self._scheduled: asyncio.Handle | None = None
        self._sender: asyncio.Task[None] | None = None
        self._finished = False

    def put(self, kind: int, data: bytes) -> None:
        if self._stream.closed or self._finished or not data:
            return
        if self._framed:
            for start in range(0, len(data), PIECE_BYTES):
                part = data[start : start + PIECE_BYTES]
                self._pending += PIECE.pack(kind, len(part)) + part
        else:
            self._pending += data
        if self._scheduled is None and self._sender is None:
            # Runs when the command waits or ends, whichever comes first.
            self._scheduled = asyncio.get_running_loop().call_soon(self._start)

    def _start(self) -> None:
        self._scheduled = None
        if self._pending and self._sender is None:
            self._sender = asyncio.ensure_future(self._send())

    async def _send(self) -> None:
        try:
            while self._pending:
                data = bytes(self._pending)
                self._pending.clear()
                await self._stream.write(data)
        except StreamClosed:
            self._pending.clear()
        finally:
            self._sender = None

    async def settle(self) -> None:
        while len(self._pending) > HIGH_WATER:
            # Only ever one sender, or bytes would change places.
            self._start()
            if self._sender is not None:
                await asyncio.shield(self._sender)

    async def finish(self, status: int) -> None:
        """Send what is left, and the exit code. What jobs write from now on is lost."""
        self._finished = True
        if self._scheduled is not None:
            self._scheduled.cancel()
        if self._sender is not None:
            await self._sender
        if self._framed:
            self._pending += PIECE.pack(EXIT, 1) + bytes([status & 0xFF])
        await self._send()


class OutletSink:
    """One kind of output of an outlet."""

    def __init__(self, outlet: Outlet, kind: int) -> None:
        self._outlet = outlet
        self._kind = kind

    def write(self, data: bytes) -> None:
        self._outlet.put(self._kind, data)

    async def settle(self) -> None:
        await self._outlet.settle()


class PlainInput:
    """Standard input of the first version: the stream itself."""

    def __init__(self, stream: WireStream) -> None:
        self._stream = stream

    async def read_some(self) -> bytes:
        return await self._stream.read()


class FramedInput:
    """Standard input of the second version: pieces, up to the one that closes it."""

    def __init__(self, stream: WireStream) -> None:
        self._stream = stream
        self._kind = STDIN
        self._left = 0
        self._rest = b""
        self._ended = False

    async def read_some(self) -> bytes:
        while not self._ended:
            try:
                if not self._left:
                    self._kind, self._left = PIECE.unpack(await self._take(PIECE.size))
                    self._ended = self._kind == CLOSE_STDIN
                    continue
                data = self._rest or await self._stream.read()
            except StreamClosed:
                break
            if not data:
                break
            piece, self._rest = data[: self._left], data[self._left :]
            self._left -= len(piece)
            if self._kind == STDIN:
                return piece
        self._ended = True
        return b""

    async def _take(self, count: int) -> bytes:
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken + await self._stream.read_exactly(count - len(taken))


async def serve_shell(
    stream: WireStream, text: str, toolbox: Toolbox, *, framed: bool, pty: bool, term: str = ""
) -> None:
    """Run a command, or a shell that reads its commands from the client."""
    outlet = Outlet(stream, framed=framed)
    out: Sink = OutletSink(outlet, STDOUT)
    err: Sink = OutletSink(outlet, STDERR) if framed and not pty else out
    source: ByteSource = FramedInput(stream) if framed else PlainInput(stream)
    shell = Shell(toolbox)
    if term:
        shell.state.set("TERM", term)
    if text:
        status = await shell.run(text, Streams(source, out, err))
    elif pty:
        status = await ShellTerminal(shell, source, out, lambda: not stream.closed).run()
    else:
        status = await run_lines(shell, Streams(source, out, err))
    for show in toolbox.session.viewers:
        await show()
    await outlet.finish(status)


async def run_lines(shell: Shell, streams: Streams) -> int:
    """Run the commands that arrive on standard input, each as soon as it is complete."""
    held = ""
    while True:
        data = await streams.source.read_some()
        held += data.decode("utf-8", "surrogateescape")
        *lines, rest = held.split("\n") if data else (held, "")
        script, held = "", ""
        for line in lines:
            script += line + "\n"
            try:
                parse(script)
            except IncompleteScript:
                if data:
                    continue
            except ShellSyntaxError:
                pass  # Running it says what is wrong with it.
            try:
                await shell.run_part(script, streams)
            except ExitShell as exit_:
                return exit_.status
            script = ""
        if not data:
            return shell.state.status
        held = script + rest
        if len(held) > LONGEST_SCRIPT:
            say(streams.err, f"{SHELL}: the command is too long\n")
            return 1

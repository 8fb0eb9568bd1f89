"""Talks to a phone through the adb server: one stream for each call, each with a deadline.

Written on sockets rather than on adbutils' streams: those sleep 20 ms for each call, keep a socket
for 600 s, and leave Nagle's algorithm on. Nothing here is ever sent twice.
"""

from __future__ import annotations

import shlex
import socket
import struct
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from runtime.backends.adb.deadlines import Deadline, Interruption
from runtime.backends.adb.errors import (
    AdbServerDown,
    ConnectionLost,
    ServiceRefused,
    command_error,
    refusal,
)

CHUNK = 1 << 18
CONNECT_S = 3.0
SHELL_S = 10.0
_FRAME = struct.Struct("<BI")
_OUT, _ERR, _EXIT = 1, 2, 3


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where the adb server listens."""

    host: str = "127.0.0.1"
    port: int = 5037


@dataclass(frozen=True, slots=True)
class ShellResult:
    """What a command wrote, and its exit code."""

    out: bytes
    err: bytes
    code: int

    @property
    def text(self) -> str:
        return self.out.decode("utf-8", "replace")


class AdbShell(Protocol):
    """Runs commands on a phone."""

    def shell(self, *words: str, timeout_s: float = SHELL_S, checked: bool = True) -> ShellResult:
        """Run a command, its words quoted; `CommandFailed` unless it ends well."""
        ...

    def script(self, text: str, *, timeout_s: float = SHELL_S, checked: bool = True) -> ShellResult:
        """Run a line of shell as it stands."""
        ...


class AdbStream:
    """Bytes to and from one service, until the deadline."""

    def __init__(
        self, connection: socket.socket, deadline: Deadline, interruption: Interruption
    ) -> None:
        self.connection = connection
        self.deadline = deadline
        self._interruption = interruption

    def send(self, data: bytes) -> None:
        try:
            self.connection.settimeout(self.deadline.left_s())
            self.connection.sendall(data)
        except OSError as error:
            raise self._translated(error) from error

    def read_some(self) -> bytes:
        """What has arrived; nothing at the end."""
        try:
            self.connection.settimeout(self.deadline.left_s())
            data = self.connection.recv(CHUNK)
        except OSError as error:
            raise self._translated(error) from error
        if not data:
            self._interruption.check()
        return data

    def read_exactly(self, count: int) -> bytes:
        """So many bytes; `ConnectionLost` if the stream ends before."""
        parts: list[bytes] = []
        while count:
            try:
                self.connection.settimeout(self.deadline.left_s())
                data = self.connection.recv(min(count, CHUNK))
            except OSError as error:
                raise self._translated(error) from error
            if not data:
                self._interruption.check()
                raise self._lost()
            parts.append(data)
            count -= len(data)
        return b"".join(parts)

    def read_all(self) -> bytes:
        parts: list[bytes] = []
        while data := self.read_some():
            parts.append(data)
        return b"".join(parts)

    def request(self, words: str, serial: str) -> None:
        """Ask the adb server for something; what it refuses becomes the error that it means."""
        data = words.encode()
        self.send(f"{len(data):04x}".encode() + data)
        answer = self.read_exactly(4)
        if answer == b"OKAY":
            return
        if answer != b"FAIL":
            raise AdbServerDown(
                f"what listens for adb answered {answer!r}: another program has taken its port"
            )
        raise refusal(self.read_block(), serial)

    def read_block(self) -> str:
        return self.read_exactly(int(self.read_exactly(4), 16)).decode("utf-8", "replace")

    def _lost(self) -> ConnectionLost:
        return ConnectionLost(f"{self.deadline.what}: the connection broke before the answer")

    def _translated(self, error: OSError) -> Exception:
        self._interruption.check()
        return self.deadline.missed() if isinstance(error, TimeoutError) else self._lost()


@contextmanager
def opened(
    server: ServerAddress, deadline: Deadline, interruption: Interruption
) -> Generator[AdbStream]:
    """A connection to the adb server, not yet to a phone."""
    interruption.check()
    connection = connected(server, min(CONNECT_S, deadline.left_s()))
    with connection, interruption.watch(connection):
        yield AdbStream(connection, deadline, interruption)


def connected(server: ServerAddress, timeout_s: float) -> socket.socket:
    """A socket to the adb server; `AdbServerDown` where none listens."""
    try:
        connection = socket.create_connection((server.host, server.port), timeout_s)
    except OSError as error:
        raise AdbServerDown(
            f"no adb server answers on {server.host}:{server.port} ({error}): "
            "run 'adb start-server'"
        ) from error
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def ask_server(
    server: ServerAddress, words: str, deadline: Deadline, interruption: Interruption
) -> str:
    """The adb server's own answer: to `host:devices-l`, `host:connect:...`, `host:version`."""
    with opened(server, deadline, interruption) as stream:
        stream.request(words, words.rpartition("host:connect:")[2])
        return stream.read_block()


class AdbCalls:
    """Calls to one phone."""

    def __init__(self, server: ServerAddress, serial: str, interruption: Interruption) -> None:
        self.server = server
        self.serial = serial
        self.interruption = interruption

    @contextmanager
    def open(self, service: str, deadline: Deadline) -> Generator[AdbStream]:
        """A stream to a service of the phone. An error on the way in means that nothing was sent."""
        with opened(self.server, deadline, self.interruption) as stream:
            self._enter(stream, service)
            yield stream

    def keep_open(self, service: str, deadline: Deadline) -> socket.socket:
        """A stream that outlives the call; whoever gets it closes it."""
        self.interruption.check()
        connection = connected(self.server, min(CONNECT_S, deadline.left_s()))
        try:
            with self.interruption.watch(connection):
                self._enter(AdbStream(connection, deadline, self.interruption), service)
        except BaseException:
            connection.close()
            raise
        return connection

    def _enter(self, stream: AdbStream, service: str) -> None:
        try:
            stream.request(f"host:transport:{self.serial}", self.serial)
            stream.request(service, self.serial)
        except ConnectionLost as error:
            # The answer to "may I?" did not come, so what is wanted was never sent. Only a shell
            # may have begun: its command is part of the question.
            if service.startswith("shell"):
                raise
            raise ServiceRefused(
                f"{stream.deadline.what}: {self.serial} did not open it"
            ) from error

    def shell(self, *words: str, timeout_s: float = SHELL_S, checked: bool = True) -> ShellResult:
        return self.script(shlex.join(words), timeout_s=timeout_s, checked=checked)

    def script(self, text: str, *, timeout_s: float = SHELL_S, checked: bool = True) -> ShellResult:
        deadline = Deadline.after(timeout_s, f"'{text[:60]}' on {self.serial}")
        with self.open(f"shell,v2,raw:{text}", deadline) as stream:
            result = _read_shell(stream)
        if checked and result.code:
            output = (result.err or result.out).decode("utf-8", "replace")
            raise command_error(text, self.serial, result.code, output)
        return result


def _read_shell(stream: AdbStream) -> ShellResult:
    """Collect output until the exit code; a stream that ends without one was cut off."""
    out = {_OUT: bytearray(), _ERR: bytearray()}
    pending = bytearray()
    while True:
        data = stream.read_some()
        if not data:
            raise ConnectionLost(f"{stream.deadline.what}: the connection broke before it ended")
        pending += data
        while len(pending) >= _FRAME.size:
            kind, size = _FRAME.unpack_from(pending)
            if len(pending) < _FRAME.size + size:
                break
            payload = bytes(pending[_FRAME.size : _FRAME.size + size])
            del pending[: _FRAME.size + size]
            if kind == _EXIT:
                return ShellResult(bytes(out[_OUT]), bytes(out[_ERR]), payload[0] if payload else 0)
            if kind in out:
                out[kind] += payload

"""uiautomator2's server on the phone: started as uiautomator2 starts it, called by JSON-RPC.

A phone has one UiAutomation. If the server already answers, it is shared; otherwise it is started
and lives as long as the stream that started it. uiautomator2's own client is not used for calls:
its timeout is never applied, and it sends a call again after a failure.
"""

from __future__ import annotations

import hashlib
import json
import re
import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, cast

from runtime.backends.adb.calls import AdbCalls, AdbStream
from runtime.backends.adb.deadlines import Deadline
from runtime.backends.adb.errors import (
    AutomationDead,
    AutomationFailed,
    AutomationTaken,
    ConnectionLost,
    ServiceRefused,
    automation_error,
    launch_error,
)

PORT = 9008
JAR = "/data/local/tmp/u2.jar"
LAUNCH = f"CLASSPATH={JAR} app_process / com.wetest.uia2.Main -p {PORT}"
LAUNCH_S = 30.0
CALL_S = 10.0
PING_S = 5.0
RELEASE_S, RETRY_S = 2.0, 0.25
POLL_S = 0.05
KEPT = 16_000
"""How much of the server's output is kept: a Java trace whose cause stands at its head."""
_LENGTH = re.compile(rb"\r\ncontent-length:\s*(\d+)", re.IGNORECASE)
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
PASSING = "AccessibilityNodeInfo"
"""A view that left while the tree was walked: the next walk works."""


class Rpc(Protocol):
    """Calls to what runs on the phone. Results are JSON, for the caller to check."""

    def call(self, method: str, *params: object, timeout_s: float = CALL_S) -> object:
        """One call that is sent at most once."""
        ...

    def read(self, method: str, *params: object, timeout_s: float = CALL_S) -> object:
        """A call that changes nothing, and so may be made again when the server has died."""
        ...


class UiAutomatorClient:
    """The server of one phone."""

    def __init__(self, calls: AdbCalls, read_jar: Callable[[], bytes] | None = None) -> None:
        self._calls = calls
        self._read_jar = read_jar or uiautomator2_jar
        self._owner: socket.socket | None = None
        self._output = bytearray()

    def call(self, method: str, *params: object, timeout_s: float = CALL_S) -> object:
        deadline = Deadline.after(timeout_s, f"{method} on {self._calls.serial}")
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        try:
            answer = self._exchange("POST /jsonrpc/0", body, deadline)
        except ServiceRefused:
            # Nothing listens, so nothing was sent.
            self.start()
            deadline = Deadline.after(timeout_s, deadline.what)
            answer = self._exchange("POST /jsonrpc/0", body, deadline)
        return self._result(method, answer)

    def read(self, method: str, *params: object, timeout_s: float = CALL_S) -> object:
        try:
            return self.call(method, *params, timeout_s=timeout_s)
        except AutomationDead:
            self._replace()
        except AutomationFailed as error:
            if PASSING not in str(error):
                raise
        return self.call(method, *params, timeout_s=timeout_s)

    def _replace(self) -> None:
        """End a server whose UiAutomation is gone, whoever started it, and start one anew."""
        self.stop()
        deadline = Deadline.after(PING_S, f"ending uiautomator on {self._calls.serial}")
        with suppress(ServiceRefused, ConnectionLost, AutomationFailed):
            self._exchange("GET /stop", b"", deadline)
        # It answers for a moment after its stream is closed: who asks then asks the dead.
        while self.answers():
            deadline.left_s()
            self._calls.interruption.pause(POLL_S)
        self.start()

    def answers(self) -> bool:
        """Whether a server listens."""
        deadline = Deadline.after(PING_S, f"pinging uiautomator on {self._calls.serial}")
        try:
            return self._exchange("GET /ping", b"", deadline) == b"pong"
        except (ServiceRefused, ConnectionLost):
            return False

    def start(self, *, timeout_s: float = LAUNCH_S) -> None:
        """Start the server unless one answers, and wait until it does."""
        if self.answers():
            return
        self.stop()
        deadline = Deadline.after(timeout_s, f"starting uiautomator on {self._calls.serial}")
        self._put_jar()
        patience = Deadline.after(RELEASE_S, deadline.what)
        while True:
            try:
                self._launch(deadline)
            except AutomationTaken:
                # A server that has just ended holds on for a moment.
                if patience.passed:
                    raise
                self._calls.interruption.pause(RETRY_S)
            else:
                return

    def _launch(self, deadline: Deadline) -> None:
        self._output.clear()
        self._owner = self._calls.keep_open(f"shell:{LAUNCH}", deadline)
        try:
            self._await_answer(deadline)
        except BaseException:
            self.stop()
            raise

    def _await_answer(self, deadline: Deadline) -> None:
        pause_s = POLL_S
        while not self.answers():
            if self._drain(pause_s):
                raise launch_error(self._calls.serial, self._output.decode("utf-8", "replace"))
            pause_s = min(2 * pause_s, 0.5)
            deadline.left_s()

    def stop(self) -> None:
        """End the server if it is ours: its stream is its life."""
        if self._owner is not None:
            self._owner.close()
            self._owner = None

    def drain(self) -> None:
        """Take what the server has written, so that it never waits for a reader."""
        if self._owner is not None and self._drain(0.0):
            self.stop()

    def _drain(self, wait_s: float) -> bool:
        """Read the server's output; True when the server has ended."""
        if self._owner is None:
            return True
        try:
            while True:
                self._calls.interruption.check()
                self._owner.settimeout(wait_s)
                data = self._owner.recv(1 << 16)
                if not data:
                    return True
                self._output += data
                del self._output[:-KEPT]
                wait_s = 0.0
        except (TimeoutError, BlockingIOError):
            return False
        except OSError:
            return True

    def _put_jar(self) -> None:
        jar = self._read_jar()
        wanted = hashlib.md5(jar, usedforsecurity=False).hexdigest()
        # `md5sum` is toybox's; a phone without it gets the file again, which does no harm.
        if wanted in self._calls.shell("toybox", "md5sum", JAR, checked=False).text:
            return
        push(self._calls, jar, JAR)

    def _exchange(self, line: str, body: bytes, deadline: Deadline) -> bytes:
        with self._calls.open(f"tcp:{PORT}", deadline) as stream:
            head = (
                f"{line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            )
            stream.send(head.encode() + body)
            return _read_http(stream)

    def _result(self, method: str, answer: bytes) -> object:
        try:
            reply: object = json.loads(answer)
        except ValueError as error:
            raise AutomationFailed(f"{method}: the answer is no JSON: {answer[:80]!r}") from error
        if not isinstance(reply, dict):
            raise AutomationFailed(f"{method}: the answer is no object: {answer[:80]!r}")
        fields = cast("dict[str, object]", reply)
        if fields.get("error"):
            raise automation_error(method, fields["error"])
        if "result" not in fields:
            raise AutomationFailed(f"{method}: the answer has no result: {answer[:80]!r}")
        return fields["result"]


def _read_http(stream: AdbStream) -> bytes:
    """The body of an answer. The server is NanoHTTPD: a length is given, and no chunks."""
    data = bytearray()
    while (end := data.find(b"\r\n\r\n")) < 0:
        piece = stream.read_some()
        if not piece:
            raise ConnectionLost(f"{stream.deadline.what}: the connection broke before the answer")
        data += piece
    status = _STATUS.match(data)
    if status is None or status[1] != b"200":
        raise AutomationFailed(f"{stream.deadline.what}: answered {bytes(data[:60])!r}")
    length = _LENGTH.search(data, 0, end + 2)
    body = bytes(data[end + 4 :])
    if length is None:
        return body + stream.read_all()
    missing = int(length[1]) - len(body)
    return body + stream.read_exactly(missing) if missing > 0 else body


def push(calls: AdbCalls, data: bytes, path: str, *, timeout_s: float = 30.0) -> None:
    """Write a file on the phone."""
    deadline = Deadline.after(timeout_s, f"writing {path} on {calls.serial}")
    with calls.open("sync:", deadline) as stream:
        target = f"{path},{0o100755}".encode()
        stream.send(b"SEND" + struct.pack("<I", len(target)) + target)
        for start in range(0, len(data), 1 << 16):
            piece = data[start : start + (1 << 16)]
            stream.send(b"DATA" + struct.pack("<I", len(piece)) + piece)
        stream.send(b"DONE" + struct.pack("<I", int(time.time())))
        answer, size = stream.read_exactly(4), struct.unpack("<I", stream.read_exactly(4))[0]
        if answer != b"OKAY":
            message = stream.read_exactly(size).decode("utf-8", "replace")
            raise AutomationFailed(f"{path} cannot be written on {calls.serial}: {message}")


def uiautomator2_jar() -> bytes:
    """The server that uiautomator2 brings."""
    from importlib.resources import files

    return (files("uiautomator2") / "assets" / "u2.jar").read_bytes()

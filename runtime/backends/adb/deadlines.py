"""Deadlines, and the way out of a wait from another thread. Nothing here waits for ever."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from runtime.errors import DeviceTimeout, Interrupted


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment that a call must not outlive, and the call's name for the error."""

    at_s: float
    limit_s: float
    what: str

    @classmethod
    def after(cls, limit_s: float, what: str) -> Deadline:
        return cls(time.monotonic() + limit_s, limit_s, what)

    @property
    def passed(self) -> bool:
        return time.monotonic() >= self.at_s

    def left_s(self) -> float:
        """The seconds that are left, more than none; `DeviceTimeout` when they are used up."""
        left = self.at_s - time.monotonic()
        if left <= 0:
            raise self.missed()
        return left

    def missed(self) -> DeviceTimeout:
        return DeviceTimeout(
            f"{self.what}: no answer within {self.limit_s:g} s; look again before going on"
        )


class Interruption:
    """Ends the calls and waits of one device from another thread."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._lock = threading.Lock()
        self._sockets: set[socket.socket] = set()

    def begin(self) -> None:
        """A call begins: what was asked for before it does not count."""
        self._asked.clear()

    def ask(self) -> None:
        """End what is going on now."""
        with self._lock:
            self._asked.set()
            for connection in self._sockets:
                # Wakes the thread that reads; closing is that thread's part.
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue

    def check(self) -> None:
        """Raise `Interrupted` if that was asked for."""
        if self._asked.is_set():
            raise Interrupted("the call was ended on purpose: look again before going on")

    def pause(self, seconds: float) -> None:
        """Wait, unless interrupted."""
        if self._asked.wait(max(0.0, seconds)):
            self.check()

    @contextmanager
    def held(self) -> Generator[None]:
        """While inside, an interruption that was asked for before does not count: for cleaning up."""
        asked = self._asked.is_set()
        self._asked.clear()
        try:
            yield
        finally:
            if asked:
                self._asked.set()

    @contextmanager
    def watch(self, connection: socket.socket) -> Generator[None]:
        """While inside, `ask` breaks this connection."""
        with self._lock:
            self._sockets.add(connection)
        try:
            yield
        finally:
            with self._lock:
                self._sockets.discard(connection)

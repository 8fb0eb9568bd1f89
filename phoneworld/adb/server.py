"""A phone on a port of this machine: what `adb connect 127.0.0.1:PORT` reaches.

Loopback only: whoever can connect can do anything to the phone. One event loop owns the phone; its
connections share nothing else.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from types import TracebackType
from typing import Self

from phoneworld.adb.errors import ServeError
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command_list import find_commands
from phoneworld.adb.shell.interpreter import Toolbox
from phoneworld.adb.wire.auth import Keyring
from phoneworld.adb.wire.faults import NONE, Dice, Faults
from phoneworld.adb.wire.services import Services
from phoneworld.adb.wire.transport import AdbConnection, Handler

FEATURES = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,apex"
"""What clients may use. Left out on purpose, so that they fall back: delayed_ack, sendrecv_v2, abb."""

PRODUCT = "phoneworld"
MODEL = "PhoneWorld"
MAX_CONNECTIONS = 256
TICK_S = 0.25

Watcher = Callable[[str, str], None]
"""Told of everything that is asked: `request` or `unknown`, and what."""


def _ignore(kind: str, what: str) -> None:
    del kind, what


class PhoneServer:
    """Serves one phone. Use it as `async with`, or `start` and `close` it.

    The phone's clock stands still unless told otherwise, or goes with the machine's (`real_time`).
    """

    def __init__(
        self,
        session: AdbSession,
        host: str = "127.0.0.1",
        port: int = 0,
        faults: Faults = NONE,
        *,
        watcher: Watcher = _ignore,
        real_time: bool = False,
    ) -> None:
        _check_address(host, port)
        self._real_time = real_time
        self._clock: asyncio.Task[None] | None = None
        self.session = session
        self.host = host
        self.port = port
        self.keyring = Keyring(asks=faults.unauthorized_s > 0)
        self.banner = _banner()
        self._dice = Dice(faults)
        self._watcher = watcher
        self._reported = len(session.journal.unknown)
        self._toolbox = Toolbox(session, session.personality.changed(find_commands()))
        self._services = Services(
            session, self._toolbox, self._dice, reboot=self.drop, note=self._note
        )
        self._connections: set[AdbConnection] = set()
        self._listener: asyncio.Server | None = None

    @property
    def address(self) -> str:
        """What `adb connect` takes."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    async def start(self) -> int:
        """Listen; the port, which may have been chosen just now."""
        loop = asyncio.get_running_loop()
        try:
            self._listener = await loop.create_server(
                lambda: AdbConnection(self), self.host, self.port, backlog=128
            )
        except OSError as error:
            raise ServeError(
                f"{self.address} cannot be listened on: {error.strerror}; choose another port"
            ) from error
        self.port = self._listener.sockets[0].getsockname()[1]
        if self._real_time:
            self._clock = asyncio.create_task(self._tick())
        return self.port

    async def _tick(self) -> None:
        """Let the phone's clock go with the machine's: for clients that wait, not tell it to."""
        loop = asyncio.get_running_loop()
        last = loop.time()
        while True:
            await asyncio.sleep(TICK_S)
            now = loop.time()
            self.session.phone.advance(now - last)
            last = now

    async def close(self) -> None:
        """Stop listening, cut all connections, end what runs."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if self._listener is not None:
            self._listener.close()
        connections = list(self._connections)
        self.drop()
        jobs = list(self._toolbox.jobs)
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        # Connections hear that they were cut in the next rounds of the loop, and end their tasks.
        for connection in connections:
            await connection.ended()
        if self._listener is not None:
            await self._listener.wait_closed()
            self._listener = None

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

    # What happens to a phone

    @property
    def connected(self) -> int:
        """How many hosts are connected and may use the phone."""
        return sum(connection.online for connection in self._connections)

    def drop(self) -> None:
        """Cut all connections, as if the cable were pulled."""
        for connection in list(self._connections):
            connection.abort()

    def accept_keys(self) -> int:
        """Accept the keys of all hosts that wait, as their owner does with a tap; how many."""
        waiting = [connection for connection in self._connections if connection.offered]
        for connection in waiting:
            if connection.offered is not None:
                self.keyring.accept(connection.offered)
                connection.go_online()
        return len(waiting)

    # For connections

    def joined(self, connection: AdbConnection) -> None:
        if len(self._connections) >= MAX_CONNECTIONS:
            connection.abort()
        self._connections.add(connection)
        connection.is_mute = self._dice.happens("mute")

    def left(self, connection: AdbConnection) -> None:
        self._connections.discard(connection)
        self._services.reverses.forget(connection)
        self._report_unknown()

    def offers_key(self) -> None:
        """A host waits to be accepted: its owner takes a while, or for ever."""
        wait_s = self._dice.faults.unauthorized_s
        if wait_s != float("inf"):
            asyncio.get_running_loop().call_later(wait_s, self.accept_keys)

    def delay_s(self) -> float:
        return self._dice.delay_s()

    def resolve(self, service: str, connection: AdbConnection) -> Handler | None:
        handler = self._services.resolve(service, connection)
        self._report_unknown()
        return handler

    # Journal

    def _note(self, service: str) -> None:
        self.session.journal.requests.append(service)
        self._watcher("request", service)

    def _report_unknown(self) -> None:
        unknown = self.session.journal.unknown
        for what in unknown[self._reported :]:
            self._watcher("unknown", what)
        self._reported = len(unknown)


def _banner() -> bytes:
    properties = {
        "ro.product.name": PRODUCT,
        "ro.product.model": MODEL,
        "ro.product.device": PRODUCT,
        "features": FEATURES,
    }
    return ("device::" + ";".join(f"{key}={value}" for key, value in properties.items())).encode()


def _check_address(host: str, port: int) -> None:
    try:
        is_loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if not is_loopback:
        raise ServeError(
            f"{host} is not this machine: phones are served on 127.0.0.1 only, since whoever can "
            "connect can do anything to them; use an ssh tunnel from elsewhere"
        )
    if not 0 <= port <= 65535:
        raise ServeError(f"there is no port {port}: choose one from 1 to 65535, or 0 for any")

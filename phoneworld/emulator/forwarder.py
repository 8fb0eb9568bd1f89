"""android_env's accessibility forwarder, played by the phone: it sends its screen to whoever asked for it.

On an emulator this is an app that adb installs and that broadcasts steer. Here it counts as installed.
The phone is the client: it calls `android_env.A11yService` on a port of this machine, again and again,
because the other end takes each forest once, and once more at the end of each shell command, before
its client hears of that: who looks after an action of his then sees what it did, and who asks for the
screen right after a reset does not wait for it. It never calls another machine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Self

from phoneworld.adb.handset.logs import log
from phoneworld.adb.session import AdbSession

PACKAGE = "com.google.androidenv.accessibilityforwarder"
ACTION = "accessibility_forwarder.intent.action."
METHOD = "/android_env.A11yService/SendForest"
LOOPBACK = frozenset({"", "10.0.2.2", "127.0.0.1", "localhost"})
"""Names of the machine that the emulator runs on; the first stands for none given."""
PERIOD_S = 0.1
RETRY_S = 1.0
CALL_S = 5.0
TAG = "AccessibilityForwarder"


class AccessibilityForwarder:
    """Forwards one phone's screen while it is `async with`ed, from the moment that a port is set."""

    def __init__(self, session: AdbSession, *, period_s: float = PERIOD_S) -> None:
        self._session = session
        self._period_s = period_s
        self._sends_trees = False
        self._sending: asyncio.Task[None] | None = None
        self._arrives = False
        self._waiting: list[asyncio.Future[None]] = []
        self._called = asyncio.Event()
        self._written: tuple[tuple[object, ...], bytes] | None = None

    async def __aenter__(self) -> Self:
        self._session.receivers.append(self.hear)
        self._session.viewers.append(self.show)
        if PACKAGE not in self._session.installed:
            self._session.installed.append(PACKAGE)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._session.receivers.remove(self.hear)
        self._session.viewers.remove(self.show)
        await self._stop()

    async def _stop(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            with suppress(asyncio.CancelledError):
                await self._sending
            self._sending = None
        # Cancelled before it began, it let nobody go.
        self._arrives = False
        self._release(len(self._waiting))

    def hear(self, action: str, extras: Mapping[str, object]) -> bool:
        """Do what a broadcast says; whether it was meant for the forwarder."""
        if not action.startswith(ACTION):
            return False
        match action.removeprefix(ACTION):
            case "ENABLE_ACCESSIBILITY_TREE_LOGS":
                self._sends_trees = True
            case "DISABLE_ACCESSIBILITY_TREE_LOGS":
                self._sends_trees = False
            case "SET_GRPC":
                self._set_target(extras)
            case unknown:
                self._session.journal.miss(f"accessibility forwarder: {unknown}")
        return True

    async def show(self) -> None:
        """Send the screen now, if anybody takes it, and wait until it has arrived."""
        if self._arrives:
            arrived = asyncio.get_running_loop().create_future()
            self._waiting.append(arrived)
            self._called.set()
            await arrived

    def _set_target(self, extras: Mapping[str, object]) -> None:
        host, port = extras.get("host", ""), extras.get("port")
        if host not in LOOPBACK or not isinstance(port, int) or not 0 < port < 65536:
            self._session.journal.miss(f"accessibility forwarder: SET_GRPC {host}:{port}")
            log(self._session, TAG, f"{host}:{port} is no port of this machine", level="E")
            return
        if self._sending is not None:
            self._sending.cancel()
        self._sending = asyncio.get_running_loop().create_task(self._send_to(port))
        self._arrives = True

    async def _send_to(self, port: int) -> None:
        # Slow to import, and needed only here.
        import grpc
        import grpc.aio

        from phoneworld.emulator.stubs import forest_pb2 as pb

        target = f"127.0.0.1:{port}"
        try:
            async with grpc.aio.secure_channel(target, grpc.local_channel_credentials()) as channel:
                send: grpc.aio.UnaryUnaryMultiCallable[bytes, pb.ForestReply] = channel.unary_unary(
                    METHOD, response_deserializer=pb.ForestReply.FromString
                )
                while True:
                    # Who comes while a screen is on its way waits for the next.
                    waiting = len(self._waiting)
                    self._called.clear()
                    pause_s = self._period_s
                    if self._is_on:
                        try:
                            await send(self._forest(), timeout=CALL_S)
                            self._arrives = True
                        except grpc.aio.AioRpcError as error:
                            self._arrives = False
                            pause_s = RETRY_S
                            log(self._session, TAG, f"{target}: {error.details()}", level="E")
                    self._release(waiting)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._called.wait(), pause_s)
        finally:
            if self._sending is asyncio.current_task():
                self._arrives = False
            self._release(len(self._waiting))

    def _release(self, count: int) -> None:
        """Let those go on who have waited longest."""
        gone, self._waiting = self._waiting[:count], self._waiting[count:]
        for arrived in gone:
            if not arrived.done():
                arrived.set_result(None)

    @property
    def _is_on(self) -> bool:
        enabled = self._session.phone.settings.get("secure", "enabled_accessibility_services")
        return self._sends_trees and PACKAGE in enabled

    def _forest(self) -> bytes:
        """The screen as a message, read anew only when something may have changed."""
        from phoneworld.emulator.forest import forest_of

        session = self._session
        state = (session.phone.version, session.screen_on, session.locked, session.handset.typed)
        if self._written is None or self._written[0] != state:
            self._written = (state, forest_of(session).SerializeToString())
        return self._written[1]

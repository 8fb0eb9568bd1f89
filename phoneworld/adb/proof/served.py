"""A phone on a port, in a thread with an event loop of its own: for whoever drives it from here."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from phoneworld.adb.personality import ORDINARY, Personality
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.adb.wire.faults import NONE, Faults
from phoneworld.phone import Phone

T = TypeVar("T")


@dataclass(slots=True)
class ServedPhone:
    """Its loop owns the phone: whoever wants to touch it does so by `run`."""

    server: PhoneServer
    loop: asyncio.AbstractEventLoop
    thread: threading.Thread
    others: tuple[PhoneServer, ...] = ()
    """The same phone's other ways to be connected."""

    @classmethod
    def start(
        cls,
        phone: Phone,
        faults: Faults = NONE,
        *,
        port: int = 0,
        personality: Personality = ORDINARY,
    ) -> ServedPhone:
        """Serve a phone; port 0 takes any that is free."""
        session = AdbSession(phone, serial="served", personality=personality)
        server = PhoneServer(session, port=port, faults=faults)
        others = tuple(PhoneServer(session, faults=faults) for _ in range(personality.ports - 1))
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, daemon=True)
        thread.start()
        for each in (server, *others):
            asyncio.run_coroutine_threadsafe(each.start(), loop).result(30)
        session.serial = server.address
        return cls(server, loop, thread, others)

    @property
    def session(self) -> AdbSession:
        return self.server.session

    @property
    def phone(self) -> Phone:
        return self.server.session.phone

    @property
    def address(self) -> str:
        """What `open_device` takes."""
        return f"adb://{self.server.address}"

    def run(self, work: Callable[[], T]) -> T:
        """Do something in the loop that owns the phone."""

        async def inside() -> T:
            return work()

        return asyncio.run_coroutine_threadsafe(inside(), self.loop).result(30)

    def stop_serving(self) -> None:
        """Take the phone off the port; it can still be looked into."""
        for each in (self.server, *self.others):
            asyncio.run_coroutine_threadsafe(each.close(), self.loop).result(30)

    def close(self) -> None:
        """Stop serving, and end the thread."""
        self.stop_serving()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

"""Phones served over the adb protocol, and an adb server that nobody else uses."""

import asyncio
import os
import stat
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest

from phoneworld import Phone, Workshop
from phoneworld.adb.faults import NONE, Faults
from phoneworld.adb.host_adb import HostAdb, find_adb
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import Session

T = TypeVar("T")


@dataclass(slots=True)
class ServedPhone:
    """A phone on a port, in a thread with an event loop of its own."""

    server: PhoneServer
    loop: asyncio.AbstractEventLoop
    thread: threading.Thread
    serial: str = field(default="")

    @property
    def session(self) -> Session:
        return self.server.session

    @property
    def phone(self) -> Phone:
        return self.server.session.phone

    @property
    def address(self) -> str:
        return f"adb://{self.server.address}"

    def run(self, work: Callable[[], T]) -> T:
        """Do something in the loop that owns the phone."""

        async def inside() -> T:
            return work()

        return asyncio.run_coroutine_threadsafe(inside(), self.loop).result(30)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self.server.close(), self.loop).result(30)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()


Serve = Callable[..., ServedPhone]


@pytest.fixture(scope="session")
def shared_workshop() -> Workshop:
    """One for all tests: worlds are made once."""
    return Workshop()


@pytest.fixture(scope="session")
def host_adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostAdb]:
    """The real adb with a private server, which the process's environment points to."""
    path = find_adb()
    if path is None:
        pytest.skip("this system's adbutils brings no adb")
    home = tmp_path_factory.mktemp("home")
    with HostAdb(path, home) as host, pytest.MonkeyPatch.context() as patch:
        for name, value in host.environment.items():
            if name != "PATH":
                patch.setenv(name, value)
        # If the code under test starts a server, that one must not take USB phones either.
        patch.setenv("ADBUTILS_ADB_PATH", str(_without_usb(path, home)))
        yield host


def _without_usb(adb: Path, home: Path) -> Path:
    script = home / "adb"
    script.write_text(f'#!/bin/sh\nexec "{adb}" --one-device none "$@"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


@pytest.fixture
def serve(host_adb: HostAdb, shared_workshop: Workshop) -> Iterator[Serve]:
    """Serves phones until the test is over."""
    served: list[ServedPhone] = []

    def serve(*, seed: int = 1, faults: Faults = NONE, realism: str = "off") -> ServedPhone:
        session = Session(shared_workshop.phone(seed, realism=realism), serial="test")
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, daemon=True)
        thread.start()
        server = PhoneServer(session, faults=faults)
        asyncio.run_coroutine_threadsafe(server.start(), loop).result(30)
        served.append(ServedPhone(server, loop, thread))
        return served[-1]

    yield serve
    for phone in served:
        _disconnect(host_adb, phone.server.address)
        phone.close()


def _disconnect(host_adb: HostAdb, serial: str) -> None:
    asyncio.run(host_adb.run("disconnect", serial))


@pytest.fixture
def no_adb_in_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("ANDROID_ADB", "ADBUTILS")):
            monkeypatch.delenv(name)

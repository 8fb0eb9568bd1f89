"""Served phones, and an adb of our own: private port, private home, no USB, no emulators, no mDNS."""

import asyncio
import importlib.util
import os
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from phoneworld import Workshop
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import Session
from phoneworld.adb.testing import WireHost


@pytest.fixture
def session(workshop: Workshop) -> Session:
    return Session(workshop.phone(3), serial="test")


@pytest.fixture
async def server(session: Session) -> AsyncIterator[PhoneServer]:
    async with PhoneServer(session) as served:
        yield served


@pytest.fixture
async def connect(server: PhoneServer) -> AsyncIterator[Callable[..., Awaitable[WireHost]]]:
    """Connects hosts to the served phone, and hangs up when the test is over."""
    hosts: list[WireHost] = []

    async def connect(**options: int) -> WireHost:
        hosts.append(await WireHost.connect(server.port, **options))
        return hosts[-1]

    yield connect
    for host in hosts:
        await host.close()


@pytest.fixture
async def wire(connect: Callable[..., Awaitable[WireHost]]) -> WireHost:
    return await connect()


@dataclass(frozen=True)
class Done:
    status: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        return self.out.decode()


@dataclass(frozen=True)
class Adb:
    """The real adb, with a server of its own."""

    path: Path
    port: int
    environment: dict[str, str]

    async def run(self, *words: str, given: bytes = b"", timeout_s: float = 20) -> Done:
        process = await asyncio.create_subprocess_exec(
            self.path,
            *words,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            out, err = await asyncio.wait_for(process.communicate(given), timeout_s)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise
        return Done(process.returncode or 0, out, err)


@pytest.fixture(scope="session")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adb]:
    # Not imported: adbutils reads the server's port when it is.
    spec = importlib.util.find_spec("adbutils")
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin).parent / "binaries" / "adb"
    if not path.exists():
        pytest.skip("this system's adbutils brings no adb")
    port = _free_port()
    environment = {
        "PATH": os.defpath,
        "HOME": str(tmp_path_factory.mktemp("home")),
        "ANDROID_ADB_SERVER_PORT": str(port),
        # A developer's emulators and phones in the network are none of ours.
        "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553",
        "ADB_MDNS": "0",
        "ADB_MDNS_AUTO_CONNECT": "0",
    }
    command = [path, "-P", str(port), "--one-device", "none", "server", "nodaemon"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _wait_for(port)
        yield Adb(path, port, environment)
        subprocess.run(
            [path, "-P", str(port), "kill-server"],
            env=environment,
            check=False,
            timeout=10,
            capture_output=True,
        )
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()


@pytest.fixture
async def serial(adb: Adb, server: PhoneServer) -> AsyncIterator[str]:
    """The name under which adb knows the served phone."""
    done = await adb.run("connect", server.address)
    assert b"connected to" in done.out
    yield server.address
    await adb.run("disconnect", server.address)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 15
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return

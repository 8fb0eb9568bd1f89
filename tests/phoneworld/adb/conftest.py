"""Served phones, and an adb of our own."""

from collections.abc import AsyncIterator, Iterator

import pytest

from phoneworld import Workshop
from phoneworld.adb.proof.host_adb import HostAdb, find_adb
from phoneworld.adb.proof.wire_host import Connect, WireHost
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.adb.wire.packets import MAX_PAYLOAD, VERSION


@pytest.fixture
def session(workshop: Workshop) -> AdbSession:
    return AdbSession(workshop.phone(3), serial="test")


@pytest.fixture
async def server(session: AdbSession) -> AsyncIterator[PhoneServer]:
    async with PhoneServer(session) as served:
        yield served


@pytest.fixture
async def connect(server: PhoneServer) -> AsyncIterator[Connect]:
    """Connects hosts to the served phone, and hangs up when the test is over."""
    hosts: list[WireHost] = []

    async def connect(*, version: int = VERSION, max_payload: int = MAX_PAYLOAD) -> WireHost:
        hosts.append(await WireHost.connect(server.port, version=version, max_payload=max_payload))
        return hosts[-1]

    yield connect
    for host in hosts:
        await host.close()


@pytest.fixture
async def wire(connect: Connect) -> WireHost:
    return await connect()


@pytest.fixture(scope="session")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostAdb]:
    path = find_adb()
    if path is None:
        pytest.skip("this system's adbutils brings no adb")
    with HostAdb(path, tmp_path_factory.mktemp("home")) as host:
        yield host


@pytest.fixture
async def serial(adb: HostAdb, server: PhoneServer) -> AsyncIterator[str]:
    """The name under which adb knows the served phone."""
    done = await adb.run("connect", server.address)
    assert b"connected to" in done.out
    yield server.address
    await adb.run("disconnect", server.address)

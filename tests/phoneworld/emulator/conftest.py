"""A phone behind the control service, and a client of it."""

from collections.abc import AsyncIterator, Callable

import pytest

from phoneworld import Workshop
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.server import EmulatorServer
from phoneworld.emulator.testing import ControlClient


@pytest.fixture
def session(workshop: Workshop) -> AdbSession:
    return AdbSession(workshop.phone(3), serial="test")


@pytest.fixture
async def server(session: AdbSession) -> AsyncIterator[EmulatorServer]:
    async with EmulatorServer(session) as served:
        yield served


@pytest.fixture
async def client(server: EmulatorServer) -> AsyncIterator[ControlClient]:
    async with ControlClient(server.address) as connected:
        yield connected


@pytest.fixture
def place(session: AdbSession) -> Callable[[str], tuple[int, int]]:
    """The middle of what has a text, a description or an id."""

    def find(label: str) -> tuple[int, int]:
        for view in session.phone.window().view.walk():
            if label in (view.text, view.description, view.id):
                return view.x + view.w // 2, view.y + view.h // 2
        raise LookupError(label)

    return find

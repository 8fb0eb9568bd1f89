"""Phones that adb's server hears of, wherever they are served."""

import asyncio
import socket
from pathlib import Path

import pytest

from phoneworld.adb.proof.host_adb import HostAdb, find_adb
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.announcement import announce


async def test_adb_knows_a_phone_that_was_announced(session: AdbSession, tmp_path: Path) -> None:
    path = find_adb()
    if path is None:
        pytest.skip("this system's adbutils brings no adb")
    with HostAdb(path, tmp_path) as adb:
        async with PhoneServer(session) as phone:
            serial = f"emulator-{phone.port - 1}"
            assert serial not in (await adb.run("devices")).text
            assert await announce(phone.port, server_port=adb.port)
            await adb.run("-s", serial, "wait-for-device")
            said = await adb.run("-s", serial, "shell", "echo", "here")

    assert said.text == "here\n"


async def test_nothing_happens_where_no_server_runs() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    assert not await asyncio.wait_for(announce(5555, server_port=port), 20)

import asyncio
import importlib.util
import os
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import grpc.aio
import pytest
from google.protobuf.empty_pb2 import Empty

from phoneworld.adb.errors import ServeError
from phoneworld.adb.proof.wire_host import WireHost
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.server import EmulatorServer
from phoneworld.emulator.stubs import emulator_pb2 as pb
from phoneworld.emulator.testing import ControlClient

ROOT = Path(__file__).resolve().parents[3]
STUBS = Path("phoneworld/emulator/stubs")


@pytest.mark.parametrize("local", [False, True])
async def test_clients_with_and_without_local_credentials_connect(
    server: EmulatorServer, *, local: bool
) -> None:
    async with ControlClient(f"localhost:{server.port}", local=local) as client:
        assert (await client.call("getStatus", Empty(), pb.EmulatorStatus)).booted


async def test_port_in_use_is_reported(server: EmulatorServer, session: AdbSession) -> None:
    with pytest.raises(ServeError, match=f"127.0.0.1:{server.port} cannot be listened on"):
        await EmulatorServer(session, server.port).start()


def test_port_that_does_not_exist_is_reported(session: AdbSession) -> None:
    with pytest.raises(ServeError, match="there is no port 70000"):
        EmulatorServer(session, 70000)


async def test_closed_server_frees_its_port_and_ends_streams(session: AdbSession) -> None:
    server = EmulatorServer(session)
    await server.start()
    client = ControlClient(server.address)
    stream = client.screenshots(pb.ImageFormat(width=54))
    await anext(stream)
    await server.close()
    with pytest.raises(grpc.aio.AioRpcError):
        await anext(stream)
    async with EmulatorServer(session, server.port) as again:
        assert again.port == server.port


async def test_adb_and_control_service_show_the_same_phone(
    session: AdbSession, client: ControlClient
) -> None:
    wanted = pb.ImageFormat(format=pb.ImageFormat.RGB888, width=54)
    session.phone.launch("com.phoneworld.notes")
    notes = await client.screenshot(wanted)
    async with PhoneServer(session) as adb:
        host = await WireHost.connect(adb.port)
        done = await host.shell("input keyevent KEYCODE_HOME")
        await host.close()

    assert done.status == 0
    assert (await client.screenshot(wanted)).image != notes.image


def test_importing_the_server_loads_no_grpc() -> None:
    program = (
        "import sys, phoneworld.emulator.server, phoneworld.commands.serve;"
        "print(*sys.modules.keys() & {'grpc', 'google.protobuf'})"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout

    assert loaded.split() == []


async def test_command_serves_adb_and_control_service() -> None:
    adb_port, grpc_port = _free_ports(2)
    heard = asyncio.get_running_loop().create_future()

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.set_result(await reader.read())
        writer.close()

    adb = await asyncio.start_server(hear, "127.0.0.1", 0)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "phoneworld", "serve"),
        *("--port", str(adb_port), "--emulator-grpc", str(grpc_port)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        env=os.environ | {"ANDROID_ADB_SERVER_PORT": str(adb.sockets[0].getsockname()[1])},
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(120), ControlClient(f"127.0.0.1:{grpc_port}") as client:
            said = [(await process.stdout.readline()).decode().strip() for _ in range(4)]
            announced = await heard
            status = await client.call("getStatus", Empty(), pb.EmulatorStatus)
    finally:
        process.terminate()
        await process.communicate()
        adb.close()

    message = f"host:emulator:{adb_port}"
    assert announced.decode() == f"{len(message):04x}{message}"
    assert said[3] == f"adb -s emulator-{adb_port - 1}"
    assert said[:2] == [f"adb connect 127.0.0.1:{adb_port}", f"emulator gRPC 127.0.0.1:{grpc_port}"]
    assert status.booted
    assert process.returncode == 0


def test_committed_stubs_are_what_the_proto_gives(tmp_path: Path) -> None:
    _script("build_emulator_stubs").build(tmp_path)

    for name in ("emulator_pb2.py", "emulator_pb2.pyi", "forest_pb2.py", "forest_pb2.pyi"):
        assert (tmp_path / STUBS / name).read_text() == (ROOT / STUBS / name).read_text()


def _free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def _script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

"""Listening, many phones, the `serve` command."""

import asyncio
import signal
import socket
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from phoneworld import Workshop
from phoneworld.adb.errors import ServeError
from phoneworld.adb.proof.wire_host import WireHost
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command_list import find_commands
from phoneworld.cli import main


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org", ""])  # noqa: S104
def test_only_this_machine_is_served(session: AdbSession, host: str) -> None:
    with pytest.raises(ServeError, match=r"127\.0\.0\.1 only"):
        PhoneServer(session, host)


async def test_port_that_is_taken_is_said_so(server: PhoneServer, session: AdbSession) -> None:
    with pytest.raises(ServeError, match="choose another port"):
        await PhoneServer(session, port=server.port).start()


async def test_closed_server_leaves_nothing_behind(session: AdbSession) -> None:
    server = PhoneServer(session)
    await server.start()
    host = await WireHost.connect(server.port)
    await host.open("exec:cat")
    await host.open("shell:while true; do sleep 1; done & while true; do sleep 1; done")
    await server.close()
    await host.close()

    assert len(asyncio.all_tasks()) == 1
    with pytest.raises(OSError, match=r"refused|failed"):
        await asyncio.open_connection("127.0.0.1", server.port)


async def test_sixteen_phones_in_one_process(workshop: Workshop) -> None:
    sessions = [AdbSession(workshop.phone(number), serial=str(number)) for number in range(16)]
    servers = [PhoneServer(session) for session in sessions]
    for server in servers:
        await server.start()

    async def work(number: int) -> list[bytes]:
        host = await WireHost.connect(servers[number].port)
        await host.shell(f"echo {number} > /data/local/tmp/me")
        contents = [(await host.shell("cat /data/local/tmp/me")).out for _ in range(20)]
        await host.close()
        return contents

    contents = await asyncio.gather(*map(work, range(16)))
    for server in servers:
        await server.close()

    assert contents == [[f"{number}\n".encode()] * 20 for number in range(16)]


async def test_command_through_a_socket_costs_less_than_a_few_milliseconds(
    wire: WireHost, session: AdbSession
) -> None:
    took_s: list[float] = []
    for _ in range(200):
        # Of the processor, not by the clock: others may be busy.
        started = time.process_time()
        await wire.shell("true")
        took_s.append(time.process_time() - started)

    # Measured: 0.25 ms. The bound is for machines far slower.
    assert statistics.median(took_s) < 0.005


async def test_everything_asked_for_is_listed(session: AdbSession) -> None:
    reported: list[tuple[str, str]] = []
    async with PhoneServer(
        session, watcher=lambda kind, what: reported.append((kind, what))
    ) as server:
        host = await WireHost.connect(server.port)
        await host.shell("frobnicate")
        await host.close()

    assert reported == [("request", "shell,v2,raw:frobnicate"), ("unknown", "frobnicate")]


def test_commands_have_one_owner_each() -> None:
    commands = find_commands()

    assert {"ls", "cat", "echo", "grep", "app_process"} <= set(commands)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--host", "0.0.0.0"], "127.0.0.1 only"),  # noqa: S104
        (["--port", "70000"], "--port 70000"),
        (["--phones", "0"], "--phones 0"),
        (["--realism", "brutal"], "no realism level"),
        (["--fault", "gravity=1"], "no fault 'gravity'"),
        (["--journal", "/no/such/folder/journal"], "cannot be written"),
    ],
)
def test_what_cannot_be_served_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(["serve", *arguments]) == 2
    error = capsys.readouterr().err

    assert complaint in error
    assert error.count("\n") == 1


def _two_free_ports() -> int:
    """The first of two ports in a row that nobody uses."""
    for port in range(21_000, 29_000, 7):
        with suppress(OSError), socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", port))
            other.bind(("127.0.0.1", port + 1))
            return port
    raise AssertionError("no two free ports in a row")


async def test_serve_until_interrupted(tmp_path: Path) -> None:
    journal, port = tmp_path / "journal", _two_free_ports()
    words = ["-m", "phoneworld", "serve", "--port", str(port), "--phones", "2"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, "--journal", str(journal), stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(3)]
    host = await WireHost.connect(port + 1)
    output = await host.shell("echo served; frobnicate")
    await host.close()
    process.send_signal(signal.SIGINT)
    await asyncio.wait_for(process.communicate(), 120)

    assert [line.decode() for line in lines] == [
        f"adb connect 127.0.0.1:{port}\n",
        f"adb connect 127.0.0.1:{port + 1}\n",
        "Serving until Ctrl-C.\n",
    ]
    assert output.out == b"served\n"
    assert process.returncode == 0
    assert f"127.0.0.1:{port + 1}\tunknown\tfrobnicate\n" in journal.read_text()


async def test_clock_stands_still_unless_it_is_to_go(session: AdbSession) -> None:
    async with PhoneServer(session):
        before = session.phone.now_s
        await asyncio.sleep(0.6)
        assert session.phone.now_s == before


async def test_clock_goes_with_the_machines_where_asked(session: AdbSession) -> None:
    before, began = session.phone.now_s, time.monotonic()
    async with PhoneServer(session, real_time=True):
        await asyncio.sleep(0.8)
    passed_s, took_s = session.phone.now_s - before, time.monotonic() - began
    await asyncio.sleep(0.4)

    assert 0.4 < passed_s < took_s + 0.1
    assert session.phone.now_s == before + passed_s

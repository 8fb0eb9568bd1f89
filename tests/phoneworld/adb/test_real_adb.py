"""The adb that everybody uses, against a served phone."""

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.server import PhoneServer
from phoneworld.adb.session import AdbSession
from phoneworld.adb.wire.faults import Faults
from phoneworld.providers import settings

SETTINGS_DB = settings.PATH


async def test_phone_is_listed_with_its_model(adb: HostAdb, serial: str) -> None:
    listed = (await adb.run("devices", "-l")).text

    assert re.search(rf"{re.escape(serial)}\s+device .*model:PhoneWorld", listed)


@pytest.mark.parametrize(
    ("command", "status", "out"),
    [
        ("true", 0, b""),
        ("exit 7", 7, b""),
        ("no_such_command", 127, b""),
        ("echo one; false", 1, b"one\n"),
        ("echo 'a  b' \"$HOME\"", 0, b"a  b /\n"),
    ],
)
async def test_exit_code_arrives(
    adb: HostAdb, serial: str, command: str, status: int, out: bytes
) -> None:
    done = await adb.run("-s", serial, "shell", command)

    assert (done.status, done.out) == (status, out)


async def test_errors_arrive_apart_from_output(adb: HostAdb, serial: str) -> None:
    done = await adb.run("-s", serial, "shell", "echo out; echo err >&2")

    assert (done.out, done.err) == (b"out\n", b"err\n")


async def test_first_version_has_no_exit_code_and_one_stream(adb: HostAdb, serial: str) -> None:
    done = await adb.run("-s", serial, "shell", "-x", "echo out; echo err >&2; echo $?; exit 3")

    assert (done.status, done.out) == (0, b"out\nerr\n0\n")


async def test_input_reaches_the_command(adb: HostAdb, serial: str) -> None:
    data = bytes(range(256)) * 4000

    done = await adb.run("-s", serial, "shell", "cat", given=data)

    assert done.out == data


async def test_shell_without_a_command_reads_commands(adb: HostAdb, serial: str) -> None:
    done = await adb.run("-s", serial, "shell", given=b"cd /sdcard\npwd\nexit 5\n")

    assert (done.status, done.out) == (5, b"/sdcard\n")


async def test_terminal_prompts_and_echoes(adb: HostAdb, serial: str) -> None:
    done = await adb.run("-s", serial, "shell", "-tt", given=b"echo a$?b\rexit 4\r")

    assert done.status == 4
    assert b"phoneworld:/ # " in done.out
    # What is typed ahead may be echoed before the answer, as on any terminal.
    assert b"a0b\r\n" in done.out


async def test_exec_out_and_exec_in_carry_bytes(adb: HostAdb, serial: str) -> None:
    data = b"\r\n\0\xff" * 50_000
    await adb.run("-s", serial, "exec-in", "cat > /data/local/tmp/bytes", given=data)

    assert (await adb.run("-s", serial, "exec-out", "cat /data/local/tmp/bytes")).out == data


async def test_folder_comes_back_as_it_was_pushed(
    adb: HostAdb, serial: str, tmp_path: Path
) -> None:
    source = tmp_path / "source"
    for number in range(60):
        folder = source / f"folder {number % 4}" / "ünïcode"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.bin").write_bytes(bytes([number]) * number * 4001)
    await adb.run("-s", serial, "push", str(source), "/sdcard/Download/")
    await adb.run(
        "-s", serial, "pull", "/storage/emulated/0/Download/source", str(tmp_path / "got")
    )

    assert _contents(tmp_path / "got") == _contents(source)


def _contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


async def test_pushed_picture_is_in_the_media_provider(
    adb: HostAdb, serial: str, session: AdbSession, tmp_path: Path
) -> None:
    (tmp_path / "cat.jpg").write_bytes(b"\xff\xd8picture")
    before = session.phone.version
    await adb.run("-s", serial, "push", str(tmp_path / "cat.jpg"), "/sdcard/DCIM/Camera/cat.jpg")

    row = session.phone.files.one("SELECT * FROM files WHERE _display_name = 'cat.jpg'")
    assert row is not None
    assert (row["mime_type"], row["parent"]) == ("image/jpeg", "/sdcard/DCIM/Camera")
    assert session.phone.version > before


async def test_modes_and_times_survive(
    adb: HostAdb, serial: str, session: AdbSession, tmp_path: Path
) -> None:
    file = tmp_path / "tool"
    file.write_bytes(b"x")
    file.chmod(0o755)
    await adb.run("-s", serial, "push", str(file), "/data/local/tmp/tool")

    entry = session.tree.stat("/data/local/tmp/tool")
    assert entry.mode & 0o777 == 0o755
    assert entry.mtime_s == int(file.stat().st_mtime)


async def test_pulled_database_opens_and_pushing_it_back_changes_the_app(
    adb: HostAdb, serial: str, session: AdbSession, tmp_path: Path
) -> None:
    file = tmp_path / "settings.db"
    await adb.run("-s", serial, "pull", SETTINGS_DB, str(file))
    connection = sqlite3.connect(file)
    connection.execute("UPDATE system SET value = '77' WHERE name = 'screen_brightness'")
    connection.commit()
    connection.close()
    done = await adb.run("-s", serial, "push", str(file), SETTINGS_DB)

    assert done.status == 0
    assert session.phone.settings.get("system", "screen_brightness") == "77"


async def test_what_is_no_database_cannot_become_one(
    adb: HostAdb, serial: str, session: AdbSession, tmp_path: Path
) -> None:
    (tmp_path / "bad").write_bytes(b"not a database" * 100)
    done = await adb.run("-s", serial, "push", str(tmp_path / "bad"), SETTINGS_DB)

    assert done.status != 0
    assert b"not a SQLite database" in done.out + done.err
    assert session.phone.settings.get("system", "screen_brightness") == "128"


async def test_missing_file_is_an_error(adb: HostAdb, serial: str, tmp_path: Path) -> None:
    done = await adb.run("-s", serial, "pull", "/sdcard/no such file", str(tmp_path / "x"))

    assert done.status != 0
    assert b"No such file or directory" in done.out + done.err


async def _shout(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data.upper())
        await writer.drain()


async def test_forward_reaches_what_listens_on_the_phone(
    adb: HostAdb, serial: str, session: AdbSession
) -> None:
    session.ports.bind("tcp:9008", _shout)
    done = await adb.run("-s", serial, "forward", "tcp:0", "tcp:9008")
    answer = await _ask(int(done.text), b"hello" * 60_000)

    assert answer == b"HELLO" * 60_000


async def test_reverse_leads_from_the_phone_to_the_host(
    adb: HostAdb, serial: str, session: AdbSession
) -> None:
    listener = await asyncio.start_server(_shout_once, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    await adb.run("-s", serial, "reverse", "tcp:7000", f"tcp:{port}")
    listed = await adb.run("-s", serial, "reverse", "--list")
    # Forwarded back to the phone's end, so that somebody uses it.
    there = await adb.run("-s", serial, "forward", "tcp:0", "tcp:7000")
    answer = await _ask(int(there.text), b"echo" * 75_000)
    await adb.run("-s", serial, "reverse", "--remove-all")
    listener.close()

    assert f"tcp:7000 tcp:{port}" in listed.text
    assert answer == b"ECHO" * 75_000
    assert session.ports.find("tcp:7000") is None


async def _shout_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await _shout(reader, writer)
    writer.close()


async def _ask(port: int, data: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    answer = await asyncio.wait_for(reader.readexactly(len(data)), 120)
    writer.close()
    return answer


async def test_host_is_unauthorized_until_accepted(adb: HostAdb, session: AdbSession) -> None:
    faults = Faults(unauthorized_s=float("inf"))
    async with PhoneServer(session, faults=faults) as server:
        await adb.run("connect", server.address)
        before = (await adb.run("devices")).text
        refused = await adb.run("-s", server.address, "shell", "true")
        server.accept_keys()
        await _until(lambda: _is_listed(adb, server.address, "device"))
        accepted = await adb.run("-s", server.address, "shell", "echo in")
        # The key is known now: nobody is asked again.
        await adb.run("disconnect", server.address)
        await adb.run("connect", server.address)
        await _until(lambda: _is_listed(adb, server.address, "device"))
        await adb.run("disconnect", server.address)

    assert f"{server.address}\tunauthorized" in before
    assert refused.status != 0
    assert accepted.out == b"in\n"


async def test_owner_accepts_after_a_while(adb: HostAdb, session: AdbSession) -> None:
    async with PhoneServer(session, faults=Faults(unauthorized_s=0.3)) as server:
        await adb.run("connect", server.address)
        await _until(lambda: _is_listed(adb, server.address, "device"))
        await adb.run("disconnect", server.address)


async def _is_listed(adb: HostAdb, serial: str, state: str) -> bool:
    return f"{serial}\t{state}" in (await adb.run("devices")).text


async def _until(holds: Callable[[], Awaitable[bool]]) -> None:
    deadline = asyncio.get_running_loop().time() + 10
    while not await holds():
        assert asyncio.get_running_loop().time() < deadline


async def test_eight_clients_at_once(adb: HostAdb, serial: str) -> None:
    async def client(number: int) -> list[bytes]:
        done = [await adb.run("-s", serial, "shell", f"echo {number}.{n}") for n in range(5)]
        return [one.out for one in done]

    outputs = await asyncio.gather(*map(client, range(8)))

    assert outputs == [[f"{number}.{n}\n".encode() for n in range(5)] for number in range(8)]


@pytest.mark.parametrize("words", [("root",), ("remount",), ("unroot",), ("tcpip", "5555")])
async def test_what_makes_no_difference_is_answered_in_words(
    adb: HostAdb, serial: str, words: tuple[str, ...]
) -> None:
    done = await adb.run("-s", serial, *words)

    assert done.status == 0
    assert done.out


async def test_debugger_is_refused(adb: HostAdb, serial: str) -> None:
    done = await adb.run("-s", serial, "jdwp")

    assert done.status != 0


async def test_restarted_phone_is_back_with_its_apps_closed(
    adb: HostAdb, serial: str, session: AdbSession
) -> None:
    session.phone.launch("com.phoneworld.settings")
    await adb.run("-s", serial, "reboot")
    await _until(lambda: _answers(adb, serial))

    assert session.phone.recent_apps == []


async def test_phone_is_back_after_its_cable_was_pulled(
    adb: HostAdb, serial: str, server: PhoneServer
) -> None:
    server.drop()
    # adb connects again by itself, after a while.
    await _until(lambda: _answers(adb, serial))


async def _answers(adb: HostAdb, serial: str) -> bool:
    return (await adb.run("-s", serial, "shell", "echo up")).out == b"up\n"

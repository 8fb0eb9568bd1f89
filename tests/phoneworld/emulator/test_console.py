"""The emulator's console, line by line."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phoneworld.adb.errors import ServeError
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.console import EmulatorConsole


@pytest.fixture
async def console(session: AdbSession) -> AsyncIterator[EmulatorConsole]:
    async with EmulatorConsole(session) as served:
        yield served


async def talk(port: int, *lines: str) -> str:
    """All that the console says to these lines."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write("".join(f"{line}\n" for line in lines).encode())
    said = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return said.decode()


async def test_a_text_comes_in_newest_first(console: EmulatorConsole, session: AdbSession) -> None:
    said = await talk(
        console.port,
        "auth token",
        "sms send +12025550143 Hello, it's me: how are you?",
        "sms send +12025550199 Later",
        "quit",
    )
    newest, older = session.phone.messages.rows(
        "SELECT address, body, date, type, read FROM sms ORDER BY date DESC, _id DESC LIMIT 2"
    )

    assert said.count("OK\r\n") == 4
    assert newest == {
        "address": "+1 202 555 0199", "body": "Later", "date": session.phone.now_ms,
        "type": 1, "read": 0,
    }  # fmt: skip
    assert older["body"] == "Hello, it's me: how are you?"
    assert session.phone.system.value("SELECT count(*) FROM notifications WHERE text = 'Later'")


@pytest.mark.parametrize(
    "line",
    ["sms", "sms send", "sms send 123", "sms send bob hello", "sms pdu 00", "avd", "geo fix 1 2"],
)
async def test_what_cannot_be_done_is_said(console: EmulatorConsole, line: str) -> None:
    assert console.answer(line).startswith("KO: ")


async def test_names_and_signs_of_life(console: EmulatorConsole) -> None:
    assert console.answer("avd name") == "phoneworld\r\nOK\r\n"
    assert console.answer("ping") == "I am alive!\r\nOK\r\n"
    assert "sms" in console.answer("help")


async def test_a_line_without_end_ends_its_talk_only(console: EmulatorConsole) -> None:
    with suppress(ConnectionError):
        await talk(console.port, "x" * 200_000)

    assert "OK" in await talk(console.port, "ping", "quit")


async def test_port_in_use_is_reported(console: EmulatorConsole, session: AdbSession) -> None:
    with pytest.raises(ServeError, match="cannot be listened on"):
        await EmulatorConsole(session, console.port).start()


@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(line=st.text(max_size=60))
def test_any_line_is_answered(session: AdbSession, line: str) -> None:
    assert EmulatorConsole(session).answer(line).endswith("\r\n")

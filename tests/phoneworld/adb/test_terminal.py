"""A shell with a person in front of it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command_list import find_commands
from phoneworld.adb.shell.interpreter import Shell, Toolbox
from phoneworld.adb.shell.io import Collected, Pipe
from phoneworld.adb.shell.terminal import ShellTerminal


class Person:
    """Types, and looks at the screen."""

    def __init__(self, session: AdbSession) -> None:
        self._keys = Pipe()
        self._seen = Collected()
        shell = Shell(Toolbox(session, find_commands()))
        self._watches = False
        terminal = ShellTerminal(shell, self._keys, self._seen, lambda: self._watches)
        self.shell = asyncio.ensure_future(terminal.run())

    def presses(self, keys: bytes) -> None:
        self._keys.write(keys)

    async def types(self, keys: bytes) -> None:
        self.presses(keys)
        for _ in range(30):
            await asyncio.sleep(0)

    def leaves(self) -> None:
        self._keys.end()

    def types_no_more(self) -> None:
        """But goes on looking."""
        self._watches = True
        self._keys.end()

    @property
    def sees(self) -> str:
        return self._seen.data.decode()


@pytest.fixture
async def person(session: AdbSession) -> AsyncIterator[Person]:
    someone = Person(session)
    yield someone
    someone.shell.cancel()
    await asyncio.wait([someone.shell])


async def test_keys_are_echoed_and_lines_are_run(person: Person) -> None:
    await person.types(b"echo hello\r")

    assert person.sees == "phoneworld:/ # echo hello\r\nhello\r\nphoneworld:/ # "


async def test_prompt_shows_the_folder(person: Person) -> None:
    await person.types(b"cd /sdcard\r")

    assert person.sees.endswith("phoneworld:/sdcard # ")


async def test_keys_are_taken_back(person: Person) -> None:
    await person.types(b"echo ax\x7fb\r")
    await person.types(b"nonsense\x15echo c\x1b[D\x1b[3~\r")

    assert "\r\nab\r\n" in person.sees
    assert "\r\nc\r\n" in person.sees


async def test_character_in_two_parts_is_one(person: Person) -> None:
    start, end = "é".encode()[:1], "é".encode()[1:]
    await person.types(b"echo " + start)
    await person.types(end + b"\r")

    assert "\r\né\r\n" in person.sees


async def test_interrupt_ends_the_command_and_not_the_shell(person: Person) -> None:
    await person.types(b"while true; do sleep 1; done\r")
    await person.types(b"\x03")
    await person.types(b"echo $?\r")

    assert "^C\r\n" in person.sees
    assert "\r\n130\r\n" in person.sees


async def test_command_that_reads_gets_the_next_lines(person: Person) -> None:
    await person.types(b"head -n 1\rfor it\recho for the shell\r")

    assert "\r\nfor it\r\n" in person.sees
    assert "# for the shell\r\n" in person.sees


async def test_exit_code_is_the_shells(person: Person) -> None:
    await person.types(b"exit 9\r")

    assert await asyncio.wait_for(person.shell, 120) == 9


async def test_end_of_input_ends_the_shell(person: Person) -> None:
    await person.types(b"false\r\x04")

    assert await asyncio.wait_for(person.shell, 120) == 1


async def test_person_who_leaves_ends_what_runs(person: Person) -> None:
    await person.types(b"while true; do sleep 1; done\r")
    person.leaves()

    assert await asyncio.wait_for(person.shell, 120) == 130


@pytest.mark.parametrize("turns", range(12))
async def test_what_was_typed_is_done_whenever_the_input_is_closed(
    person: Person, turns: int
) -> None:
    person.presses(b"sleep 0.01; echo a$?b\rexit 4\r")
    for _ in range(turns):
        await asyncio.sleep(0)
    person.types_no_more()

    assert await asyncio.wait_for(person.shell, 120) == 4
    assert "\r\na0b\r\n" in person.sees


async def test_closed_input_ends_the_command_that_reads_and_then_the_shell(person: Person) -> None:
    await person.types(b"cat; false\rfor it\r")
    person.types_no_more()

    assert await asyncio.wait_for(person.shell, 120) == 1
    assert "\r\nfor it\r\n" in person.sees


async def test_shell_that_is_ended_from_outside_ends(person: Person) -> None:
    await person.types(b"while true; do sleep 1; done\r")
    person.shell.cancel()

    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(person.shell, 2)

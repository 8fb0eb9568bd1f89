"""Kinds of phones by name, and what changing a command's answer does."""

import pytest

from phoneworld.adb.errors import ServeError
from phoneworld.adb.personalities import PERSONALITIES, find_personality
from phoneworld.adb.personalities.command_changes import both, edited, refused
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command_list import find_commands
from phoneworld.adb.shell.local import LocalShell
from phoneworld.commands import serve


def test_kind_that_does_not_exist_lists_those_that_do() -> None:
    with pytest.raises(ServeError, match=r"pixel-17.*after-anr.*miui"):
        find_personality("nokia")


@pytest.mark.parametrize("name", PERSONALITIES)
def test_kind_changes_only_commands_that_there_are(name: str) -> None:
    personality = PERSONALITIES[name]

    changed = personality.changed(find_commands())

    assert changed.keys() == find_commands().keys()
    assert personality.about
    assert personality.ports >= 1


async def test_properties_of_a_kind_are_its_own(session: AdbSession) -> None:
    phone = AdbSession(session.phone, serial="X", personality=PERSONALITIES["samsung"])

    assert (await LocalShell(phone).run("getprop ro.product.manufacturer")).out == "samsung\n"


async def test_changed_command_is_edited_or_refused(session: AdbSession) -> None:
    said: list[str] = []

    class Io:
        def __init__(self, session: AdbSession) -> None:
            self.session = session
            self.environment: dict[str, str] = {}

        def out(self, data: str | bytes) -> None:
            said.append(str(data))

        def err(self, data: str | bytes) -> None:
            said.append(f"error: {data!s}")

        async def read(self, count: int = -1) -> bytes:
            return b""

    def refuses(session: AdbSession, words: object) -> str:
        return "no" if words == ["bad"] else ""

    def shouts(session: AdbSession, words: object, text: str) -> str:
        del session, words
        return text.upper()

    change = both(edited(shouts), refused(refuses, status=7))
    echo = change(find_commands()["echo"])
    io = Io(session)

    assert [await _awaited(echo(io, ["hello"])), await _awaited(echo(io, ["bad"]))] == [0, 7]
    assert said == ["HELLO\n", "error: no"]


async def _awaited(status: object) -> object:
    from inspect import isawaitable

    return await status if isawaitable(status) else status


def test_one_phone_on_two_ports_is_one_phone_only() -> None:
    import argparse

    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    given = parser.parse_args(["--as", "wifi-twice", "--phones", "2"])

    with pytest.raises(ServeError, match="one phone on 2 ports"):
        serve.run(given)

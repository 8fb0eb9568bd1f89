"""`app_process`: starts what is in a jar on the phone. Of all jars, uiautomator2's is known.

Its server listens on the phone for as long as this command runs; when the stream that started it
is closed, the command is cancelled and the port is free again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from phoneworld.adb.errors import ServeError
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command import Command, Io
from phoneworld.adb.wire.ports import Endpoint

UIAUTOMATOR2 = "com.wetest.uia2.Main"
UIAUTOMATOR2_PORT = 9008


class _Module(Protocol):
    """A module that serves a program's port."""

    def start(self, session: AdbSession) -> Endpoint: ...


PROGRAMS = {UIAUTOMATOR2: "phoneworld.adb.u2"}
"""Main classes that can be started, and the modules that stand in for them."""


async def _app_process(io: Io, arguments: Sequence[str]) -> int:
    session = io.session
    main = next((word for word in arguments if word in PROGRAMS), "")
    jars = [jar for jar in io.environment.get("CLASSPATH", "").split(":") if jar]
    if not main or not jars or any(session.tree.find(jar) is None for jar in jars):
        wanted = main or next((word for word in arguments if "." in word), "")
        session.journal.miss(f"app_process {' '.join(arguments)}")
        io.err(f"Error: Could not find or load main class {wanted}\n")
        return 1
    module: _Module = import_module(PROGRAMS[main])  # type: ignore[assignment]  # a module is no class
    name = f"tcp:{_port(arguments)}"
    endpoint = module.start(session)
    try:
        session.ports.bind(name, endpoint)
    except ServeError:
        io.err("java.lang.IllegalStateException: UiAutomationService already registered!\n")
        return 1
    try:
        io.out("[server] INFO: [UiAutomator2Server] Starting Server\n")
        await asyncio.Event().wait()
    finally:
        session.ports.unbind(name, endpoint)
    return 0


def _port(arguments: Sequence[str]) -> int:
    words = list(arguments)
    if "-p" in words[:-1]:
        given = words[words.index("-p") + 1]
        if given.isdecimal() and 0 < int(given) < 65536:
            return int(given)
    return UIAUTOMATOR2_PORT


COMMANDS: dict[str, Command] = {"app_process": _app_process, "app_process64": _app_process}

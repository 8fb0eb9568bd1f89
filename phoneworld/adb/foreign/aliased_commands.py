"""Shell commands that take and tell well-known package names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import isawaitable

from phoneworld.adb.errors import FileError
from phoneworld.adb.foreign.package_aliases import meant, told
from phoneworld.adb.packages.components import PANEL
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.command import Command, Io
from phoneworld.composition import SYSTEM_PACKAGE

NAMING = ("am", "cmd", "dumpsys", "monkey", "pgrep", "pidof", "pm", "ps", "uiautomator")
"""The commands that name packages."""
SHADE = "NotificationShade"
"""What Android calls the window of the notification shade."""
_PANEL = f"{SYSTEM_PACKAGE}/{PANEL}"


class _ToldIo:
    """An `Io` whose text has the names that others know. Commands write whole lines."""

    def __init__(self, io: Io) -> None:
        self._io = io

    @property
    def session(self) -> AdbSession:
        return self._io.session

    @property
    def environment(self) -> Mapping[str, str]:
        return self._io.environment

    def out(self, data: str | bytes) -> None:
        self._io.out(self._told(data))

    def err(self, data: str | bytes) -> None:
        self._io.err(self._told(data))

    async def read(self, count: int = -1) -> bytes:
        return await self._io.read(count)

    def _told(self, data: str | bytes) -> str | bytes:
        if isinstance(data, bytes):
            return data
        panel = self.session.phone.panel
        if panel is not None and panel["kind"] == "shade":
            data = data.replace(_PANEL, SHADE)
        return told(data)


def aliased(command: Command) -> Command:
    """The command with well-known names, both ways."""

    async def run(io: Io, arguments: Sequence[str]) -> int:
        words = [meant(word, io.session.phone) for word in arguments]
        told_io = _ToldIo(io)
        status = command(told_io, words)
        return await status if isawaitable(status) else status

    return run


def aliased_dump(command: Command) -> Command:
    """`uiautomator`, whose dump may go into a file."""
    plain = aliased(command)

    async def run(io: Io, arguments: Sequence[str]) -> int:
        status = plain(io, arguments)
        status = await status if isawaitable(status) else status
        tree = io.session.tree
        for path in (*arguments[1:], "/sdcard/window_dump.xml"):
            if path.startswith("-"):
                continue
            try:
                xml = tree.read(path).decode("utf-8")
                tree.write(path, told(xml).encode())
            except (FileError, UnicodeDecodeError):
                pass  # written elsewhere: to the terminal
            break
        return status

    return run

"""What a service's name stands for: shells, files, ports, the screen.

What this phone cannot do is refused, as adbd refuses it, or answered in words.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

from phoneworld.adb.handset import lock
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.interpreter import Toolbox
from phoneworld.adb.wire.endpoints import serve_endpoint
from phoneworld.adb.wire.faults import Dice
from phoneworld.adb.wire.ports import Endpoint
from phoneworld.adb.wire.reverse import Reverses
from phoneworld.adb.wire.shell_service import serve_shell
from phoneworld.adb.wire.streams import WireStream
from phoneworld.adb.wire.sync import serve_sync
from phoneworld.adb.wire.transport import AdbConnection, Handler

__all__ = ["Endpoint", "Services"]

ANSWERS = {
    "root": "adbd is already running as root\n",
    "unroot": "this phone's adbd always runs as root\n",
    "remount": "remount is not needed: /data and /sdcard can be written\n",
    "tcpip": "this phone is always reached over TCP\n",
    "usb": "this phone has no USB\n",
    "disable-verity": "verity is already disabled\n",
    "enable-verity": "verity cannot be enabled on this phone\n",
}
FRAMEBUFFER = struct.Struct("<13I")
JOURNALED_LENGTH = 2000
HERE = ("", "localhost", "127.0.0.1")


class Services:
    """The services of one phone."""

    def __init__(
        self,
        session: AdbSession,
        toolbox: Toolbox,
        dice: Dice,
        *,
        reboot: Callable[[], None],
        note: Callable[[str], None],
    ) -> None:
        self._session = session
        self._toolbox = toolbox
        self._dice = dice
        self._reboot = reboot
        self._note = note
        self.reverses = Reverses(session.ports)

    def resolve(self, service: str, connection: AdbConnection) -> Handler | None:
        """Who serves a service; None refuses it."""
        self._note(service[:JOURNALED_LENGTH])
        if self._dice.happens("drop"):
            connection.abort()
            return None
        if self._dice.happens("lock_screen") and not self._session.locked:
            lock.lock(self._session)
        if self._dice.happens("black_frames"):
            self._session.black_frames = max(1, self._session.black_frames)
        handler = self._find(service, connection)
        if handler is None:
            self._session.journal.miss(service)
        return handler

    def _find(self, service: str, connection: AdbConnection) -> Handler | None:
        name, colon, argument = service.partition(":")
        kind, *options = name.split(",")
        match kind:
            case "shell":
                return self._shell(argument, options, connection)
            case "exec":
                return self._shell(argument, ["raw"], connection)
            case "sync":
                return lambda stream: serve_sync(stream, self._session.tree)
            case "tcp":
                port, _, host = argument.partition(":")
                return self._port(f"tcp:{port}") if host in HERE else None
            case "localabstract" | "localreserved" | "localfilesystem" | "local":
                return self._port(service)
            case "reverse":
                return lambda stream: self.reverses.serve(stream, argument, connection)
            case "framebuffer":
                return self._framebuffer
            case "reboot":
                return self._restart
            case _ if kind in ANSWERS and colon:
                return lambda stream: stream.write(ANSWERS[kind].encode())
            case _:
                return None

    def _shell(self, text: str, options: list[str], connection: AdbConnection) -> Handler:
        framed = "v2" in options
        # Without a word on it, a command gets plain pipes and a person a terminal.
        pty = "pty" in options or ("raw" not in options and not text)
        term = next((word[5:] for word in options if word.startswith("TERM=")), "")

        async def serve(stream: WireStream) -> None:
            if not self._dice.happens("die"):
                await serve_shell(stream, text, self._toolbox, framed=framed, pty=pty, term=term)
                return
            if self._dice.coin("die"):
                # The command happens, but nobody hears of it.
                stream.silence()
                await serve_shell(stream, text, self._toolbox, framed=framed, pty=pty)
            connection.abort()

        return serve

    def _port(self, name: str) -> Handler | None:
        endpoint = self._session.ports.find(name)
        if endpoint is None:
            return None
        if self._dice.happens("hang"):
            return _hang
        return lambda stream: serve_endpoint(stream, endpoint)

    async def _framebuffer(self, stream: WireStream) -> None:
        width, height = self._session.size
        pixels = await self._session.screens.encode("image/x-rgba")
        colors = (0, 8, 16, 8, 8, 8, 24, 8)  # offset and length of red, blue, green, alpha
        await stream.write(FRAMEBUFFER.pack(1, 32, len(pixels), width, height, *colors) + pixels)

    async def _restart(self, stream: WireStream) -> None:
        stream.close()
        phone = self._session.phone
        for package in phone.recent_apps:
            phone.stop_app(package)
        phone.go_home()
        # Let the host hear that the stream is closed before the phone is gone.
        await asyncio.sleep(0)
        self._reboot()


async def _hang(stream: WireStream) -> None:
    while await stream.read():
        pass

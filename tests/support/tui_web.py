"""`phonebuddy --web` as a process, and a browser window without a browser."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiohttp
from desk_scene import until

PATIENCE_S = 60.0
STEERING = re.compile(r"\x1b(?:\[[0-9;?<>=$]*[A-Za-z]|[()][A-Z0-9]|[=>])")


@contextmanager
def served_web(home: Path, *options: str) -> Generator[tuple[int, subprocess.Popen[bytes]]]:
    """The port and the process, once the page is there."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with (home / "web-output").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "tui", "--web", "--port", str(port), *options],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "HOME": str(home)},
        )
    try:
        until(lambda: page(port), within_s=PATIENCE_S)
        yield port, process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(20)


def page(port: int) -> str:
    """What a browser gets; empty while nobody answers."""
    try:
        with urllib.request.urlopen(f"http://localhost:{port}/", timeout=5) as answer:
            return answer.read().decode()
    except urllib.error.URLError:
        return ""


class Window:
    """What textual-serve's script does in a browser: passes keys on, and takes what is drawn."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.drawn = ""
        """All that was ever drawn, as text."""

    async def press(self, keys: str) -> None:
        await self._socket.send_json(["stdin", keys])

    async def until_drawn(self, *texts: str) -> None:
        """Wait until each of these has been drawn."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not all(text in self.drawn for text in texts):
            left_s = deadline_s - time.monotonic()
            assert left_s > 0, f"was not drawn; drawn was:\n{self.drawn[-3000:]}"
            try:
                message = await self._socket.receive(timeout=left_s)
            except TimeoutError:
                continue
            assert message.type in {aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT}, message
            if message.type == aiohttp.WSMsgType.BINARY:
                self.drawn += STEERING.sub("", message.data.decode(errors="replace"))
            else:
                json.loads(message.data)


@asynccontextmanager
async def open_window(port: int, size: tuple[int, int] = (100, 30)) -> AsyncGenerator[Window]:
    """Connect as the page's script does."""
    address = f"http://localhost:{port}/ws?width={size[0]}&height={size[1]}"
    origin = f"http://localhost:{port}"
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(address, origin=origin) as connected,
    ):
        window = Window(connected)
        width, height = size
        await connected.send_json(["resize", {"width": width, "height": height}])
        yield window

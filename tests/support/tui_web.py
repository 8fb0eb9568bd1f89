"""`phonebuddy --web` as a process, and a browser window without a browser."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiohttp
from runtime_process import PATIENCE_S

TRIES = 5
STEERING = re.compile(r"\x1b(?:\[[0-9;?<>=$]*[A-Za-z]|[()][A-Z0-9]|[=>])")


@contextmanager
def served_web(home: Path, *options: str) -> Generator[tuple[int, subprocess.Popen[bytes]]]:
    """The port and the process, once the page is there."""
    told = home / "web-output"
    for _ in range(TRIES):
        # Another may take the port before it is used: then with the next one.
        port = _free_port()
        process = _start(port, told, *options)
        try:
            if _is_served(port, process):
                yield port, process
                return
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(PATIENCE_S)
    raise AssertionError(f"there is no page: {told.read_text()}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _start(port: int, told: Path, *options: str) -> subprocess.Popen[bytes]:
    with told.open("wb") as output:
        return subprocess.Popen(
            [sys.executable, "-m", "tui", "--web", "--port", str(port), *options],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "HOME": str(told.parent)},
        )


def _is_served(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Waits for the page; false if the process ends instead."""
    deadline_s = time.monotonic() + PATIENCE_S
    while process.poll() is None and time.monotonic() < deadline_s:
        if "PhoneBuddy" in page(port):
            return True
        time.sleep(0.05)
    return False


def page(port: int) -> str:
    """What a browser gets; empty while nobody answers."""
    try:
        with urllib.request.urlopen(f"http://localhost:{port}/", timeout=120) as answer:
            return answer.read().decode()
    except (OSError, http.client.HTTPException):
        return ""


def terminal_address(text: str) -> str:
    """Where a page's terminal is to be opened; the phone beside it is at `/phone/` in its place."""
    found = re.search(r'data-session-websocket-url="ws:([^"]+)"', text)
    assert found is not None, text
    return f"http:{found[1]}"


class Window:
    """What textual-serve's script does in a browser: passes keys on, and takes what is drawn."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, key: str) -> None:
        self._socket = socket
        self.key = key
        """What its page was handed out with."""
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
    terminal = terminal_address(page(port))
    address = f"{terminal}?width={size[0]}&height={size[1]}"
    origin = f"http://localhost:{port}"
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(address, origin=origin) as connected,
    ):
        window = Window(connected, terminal.rpartition("/")[2])
        width, height = size
        await connected.send_json(["resize", {"width": width, "height": height}])
        yield window

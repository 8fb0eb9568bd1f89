"""A real browser, headless, steered over its debugging protocol. Found where it is installed, never fetched."""

from __future__ import annotations

import asyncio
import base64
import shutil
import subprocess
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from runtime_process import PATIENCE_S
from tui_web import STEERING

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--remote-debugging-port=0", "--hide-scrollbars"),
)
_KEYS = {"Enter": ("\r", 13), "F6": ("", 117), "F8": ("", 119)}


def find_browser() -> str | None:
    """Where a browser lies; none where none is installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page of a browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._calls = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self.drawn = ""
        """All that the page was ever told to draw, as text."""
        self.fetched_from: set[str] = set()
        """The hosts that the page asked for something."""

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Have the browser do something; its answer."""
        self._calls += 1
        number = self._calls
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        while number not in self._answers:
            await self._take(PATIENCE_S)
        answer = self._answers.pop(number)
        assert "error" not in answer, answer
        return answer["result"]

    async def press(self, key: str) -> None:
        """A key by its name, or a letter."""
        text, code = _KEYS.get(key, (key, ord(key[0].upper())))
        for kind in ("keyDown", "keyUp"):
            await self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                text=text,
                windowsVirtualKeyCode=code,
            )

    async def until_drawn(self, *texts: str) -> None:
        """Wait until the page was told to draw each of these."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not all(text in self.drawn for text in texts):
            assert time.monotonic() < deadline_s, f"was not drawn; drawn was:\n{self.drawn[-3000:]}"
            await self._take(1.0)

    async def type(self, text: str) -> None:
        """One letter after another, as from a keyboard."""
        for letter in text:
            await self.press(letter)

    async def drag(
        self, start: tuple[float, float], end: tuple[float, float] | None = None
    ) -> None:
        """Press the mouse's button at one place of the page and let it go at another, or there."""
        steps = (
            ("mousePressed", start),
            ("mouseMoved", end or start),
            ("mouseReleased", end or start),
        )
        for kind, (x, y) in steps:
            await self.call(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
            )

    async def evaluate(self, script: str) -> Any:  # noqa: ANN401 - whatever the script comes to
        """What an expression is worth in the page."""
        answer = await self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def until_true(self, script: str) -> None:
        """Wait until an expression holds in the page."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not await self.evaluate(script):
            assert time.monotonic() < deadline_s, f"was not so: {script}"
            await asyncio.sleep(0.05)

    async def resize(self, width: int, height: int, *, is_phone: bool = False) -> None:
        """Another size of the window."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=is_phone,
        )

    async def photograph(self) -> bytes:
        """The page as it looks now, as PNG."""
        answer = await self.call("Page.captureScreenshot", format="png")
        return base64.b64decode(answer["data"])

    async def _take(self, within_s: float) -> None:
        try:
            told = await self._socket.receive_json(timeout=within_s)
        except TimeoutError:
            return
        if "id" in told:
            self._answers[told["id"]] = told
            return
        match told["method"]:
            case "Network.webSocketFrameReceived":
                frame = told["params"]["response"]
                if frame["opcode"] == 2:
                    text = base64.b64decode(frame["payloadData"]).decode(errors="replace")
                    self.drawn += STEERING.sub("", text)
            case "Network.requestWillBeSent":
                address = urlsplit(told["params"]["request"]["url"])
                if address.scheme != "data":
                    self.fetched_from.add(address.netloc)
            case _:
                pass


@asynccontextmanager
async def open_browser(
    profile: Path, address: str, *, size: tuple[int, int] = (1200, 800)
) -> AsyncGenerator[Browser]:
    """A browser of its own, with a profile that must be new, on one page."""
    process = _start(profile)
    try:
        port = await _debugging_port(profile)
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json/list") as listed:
                pages = [one for one in await listed.json() if one["type"] == "page"]
            wire = pages[0]["webSocketDebuggerUrl"]
            async with session.ws_connect(wire, max_msg_size=1 << 26) as connected:
                browser = Browser(connected)
                await browser.call("Network.enable")
                await browser.call("Page.enable")
                await browser.resize(*size)
                await browser.call("Page.navigate", url=address)
                yield browser
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def _start(profile: Path) -> subprocess.Popen[bytes]:
    program = find_browser()
    assert program is not None
    profile.mkdir()
    with (profile / "output").open("wb") as output:
        return subprocess.Popen(
            [program, *OPTIONS, f"--user-data-dir={profile}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )


async def _debugging_port(profile: Path) -> int:
    told = profile / "DevToolsActivePort"
    deadline_s = time.monotonic() + PATIENCE_S
    while not told.exists() or "\n" not in told.read_text():
        assert time.monotonic() < deadline_s, "the browser did not start"
        await asyncio.sleep(0.05)
    return int(told.read_text().splitlines()[0])

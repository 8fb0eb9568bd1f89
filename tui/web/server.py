"""The web server: the page, and for each window its terminal and its phone.

Whoever reaches the page has the phone, so it listens on loopback only, pages of other sites that try
to speak to it through the browser are turned away, and none may show it inside of themselves. Each
page that is handed out has a key of its own: its terminal is opened with it, once, and only with the key
of an open window can its phone be seen and touched. The page itself fetches nothing from elsewhere.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import shlex
import sys
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tui.commands.next_words import install_words
from tui.connection import RuntimeConnection
from tui.errors import Problem
from tui.local_runtime import TOKEN_VARIABLE

if TYPE_CHECKING:
    from aiohttp import web

    from tui.web.windows import BrowserWindow

HOST = "localhost"
PAGE = Path(__file__).parent / "page"
MOST_KEYS = 100
"""Of pages that were handed out and whose terminal was not opened yet."""
MOST_BYTES = 1 << 20
"""In one message of a page: what is pasted into the terminal."""
MOST_TOUCH_BYTES = 2000
ENDING_S = 5.0
Handler = Callable[["web.Request"], Awaitable["web.StreamResponse"]]


def command_of(connection: RuntimeConnection, *, device: str = "", model: str = "") -> str:
    """What is started for each browser window: the screens, on the runtime that is there."""
    words = [sys.executable, "-P", "-m", "tui", "--connect", connection.address]
    if device:
        words += ["--device", device]
    if model:
        words += ["--model", model]
    if connection.tls_root is not None:
        words += ["--root-certificate", str(connection.tls_root)]
    if connection.tls:
        words += ["--tls"]
    return shlex.join(words)


def is_ours(host: str, origin: str | None, port: int) -> bool:
    """Whether a request comes from our own page: not from another site, nor by another name."""
    names = {f"{name}:{port}" for name in (HOST, "127.0.0.1")}
    return host in names and (origin is None or origin in {f"http://{name}" for name in names})


def page_policy(port: int) -> str:
    """What a browser may do for our page: speak to us, and to nobody else."""
    ours = " ".join(f"http://{name}:{port}" for name in (HOST, "127.0.0.1"))
    return "; ".join(
        [
            f"default-src {ours} data:",
            f"script-src {ours}",
            # The terminal's script puts its styles into the page.
            f"style-src {ours} 'unsafe-inline'",
            f"connect-src {ours} {ours.replace('http:', 'ws:')}",
            "frame-ancestors 'none'",
        ]
    )


class WindowKeys:
    """Keys of pages that were handed out, and the windows that were opened with them."""

    def __init__(self) -> None:
        self._waiting: dict[str, None] = {}
        self._open: dict[str, BrowserWindow] = {}
        self.none_is_open = asyncio.Event()
        self.none_is_open.set()

    def hand_out(self) -> str:
        """A new key. Of those that nobody uses, the oldest are forgotten."""
        key = secrets.token_urlsafe(24)
        self._waiting[key] = None
        while len(self._waiting) > MOST_KEYS:
            del self._waiting[next(iter(self._waiting))]
        return key

    def redeem(self, key: str) -> bool:
        """Whether a window may be opened with this key: once."""
        known = key in self._waiting
        self._waiting.pop(key, None)
        return known

    def window(self, key: str) -> BrowserWindow | None:
        """The open window of a key."""
        return self._open.get(key)

    @contextmanager
    def opened(self, key: str, window: BrowserWindow) -> Generator[None]:
        """While a window is open."""
        self._open[key] = window
        self.none_is_open.clear()
        try:
            yield
        finally:
            del self._open[key]
            if not self._open:
                self.none_is_open.set()


class WebServer:
    """Answers pages. `command` starts the screens of a window."""

    def __init__(self, command: str, port: int) -> None:
        self._command = command
        self._port = port
        self._keys = WindowKeys()
        self._sockets: set[web.WebSocketResponse] = set()

    def application(self) -> web.Application:
        """The routes, behind the door-keeper."""
        import textual_serve  # pyright: ignore[reportMissingTypeStubs]
        from aiohttp import web

        @web.middleware
        async def only_ours(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not is_ours(request.host, request.headers.get("Origin"), self._port):
                raise web.HTTPForbidden(
                    text="only this computer's own page may speak to PhoneBuddy"
                )
            return await handler(request)

        app = web.Application(middlewares=[only_ours])
        app.on_response_prepare.append(self._confine)
        app.on_shutdown.append(self._close_windows)
        app.router.add_get("/", self._page)
        app.router.add_get("/terminal/{key}", self._terminal)
        app.router.add_get("/phone/{key}", self._phone)
        app.router.add_static("/page", PAGE)
        app.router.add_static("/static", Path(textual_serve.__file__).parent / "static")
        return app

    async def _confine(self, _request: web.Request, response: web.StreamResponse) -> None:
        response.headers["Content-Security-Policy"] = page_policy(self._port)

    async def _close_windows(self, _app: web.Application) -> None:
        for socket in list(self._sockets):
            await socket.close()
        # Their screens need a moment; those of a page that has just gone do too.
        with suppress(TimeoutError):
            async with asyncio.timeout(ENDING_S):
                await self._keys.none_is_open.wait()

    async def _page(self, request: web.Request) -> web.StreamResponse:
        from aiohttp import web

        size = request.query.get("fontsize", "")
        text = (PAGE / "index.html").read_text(encoding="utf-8")
        for name, value in {
            "ADDRESS": f"ws://{request.host}",
            "KEY": self._keys.hand_out(),
            "FONT_SIZE": size if size.isdecimal() and len(size) < 3 else "16",
        }.items():
            text = text.replace(f"{{{{{name}}}}}", value)
        # A key is good once: the page is not to be kept.
        headers = {"Cache-Control": "no-store"}
        return web.Response(text=text, content_type="text/html", headers=headers)

    async def _terminal(self, request: web.Request) -> web.StreamResponse:
        from aiohttp import web

        from tui.web.windows import BrowserWindow

        key = request.match_info["key"]
        if not self._keys.redeem(key):
            raise web.HTTPForbidden(text="this page was used already: load it again")
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=MOST_BYTES)
        window = BrowserWindow(
            self._command,
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=socket.close,
        )
        with self._keys.opened(key, window):
            try:
                await socket.prepare(request)
                await window.start(_cells(request, "width", 80), _cells(request, "height", 24))
                await self._listen(socket, window.hear)
            finally:
                await window.stop()
        return socket

    async def _phone(self, request: web.Request) -> web.StreamResponse:
        from aiohttp import web

        window = self._keys.window(request.match_info["key"])
        if window is None:
            raise web.HTTPForbidden(text="there is no open window of this key")
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=MOST_TOUCH_BYTES)
        await socket.prepare(request)
        sending = asyncio.create_task(window.send_phone(socket.send_str, socket.send_bytes))
        try:
            await self._listen(socket, window.touch)
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError, ConnectionError):
                await sending
        return socket

    async def _listen(
        self, socket: web.WebSocketResponse, hear: Callable[[Any], Awaitable[None]]
    ) -> None:
        """Hand on what the page says until it goes. What is no JSON is passed over."""
        from aiohttp import WSMsgType

        self._sockets.add(socket)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    with suppress(ValueError):
                        await hear(json.loads(message.data))
        finally:
            self._sockets.discard(socket)


def _cells(request: web.Request, name: str, default: int) -> int:
    told = request.query.get(name, "")
    return int(told) if told.isdecimal() and len(told) < 5 else default


def serve_web(
    connection: RuntimeConnection, port: int, *, device: str = "", model: str = ""
) -> None:
    """Serve until Ctrl-C. `device` and `model` are what the screens begin with."""
    try:
        import textual_serve  # noqa: F401 # pyright: ignore[reportMissingTypeStubs, reportUnusedImport]
        from aiohttp import web
    except ImportError as error:
        raise Problem(
            "the browser needs textual-serve, which is not installed",
            next=install_words("web"),
        ) from error
    logging.basicConfig(level=logging.WARNING)
    if connection.token:
        # By environment: the command line is for all to see.
        os.environ[TOKEN_VARIABLE] = connection.token
    command = command_of(connection, device=device, model=model)
    app = WebServer(command, port).application()

    async def announce(_app: web.Application) -> None:
        print(f"PhoneBuddy is at http://{HOST}:{port} (Ctrl-C ends it)", flush=True)  # noqa: T201

    app.on_startup.append(announce)
    try:
        # A silent `print`: what is to be said is said by `announce`.
        web.run_app(app, host=HOST, port=port, print=None, shutdown_timeout=ENDING_S)
    except OSError as error:
        raise Problem(
            f"port {port} cannot be used: {error}", next="the same again with --port 8001"
        ) from error

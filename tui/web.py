"""`phonebuddy --web`: the same screens in a browser on this computer.

Whoever reaches the page has the phone, so it listens on loopback only, pages of other sites that try
to speak to it through the browser are turned away, and none may show it inside of themselves. The page
itself fetches nothing from elsewhere.
"""

from __future__ import annotations

import logging
import os
import shlex
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tui.commands.problems import Problem
from tui.connection import RuntimeConnection
from tui.local_runtime import TOKEN_VARIABLE

HOST = "localhost"
PAGE = Path(__file__).parent / "web_page"


def command_of(connection: RuntimeConnection) -> str:
    """What is started for each browser window: the screens, on the runtime that is there."""
    words = [sys.executable, "-P", "-m", "tui", "--connect", connection.address]
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
            # The page has its own few lines of script and its styles in itself.
            f"script-src {ours} 'unsafe-inline'",
            f"style-src {ours} 'unsafe-inline'",
            f"connect-src {ours} {ours.replace('http:', 'ws:')}",
            "frame-ancestors 'none'",
        ]
    )


def serve_web(connection: RuntimeConnection, port: int) -> None:
    """Serve until Ctrl-C."""
    try:
        from aiohttp import web
        from textual_serve.server import Server  # pyright: ignore[reportMissingTypeStubs]
    except ImportError as error:
        raise Problem(
            "the browser needs textual-serve, which is not installed",
            next="pip install 'phonebuddy[web]'",
        ) from error

    @web.middleware
    async def only_ours(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if not is_ours(request.host, request.headers.get("Origin"), port):
            raise web.HTTPForbidden(text="only this computer's own page may speak to PhoneBuddy")
        return await handler(request)

    async def confine(_request: web.Request, response: web.StreamResponse) -> None:
        response.headers["Content-Security-Policy"] = page_policy(port)

    class OurServer(Server):
        """With a door-keeper, and without a banner and a line for each request."""

        def initialize_logging(self) -> None:
            logging.basicConfig(level=logging.WARNING)

        async def _make_app(self) -> Any:  # noqa: ANN401 - an aiohttp application, which has no types here
            app = await super()._make_app()  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
            app.middlewares.append(only_ours)
            app.on_response_prepare.append(confine)
            return app  # pyright: ignore[reportUnknownVariableType]

        async def on_startup(self, app: web.Application) -> None:
            del app
            print(f"PhoneBuddy is at http://{HOST}:{port} (Ctrl-C ends it)", flush=True)  # noqa: T201

    if connection.token:
        # By environment: the command line is for all to see.
        os.environ[TOKEN_VARIABLE] = connection.token
    try:
        OurServer(
            command_of(connection), host=HOST, port=port, title="PhoneBuddy", templates_path=PAGE
        ).serve()
    except OSError as error:
        raise Problem(
            f"port {port} cannot be used: {error}", next="the same again with --port 8001"
        ) from error

"""`phonebuddy mcp`: the phones as tools of other agents, by the Model Context Protocol."""

from __future__ import annotations

import argparse
import secrets
import sys
from contextlib import ExitStack
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tui.commands.runtime_access import add_connection, open_connection
from tui.connection import RuntimeConnection
from tui.errors import Problem

PORT = 8765
DESCRIPTION = """\
Serve the phones of a runtime to other agents, by the Model Context Protocol: over standard input and
output, for clients that start the command themselves, or over HTTP on this computer with a token.

Agents see what a policy may see, and the guard stays in between: what it asks about is put to the person
through their client, and is refused where the client cannot ask."""
EPILOG = """\
examples:
  phonebuddy mcp                                     over standard input and output
  phonebuddy mcp --device adb://R5CT10
  phonebuddy mcp --http --port 8765                  prints the address and the token"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--http", action="store_true", help="streamable HTTP, on this computer only"
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"of --http (default: {PORT})")
    parser.add_argument(
        "--http-token-file",
        metavar="FILE",
        type=Path,
        help="holds the token that clients of --http give (default: a new one, which is printed)",
    )
    parser.add_argument(
        "--device", metavar="PHONE", default="", help="the phone where a call names none"
    )
    parser.add_argument(
        "--policy", metavar="NAME", default="", help="the policy, or model, where a call names none"
    )
    add_connection(parser)


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    if find_spec("mcp") is None:
        raise Problem("the package mcp is not installed", next="pip install 'phonebuddy[mcp]'")
    from tui.mcp.server import make_server, serve_http

    with ExitStack() as stack:

        @cache  # one runtime for all sessions
        def connect() -> RuntimeConnection:
            return stack.enter_context(open_connection(given))

        server = make_server(connect, device=given.device, policy=given.policy)
        if not given.http:
            server.run("stdio")
            return 0
        token = _token(given.http_token_file)
        print(f"http://127.0.0.1:{given.port}/mcp", file=sys.stderr)
        print(f"Authorization: Bearer {token}", file=sys.stderr, flush=True)
        serve_http(server, port=given.port, token=token)
    return 0


def _token(file: Path | None) -> str:
    if file is None:
        return secrets.token_urlsafe(24)
    try:
        token = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"the token cannot be read from {file}: {error}") from error
    if len(token) < 16:
        raise Problem(f"the token in {file} is too short: 16 characters or more")
    return token

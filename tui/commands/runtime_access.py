"""The runtime that a command asks: one that is named, or one of our own for as long as it takes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from phonebuddy.v1.client import Client
from phonebuddy.v1.connection import is_local
from phonebuddy.v1.errors import BuddyError

from tui.commands.problems import problem_of
from tui.connection import RuntimeConnection
from tui.errors import LocalRuntimeFailed, Problem
from tui.local_runtime import TOKEN_VARIABLE, LocalRuntime

PATIENCE_S = 30.0
"""How long a runtime that went away is waited for."""
FIRST_PATIENCE_S = 1.0


def add_connection(parser: argparse.ArgumentParser) -> None:
    """Options that say which runtime; they may stand before the command or after it."""
    group = parser.add_argument_group("which runtime")
    # Absent rather than None: what stands before the command must not be overwritten.
    unset = argparse.SUPPRESS
    group.add_argument(
        "--connect",
        metavar="ADDRESS",
        default=unset,
        help="use the runtime at HOST:PORT or unix:PATH (default: start one, or use the one that "
        "has the data folder)",
    )
    group.add_argument(
        "--token-file", metavar="FILE", type=Path, default=unset, help="holds the runtime's token"
    )
    group.add_argument(
        "--token",
        default=unset,
        help=f"the token itself; others can see it in the list of processes (default: ${TOKEN_VARIABLE})",
    )
    group.add_argument(
        "--root-certificate",
        metavar="FILE",
        type=Path,
        default=unset,
        help="trust this certificate (PEM); turns TLS on",
    )
    group.add_argument(
        "--tls", action="store_true", default=unset, help="TLS with the system's certificates"
    )
    group.add_argument(
        "--data",
        metavar="FOLDER",
        type=Path,
        default=unset,
        help="where a runtime of our own keeps its runs (default: ~/.phonebuddy)",
    )
    group.add_argument(
        "--policies",
        metavar="FOLDER",
        type=Path,
        default=unset,
        help="where a runtime of our own finds policies (default: ~/.phonebuddy/policies)",
    )


@dataclass(frozen=True, slots=True)
class Runtime:
    """A runtime that can be asked. `ours`: it was started by this command and ends with it."""

    client: Client
    connection: RuntimeConnection
    ours: bool


@contextmanager
def open_connection(given: argparse.Namespace) -> Generator[RuntimeConnection]:
    """Where the runtime is that was asked for; one of our own ends with the `with`."""
    told = vars(given)
    address = told.get("connect", "")
    token, root, tls = _token(given), told.get("root_certificate"), told.get("tls", False)
    if address:
        for name in ("data", "policies"):
            if name in told:
                raise Problem(
                    f"--{name} is for a runtime that phonebuddy starts itself, --connect for another",
                    next="the same again with one of the two",
                )
        if token and not tls and root is None and not is_local(address):
            raise Problem(
                f"the token would travel to {address} in the clear",
                next="the same again with --root-certificate FILE, or --tls",
            )
        yield RuntimeConnection(address, token, root, tls=tls)
        return
    try:
        with LocalRuntime(data=told.get("data"), policies=told.get("policies")) as local:
            local.wait_ready()
            yield RuntimeConnection(
                local.address, token or local.token, root, tls=tls, local=not local.joined
            )
    except LocalRuntimeFailed as error:
        raise Problem(str(error), next="phonebuddy doctor") from error


@contextmanager
def open_runtime(given: argparse.Namespace) -> Generator[Runtime]:
    """The runtime that was asked for. What it refuses becomes a `Problem`."""
    with open_connection(given) as connection:
        try:
            with _client(connection, FIRST_PATIENCE_S) as client:
                client.policies()  # whether anyone is there is known soon
            with _client(connection, PATIENCE_S) as client:
                yield Runtime(client, connection, connection.local)
        except BuddyError as error:
            raise problem_of(error) from error


def _client(connection: RuntimeConnection, patience_s: float) -> Client:
    return Client(
        connection.address,
        token=connection.token or "",
        root_certificate=connection.tls_root,
        tls=connection.tls,
        patience_s=patience_s,
    )


def _token(given: argparse.Namespace) -> str | None:
    told = vars(given)
    if "token" in told:
        return told["token"]
    file: Path | None = told.get("token_file")
    if file is None:
        return os.environ.get(TOKEN_VARIABLE) or None
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"the token cannot be read from {file}: {error}") from error

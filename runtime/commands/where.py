"""Where a command finds what it asks about: the server of a data folder, or the folder itself."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from runtime.errors import ConfigError, PhoneBuddyError
from runtime.server.config import HOME
from runtime.server.data_folder import find_holder
from runtime.server.token import VARIABLE


class ServerSaid(PhoneBuddyError):
    """A server answered a command with an error."""


def add_place(parser: argparse.ArgumentParser) -> None:
    """Options that say where."""
    parser.add_argument(
        "--data", type=Path, default=HOME, help=f"the data folder (default: {HOME})"
    )
    parser.add_argument(
        "--server",
        default="",
        metavar="ADDRESS",
        help="ask this server (default: the one that has the data folder, if one does)",
    )
    parser.add_argument(
        "--root-certificate", type=Path, help="trust this certificate (PEM); turns TLS on"
    )


def find_server(given: argparse.Namespace) -> str:
    """The address of the server to ask; empty if the data folder is nobody's."""
    if given.server:
        return given.server
    holder = find_holder(given.data.expanduser())
    if holder is None:
        return ""
    if not holder.address:
        raise ConfigError(f"a server is just starting on {given.data}: try again in a moment")
    return holder.address


def token() -> str:
    """What servers want of their clients."""
    return os.environ.get(VARIABLE, "")

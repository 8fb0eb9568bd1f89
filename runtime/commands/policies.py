"""`python -m runtime policies`: the policies of a server, or of the folder that they lie in."""

from __future__ import annotations

import argparse
from pathlib import Path

from runtime.commands.where import ServerSaid, add_place, find_server, token
from runtime.server.config import ServerConfig


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_place(parser)
    parser.add_argument(
        "--policies",
        type=Path,
        default=None,
        help="the folder of policy bundles, when no server runs (default: ~/.phonebuddy/policies)",
    )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    address = find_server(given)
    for line in _of_server(address, given) if address else _of_folder(given):
        print(line)
    return 0


def _of_server(address: str, given: argparse.Namespace) -> list[str]:
    from phonebuddy.v1.client import Client
    from phonebuddy.v1.enum_names import short_name
    from phonebuddy.v1.errors import BuddyError
    from phonebuddy.v1.policy_service_pb2 import PolicyState

    root = given.root_certificate
    try:
        with Client(address, token=token(), root_certificate=root, patience_s=3) as client:
            policies = client.policies()
    except BuddyError as error:
        raise ServerSaid(f"the server at {address} said: {error}") from error
    return [
        _line(
            policy.name,
            policy.engine,
            short_name(PolicyState, policy.state),
            policy.problem or policy.description,
        )
        for policy in policies
    ]


def _of_folder(given: argparse.Namespace) -> list[str]:
    from runtime.policies.builtin import builtin_folder
    from runtime.policies.catalog import find_policies

    folder = (given.policies or ServerConfig().policies).expanduser()
    lines: list[str] = []
    for found in find_policies([folder, builtin_folder()]):
        engine = found.manifest.engine if found.manifest is not None else "?"
        state = "unusable" if found.problem else "available"
        about = found.manifest.description if found.manifest is not None else ""
        lines.append(_line(found.name, engine, state, found.problem or about))
    return lines or [f"no policies are in {folder}"]


def _line(name: str, engine: str, state: str, about: str) -> str:
    return f"{name:30} {engine:9} {state:10} {about}".rstrip()

"""`python -m runtime devices`: the phones that a server knows, or that are there."""

from __future__ import annotations

import argparse

from runtime.commands.where import ServerSaid, add_place, find_server, token


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_place(parser)


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    address = find_server(given)
    for line in _of_server(address, given) if address else _there():
        print(line)
    return 0


def _of_server(address: str, given: argparse.Namespace) -> list[str]:
    from phonebuddy.v1.client import Client
    from phonebuddy.v1.device_service_pb2 import DeviceState
    from phonebuddy.v1.enum_names import short_name
    from phonebuddy.v1.errors import BuddyError

    root = given.root_certificate
    try:
        with Client(address, token=token(), root_certificate=root, patience_s=3) as client:
            devices = client.devices()
    except BuddyError as error:
        raise ServerSaid(f"the server at {address} said: {error}") from error
    return [
        _line(
            device.address,
            device.kind,
            short_name(DeviceState, device.state),
            device.advice or device.run_id or device.info.model,
        )
        for device in devices
    ]


def _there() -> list[str]:
    from runtime.device_pool import DevicePool

    pool = DevicePool()
    try:
        return [
            _line(device.address, device.kind, device.availability.value, device.advice)
            for device in pool.list()
        ]
    finally:
        pool.close()


def _line(address: str, kind: str, state: str, about: str) -> str:
    return f"{address:40} {kind:11} {state:10} {about}".rstrip()

"""The gRPC server itself: its bounds, where it listens, health and reflection.

Bounds are set on purpose. A message has at most 32 MiB, which leaves room for a large screenshot;
single fields of requests are bounded far below that (`codec.fields`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, cast

import grpc

# The package has no types.
from grpc_reflection.v1alpha import reflection  # pyright: ignore[reportMissingTypeStubs]

from runtime.errors import ConfigError
from runtime.server.address import Address, TcpAddress, UnixAddress, clear_socket_path
from runtime.server.calls import CallGate
from runtime.server.health import SERVICE as HEALTH_SERVICE
from runtime.server.health import Health

LARGEST_MESSAGE = 32 * 1024 * 1024
MOST_STREAMS = 256
"""Calls at once of one connection: more wait at the client."""
_OTHER_CALLS = 200
"""Calls at once beside the watchers, of all connections."""

SERVICES = (
    "phonebuddy.v1.AgentService",
    "phonebuddy.v1.DeviceService",
    "phonebuddy.v1.PolicyService",
)


def make_server(gate: CallGate, *, most_watchers: int) -> grpc.aio.Server:
    """A server without services yet, which listens nowhere yet."""
    options: Sequence[tuple[str, Any]] = (
        ("grpc.max_receive_message_length", LARGEST_MESSAGE),
        ("grpc.max_send_message_length", LARGEST_MESSAGE),
        ("grpc.max_concurrent_streams", MOST_STREAMS),
        # Finds out about clients that vanished without a word, and puts up with theirs.
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
        # Another server on the same port must be an error, not a share of the calls.
        ("grpc.so_reuseport", 0),
    )
    return grpc.aio.server(
        interceptors=[gate],
        options=options,
        maximum_concurrent_rpcs=most_watchers + _OTHER_CALLS,
    )


def offer_reflection(server: grpc.aio.Server) -> None:
    """Let clients ask which services there are."""
    names = (*SERVICES, HEALTH_SERVICE, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(  # pyright: ignore[reportUnknownMemberType]
        names, cast("grpc.Server", server)
    )


def offer_health(server: grpc.aio.Server) -> Health:
    """Answer the standard health calls."""
    health = Health(SERVICES)
    health.add_to(server)
    return health


def listen(
    server: grpc.aio.Server, address: Address, credentials: grpc.ServerCredentials | None
) -> Address:
    """Have the server listen; where it does, with the port that the system chose."""
    match address:
        case UnixAddress(path):
            if credentials is not None:
                raise ConfigError("a socket file needs no TLS: leave --tls-cert and --tls-key out")
            clear_socket_path(path)
            # Nobody else may connect, from the first moment on.
            before = os.umask(0o177)
            try:
                _bind(server, address, None)
            finally:
                os.umask(before)
            path.chmod(0o600)
            return address
        case TcpAddress():
            return address.with_port(_bind(server, address, credentials))


def _bind(
    server: grpc.aio.Server, address: Address, credentials: grpc.ServerCredentials | None
) -> int:
    try:
        if credentials is None:
            return server.add_insecure_port(str(address))
        return server.add_secure_port(str(address), credentials)
    except RuntimeError as error:
        raise ConfigError(
            f"{address} cannot be listened on: is another server there already? "
            "choose another one with --listen"
        ) from error

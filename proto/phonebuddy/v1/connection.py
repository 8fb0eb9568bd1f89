"""How a client reaches a server: channel, token, and patience when it is away."""

from __future__ import annotations

import ipaddress
import random
import re
from dataclasses import dataclass
from pathlib import Path

import grpc

from phonebuddy.v1.errors import TokenExposed

LARGEST_MESSAGE = 32 * 1024 * 1024
TIMEOUT_S = 60.0
SLOW_TIMEOUT_S = 600.0
"""For what may take long: loading a policy, deciding, waiting for a phone."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Where a server is, and what it wants of its clients.

    `address` is HOST:PORT or unix:PATH. `root_certificate` (a file in PEM form) turns TLS on; with
    `tls` alone, the system's own certificates count. A call that can be repeated is, for as long as
    `patience_s`, while the server is away.
    """

    address: str
    token: str = ""
    root_certificate: Path | str | None = None
    tls: bool = False
    patience_s: float = 30.0

    def __post_init__(self) -> None:
        if self.token and not self.encrypted and not is_local(self.address):
            raise TokenExposed(
                f"the token would travel to {self.address} in the clear, for anybody on the way to "
                "read: use TLS (a root certificate, or the system's own)"
            )

    @property
    def encrypted(self) -> bool:
        """Whether TLS is used."""
        return self.tls or self.root_certificate is not None

    @property
    def target(self) -> str:
        """The address as gRPC takes it."""
        if not self.address.startswith("unix:~"):
            return self.address
        return f"unix:{Path(self.address.removeprefix('unix:')).expanduser()}"

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What every call brings."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    @property
    def credentials(self) -> grpc.ChannelCredentials | None:
        if self.root_certificate is not None:
            return grpc.ssl_channel_credentials(Path(self.root_certificate).read_bytes())
        return grpc.ssl_channel_credentials() if self.tls else None

    def channel(self) -> grpc.Channel:
        """A channel for blocking calls."""
        credentials = self.credentials
        if credentials is None:
            return grpc.insecure_channel(self.target, options=_OPTIONS)
        return grpc.secure_channel(self.target, credentials, options=_OPTIONS)

    def async_channel(self) -> grpc.aio.Channel:
        """A channel for asyncio."""
        credentials = self.credentials
        if credentials is None:
            return grpc.aio.insecure_channel(self.target, options=_OPTIONS)
        return grpc.aio.secure_channel(self.target, credentials, options=_OPTIONS)


_OPTIONS = (
    ("grpc.max_receive_message_length", LARGEST_MESSAGE),
    ("grpc.max_send_message_length", LARGEST_MESSAGE),
    # A server that comes back is found soon.
    ("grpc.initial_reconnect_backoff_ms", 100),
    # In spite of its name, how long making a connection may take.
    ("grpc.min_reconnect_backoff_ms", 10_000),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    # Loopback is never behind a proxy.
    ("grpc.enable_http_proxy", 0),
)


def is_local(address: str) -> bool:
    """Whether what is sent there stays on this machine."""
    if address.startswith(("unix:", "unix-abstract:")):
        return True
    place = re.sub(r"^(?:dns:(?:///)?|ipv4:|ipv6:)", "", address)
    host = place[1:].partition("]")[0] if place.startswith("[") else place.rpartition(":")[0]
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Backoff:
    """Longer and longer waits, until patience runs out; `reset` after a success."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._left_s = patience_s
        self._next_s = 0.1

    def reset(self) -> None:
        self._left_s = self._patience_s
        self._next_s = 0.1

    def next_wait_s(self, asked_s: float | None = None) -> float | None:
        """How long to wait before the next try, at least `asked_s`; None when patience is over."""
        if self._left_s <= 0:
            return None
        wait_s = max(self._next_s * random.uniform(0.7, 1.3), asked_s or 0.0)
        self._left_s -= wait_s
        self._next_s = min(self._next_s * 2, 1.0)
        return wait_s

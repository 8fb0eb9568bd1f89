"""Where a server listens, and whether it may: only this machine without TLS and a token."""

from __future__ import annotations

import hashlib
import ipaddress
import os
import re
import socket
import stat
from dataclasses import dataclass
from pathlib import Path

from runtime.errors import ConfigError

SOCKET = "runtime.sock"
# What the kernel keeps for the path of a socket, with its final zero.
_LONGEST_SOCKET_PATH = 107
_HOST_AND_PORT = re.compile(
    r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<host>[^:\[\]/\s]+)):(?P<port>[0-9]{1,5})"
)


@dataclass(frozen=True, slots=True)
class TcpAddress:
    """A host and a port; port 0 lets the system choose."""

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def with_port(self, port: int) -> TcpAddress:
        """The same host."""
        return TcpAddress(self.host, port)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class UnixAddress:
    """A socket file, which only its owner may use."""

    path: Path

    def __str__(self) -> str:
        return f"unix:{self.path}"


Address = TcpAddress | UnixAddress


def parse_address(text: str) -> Address:
    """`HOST:PORT`, `[HOST]:PORT` or `unix:PATH`."""
    if text.startswith("unix:"):
        path = Path(text.removeprefix("unix:").removeprefix("//")).expanduser().absolute()
        if len(os.fsencode(path)) > _LONGEST_SOCKET_PATH:
            raise ConfigError(f"{path} is too long for a socket: choose a shorter path")
        return UnixAddress(path)
    match = _HOST_AND_PORT.fullmatch(text)
    if match is None or int(match["port"]) > 65535:
        raise ConfigError(
            f"{text!r} is no address: give HOST:PORT, such as 127.0.0.1:7777, or unix:PATH"
        )
    return TcpAddress(match["six"] or match["host"], int(match["port"]))


def default_address(data: Path) -> UnixAddress:
    """The socket of a data folder; in a private folder of its own where that has too long a name."""
    path = (data / SOCKET).expanduser().absolute()
    if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
        return UnixAddress(path)
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    folder = Path("/tmp") / f"phonebuddy-{os.getuid()}"  # noqa: S108 - made private below
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) != 0o700:
        raise ConfigError(
            f"{folder} is not a private folder of yours: choose an address (--listen)"
        )
    return UnixAddress(folder / f"{name}.sock")


def check_exposure(address: Address, *, has_tls: bool, has_token: bool) -> None:
    """Refuse to be reached from other machines without TLS and a token."""
    if isinstance(address, UnixAddress) or address.is_loopback:
        return
    missing = [
        *(["TLS (--tls-cert and --tls-key)"] if not has_tls else []),
        *(["a token (--token-file, or PHONEBUDDY_TOKEN)"] if not has_token else []),
    ]
    if missing:
        raise ConfigError(
            f"{address} can be reached from other machines, and whoever reaches it controls your "
            f"phones: give {' and '.join(missing)}, or listen on 127.0.0.1:{address.port}"
        )


def clear_socket_path(path: Path) -> None:
    """Make way for a socket: a dead one is removed; a live one, or anything else, is refused."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return
    if not stat.S_ISSOCK(mode):
        raise ConfigError(f"{path} is there already and is no socket: choose another path")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
            return
        except OSError as error:
            raise ConfigError(f"{path} is in use, or not ours ({error})") from error
    raise ConfigError(f"another server listens on {path}: end that one, or choose another path")

"""The person's consent to policies that run elsewhere: to which server, and with which key.

A bundle names both, and may come from anybody. So a remote policy answers only after the person has
agreed to just that; it is asked once and kept in a file of the data folder. A bundle that names another
server or key later is asked about again.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol, cast
from urllib.parse import urlsplit

from runtime.engines.remote.model import RemoteModel
from runtime.errors import ConfigError
from runtime.private_files import write_private

FILE = "remote-policies.json"


@dataclass(frozen=True, slots=True)
class RemoteUse:
    """What is agreed to: what is on the screen goes to `host`, with the key in the variable `key`."""

    policy: str
    host: str
    key: str = ""


class RemoteConsents(Protocol):
    """What the person has agreed to."""

    def allows(self, use: RemoteUse) -> bool: ...

    def allow(self, use: RemoteUse) -> None:
        """Agreed, for good."""
        ...

    def agreed_policies(self) -> frozenset[str]:
        """The policies that anything was agreed to of."""
        ...


def remote_use(policy: str, remote: RemoteModel) -> RemoteUse:
    """What a bundle's policy would do."""
    try:
        parts = urlsplit(remote.url)
        host = f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}"
    except ValueError:
        host = remote.url
    # A letter of another script looks like one of a server that is known, and is none.
    host = host.encode("ascii", "backslashreplace").decode("ascii")
    return RemoteUse(policy, host, remote.key_variable)


class MemoryConsents:
    """Kept until the process ends."""

    def __init__(self, *agreed: RemoteUse) -> None:
        self._agreed = set(agreed)

    def allows(self, use: RemoteUse) -> bool:
        return use in self._agreed

    def allow(self, use: RemoteUse) -> None:
        self._agreed.add(use)

    def agreed_policies(self) -> frozenset[str]:
        return frozenset(use.policy for use in self._agreed)


class FileConsents:
    """Kept in a file of one's own. Safe from any thread; one process at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._agreed = _read(path)

    def allows(self, use: RemoteUse) -> bool:
        with self._lock:
            return use in self._agreed

    def allow(self, use: RemoteUse) -> None:
        with self._lock:
            agreed = self._agreed | {use}
            listed = [asdict(one) for one in sorted(agreed, key=lambda one: (one.policy, one.host))]
            write_private(self._path, json.dumps(listed, indent=1))
            self._agreed = agreed

    def agreed_policies(self) -> frozenset[str]:
        with self._lock:
            return frozenset(use.policy for use in self._agreed)


def _read(path: Path) -> frozenset[RemoteUse]:
    try:
        listed = cast("list[dict[str, Any]]", json.loads(path.read_text(encoding="utf-8")))
        return frozenset(
            RemoteUse(str(one["policy"]), str(one["host"]), str(one["key"])) for one in listed
        )
    except FileNotFoundError:
        return frozenset()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"{path} cannot be read ({error}): remove it, and agree to remote policies again"
        ) from error

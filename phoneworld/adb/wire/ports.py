"""The ports that something on a phone listens on: names such as `tcp:9008`, and who answers.

They exist in memory only. No socket of the host is ever opened for them.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from phoneworld.adb.errors import ServeError


class Endpoint(Protocol):
    """What answers on a port: called once for each connection, which ends when it returns."""

    async def __call__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None: ...


class Ports:
    """Who listens on which port of a phone."""

    def __init__(self) -> None:
        self._endpoints: dict[str, Endpoint] = {}

    def find(self, name: str) -> Endpoint | None:
        """Who listens on a port, if anybody does."""
        return self._endpoints.get(name)

    def bind(self, name: str, endpoint: Endpoint) -> None:
        """Listen on a port that is free."""
        if name in self._endpoints:
            raise ServeError(f"{name} is taken: end what listens there first")
        self._endpoints[name] = endpoint

    def unbind(self, name: str, endpoint: Endpoint) -> None:
        """Stop listening. Does nothing if somebody else does by now."""
        if self._endpoints.get(name) is endpoint:
            del self._endpoints[name]

    def free_tcp(self, first: int = 40000) -> int:
        """A tcp port that nobody listens on."""
        return next(port for port in range(first, 65536) if f"tcp:{port}" not in self._endpoints)

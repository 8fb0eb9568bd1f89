"""The standard health service (`grpc.health.v1`), which balancers and parents ask without a token.

A watcher that does not read delays neither the others nor the shutdown.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable

import grpc

# The package has types, but does not say so.
from grpc_health.v1 import health_pb2 as pb  # pyright: ignore[reportMissingTypeStubs]
from grpc_health.v1 import health_pb2_grpc  # pyright: ignore[reportMissingTypeStubs]

from runtime.errors import TooManyCalls

SERVICE = "grpc.health.v1.Health"
MOST_WATCHERS = 50
RETRY_AFTER_S = 30.0

_Status = pb.HealthCheckResponse.ServingStatus
_SERVING = pb.HealthCheckResponse.SERVING
_NOT_SERVING = pb.HealthCheckResponse.NOT_SERVING
_UNKNOWN = pb.HealthCheckResponse.SERVICE_UNKNOWN

Context = grpc.aio.ServicerContext[pb.HealthCheckRequest, pb.HealthCheckResponse]


class Health:
    """Every service is serving, until all of them stop together."""

    def __init__(self, services: Iterable[str]) -> None:
        # The empty name stands for the server as a whole.
        self._services = frozenset({"", *services})
        self._stopped = asyncio.Event()
        self._watchers = 0

    def add_to(self, server: grpc.aio.Server) -> None:
        """Answer the server's health calls."""
        health_pb2_grpc.add_HealthServicer_to_server(  # pyright: ignore[reportUnknownMemberType]
            self, server
        )

    def stop(self) -> None:
        """Say from now on that nothing is served."""
        self._stopped.set()

    async def Check(  # noqa: N802 - the wire's name
        self, request: pb.HealthCheckRequest, context: Context
    ) -> pb.HealthCheckResponse:
        """How a service is now."""
        status = self._status(request.service)
        if status == _UNKNOWN:
            # As the standard has it.
            await context.abort(grpc.StatusCode.NOT_FOUND, "no service of that name is here")
        return pb.HealthCheckResponse(status=status)

    async def List(  # noqa: N802 - the wire's name
        self, _request: object, context: grpc.aio.ServicerContext[object, object]
    ) -> None:
        """Not offered: there are three services, and `Check` tells of each."""
        await context.abort(grpc.StatusCode.UNIMPLEMENTED, "ask Check for each service")

    async def Watch(  # noqa: N802 - the wire's name
        self, request: pb.HealthCheckRequest, _context: Context
    ) -> AsyncGenerator[pb.HealthCheckResponse]:
        """How a service is, now and whenever that changes."""
        if self._watchers >= MOST_WATCHERS:
            # Anyone may ask for health: that must not use up the calls that a server takes.
            raise TooManyCalls(
                f"{MOST_WATCHERS} watchers of health are all that this server takes: use Check",
                retry_after_s=RETRY_AFTER_S,
            )
        self._watchers += 1
        try:
            yield pb.HealthCheckResponse(status=self._status(request.service))
            await self._stopped.wait()
            yield pb.HealthCheckResponse(status=self._status(request.service))
        finally:
            self._watchers -= 1

    def _status(self, service: str) -> _Status:
        if service not in self._services:
            return _UNKNOWN
        return _NOT_SERVING if self._stopped.is_set() else _SERVING

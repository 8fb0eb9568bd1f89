"""A server put together from its parts: services, gate, threads. Starts, and stops in good order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import grpc
from phonebuddy.v1.agent_service_pb2_grpc import add_AgentServiceServicer_to_server
from phonebuddy.v1.device_service_pb2_grpc import add_DeviceServiceServicer_to_server
from phonebuddy.v1.policy_service_pb2_grpc import add_PolicyServiceServicer_to_server

from runtime.runs.model import Limits
from runtime.server.address import Address, UnixAddress
from runtime.server.agent import AgentParts, AgentService
from runtime.server.calls import CallGate, Counter
from runtime.server.devices import DeviceParts, DeviceService
from runtime.server.feeds import RunFeeds
from runtime.server.grpc_server import listen, make_server, offer_health, offer_reflection
from runtime.server.guarded_phones import GuardedPhones
from runtime.server.policies import PolicyService
from runtime.server.ports import DevicePort, PolicyPort, RunArchive, RunControlPort
from runtime.server.workers import WorkerThreads

TIME_LIMITS_S: Mapping[str, float] = {
    "/phonebuddy.v1.AgentService/Act": 660.0,
    "/phonebuddy.v1.DeviceService/Observe": 120.0,
    "/phonebuddy.v1.DeviceService/Perform": 660.0,
    "/phonebuddy.v1.PolicyService/LoadPolicy": 900.0,
    "/phonebuddy.v1.PolicyService/Decide": 600.0,
}
_LAST_WORDS_S = 2.0

_log = logging.getLogger(__name__)


class ClosingDesk(RunControlPort, Protocol):
    """A desk that can bring its runs to rest."""

    def close(self, grace_s: float = 5.0) -> bool: ...


@dataclass(frozen=True, slots=True)
class Domain:
    """What is served."""

    desk: ClosingDesk
    archive: RunArchive
    phones: DevicePort
    library: PolicyPort
    guarded: GuardedPhones


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How it is served."""

    address: Address
    token: str = ""
    credentials: grpc.ServerCredentials | None = None
    limits: Limits = field(default_factory=Limits)
    most_watchers: int = 500
    most_mirrors: int = 8
    shutdown_s: float = 10.0
    count: Counter | None = None


class Server:
    """One gRPC server. Made, started and stopped in one event loop."""

    def __init__(self, domain: Domain, options: ServerOptions) -> None:
        self._domain = domain
        self._options = options
        # Each kind of work has threads of its own: none can keep the others from being done.
        self._steering = WorkerThreads("steering", threads=16, waiting=200)
        self._reading = WorkerThreads("reading", threads=4, waiting=400)
        self._acting = WorkerThreads("acting", threads=32, waiting=100)
        self._deciding = WorkerThreads("deciding", threads=32, waiting=100)
        mirrors = options.most_mirrors
        self._mirroring = WorkerThreads("mirroring", threads=max(1, mirrors), waiting=mirrors)
        self._watching = WorkerThreads("watching", threads=2, waiting=4 * options.most_watchers)
        self.feeds = RunFeeds(domain.desk, self._watching, most_watchers=options.most_watchers)
        gate = CallGate(token=options.token, time_limits_s=TIME_LIMITS_S, count=options.count)
        self._server = make_server(gate, most_watchers=options.most_watchers)
        self._devices = DeviceService(
            DeviceParts(
                domain.phones,
                domain.desk,
                self._acting,
                self._mirroring,
                mirrors,
                domain.guarded,
            )
        )
        agent = AgentService(
            AgentParts(
                domain.desk,
                domain.archive,
                self.feeds,
                self._steering,
                self._acting,
                self._reading,
                options.limits,
            )
        )
        add_AgentServiceServicer_to_server(agent, self._server)
        add_DeviceServiceServicer_to_server(self._devices, self._server)
        add_PolicyServiceServicer_to_server(
            PolicyService(domain.library, self._deciding), self._server
        )
        self._health = offer_health(self._server)
        offer_reflection(self._server)

    async def start(self) -> Address:
        """Listen; where, with the port that the system chose."""
        address = listen(self._server, self._options.address, self._options.credentials)
        await self._server.start()
        return address

    async def stop(self) -> None:
        """Take no more calls, bring the runs to rest, tell the watchers, and end; all in time."""
        self._health.stop()
        patience_s = self._options.shutdown_s
        stopping = asyncio.create_task(self._server.stop(patience_s + _LAST_WORDS_S))
        at_rest = await asyncio.to_thread(self._domain.desk.close, patience_s)
        if not at_rest:
            _log.warning("some runs did not come to rest in %g s", patience_s)
        self.feeds.close()
        self._devices.close()
        # What is left then is cut off.
        done, _ = await asyncio.wait({stopping}, timeout=_LAST_WORDS_S)
        if not done:
            await self._server.stop(0)
        await stopping
        for workers in (
            self._steering,
            self._reading,
            self._acting,
            self._deciding,
            self._mirroring,
            self._watching,
        ):
            workers.close()
        if isinstance(self._options.address, UnixAddress):
            self._options.address.path.unlink(missing_ok=True)

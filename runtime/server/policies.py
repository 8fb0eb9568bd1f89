"""`PolicyService`: policies, over gRPC: which there are, loading them, and asking one directly."""

# ruff: noqa: N802, ARG002 - methods have the names and arguments that the wire gives them

from __future__ import annotations

import secrets
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import grpc
from phonebuddy.v1 import policy_service_pb2 as pb
from phonebuddy.v1 import policy_service_pb2_grpc

from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt
from runtime.errors import InvalidRequest
from runtime.policies.remote_consent import RemoteUse
from runtime.prompts.restating import SHOWN
from runtime.server.codec.fields import TEXT, read_name, read_text
from runtime.server.codec.policies import read_prompt, write_decided, write_policy
from runtime.server.ports import PolicyPort
from runtime.server.workers import WorkerThreads

Context = grpc.aio.ServicerContext[Any, Any]


class PolicyService(policy_service_pb2_grpc.PolicyServiceServicer):
    """See policy_service.proto."""

    def __init__(self, library: PolicyPort, workers: WorkerThreads) -> None:
        self._library = library
        self._workers = workers
        self._asking: set[tuple[str, str]] = set()

    async def ListPolicies(
        self, request: pb.ListPoliciesRequest, context: Context
    ) -> pb.ListPoliciesResponse:
        policies = await self._workers.run(self._library.policies)
        return pb.ListPoliciesResponse(policies=[write_policy(policy) for policy in policies])

    async def GetPolicy(
        self, request: pb.GetPolicyRequest, context: Context
    ) -> pb.GetPolicyResponse:
        name = read_name(request.name, "name", longest=TEXT)
        status = await self._workers.run(self._library.status, name)
        return pb.GetPolicyResponse(policy=write_policy(status))

    async def LoadPolicy(
        self, request: pb.LoadPolicyRequest, context: Context
    ) -> pb.LoadPolicyResponse:
        name = read_name(request.name, "name")
        with _cancelled_on_leaving() as cancel:
            status = await self._workers.run(self._library.load, name, cancel=cancel)
        return pb.LoadPolicyResponse(policy=write_policy(status))

    async def UnloadPolicy(
        self, request: pb.UnloadPolicyRequest, context: Context
    ) -> pb.UnloadPolicyResponse:
        name = read_name(request.name, "name")
        status = await self._workers.run(self._library.unload, name)
        return pb.UnloadPolicyResponse(policy=write_policy(status))

    async def AllowRemotePolicy(
        self, request: pb.AllowRemotePolicyRequest, context: Context
    ) -> pb.AllowRemotePolicyResponse:
        use = RemoteUse(
            read_name(request.name, "name"),
            read_name(request.host, "host", longest=TEXT),
            read_text(request.key, "key"),
        )
        status = await self._workers.run(self._library.allow_remote, use)
        return pb.AllowRemotePolicyResponse(policy=write_policy(status))

    async def Decide(self, request: pb.DecideRequest, context: Context) -> pb.DecideResponse:
        name = read_name(request.policy, "policy")
        session = read_text(request.session, "session")
        prompt = read_prompt(request)
        with self._in_session(name, session) as key, _cancelled_on_leaving() as cancel:
            decided = await self._workers.run(
                self._decide, name, prompt, key, cancel, keep=bool(session)
            )
        return write_decided(decided)

    def _decide(
        self, name: str, prompt: Prompt, session: str, cancel: Cancellation, *, keep: bool
    ) -> Decided:
        with self._library.use(name, cancel=cancel) as lease:
            known = lease.opening.known
            if prompt.restating and known is not None:
                prompt = replace(prompt, known=known.near(prompt.goal, SHOWN))
            try:
                return lease.engine.decide(prompt, session=session, cancel=cancel)
            finally:
                if not keep:
                    lease.engine.end_session(session)

    @contextmanager
    def _in_session(self, policy: str, session: str) -> Generator[str]:
        """The engine's name of a session. Never that of a run, and one question at a time."""
        if not session:
            yield f"decide/{secrets.token_hex(8)}"
            return
        key = f"session/{session}"
        if (policy, key) in self._asking:
            raise InvalidRequest(
                "session", "its question before is not answered yet: wait for that"
            )
        self._asking.add((policy, key))
        try:
            yield key
        finally:
            self._asking.discard((policy, key))


@contextmanager
def _cancelled_on_leaving() -> Generator[Cancellation]:
    """Cancelled when a caller goes away before the answer; the thread then ends soon."""
    cancel = Cancellation()
    try:
        yield cancel
    finally:
        cancel.cancel("the caller went away")

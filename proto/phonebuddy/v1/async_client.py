"""The client for asyncio. `client.Client`, which blocks, is made from it.

async with AsyncClient("unix:~/.phonebuddy/runtime.sock") as buddy:
    run = await buddy.start("turn on wi-fi", device="phoneworld://", policy="buddy")
    async for event in buddy.watch(run.id):
        print(event)
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Iterable, Mapping
from contextlib import aclosing
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, TypeVar

import grpc

from phonebuddy.v1 import (
    action_pb2,
    agent_service_pb2,
    agent_service_pb2_grpc,
    device_service_pb2,
    device_service_pb2_grpc,
    observation_pb2,
    policy_service_pb2,
    policy_service_pb2_grpc,
    run_pb2,
)
from phonebuddy.v1.connection import SLOW_TIMEOUT_S, TIMEOUT_S, Backoff, Connection
from phonebuddy.v1.errors import BuddyError, error_of, may_come_back
from phonebuddy.v1.export import ExportFolder
from phonebuddy.v1.requests import (
    has_ended,
    replay_values_message,
    response_request,
    start_request,
)

Q_contra = TypeVar("Q_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)
Q = TypeVar("Q")
A = TypeVar("A")


class _Method(Protocol[Q_contra, A_co]):
    def __call__(
        self, request: Q_contra, *, timeout: float, metadata: tuple[tuple[str, str], ...]
    ) -> Awaitable[A_co]: ...


class AsyncClient:
    """A connection to one runtime, for one event loop."""

    def __init__(
        self,
        address: str,
        *,
        token: str = "",
        root_certificate: Path | str | None = None,
        tls: bool = False,
        patience_s: float = 30.0,
    ) -> None:
        self._connection = Connection(address, token, root_certificate, tls, patience_s)
        self._channel = self._connection.async_channel()
        self._agent = agent_service_pb2_grpc.AgentServiceStub(self._channel)
        self._devices = device_service_pb2_grpc.DeviceServiceStub(self._channel)
        self._policies = policy_service_pb2_grpc.PolicyServiceStub(self._channel)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let the connection go."""
        await self._channel.close()

    # Runs

    async def start(
        self,
        goal: str,
        *,
        device: str,
        policy: str,
        steps: int | None = None,
        seconds: float | None = None,
        tokens: int | None = None,
        dollars: float | None = None,
        refuse_when_busy: bool = False,
        approved_rules: Iterable[str] = (),
        screenshots: bool = True,
        task: str = "",
        replay_of: str = "",
        replay_values: Mapping[str, str] | None = None,
        answer_schema: Mapping[str, object] | None = None,
        idempotency_key: str = "",
    ) -> run_pb2.Run:
        """Begin a run. Sent again, if need be, under one key: it never begins twice.

        With `replay_of`, it does the steps of that run first, as far as the screens are as recorded,
        with `replay_values` in place of recorded ones. With
        `answer_schema`, a JSON schema, it is done only with an answer that fits it: `outcome.answer`.
        """
        request = start_request(
            goal,
            device,
            policy,
            steps=steps,
            seconds=seconds,
            tokens=tokens,
            dollars=dollars,
            refuse_when_busy=refuse_when_busy,
            approved_rules=approved_rules,
            screenshots=screenshots,
            task=task,
            replay_of=replay_of,
            replay_values=replay_values or {},
            answer_schema=answer_schema,
            idempotency_key=idempotency_key,
        )
        return (await self._repeatable(self._agent.StartRun, request)).run

    async def watch(
        self, run_id: str, *, after: int = 0, screenshots: bool = False
    ) -> AsyncIterator[run_pb2.Event]:
        """What has happened to a run after event `after`, then what happens, until it has ended."""
        async with aclosing(
            self._follow(run_id, after, screenshots=screenshots, text=False)
        ) as items:
            async for item in items:
                if isinstance(item, run_pb2.Event):
                    yield item

    async def watch_with_text(
        self, run_id: str, *, after: int = 0, screenshots: bool = False
    ) -> AsyncIterator[run_pb2.Event | agent_service_pb2.TextDelta]:
        """As `watch`, with what the policy writes while it writes it."""
        async with aclosing(
            self._follow(run_id, after, screenshots=screenshots, text=True)
        ) as items:
            async for item in items:
                yield item

    async def _follow(
        self, run_id: str, after: int, *, screenshots: bool, text: bool
    ) -> AsyncGenerator[run_pb2.Event | agent_service_pb2.TextDelta]:
        backoff = Backoff(self._connection.patience_s)
        while True:
            request = agent_service_pb2.WatchRunRequest(
                run_id=run_id, after_sequence=after, screenshots=screenshots, text=text
            )
            call = self._agent.WatchRun(request, metadata=self._connection.metadata)
            try:
                async for item in call:
                    backoff.reset()
                    if item.WhichOneof("item") == "text":
                        yield item.text
                        continue
                    after = item.event.sequence
                    yield item.event
                return
            except grpc.aio.AioRpcError as failure:
                await _wait_for_server(error_of(failure), backoff, failure)
            finally:
                # Whoever stops watching early ends the call with it.
                call.cancel()

    async def wait(self, run_id: str) -> run_pb2.Run:
        """The run once it has ended."""
        run = await self.get(run_id)
        while not has_ended(run.state):
            async for _ in self.watch(run_id, after=run.sequence):
                pass
            run = await self.get(run_id)
        return run

    async def get(self, run_id: str) -> run_pb2.Run:
        """A run as it stands."""
        request = agent_service_pb2.GetRunRequest(run_id=run_id)
        return (await self._repeatable(self._agent.GetRun, request)).run

    async def runs(
        self, *, states: Iterable[run_pb2.RunState] = (), device: str = "", search: str = ""
    ) -> AsyncIterator[run_pb2.Run]:
        """All runs, newest first, fetched a page at a time."""
        request = agent_service_pb2.ListRunsRequest(states=states, device=device, search=search)
        while True:
            page = await self._repeatable(self._agent.ListRuns, request)
            for run in page.runs:
                yield run
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def steps(self, run_id: str, *, first: int = 0) -> AsyncIterator[run_pb2.Step]:
        """The steps of a run that are over, each with its observation."""
        request = agent_service_pb2.ListStepsRequest(run_id=run_id, first_step=first)
        while True:
            page = await self._repeatable(self._agent.ListSteps, request)
            for step in page.steps:
                yield step
            if not page.HasField("next_step"):
                return
            request.first_step = page.next_step

    async def screenshot(self, run_id: str, step: int) -> observation_pb2.Screenshot:
        """The screenshot of a step."""
        request = agent_service_pb2.GetScreenshotRequest(run_id=run_id, step=step)
        return (await self._repeatable(self._agent.GetScreenshot, request)).screenshot

    async def approve(self, run_id: str, question_id: str, *, for_run: bool = False) -> run_pb2.Run:
        """Let the run do what it asks about; with `for_run`, also what is like it.

        That is the same rule, app and recipient, and no higher amount.
        """
        choice = run_pb2.CHOICE_APPROVE_FOR_RUN if for_run else run_pb2.CHOICE_APPROVE
        return await self.respond(run_id, question_id, choice)

    async def deny(self, run_id: str, question_id: str, *, nobody: bool = False) -> run_pb2.Run:
        """Do not let the run do what it asks about; with `nobody`, as nobody is there to ask."""
        choice = run_pb2.CHOICE_NOBODY if nobody else run_pb2.CHOICE_DENY
        return await self.respond(run_id, question_id, choice)

    async def answer(self, run_id: str, question_id: str, text: str) -> run_pb2.Run:
        """Answer a question of the policy's."""
        return await self.respond(run_id, question_id, run_pb2.CHOICE_ANSWER, text)

    async def respond(
        self, run_id: str, question_id: str, choice: run_pb2.Choice, text: str = ""
    ) -> run_pb2.Run:
        """A person's word on a question."""
        request = response_request(run_id, question_id, choice, text)
        return (await self._once(self._agent.Respond, request)).run

    async def pause(self, run_id: str) -> run_pb2.Run:
        """The phone is still once this returns."""
        request = agent_service_pb2.PauseRunRequest(run_id=run_id)
        return (await self._once(self._agent.PauseRun, request)).run

    async def resume(self, run_id: str) -> run_pb2.Run:
        """Go on after a pause or a take-over."""
        request = agent_service_pb2.ResumeRunRequest(run_id=run_id)
        return (await self._once(self._agent.ResumeRun, request)).run

    async def take_over(self, run_id: str) -> run_pb2.Run:
        """The person acts from now on, until `resume`."""
        request = agent_service_pb2.TakeOverRequest(run_id=run_id)
        return (await self._once(self._agent.TakeOver, request)).run

    async def act(
        self, run_id: str, action: action_pb2.Action, observation_id: str = ""
    ) -> agent_service_pb2.ActResponse:
        """A person's action in a run that was taken over."""
        request = agent_service_pb2.ActRequest(
            run_id=run_id, action=action, observation_id=observation_id
        )
        return await self._once(self._agent.Act, request, timeout_s=SLOW_TIMEOUT_S)

    async def cancel(self, run_id: str, reason: str = "") -> run_pb2.Run:
        """End a run. The phone is still once this returns."""
        request = agent_service_pb2.CancelRunRequest(run_id=run_id, reason=reason)
        return (await self._once(self._agent.CancelRun, request)).run

    async def continue_run(self, run_id: str, *, refuse_when_busy: bool = False) -> run_pb2.Run:
        """Go on with an interrupted run, from a fresh look at the phone."""
        busy = run_pb2.WHEN_BUSY_REFUSE if refuse_when_busy else run_pb2.WHEN_BUSY_QUEUE
        request = agent_service_pb2.ContinueRunRequest(run_id=run_id, when_busy=busy)
        return (await self._once(self._agent.ContinueRun, request)).run

    async def undo(self, run_id: str) -> run_pb2.Run:
        """Take back all that a run did: its phone is as before it."""
        request = agent_service_pb2.UndoRunRequest(run_id=run_id)
        undone = await self._once(self._agent.UndoRun, request, timeout_s=SLOW_TIMEOUT_S)
        return undone.run

    async def check_replay(
        self, run_id: str, *, device: str = "", replay_values: Mapping[str, str] | None = None
    ) -> agent_service_pb2.CheckReplayResponse:
        """How a phone differs from what it was when a run began on it; what values would replace."""
        request = agent_service_pb2.CheckReplayRequest(
            run_id=run_id, device=device, replay_values=replay_values_message(replay_values or {})
        )
        return await self._once(self._agent.CheckReplay, request, timeout_s=SLOW_TIMEOUT_S)

    async def delete(self, run_id: str) -> None:
        """Forget a run that has ended."""
        await self._once(self._agent.DeleteRun, agent_service_pb2.DeleteRunRequest(run_id=run_id))

    async def export(self, run_id: str, folder: Path | str) -> None:
        """Write a run as an episode record into a new folder."""
        request = agent_service_pb2.ExportRunRequest(run_id=run_id)
        with ExportFolder(folder) as record:
            try:
                async for piece in self._agent.ExportRun(
                    request, metadata=self._connection.metadata
                ):
                    record.write(piece.path, piece.data)
            except grpc.aio.AioRpcError as failure:
                raise error_of(failure) from failure

    # Phones

    async def devices(self) -> list[device_service_pb2.Device]:
        """The phones that there are."""
        request = device_service_pb2.ListDevicesRequest()
        return list((await self._repeatable(self._devices.ListDevices, request)).devices)

    async def observe(
        self, device: str, *, screenshot: bool = False
    ) -> observation_pb2.Observation:
        """Look at a phone."""
        request = device_service_pb2.ObserveRequest(device=device, screenshot=screenshot)
        look = await self._once(self._devices.Observe, request, timeout_s=SLOW_TIMEOUT_S)
        return look.observation

    async def perform(
        self, device: str, action: action_pb2.Action, observation_id: str = ""
    ) -> run_pb2.Performed:
        """Act on a phone that no run has."""
        request = device_service_pb2.PerformRequest(
            device=device, action=action, observation_id=observation_id
        )
        done = await self._once(self._devices.Perform, request, timeout_s=SLOW_TIMEOUT_S)
        return done.performed

    async def guarded_look(
        self, device: str, *, screenshot: bool = False
    ) -> device_service_pb2.ObserveResponse:
        """What a program that is not the person may see of a phone."""
        request = device_service_pb2.ObserveRequest(
            device=device, screenshot=screenshot, guarded=True
        )
        return await self._once(self._devices.Observe, request, timeout_s=SLOW_TIMEOUT_S)

    async def guarded_perform(
        self,
        device: str,
        action: action_pb2.Action,
        observation_id: str,
        *,
        approved_question: str = "",
    ) -> device_service_pb2.PerformResponse:
        """Act on a phone that no run has, with the guard in between."""
        request = device_service_pb2.PerformRequest(
            device=device,
            action=action,
            observation_id=observation_id,
            guarded=True,
            approved_question=approved_question,
        )
        return await self._once(self._devices.Perform, request, timeout_s=SLOW_TIMEOUT_S)

    async def mirror(
        self, device: str, *, frames_per_second: float = 5.0, screenshots: bool = False
    ) -> AsyncIterator[observation_pb2.Observation]:
        """The screen, again and again, as it changes."""
        request = device_service_pb2.MirrorRequest(
            device=device, frames_per_second=frames_per_second, screenshots=screenshots
        )
        call = self._devices.Mirror(request, metadata=self._connection.metadata)
        try:
            async for frame in call:
                yield frame.observation
        except grpc.aio.AioRpcError as failure:
            raise error_of(failure) from failure
        finally:
            call.cancel()

    async def close_device(self, device: str) -> None:
        """Let a phone go that no run has."""
        request = device_service_pb2.CloseDeviceRequest(device=device)
        await self._once(self._devices.CloseDevice, request)

    # Policies

    async def policies(self) -> list[policy_service_pb2.Policy]:
        """The policies that there are."""
        request = policy_service_pb2.ListPoliciesRequest()
        return list((await self._repeatable(self._policies.ListPolicies, request)).policies)

    async def policy(self, name: str) -> policy_service_pb2.Policy:
        """One policy, or a model by its name (openai:NAME ...)."""
        request = policy_service_pb2.GetPolicyRequest(name=name)
        return (await self._repeatable(self._policies.GetPolicy, request)).policy

    async def load_policy(self, name: str) -> policy_service_pb2.Policy:
        """Verify a policy and load it."""
        request = policy_service_pb2.LoadPolicyRequest(name=name)
        loaded = await self._once(self._policies.LoadPolicy, request, timeout_s=SLOW_TIMEOUT_S)
        return loaded.policy

    async def unload_policy(self, name: str) -> policy_service_pb2.Policy:
        """Free the memory of a policy that no run uses."""
        request = policy_service_pb2.UnloadPolicyRequest(name=name)
        return (await self._once(self._policies.UnloadPolicy, request)).policy

    async def allow_remote_policy(
        self, name: str, *, host: str, key: str = ""
    ) -> policy_service_pb2.Policy:
        """Agree to where a remote policy sends what is on the screen, and with which key."""
        request = policy_service_pb2.AllowRemotePolicyRequest(name=name, host=host, key=key)
        return (await self._repeatable(self._policies.AllowRemotePolicy, request)).policy

    async def decide(
        self,
        policy: str,
        goal: str,
        observation: observation_pb2.Observation,
        *,
        history: Iterable[run_pb2.Step] = (),
        session: str = "",
    ) -> policy_service_pb2.DecideResponse:
        """One decision, outside of any run."""
        request = policy_service_pb2.DecideRequest(
            policy=policy, goal=goal, observation=observation, history=history, session=session
        )
        return await self._once(self._policies.Decide, request, timeout_s=SLOW_TIMEOUT_S)

    async def _once(self, method: _Method[Q, A], request: Q, *, timeout_s: float = TIMEOUT_S) -> A:
        try:
            return await method(request, timeout=timeout_s, metadata=self._connection.metadata)
        except grpc.aio.AioRpcError as failure:
            raise error_of(failure) from failure

    async def _repeatable(self, method: _Method[Q, A], request: Q) -> A:
        """Call, again and again while the server is away: only for what may happen twice."""
        backoff = Backoff(self._connection.patience_s)
        while True:
            try:
                return await method(request, timeout=TIMEOUT_S, metadata=self._connection.metadata)
            except grpc.aio.AioRpcError as failure:
                await _wait_for_server(error_of(failure), backoff, failure)


async def _wait_for_server(error: BuddyError, backoff: Backoff, failure: Exception) -> None:
    """Let some time pass, or raise the error when waiting is no use."""
    wait_s = backoff.next_wait_s(error.retry_after_s) if may_come_back(error) else None
    if wait_s is None:
        raise error from failure
    await asyncio.sleep(wait_s)

"""The tools themselves, over a runtime's gRPC services.

An agent is not the person: it sees what a policy may see, its actions go through the guard, and only the
person in front of its client can approve. Runs go on when the client goes away; whoever comes back finds
them in `runs`.
"""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Callable

from mcp_types import CallToolResult, ContentBlock, InputRequiredResult, TextContent
from phonebuddy.v1 import policy_service_pb2, run_pb2
from phonebuddy.v1.async_client import AsyncClient
from phonebuddy.v1.enum_names import short_name
from phonebuddy.v1.errors import BuddyError
from phonebuddy.v1.requests import has_ended

from tui import choices
from tui.connection import RuntimeConnection
from tui.mcp.agent_actions import ActArguments, action_of
from tui.mcp.asking import AgentContext, AnswerForm, Asking, PersonWord, ToolResult, ask, can_ask
from tui.mcp.contents import look_contents, picture, run_words, told
from tui.models import is_model
from tui.words import question_words


class LazyClient:
    """A client that is made when it is first needed: a runtime takes a while to start, clients wait little."""

    def __init__(self, connect: Callable[[], RuntimeConnection]) -> None:
        self._connect = connect
        self._client: AsyncClient | None = None
        self._lock = asyncio.Lock()

    async def get(self) -> AsyncClient:
        async with self._lock:
            if self._client is None:
                connection = await asyncio.to_thread(self._connect)
                self._client = connection.client()
            return self._client

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None


class AgentTools:
    """What the tools do. `device` and `policy` stand where a call names none."""

    def __init__(self, client: LazyClient, *, device: str = "", policy: str = "") -> None:
        self._lazy = client
        self._device = device
        self._policy = policy

    async def devices(self) -> CallToolResult:
        found = await (await self._lazy.get()).devices()
        known = [
            {
                "address": device.address,
                "kind": device.kind,
                "usable": choices.usable_device(device),
                "busy_with_run": device.run_id,
                "model": device.info.model,
                "advice": device.advice,
            }
            for device in found
        ]
        return told(json.dumps(known, ensure_ascii=False, indent=1))

    async def look(self, device: str, *, with_picture: bool) -> CallToolResult:
        address = await self._address(device)
        seen = await (await self._lazy.get()).guarded_look(address, screenshot=with_picture)
        return CallToolResult(content=look_contents(seen, address))

    async def act(
        self, context: AgentContext, given: ActArguments, *, device: str, look: str
    ) -> ToolResult:
        """Act, and show the screen that follows."""
        address, action = await self._address(device), action_of(given)
        done = await (await self._lazy.get()).guarded_perform(address, action, look)
        if done.HasField("question"):
            question = done.question
            asking = Asking(f"May this be done? {question_words(question)}", question.id)
            answered = await ask(context, asking)
            if isinstance(answered, InputRequiredResult):
                return answered
            if not answered.agreed:
                return _not_done(question, answered)
            done = await (await self._lazy.get()).guarded_perform(
                address, action, look, approved_question=question.id
            )
        if done.refusal or done.HasField("question"):
            return told(
                f"Not done: {done.refusal or 'the screen has changed meanwhile'}", failed=True
            )
        note = done.performed.note or ("done" if done.performed.changed else "nothing changed")
        seen = await (await self._lazy.get()).guarded_look(address, screenshot=True)
        contents: list[ContentBlock] = [TextContent(type="text", text=f"result: {note}")]
        return CallToolResult(content=[*contents, *look_contents(seen, address)])

    async def run_task(
        self,
        context: AgentContext,
        task: str,
        *,
        device: str,
        policy: str,
        steps: int | None,
        answer_schema: dict[str, object] | None = None,
    ) -> ToolResult:
        """Begin a run and stay with it. A modern client that was asked comes back with the run's id."""
        run_id = (context.request_state or "").partition(" ")[0]
        if run_id:
            run = await (await self._lazy.get()).get(run_id)
        else:
            address = await self._address(device)
            name = await self._allowed_policy(policy)
            run = await (await self._lazy.get()).start(
                task, device=address, policy=name, steps=steps, answer_schema=answer_schema
            )
        return await self._stay(context, run)

    async def wait(self, context: AgentContext, run_id: str) -> ToolResult:
        """Stay with a run that was begun before."""
        return await self._stay(context, await (await self._lazy.get()).get(run_id))

    async def answer(self, run_id: str, text: str) -> CallToolResult:
        """Answer what a policy asks. The guard's questions are for the person alone."""
        run = await (await self._lazy.get()).get(run_id)
        if not run.HasField("question"):
            return told(f"run {run_id} asks nothing now", failed=True)
        if run.question.kind != run_pb2.QUESTION_KIND_ANSWER:
            return told(
                f"only the person can decide this, through their client or phonebuddy itself: "
                f"{question_words(run.question)}",
                failed=True,
            )
        return told(run_words(await (await self._lazy.get()).answer(run_id, run.question.id, text)))

    async def stop(self, run_id: str) -> CallToolResult:
        return told(run_words(await (await self._lazy.get()).cancel(run_id, "stopped by an agent")))

    async def runs(self, most: int) -> CallToolResult:
        found: list[str] = []
        async for run in (await self._lazy.get()).runs():
            found.append(run_words(run))
            if len(found) >= most:
                break
        return told(*found) if found else told("there are no runs yet")

    async def screenshot(self, run_id: str, step: int) -> CallToolResult:
        shot = await (await self._lazy.get()).screenshot(run_id, step)
        return CallToolResult(content=[picture(shot)])

    async def _stay(self, context: AgentContext, run: run_pb2.Run) -> ToolResult:
        """Until the run has ended, or must be asked about elsewhere."""
        while not has_ended(run.state):
            if run.state == run_pb2.RUN_STATE_WAITING and run.HasField("question"):
                question = run.question
                answered = await self._ask(context, run)
                if isinstance(answered, InputRequiredResult):
                    return answered
                if answered is None:
                    return told(
                        run_words(run), "Answer it with the tool `answer`, then `wait` for the run."
                    )
                await self._respond(run.id, question, answered)
            async for event in (await self._lazy.get()).watch(run.id, after=run.sequence):
                await _tell_progress(context, event)
                if event.HasField("asked"):
                    break
            run = await (await self._lazy.get()).get(run.id)
        return told(run_words(run))

    async def _ask(
        self, context: AgentContext, run: run_pb2.Run
    ) -> PersonWord | InputRequiredResult | None:
        """None where the agent itself may answer, for its client cannot ask the person."""
        question = run.question
        wants_words = question.kind == run_pb2.QUESTION_KIND_ANSWER
        if wants_words and not can_ask(context):
            return None
        form = AnswerForm if wants_words else None
        state = f"{run.id} {question.id}"
        text = question_words(question)
        return await ask(
            context, Asking(text, state) if form is None else Asking(text, state, form)
        )

    async def _respond(self, run_id: str, question: run_pb2.Question, answered: PersonWord) -> None:
        if question.kind == run_pb2.QUESTION_KIND_ANSWER:
            await (await self._lazy.get()).answer(
                run_id, question.id, answered.text or answered.problem
            )
        elif answered.agreed:
            await (await self._lazy.get()).approve(run_id, question.id)
        else:
            await (await self._lazy.get()).deny(
                run_id, question.id, nobody="elicitation" in answered.problem
            )

    async def _address(self, device: str) -> str:
        if device or self._device:
            return device or self._device
        return choices.pick_device(await (await self._lazy.get()).devices())

    async def _allowed_policy(self, name: str) -> str:
        name = (
            name or self._policy or choices.pick_policy(await (await self._lazy.get()).policies())
        )
        policy = (
            await (await self._lazy.get()).policy(name)
            if is_model(name)
            else await self._named(name)
        )
        if policy.needs_consent:
            raise BuddyError(
                f"{name} sends what is on the screen to {policy.remote_host}, and the person has not "
                f"agreed to that: they can with phonebuddy policies allow {shlex.quote(name)}"
            )
        return name

    async def _named(self, name: str) -> policy_service_pb2.Policy:
        policies = await (await self._lazy.get()).policies()
        for policy in policies:
            if policy.name == name:
                return policy
        known = ", ".join(policy.name for policy in policies) or "none at all"
        raise BuddyError(f"there is no policy {name!r}; there are: {known}")


def _not_done(question: run_pb2.Question, answered: PersonWord) -> CallToolResult:
    why = f"{question_words(question)} (rule {question.rule})"
    return told(
        f"Not done: {answered.problem}. The guard asks the person first: {why}.", failed=True
    )


async def _tell_progress(context: AgentContext, event: run_pb2.Event) -> None:
    if event.HasField("policy_decided"):
        told_now = event.policy_decided
        await context.report_progress(told_now.step + 1, message=told_now.words)
    elif event.HasField("state_changed"):
        state = short_name(run_pb2.RunState, event.state_changed.state)
        await context.report_progress(0, message=f"{state} {event.state_changed.reason}".strip())

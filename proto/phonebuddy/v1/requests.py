"""Requests of the kinds that take more than an id, for both clients."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping

from google.protobuf.json_format import ParseDict
from google.protobuf.struct_pb2 import Struct

from phonebuddy.v1 import agent_service_pb2 as agent_pb
from phonebuddy.v1 import run_pb2


def start_request(
    goal: str,
    device: str,
    policy: str,
    *,
    steps: int | None,
    seconds: float | None,
    tokens: int | None,
    dollars: float | None,
    refuse_when_busy: bool,
    approved_rules: Iterable[str],
    screenshots: bool,
    task: str,
    replay_of: str,
    replay_values: Mapping[str, str],
    answer_schema: Mapping[str, object] | None,
    idempotency_key: str,
) -> agent_pb.StartRunRequest:
    """A request with a key, so that it can be sent again without starting twice."""
    busy = run_pb2.WHEN_BUSY_REFUSE if refuse_when_busy else run_pb2.WHEN_BUSY_QUEUE
    return agent_pb.StartRunRequest(
        goal=goal,
        device=device,
        policy=policy,
        limits=run_pb2.Limits(steps=steps, seconds=seconds, tokens=tokens, dollars=dollars),
        when_busy=busy,
        idempotency_key=idempotency_key or secrets.token_urlsafe(16),
        approved_rules=list(approved_rules),
        without_screenshots=not screenshots,
        task=task,
        replay_of=replay_of,
        replay_values=replay_values_message(replay_values),
        answer_schema=None if answer_schema is None else ParseDict(dict(answer_schema), Struct()),
    )


def replay_values_message(values: Mapping[str, str]) -> list[run_pb2.ReplayValue]:
    """What stands for recorded values, by their names."""
    return [run_pb2.ReplayValue(name=name, value=value) for name, value in values.items()]


def response_request(
    run_id: str, question_id: str, choice: run_pb2.Choice, text: str = ""
) -> agent_pb.RespondRequest:
    """A person's word on a question."""
    return agent_pb.RespondRequest(
        run_id=run_id, question_id=question_id, response=run_pb2.Response(choice=choice, text=text)
    )


def has_ended(state: run_pb2.RunState) -> bool:
    """Whether nothing happens any more in a run of that state, unless it is continued."""
    return state in {
        run_pb2.RUN_STATE_FINISHED,
        run_pb2.RUN_STATE_FAILED,
        run_pb2.RUN_STATE_CANCELLED,
        run_pb2.RUN_STATE_INTERRUPTED,
    }

"""Policies on the wire, and what one is asked."""

from __future__ import annotations

from phonebuddy.v1 import policy_service_pb2 as pb

from runtime.engine import Decided, Prompt
from runtime.policies.bundle import Figure
from runtime.policies.library import PolicyState, PolicyStatus
from runtime.server.codec.fields import TEXT, EnumCodec, read_items, read_name, wire_long, wire_text
from runtime.server.codec.observations import read_observation
from runtime.server.codec.steps import read_step, write_decision, write_usage

POLICY_STATES = EnumCodec(PolicyState, pb.PolicyState, "POLICY_STATE")
MOST_HISTORY = 1_000


def write_policy(status: PolicyStatus) -> pb.Policy:
    """A policy as it is now, as a message."""
    message = pb.Policy(
        name=wire_text(status.name),
        state=POLICY_STATES.write(status.state),
        problem=wire_text(status.problem),
        memory_bytes=wire_long(status.memory_bytes if status.state is PolicyState.LOADED else 0),
        file_bytes=wire_long(status.file_bytes),
    )
    manifest = status.manifest
    if manifest is not None:
        message.engine = wire_text(manifest.engine)
        message.prompt_format = wire_text(manifest.prompt_format)
        message.base = wire_text(manifest.base)
        message.description = wire_text(manifest.description)
        message.observation = manifest.observation.value
        message.remote = manifest.remote is not None
        message.figures.extend(_write_figure(figure) for figure in manifest.figures)
    return message


def read_prompt(message: pb.DecideRequest) -> Prompt:
    """What a policy is asked."""
    history = read_items(message.history, "history", most=MOST_HISTORY)
    return Prompt(
        goal=read_name(message.goal, "goal", longest=TEXT),
        observation=read_observation(message.observation, "observation"),
        history=tuple(read_step(step, f"history[{number}]") for number, step in enumerate(history)),
    )


def write_decided(decided: Decided) -> pb.DecideResponse:
    """What a policy has answered, as a message."""
    return pb.DecideResponse(
        decision=write_decision(decided.decision), usage=write_usage(decided.usage)
    )


def _write_figure(figure: Figure) -> pb.Figure:
    return pb.Figure(
        name=wire_text(figure.name),
        value=figure.value,
        unit=wire_text(figure.unit),
        how=wire_text(figure.how),
    )

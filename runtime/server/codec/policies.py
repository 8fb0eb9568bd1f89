"""Policies on the wire, and what one is asked."""

from __future__ import annotations

from phonebuddy.v1 import policy_service_pb2 as pb

from runtime.engine import Decided, Prompt
from runtime.engines.remote.model import ModelPrice
from runtime.policies.bundle import Figure
from runtime.policies.remote_consent import remote_use
from runtime.policies.status import PolicyState, PolicyStatus
from runtime.server.codec.fields import TEXT, EnumCodec, read_items, read_name, wire_long, wire_text
from runtime.server.codec.messages import MessageCodec
from runtime.server.codec.observations import read_observation
from runtime.server.codec.steps import DECISION, USAGE, read_step
from runtime.server.codec.values import FLOAT, SERVER_TEXT

POLICY_STATES = EnumCodec(PolicyState, pb.PolicyState)
MOST_HISTORY = 1_000

_FIGURE = MessageCodec(
    Figure, pb.Figure, name=SERVER_TEXT, value=FLOAT, unit=SERVER_TEXT, how=SERVER_TEXT
)

_PRICE = MessageCodec(
    ModelPrice, pb.Price, input=FLOAT, output=FLOAT, cached_input=FLOAT, cache_write=FLOAT
)


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
        message.needs_consent = status.needs_consent
        if manifest.remote is not None:
            use = remote_use(manifest.name, manifest.remote)
            message.remote_host, message.remote_key = wire_text(use.host), wire_text(use.key)
            if manifest.remote.price is not None:
                message.price.CopyFrom(_PRICE.write(manifest.remote.price))
        message.figures.extend(_FIGURE.write(figure) for figure in manifest.figures)
    return message


def read_prompt(message: pb.DecideRequest) -> Prompt:
    """What a policy is asked."""
    history = read_items(message.history, "history", most=MOST_HISTORY)
    return Prompt(
        goal=read_name(message.goal, "goal", longest=TEXT),
        observation=read_observation(message.observation, "observation"),
        history=tuple(read_step(step, f"history[{number}]") for number, step in enumerate(history)),
        restating=message.restating,
    )


def write_decided(decided: Decided) -> pb.DecideResponse:
    """What a policy has answered, as a message."""
    return pb.DecideResponse(
        decision=DECISION.write(decided.decision),
        usage=USAGE.write(decided.usage),
        confidence=decided.confidence,
    )

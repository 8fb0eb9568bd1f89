"""Decisions, what was performed, steps and outcomes on the wire."""

from __future__ import annotations

from typing import assert_never

from phonebuddy.v1 import run_pb2 as pb

from runtime.device import Performed
from runtime.engine import Usage
from runtime.episode import (
    Actor,
    Decision,
    EnvironmentFault,
    Finished,
    GuardVerdict,
    Judgement,
    Outcome,
    RanOut,
    RefusedByGuard,
    Step,
    StoppedByPerson,
    Unparsed,
    Verdict,
)
from runtime.errors import InvalidRequest
from runtime.observation import Observation
from runtime.server.codec.actions import FINISH_STATUSES, read_action, write_action
from runtime.server.codec.fields import (
    REPLY,
    TEXT,
    EnumCodec,
    read_items,
    read_number,
    read_text,
    wire_int,
    wire_text,
)
from runtime.server.codec.observations import read_observation, write_observation

ACTORS = EnumCodec(Actor, pb.Actor, "ACTOR")
VERDICTS = EnumCodec(Verdict, pb.Verdict, "VERDICT")

_MOST_PARTS = 100


def write_decision(decision: Decision) -> pb.Decision:
    """A decision as a message."""
    thought, reply = wire_text(decision.thought), wire_text(decision.reply)
    match decision.action:
        case Unparsed(_, reason):
            unparsed = pb.Unparsed(reason=wire_text(reason))
            return pb.Decision(unparsed=unparsed, thought=thought, reply=reply)
        case action:
            return pb.Decision(action=write_action(action), thought=thought, reply=reply)


def read_decision(message: pb.Decision, field: str) -> Decision:
    """The decision that a message holds."""
    thought = read_text(message.thought, f"{field}.thought", longest=REPLY)
    reply = read_text(message.reply, f"{field}.reply", longest=REPLY)
    kind = message.WhichOneof("meaning")
    match kind:
        case "action":
            return Decision(read_action(message.action, f"{field}.action"), thought, reply)
        case "unparsed":
            reason = read_text(message.unparsed.reason, f"{field}.unparsed.reason", longest=TEXT)
            return Decision(Unparsed(reply, reason), thought, reply)
        case None:
            raise InvalidRequest(field, "neither an action nor unparsed is set")
        case _:
            assert_never(kind)


def write_usage(usage: Usage) -> pb.Usage:
    """What a decision cost, as a message."""
    return pb.Usage(
        prompt_tokens=usage.prompt_tokens,
        cached_tokens=usage.cached_tokens,
        reply_tokens=usage.reply_tokens,
        forced_tokens=usage.forced_tokens,
        queue_ms=usage.queue_ms,
        prompt_ms=usage.prompt_ms,
        first_token_ms=usage.first_token_ms,
        decode_ms=usage.decode_ms,
        grammar_ms=usage.grammar_ms,
    )


def write_performed(performed: Performed) -> pb.Performed:
    """What was really done, as a message."""
    return pb.Performed(
        action=write_action(performed.action),
        touches=[pb.Touch(x=wire_int(x), y=wire_int(y)) for x, y in performed.touches],
        changed=performed.changed,
        note=wire_text(performed.note),
        settle_ms=performed.settle_ms,
    )


def read_performed(message: pb.Performed, field: str) -> Performed:
    """What was done, as a message says."""
    touches = read_items(message.touches, f"{field}.touches", most=_MOST_PARTS)
    return Performed(
        action=read_action(message.action, f"{field}.action"),
        touches=tuple((touch.x, touch.y) for touch in touches),
        changed=message.changed,
        note=read_text(message.note, f"{field}.note", longest=TEXT),
        settle_ms=read_number(message.settle_ms, f"{field}.settle_ms"),
    )


def write_step(step: Step, *, observation: bool = True) -> pb.Step:
    """A step as a message, with its observation unless that is known already."""
    guard = step.guard
    return pb.Step(
        observation=write_observation(step.observation) if observation else None,
        decision=write_decision(step.decision),
        actor=ACTORS.write(step.actor),
        performed=write_performed(step.performed) if step.performed is not None else None,
        guard=(
            pb.GuardVerdict(
                verdict=VERDICTS.write(guard.verdict),
                rule=wire_text(guard.rule),
                approved=guard.approved,
                unanswered=guard.unanswered,
            )
            if guard is not None
            else None
        ),
        error=wire_text(step.error),
        answer=wire_text(step.answer),
        timings=[pb.Timing(part=part, milliseconds=ms) for part, ms in step.timings_ms],
    )


def read_step(message: pb.Step, field: str, *, observation: Observation | None = None) -> Step:
    """The step that a message holds; `observation` is used where the message has none."""
    if observation is None or message.HasField("observation"):
        observation = read_observation(message.observation, f"{field}.observation")
    timings = read_items(message.timings, f"{field}.timings", most=_MOST_PARTS)
    return Step(
        observation=observation,
        decision=read_decision(message.decision, f"{field}.decision"),
        actor=ACTORS.read(message.actor, f"{field}.actor"),
        performed=(
            read_performed(message.performed, f"{field}.performed")
            if message.HasField("performed")
            else None
        ),
        guard=_read_guard(message.guard, f"{field}.guard") if message.HasField("guard") else None,
        error=read_text(message.error, f"{field}.error", longest=TEXT),
        answer=read_text(message.answer, f"{field}.answer", longest=TEXT),
        timings_ms=tuple(
            (
                read_text(timing.part, f"{field}.timings.part"),
                read_number(timing.milliseconds, f"{field}.timings.milliseconds"),
            )
            for timing in timings
        ),
    )


def write_outcome(outcome: Outcome) -> pb.Outcome:
    """How it ended, as a message."""
    kind, status, text = _ending(outcome)
    judgement = outcome.judgement
    changes = outcome.changes
    return pb.Outcome(
        changes=None if changes is None else pb.Changes(lines=map(wire_text, changes)),
        ending=kind,
        status=status,
        text=wire_text(text),
        success=judgement.success if judgement is not None else None,
        reasons=[wire_text(reason) for reason in judgement.reasons] if judgement else [],
        refusal=(
            wire_text(outcome.ending.reason) if isinstance(outcome.ending, RefusedByGuard) else ""
        ),
    )


def read_outcome(message: pb.Outcome, field: str) -> Outcome:
    """How it ended, as a message says."""
    text = message.text
    match message.ending:
        case pb.ENDING_KIND_FINISHED:
            ending = Finished(FINISH_STATUSES.read(message.status, f"{field}.status"), text)
        case pb.ENDING_KIND_RAN_OUT:
            ending = RanOut(text)
        case pb.ENDING_KIND_STOPPED_BY_PERSON:
            ending = StoppedByPerson(text)
        case pb.ENDING_KIND_REFUSED_BY_GUARD:
            ending = RefusedByGuard(text, message.refusal)
        case pb.ENDING_KIND_ENVIRONMENT_FAULT:
            ending = EnvironmentFault(text)
        case _:
            raise InvalidRequest(f"{field}.ending", f"{message.ending} is no kind of ending")
    judgement = (
        Judgement(message.success, tuple(message.reasons)) if message.HasField("success") else None
    )
    changes = tuple(message.changes.lines) if message.HasField("changes") else None
    return Outcome(ending, judgement, changes)


def _read_guard(message: pb.GuardVerdict, field: str) -> GuardVerdict:
    return GuardVerdict(
        verdict=VERDICTS.read(message.verdict, f"{field}.verdict"),
        rule=read_text(message.rule, f"{field}.rule"),
        approved=message.approved if message.HasField("approved") else None,
        unanswered=message.unanswered,
    )


def _ending(outcome: Outcome) -> tuple[pb.EndingKind, str | None, str]:
    ending = outcome.ending
    match ending:
        case Finished(status, text):
            return pb.ENDING_KIND_FINISHED, FINISH_STATUSES.write(status), text
        case RanOut(limit):
            return pb.ENDING_KIND_RAN_OUT, None, limit
        case StoppedByPerson(reason):
            return pb.ENDING_KIND_STOPPED_BY_PERSON, None, reason
        case RefusedByGuard(rule):
            return pb.ENDING_KIND_REFUSED_BY_GUARD, None, rule
        case EnvironmentFault(error):
            return pb.ENDING_KIND_ENVIRONMENT_FAULT, None, error
        case _:
            assert_never(ending)

"""Decisions, what was performed, steps and outcomes on the wire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from phonebuddy.v1 import run_pb2 as pb

from runtime.device import Performed
from runtime.engine import Usage
from runtime.episode import (
    Actor,
    Decision,
    EnvironmentFault,
    Finished,
    FinishedUnsure,
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
from runtime.observation import Observation
from runtime.server.codec.actions import ACTION, FINISH_STATUSES
from runtime.server.codec.field_groups import (
    Described,
    Flat,
    Kinds,
    NotSent,
    Oneof,
    OptionalGroup,
    defaulted,
    named,
    optional,
)
from runtime.server.codec.fields import REPLY, TEXT, EnumCodec, wire_text
from runtime.server.codec.json_values import ANSWER
from runtime.server.codec.messages import MessageCodec, TupleCodec
from runtime.server.codec.observations import OBSERVATION
from runtime.server.codec.values import (
    FLAG,
    FLOAT,
    INT32,
    SERVER_TEXT,
    Scalar,
    items,
    number,
    text,
)

ACTORS = EnumCodec(Actor, pb.Actor)
VERDICTS = EnumCodec(Verdict, pb.Verdict)

_MOST_PARTS = 100


def _with_reply(decision: Decision, _field: str) -> Decision:
    """The decision whose `Unparsed` has the reply, which the wire tells once."""
    if isinstance(decision.action, Unparsed):
        return replace(decision, action=replace(decision.action, reply=decision.reply))
    return decision


DECISION = MessageCodec(
    Decision,
    pb.Decision,
    complete=_with_reply,
    action=Oneof(
        "meaning",
        action=ACTION,
        unparsed=MessageCodec(Unparsed, pb.Unparsed, reply=NotSent(""), reason=text(TEXT)),
    ),
    thought=text(REPLY),
    reply=text(REPLY),
)
USAGE = MessageCodec(
    Usage,
    pb.Usage,
    prompt_tokens=INT32,
    cached_tokens=INT32,
    reply_tokens=INT32,
    forced_tokens=INT32,
    queue_ms=FLOAT,
    prompt_ms=FLOAT,
    first_token_ms=FLOAT,
    decode_ms=FLOAT,
    grammar_ms=FLOAT,
    reasoning_tokens=INT32,
    cost_dollars=optional(FLOAT),
)
PERFORMED = MessageCodec(
    Performed,
    pb.Performed,
    action=ACTION,
    touches=items(TupleCodec(pb.Touch, x=INT32, y=INT32), most=_MOST_PARTS),
    changed=FLAG,
    note=text(TEXT),
    settle_ms=number(),
)
_GUARD_VERDICT = MessageCodec(
    GuardVerdict,
    pb.GuardVerdict,
    verdict=VERDICTS,
    rule=text(),
    approved=optional(FLAG),
    unanswered=FLAG,
)
_TIMING = TupleCodec(pb.Timing, part=text(), milliseconds=number())


def _step_codec(observation: Described, *, also: Sequence[str] = ()) -> MessageCodec[Step, pb.Step]:
    return MessageCodec(
        Step,
        pb.Step,
        also=also,
        observation=observation,
        decision=DECISION,
        actor=ACTORS,
        performed=optional(PERFORMED),
        guard=optional(_GUARD_VERDICT),
        error=text(TEXT),
        answer=text(TEXT),
        timings_ms=named("timings", items(_TIMING, most=_MOST_PARTS)),
    )


# Stands in for an observation that the wire tells elsewhere.
_NO_LOOK = Observation("", "", "", 0, 0, 0, (), False, None, False, (), None, 0.0)

STEP = _step_codec(OBSERVATION)
STEP_WITHOUT_LOOK = _step_codec(NotSent(_NO_LOOK), also=["observation"])


def _write_lines(lines: Sequence[str]) -> pb.Changes:
    return pb.Changes(lines=[wire_text(line) for line in lines])


OUTCOME = MessageCodec(
    Outcome,
    pb.Outcome,
    ending=Kinds(
        "ending",
        pb.EndingKind,
        ENDING_KIND_FINISHED=Flat(
            Finished, status=FINISH_STATUSES, text=SERVER_TEXT, answer=defaulted(ANSWER)
        ),
        ENDING_KIND_FINISHED_UNSURE=Flat(
            FinishedUnsure, text=SERVER_TEXT, doubt=SERVER_TEXT, answer=defaulted(ANSWER)
        ),
        ENDING_KIND_RAN_OUT=Flat(RanOut, limit=named("text", SERVER_TEXT)),
        ENDING_KIND_STOPPED_BY_PERSON=Flat(StoppedByPerson, reason=named("text", SERVER_TEXT)),
        ENDING_KIND_REFUSED_BY_GUARD=Flat(
            RefusedByGuard,
            rule=named("text", SERVER_TEXT),
            reason=named("refusal", SERVER_TEXT),
        ),
        ENDING_KIND_ENVIRONMENT_FAULT=Flat(EnvironmentFault, error=named("text", SERVER_TEXT)),
    ),
    judgement=OptionalGroup("success", Flat(Judgement, success=FLAG, reasons=items(SERVER_TEXT))),
    changes=optional(Scalar(_write_lines, lambda message, _field: tuple(message.lines))),
)

write_performed = PERFORMED.write
write_step = STEP.write
read_step = STEP.read
read_outcome = OUTCOME.read

"""Runs, what is asked of them and what happens to them, on the wire."""

from __future__ import annotations

import math
from typing import assert_never

from google.protobuf.timestamp_pb2 import Timestamp
from phonebuddy.v1 import agent_service_pb2 as agent_pb
from phonebuddy.v1 import run_pb2 as pb

from runtime.action_words import say
from runtime.actions import Action
from runtime.episode import Unparsed
from runtime.errors import InvalidRequest
from runtime.guard.ruling import Risk
from runtime.observation import Observation
from runtime.runs.model import (
    Acting,
    Answered,
    Asked,
    Choice,
    Ended,
    Event,
    Limits,
    Looked,
    Opened,
    PolicyDecided,
    Question,
    QuestionKind,
    Response,
    Run,
    RunRequest,
    RunState,
    StateChanged,
    StepDone,
    Undone,
    WhenBusy,
)
from runtime.server.codec.actions import write_action
from runtime.server.codec.devices import read_device_info, write_device_info
from runtime.server.codec.fields import (
    TEXT,
    EnumCodec,
    read_count,
    read_items,
    read_name,
    read_number,
    read_text,
    wire_int,
    wire_long,
    wire_text,
)
from runtime.server.codec.observations import write_observation
from runtime.server.codec.steps import (
    ACTORS,
    read_outcome,
    write_decision,
    write_outcome,
    write_step,
    write_usage,
)

RUN_STATES = EnumCodec(RunState, pb.RunState, "RUN_STATE")
QUESTION_KINDS = EnumCodec(QuestionKind, pb.QuestionKind, "QUESTION_KIND")
CHOICES = EnumCodec(Choice, pb.Choice, "CHOICE")
WHEN_BUSY = EnumCodec(WhenBusy, pb.WhenBusy, "WHEN_BUSY")

MOST_STEPS = 10_000
MOST_SECONDS = 7 * 24 * 3600.0
MOST_TOKENS = 10**9
_MOST_RULES = 200


def read_run_request(message: agent_pb.StartRunRequest, defaults: Limits) -> RunRequest:
    """What a run is asked to do; `defaults` stand for the limits that are not set."""
    rules = read_items(message.approved_rules, "approved_rules", most=_MOST_RULES)
    return RunRequest(
        goal=read_name(message.goal, "goal", longest=TEXT),
        device=read_name(message.device, "device"),
        policy=read_name(message.policy, "policy"),
        limits=read_limits(message.limits, "limits", defaults),
        when_busy=read_when_busy(message.when_busy),
        approved_rules=tuple(read_name(rule, "approved_rules") for rule in rules),
        record_screenshots=not message.without_screenshots,
        task=read_text(message.task, "task"),
        replay_of=read_text(message.replay_of, "replay_of"),
    )


def read_when_busy(number: int) -> WhenBusy:
    """What to do on a busy device: to queue, where nothing is said."""
    if number == pb.WHEN_BUSY_UNSPECIFIED:
        return WhenBusy.QUEUE
    return WHEN_BUSY.read(number, "when_busy")


def write_limits(limits: Limits) -> pb.Limits:
    """Limits as a message."""
    return pb.Limits(
        steps=wire_int(limits.steps), seconds=limits.seconds, tokens=wire_long(limits.tokens)
    )


def read_limits(message: pb.Limits, field: str, defaults: Limits) -> Limits:
    """The limits that a message sets, each at least 1 step, second and token."""
    steps, seconds, tokens = defaults.steps, defaults.seconds, defaults.tokens
    if message.HasField("steps"):
        steps = read_count(message.steps, f"{field}.steps", least=1, most=MOST_STEPS)
    if message.HasField("seconds"):
        seconds = read_number(message.seconds, f"{field}.seconds", least=0.001, most=MOST_SECONDS)
    if message.HasField("tokens"):
        tokens = read_count(message.tokens, f"{field}.tokens", least=1, most=MOST_TOKENS)
    return Limits(steps, seconds, tokens)


def read_response(message: pb.Response, field: str) -> Response:
    """A person's response."""
    choice = CHOICES.read(message.choice, f"{field}.choice")
    return Response(choice, read_text(message.text, f"{field}.text", longest=TEXT))


def write_response(response: Response) -> pb.Response:
    """A person's response as a message."""
    return pb.Response(choice=CHOICES.write(response.choice), text=wire_text(response.text))


def write_question(question: Question) -> pb.Question:
    """What a waiting run wants to know, as a message."""
    return pb.Question(
        id=question.id,
        kind=QUESTION_KINDS.write(question.kind),
        text=wire_text(question.text),
        rule=wire_text(question.rule),
        risk=question.risk.value if question.risk is not None else "",
        action=wire_text(question.action),
        effect=wire_text(question.effect),
        concerns=wire_text(question.concerns),
    )


def read_question(message: pb.Question, field: str) -> Question:
    """The question that a message holds."""
    try:
        risk = Risk(message.risk) if message.risk else None
    except ValueError as error:
        raise InvalidRequest(f"{field}.risk", str(error)) from error
    return Question(
        id=message.id,
        kind=QUESTION_KINDS.read(message.kind, f"{field}.kind"),
        text=message.text,
        rule=message.rule,
        risk=risk,
        action=message.action,
        effect=message.effect,
        concerns=message.concerns,
    )


def write_run(run: Run) -> pb.Run:
    """A run as a message."""
    request = run.request
    return pb.Run(
        id=run.id,
        goal=wire_text(request.goal),
        device=wire_text(request.device),
        policy=wire_text(request.policy),
        state=RUN_STATES.write(run.state),
        reason=wire_text(run.reason),
        created=write_time(run.created_s),
        updated=write_time(run.updated_s),
        sequence=run.sequence,
        steps=wire_int(run.steps),
        tokens=wire_long(run.tokens),
        question=write_question(run.question) if run.question is not None else None,
        outcome=write_outcome(run.outcome) if run.outcome is not None else None,
        limits=write_limits(request.limits),
        task=wire_text(request.task),
        approved_rules=[wire_text(rule) for rule in request.approved_rules],
        device_info=write_device_info(run.device) if run.device is not None else None,
        replay_of=wire_text(request.replay_of),
        undone=run.undone,
    )


def read_run(message: pb.Run) -> Run:
    """The run that a message holds, but for what the wire does not tell of its request."""
    return Run(
        id=message.id,
        request=RunRequest(
            goal=message.goal,
            device=message.device,
            policy=message.policy,
            limits=read_limits(message.limits, "limits", Limits()),
            approved_rules=tuple(message.approved_rules),
            task=message.task,
            replay_of=message.replay_of,
        ),
        state=RUN_STATES.read(message.state, "state"),
        created_s=read_time(message.created),
        updated_s=read_time(message.updated),
        sequence=message.sequence,
        steps=message.steps,
        tokens=message.tokens,
        question=(
            read_question(message.question, "question") if message.HasField("question") else None
        ),
        outcome=read_outcome(message.outcome, "outcome") if message.HasField("outcome") else None,
        device=read_device_info(message.device_info) if message.HasField("device_info") else None,
        reason=message.reason,
        undone=message.undone,
    )


def write_event(event: Event, screen: Observation | None = None) -> pb.Event:
    """An event as a message. `screen` is what its action's targets were read from, if known."""
    message = pb.Event(sequence=event.sequence, time=write_time(event.time_s))
    happening = event.happening
    match happening:
        case StateChanged(state, reason):
            message.state_changed.CopyFrom(
                pb.StateChanged(state=RUN_STATES.write(state), reason=wire_text(reason))
            )
        case Opened(device):
            message.opened.CopyFrom(pb.Opened(device=write_device_info(device)))
        case Looked(step, observation, name):
            message.looked.CopyFrom(
                pb.Looked(
                    step=step,
                    observation=write_observation(observation),
                    has_screenshot=bool(name) or observation.screenshot is not None,
                )
            )
        case PolicyDecided(step, decision, usage, actor):
            words = _words(decision.action, screen)
            message.policy_decided.CopyFrom(
                pb.PolicyDecided(
                    step=step,
                    decision=write_decision(decision),
                    usage=write_usage(usage),
                    words=words,
                    actor=ACTORS.write(actor),
                )
            )
        case Asked(step, question):
            message.asked.CopyFrom(pb.Asked(step=step, question=write_question(question)))
        case Answered(step, question_id, response):
            message.answered.CopyFrom(
                pb.Answered(step=step, question_id=question_id, response=write_response(response))
            )
        case Acting(step, action):
            message.acting.CopyFrom(
                pb.Acting(step=step, action=write_action(action), words=_words(action, screen))
            )
        case StepDone(step, record):
            message.step_done.CopyFrom(
                pb.StepDone(step=step, record=write_step(record, observation=False))
            )
        case Ended(outcome):
            message.ended.CopyFrom(pb.Ended(outcome=write_outcome(outcome)))
        case Undone():
            message.undone.CopyFrom(pb.Undone())
        case _:
            assert_never(happening)
    return message


def _words(action: Action | Unparsed, screen: Observation | None) -> str:
    """The action in words, where it is known which screen its targets are on."""
    if screen is None or isinstance(action, Unparsed):
        return ""
    return wire_text(say(action, screen))


def write_time(time_s: float) -> Timestamp:
    """Seconds since 1970 as a timestamp."""
    seconds = math.floor(time_s)
    return Timestamp(seconds=seconds, nanos=min(999_999_999, round((time_s - seconds) * 1e9)))


def read_time(message: Timestamp) -> float:
    """A timestamp as seconds since 1970."""
    return message.seconds + message.nanos / 1e9

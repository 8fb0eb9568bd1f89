"""Runs, what is asked of them and what happens to them, on the wire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
from runtime.runs.replay_values import ReplayValue
from runtime.server.codec.actions import ACTION
from runtime.server.codec.devices import DEVICE_INFO
from runtime.server.codec.field_groups import Flat, NotSent, Oneof, defaulted, named, optional
from runtime.server.codec.fields import (
    TEXT,
    EnumCodec,
    read_items,
    read_name,
    read_text,
    wire_text,
)
from runtime.server.codec.json_values import SCHEMA, read_schema
from runtime.server.codec.messages import MessageCodec
from runtime.server.codec.observations import OBSERVATION
from runtime.server.codec.steps import ACTORS, DECISION, OUTCOME, STEP_WITHOUT_LOOK, USAGE
from runtime.server.codec.values import (
    FLAG,
    FLOAT,
    INT32,
    INT64,
    SERVER_TEXT,
    TIME,
    Scalar,
    count,
    items,
    long_count,
    name,
    number,
    text,
)

RUN_STATES = EnumCodec(RunState, pb.RunState)
QUESTION_KINDS = EnumCodec(QuestionKind, pb.QuestionKind)
CHOICES = EnumCodec(Choice, pb.Choice)
WHEN_BUSY = EnumCodec(WhenBusy, pb.WhenBusy)

MOST_STEPS = 10_000
MOST_SECONDS = 7 * 24 * 3600.0
MOST_TOKENS = 10**9
MOST_DOLLARS = 1_000_000.0
_MOST_RULES = 200
_MOST_VALUES = 100

LIMITS = MessageCodec(
    Limits,
    pb.Limits,
    steps=defaulted(count(least=1, most=MOST_STEPS)),
    seconds=defaulted(number(least=0.001, most=MOST_SECONDS)),
    tokens=defaulted(long_count(least=1, most=MOST_TOKENS)),
    dollars=defaulted(number(most=MOST_DOLLARS)),
)
RESPONSE = MessageCodec(Response, pb.Response, choice=CHOICES, text=text(TEXT))


def _read_risk(risk: str, field: str) -> Risk | None:
    try:
        return Risk(risk) if risk else None
    except ValueError as error:
        raise InvalidRequest(field, str(error)) from error


QUESTION = MessageCodec(
    Question,
    pb.Question,
    id=SERVER_TEXT,
    kind=QUESTION_KINDS,
    text=SERVER_TEXT,
    rule=SERVER_TEXT,
    risk=Scalar(lambda risk: risk or "", _read_risk),
    action=SERVER_TEXT,
    effect=SERVER_TEXT,
    concerns=SERVER_TEXT,
    app=SERVER_TEXT,
    amount=SERVER_TEXT,
)
REPLAY_VALUE = MessageCodec(ReplayValue, pb.ReplayValue, name=name(TEXT), value=text(TEXT))
RUN = MessageCodec(
    Run,
    pb.Run,
    id=SERVER_TEXT,
    request=Flat(
        RunRequest,
        goal=SERVER_TEXT,
        device=SERVER_TEXT,
        policy=SERVER_TEXT,
        limits=LIMITS,
        when_busy=NotSent(WhenBusy.QUEUE),
        approved_rules=items(SERVER_TEXT),
        record_screenshots=NotSent(value=True),
        task=SERVER_TEXT,
        replay_of=SERVER_TEXT,
        replay_values=items(REPLAY_VALUE),
        answer_schema=optional(SCHEMA),
    ),
    state=RUN_STATES,
    created_s=named("created", TIME),
    updated_s=named("updated", TIME),
    sequence=INT64,
    steps=INT32,
    tokens=INT64,
    question=optional(QUESTION),
    outcome=optional(OUTCOME),
    device=optional(DEVICE_INFO, "device_info"),
    reason=SERVER_TEXT,
    undone=FLAG,
    cost_dollars=optional(FLOAT),
)
EVENT = MessageCodec(
    Event,
    pb.Event,
    sequence=INT64,
    time_s=named("time", TIME),
    happening=Oneof(
        "happening",
        state_changed=MessageCodec(
            StateChanged, pb.StateChanged, state=RUN_STATES, reason=SERVER_TEXT
        ),
        opened=MessageCodec(Opened, pb.Opened, device=DEVICE_INFO),
        looked=MessageCodec(
            Looked,
            pb.Looked,
            also=("has_screenshot",),
            step=INT32,
            observation=OBSERVATION,
            screen=NotSent(""),
        ),
        policy_decided=MessageCodec(
            PolicyDecided,
            pb.PolicyDecided,
            also=("words",),
            step=INT32,
            decision=DECISION,
            usage=USAGE,
            actor=ACTORS,
        ),
        asked=MessageCodec(Asked, pb.Asked, step=INT32, question=QUESTION),
        answered=MessageCodec(
            Answered, pb.Answered, step=INT32, question_id=SERVER_TEXT, response=RESPONSE
        ),
        acting=MessageCodec(Acting, pb.Acting, also=("words",), step=INT32, action=ACTION),
        step_done=MessageCodec(StepDone, pb.StepDone, step=INT32, record=STEP_WITHOUT_LOOK),
        ended=MessageCodec(Ended, pb.Ended, outcome=OUTCOME),
        undone=MessageCodec(Undone, pb.Undone),
    ),
)

write_run = RUN.write
read_response = RESPONSE.read


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
        replay_values=read_replay_values(message.replay_values),
        answer_schema=(
            read_schema(message.answer_schema, "answer_schema")
            if message.HasField("answer_schema")
            else None
        ),
    )


def read_replay_values(messages: Sequence[pb.ReplayValue]) -> tuple[ReplayValue, ...]:
    """What stands for recorded values."""
    values = read_items(messages, "replay_values", most=_MOST_VALUES)
    return tuple(REPLAY_VALUE.read(value, "replay_values") for value in values)


def read_when_busy(number: int) -> WhenBusy:
    """What to do on a busy device: to queue, where nothing is said."""
    if number == pb.WHEN_BUSY_UNSPECIFIED:
        return WhenBusy.QUEUE
    return WHEN_BUSY.read(number, "when_busy")


def read_limits(message: pb.Limits, field: str, defaults: Limits) -> Limits:
    """The limits that a message sets, each at least 1 step, second and token."""
    return replace(defaults, **LIMITS.read_set(message, field))


def read_run(message: pb.Run) -> Run:
    """The run that a server tells of, but for what the wire does not tell of its request."""
    return RUN.read(message, "run")


def write_event(event: Event, screen: Observation | None = None) -> pb.Event:
    """An event as a message. `screen` is what its action's targets were read from, if known."""
    message = EVENT.write(event)
    match event.happening:
        case Looked(_, observation, name):
            message.looked.has_screenshot = bool(name) or observation.screenshot is not None
        case PolicyDecided(_, decision):
            message.policy_decided.words = _words(decision.action, screen)
        case Acting(_, action):
            message.acting.words = _words(action, screen)
        case _:
            pass
    return message


def read_event(message: pb.Event, screen: Observation | None = None) -> Event:
    """The event that a server tells of. `screen` is the newest look, which a step does not repeat."""
    event = EVENT.read(message, "event")
    if isinstance(event.happening, StepDone) and screen is not None:
        record = replace(event.happening.record, observation=screen)
        return replace(event, happening=replace(event.happening, record=record))
    return event


def _words(action: Action | Unparsed, screen: Observation | None) -> str:
    """The action in words, where it is known which screen its targets are on."""
    if screen is None or isinstance(action, Unparsed):
        return ""
    return wire_text(say(action, screen))

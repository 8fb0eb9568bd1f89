import datetime

from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from phonebuddy.v1 import action_pb2 as _action_pb2
from phonebuddy.v1 import observation_pb2 as _observation_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RunState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RUN_STATE_UNSPECIFIED: _ClassVar[RunState]
    RUN_STATE_QUEUED: _ClassVar[RunState]
    RUN_STATE_RUNNING: _ClassVar[RunState]
    RUN_STATE_WAITING: _ClassVar[RunState]
    RUN_STATE_PAUSED: _ClassVar[RunState]
    RUN_STATE_TAKEN_OVER: _ClassVar[RunState]
    RUN_STATE_FINISHED: _ClassVar[RunState]
    RUN_STATE_FAILED: _ClassVar[RunState]
    RUN_STATE_CANCELLED: _ClassVar[RunState]
    RUN_STATE_INTERRUPTED: _ClassVar[RunState]

class WhenBusy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WHEN_BUSY_UNSPECIFIED: _ClassVar[WhenBusy]
    WHEN_BUSY_QUEUE: _ClassVar[WhenBusy]
    WHEN_BUSY_REFUSE: _ClassVar[WhenBusy]

class Actor(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTOR_UNSPECIFIED: _ClassVar[Actor]
    ACTOR_POLICY: _ClassVar[Actor]
    ACTOR_PERSON: _ClassVar[Actor]
    ACTOR_ORACLE: _ClassVar[Actor]
    ACTOR_REPLAY: _ClassVar[Actor]
    ACTOR_RUNTIME: _ClassVar[Actor]

class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERDICT_UNSPECIFIED: _ClassVar[Verdict]
    VERDICT_ALLOW: _ClassVar[Verdict]
    VERDICT_CONFIRM: _ClassVar[Verdict]
    VERDICT_NEVER: _ClassVar[Verdict]

class EndingKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENDING_KIND_UNSPECIFIED: _ClassVar[EndingKind]
    ENDING_KIND_FINISHED: _ClassVar[EndingKind]
    ENDING_KIND_RAN_OUT: _ClassVar[EndingKind]
    ENDING_KIND_STOPPED_BY_PERSON: _ClassVar[EndingKind]
    ENDING_KIND_REFUSED_BY_GUARD: _ClassVar[EndingKind]
    ENDING_KIND_ENVIRONMENT_FAULT: _ClassVar[EndingKind]
    ENDING_KIND_FINISHED_UNSURE: _ClassVar[EndingKind]

class QuestionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    QUESTION_KIND_UNSPECIFIED: _ClassVar[QuestionKind]
    QUESTION_KIND_APPROVAL: _ClassVar[QuestionKind]
    QUESTION_KIND_ANSWER: _ClassVar[QuestionKind]
    QUESTION_KIND_HAND_OVER: _ClassVar[QuestionKind]

class Choice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHOICE_UNSPECIFIED: _ClassVar[Choice]
    CHOICE_APPROVE: _ClassVar[Choice]
    CHOICE_APPROVE_FOR_RUN: _ClassVar[Choice]
    CHOICE_DENY: _ClassVar[Choice]
    CHOICE_ANSWER: _ClassVar[Choice]
    CHOICE_NOBODY: _ClassVar[Choice]
RUN_STATE_UNSPECIFIED: RunState
RUN_STATE_QUEUED: RunState
RUN_STATE_RUNNING: RunState
RUN_STATE_WAITING: RunState
RUN_STATE_PAUSED: RunState
RUN_STATE_TAKEN_OVER: RunState
RUN_STATE_FINISHED: RunState
RUN_STATE_FAILED: RunState
RUN_STATE_CANCELLED: RunState
RUN_STATE_INTERRUPTED: RunState
WHEN_BUSY_UNSPECIFIED: WhenBusy
WHEN_BUSY_QUEUE: WhenBusy
WHEN_BUSY_REFUSE: WhenBusy
ACTOR_UNSPECIFIED: Actor
ACTOR_POLICY: Actor
ACTOR_PERSON: Actor
ACTOR_ORACLE: Actor
ACTOR_REPLAY: Actor
ACTOR_RUNTIME: Actor
VERDICT_UNSPECIFIED: Verdict
VERDICT_ALLOW: Verdict
VERDICT_CONFIRM: Verdict
VERDICT_NEVER: Verdict
ENDING_KIND_UNSPECIFIED: EndingKind
ENDING_KIND_FINISHED: EndingKind
ENDING_KIND_RAN_OUT: EndingKind
ENDING_KIND_STOPPED_BY_PERSON: EndingKind
ENDING_KIND_REFUSED_BY_GUARD: EndingKind
ENDING_KIND_ENVIRONMENT_FAULT: EndingKind
ENDING_KIND_FINISHED_UNSURE: EndingKind
QUESTION_KIND_UNSPECIFIED: QuestionKind
QUESTION_KIND_APPROVAL: QuestionKind
QUESTION_KIND_ANSWER: QuestionKind
QUESTION_KIND_HAND_OVER: QuestionKind
CHOICE_UNSPECIFIED: Choice
CHOICE_APPROVE: Choice
CHOICE_APPROVE_FOR_RUN: Choice
CHOICE_DENY: Choice
CHOICE_ANSWER: Choice
CHOICE_NOBODY: Choice

class Limits(_message.Message):
    __slots__ = ("steps", "seconds", "tokens", "dollars")
    STEPS_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    DOLLARS_FIELD_NUMBER: _ClassVar[int]
    steps: int
    seconds: float
    tokens: int
    dollars: float
    def __init__(self, steps: _Optional[int] = ..., seconds: _Optional[float] = ..., tokens: _Optional[int] = ..., dollars: _Optional[float] = ...) -> None: ...

class Unparsed(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("action", "unparsed", "thought", "reply")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    UNPARSED_FIELD_NUMBER: _ClassVar[int]
    THOUGHT_FIELD_NUMBER: _ClassVar[int]
    REPLY_FIELD_NUMBER: _ClassVar[int]
    action: _action_pb2.Action
    unparsed: Unparsed
    thought: str
    reply: str
    def __init__(self, action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., unparsed: _Optional[_Union[Unparsed, _Mapping]] = ..., thought: _Optional[str] = ..., reply: _Optional[str] = ...) -> None: ...

class Usage(_message.Message):
    __slots__ = ("prompt_tokens", "cached_tokens", "reply_tokens", "forced_tokens", "queue_ms", "prompt_ms", "first_token_ms", "decode_ms", "grammar_ms", "reasoning_tokens", "cost_dollars")
    PROMPT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    CACHED_TOKENS_FIELD_NUMBER: _ClassVar[int]
    REPLY_TOKENS_FIELD_NUMBER: _ClassVar[int]
    FORCED_TOKENS_FIELD_NUMBER: _ClassVar[int]
    QUEUE_MS_FIELD_NUMBER: _ClassVar[int]
    PROMPT_MS_FIELD_NUMBER: _ClassVar[int]
    FIRST_TOKEN_MS_FIELD_NUMBER: _ClassVar[int]
    DECODE_MS_FIELD_NUMBER: _ClassVar[int]
    GRAMMAR_MS_FIELD_NUMBER: _ClassVar[int]
    REASONING_TOKENS_FIELD_NUMBER: _ClassVar[int]
    COST_DOLLARS_FIELD_NUMBER: _ClassVar[int]
    prompt_tokens: int
    cached_tokens: int
    reply_tokens: int
    forced_tokens: int
    queue_ms: float
    prompt_ms: float
    first_token_ms: float
    decode_ms: float
    grammar_ms: float
    reasoning_tokens: int
    cost_dollars: float
    def __init__(self, prompt_tokens: _Optional[int] = ..., cached_tokens: _Optional[int] = ..., reply_tokens: _Optional[int] = ..., forced_tokens: _Optional[int] = ..., queue_ms: _Optional[float] = ..., prompt_ms: _Optional[float] = ..., first_token_ms: _Optional[float] = ..., decode_ms: _Optional[float] = ..., grammar_ms: _Optional[float] = ..., reasoning_tokens: _Optional[int] = ..., cost_dollars: _Optional[float] = ...) -> None: ...

class GuardVerdict(_message.Message):
    __slots__ = ("verdict", "rule", "approved", "unanswered")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    APPROVED_FIELD_NUMBER: _ClassVar[int]
    UNANSWERED_FIELD_NUMBER: _ClassVar[int]
    verdict: Verdict
    rule: str
    approved: bool
    unanswered: bool
    def __init__(self, verdict: _Optional[_Union[Verdict, str]] = ..., rule: _Optional[str] = ..., approved: _Optional[bool] = ..., unanswered: _Optional[bool] = ...) -> None: ...

class Touch(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class Performed(_message.Message):
    __slots__ = ("action", "touches", "changed", "note", "settle_ms")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TOUCHES_FIELD_NUMBER: _ClassVar[int]
    CHANGED_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    SETTLE_MS_FIELD_NUMBER: _ClassVar[int]
    action: _action_pb2.Action
    touches: _containers.RepeatedCompositeFieldContainer[Touch]
    changed: bool
    note: str
    settle_ms: float
    def __init__(self, action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., touches: _Optional[_Iterable[_Union[Touch, _Mapping]]] = ..., changed: _Optional[bool] = ..., note: _Optional[str] = ..., settle_ms: _Optional[float] = ...) -> None: ...

class Timing(_message.Message):
    __slots__ = ("part", "milliseconds")
    PART_FIELD_NUMBER: _ClassVar[int]
    MILLISECONDS_FIELD_NUMBER: _ClassVar[int]
    part: str
    milliseconds: float
    def __init__(self, part: _Optional[str] = ..., milliseconds: _Optional[float] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ("observation", "decision", "actor", "performed", "guard", "error", "answer", "timings")
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    PERFORMED_FIELD_NUMBER: _ClassVar[int]
    GUARD_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    TIMINGS_FIELD_NUMBER: _ClassVar[int]
    observation: _observation_pb2.Observation
    decision: Decision
    actor: Actor
    performed: Performed
    guard: GuardVerdict
    error: str
    answer: str
    timings: _containers.RepeatedCompositeFieldContainer[Timing]
    def __init__(self, observation: _Optional[_Union[_observation_pb2.Observation, _Mapping]] = ..., decision: _Optional[_Union[Decision, _Mapping]] = ..., actor: _Optional[_Union[Actor, str]] = ..., performed: _Optional[_Union[Performed, _Mapping]] = ..., guard: _Optional[_Union[GuardVerdict, _Mapping]] = ..., error: _Optional[str] = ..., answer: _Optional[str] = ..., timings: _Optional[_Iterable[_Union[Timing, _Mapping]]] = ...) -> None: ...

class Changes(_message.Message):
    __slots__ = ("lines",)
    LINES_FIELD_NUMBER: _ClassVar[int]
    lines: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, lines: _Optional[_Iterable[str]] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("ending", "status", "text", "success", "reasons", "refusal", "changes", "doubt", "answer")
    ENDING_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    DOUBT_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    ending: EndingKind
    status: _action_pb2.FinishStatus
    text: str
    success: bool
    reasons: _containers.RepeatedScalarFieldContainer[str]
    refusal: str
    changes: Changes
    doubt: str
    answer: _struct_pb2.Value
    def __init__(self, ending: _Optional[_Union[EndingKind, str]] = ..., status: _Optional[_Union[_action_pb2.FinishStatus, str]] = ..., text: _Optional[str] = ..., success: _Optional[bool] = ..., reasons: _Optional[_Iterable[str]] = ..., refusal: _Optional[str] = ..., changes: _Optional[_Union[Changes, _Mapping]] = ..., doubt: _Optional[str] = ..., answer: _Optional[_Union[_struct_pb2.Value, _Mapping]] = ...) -> None: ...

class Question(_message.Message):
    __slots__ = ("id", "kind", "text", "rule", "risk", "action", "effect", "concerns", "app", "amount")
    ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    RISK_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    CONCERNS_FIELD_NUMBER: _ClassVar[int]
    APP_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    id: str
    kind: QuestionKind
    text: str
    rule: str
    risk: str
    action: str
    effect: str
    concerns: str
    app: str
    amount: str
    def __init__(self, id: _Optional[str] = ..., kind: _Optional[_Union[QuestionKind, str]] = ..., text: _Optional[str] = ..., rule: _Optional[str] = ..., risk: _Optional[str] = ..., action: _Optional[str] = ..., effect: _Optional[str] = ..., concerns: _Optional[str] = ..., app: _Optional[str] = ..., amount: _Optional[str] = ...) -> None: ...

class Response(_message.Message):
    __slots__ = ("choice", "text")
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    choice: Choice
    text: str
    def __init__(self, choice: _Optional[_Union[Choice, str]] = ..., text: _Optional[str] = ...) -> None: ...

class DeviceInfo(_message.Message):
    __slots__ = ("address", "kind", "model", "android_version", "width_px", "height_px", "density_dpi", "locale", "launcher")
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    ANDROID_VERSION_FIELD_NUMBER: _ClassVar[int]
    WIDTH_PX_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_PX_FIELD_NUMBER: _ClassVar[int]
    DENSITY_DPI_FIELD_NUMBER: _ClassVar[int]
    LOCALE_FIELD_NUMBER: _ClassVar[int]
    LAUNCHER_FIELD_NUMBER: _ClassVar[int]
    address: str
    kind: str
    model: str
    android_version: str
    width_px: int
    height_px: int
    density_dpi: int
    locale: str
    launcher: str
    def __init__(self, address: _Optional[str] = ..., kind: _Optional[str] = ..., model: _Optional[str] = ..., android_version: _Optional[str] = ..., width_px: _Optional[int] = ..., height_px: _Optional[int] = ..., density_dpi: _Optional[int] = ..., locale: _Optional[str] = ..., launcher: _Optional[str] = ...) -> None: ...

class ReplayValue(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class Run(_message.Message):
    __slots__ = ("id", "goal", "device", "policy", "state", "reason", "created", "updated", "sequence", "steps", "tokens", "question", "outcome", "limits", "task", "approved_rules", "device_info", "replay_of", "undone", "cost_dollars", "answer_schema", "replay_values")
    ID_FIELD_NUMBER: _ClassVar[int]
    GOAL_FIELD_NUMBER: _ClassVar[int]
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CREATED_FIELD_NUMBER: _ClassVar[int]
    UPDATED_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    TASK_FIELD_NUMBER: _ClassVar[int]
    APPROVED_RULES_FIELD_NUMBER: _ClassVar[int]
    DEVICE_INFO_FIELD_NUMBER: _ClassVar[int]
    REPLAY_OF_FIELD_NUMBER: _ClassVar[int]
    UNDONE_FIELD_NUMBER: _ClassVar[int]
    COST_DOLLARS_FIELD_NUMBER: _ClassVar[int]
    ANSWER_SCHEMA_FIELD_NUMBER: _ClassVar[int]
    REPLAY_VALUES_FIELD_NUMBER: _ClassVar[int]
    id: str
    goal: str
    device: str
    policy: str
    state: RunState
    reason: str
    created: _timestamp_pb2.Timestamp
    updated: _timestamp_pb2.Timestamp
    sequence: int
    steps: int
    tokens: int
    question: Question
    outcome: Outcome
    limits: Limits
    task: str
    approved_rules: _containers.RepeatedScalarFieldContainer[str]
    device_info: DeviceInfo
    replay_of: str
    undone: bool
    cost_dollars: float
    answer_schema: _struct_pb2.Struct
    replay_values: _containers.RepeatedCompositeFieldContainer[ReplayValue]
    def __init__(self, id: _Optional[str] = ..., goal: _Optional[str] = ..., device: _Optional[str] = ..., policy: _Optional[str] = ..., state: _Optional[_Union[RunState, str]] = ..., reason: _Optional[str] = ..., created: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., sequence: _Optional[int] = ..., steps: _Optional[int] = ..., tokens: _Optional[int] = ..., question: _Optional[_Union[Question, _Mapping]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., limits: _Optional[_Union[Limits, _Mapping]] = ..., task: _Optional[str] = ..., approved_rules: _Optional[_Iterable[str]] = ..., device_info: _Optional[_Union[DeviceInfo, _Mapping]] = ..., replay_of: _Optional[str] = ..., undone: _Optional[bool] = ..., cost_dollars: _Optional[float] = ..., answer_schema: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., replay_values: _Optional[_Iterable[_Union[ReplayValue, _Mapping]]] = ...) -> None: ...

class StateChanged(_message.Message):
    __slots__ = ("state", "reason")
    STATE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    state: RunState
    reason: str
    def __init__(self, state: _Optional[_Union[RunState, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class Opened(_message.Message):
    __slots__ = ("device",)
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    device: DeviceInfo
    def __init__(self, device: _Optional[_Union[DeviceInfo, _Mapping]] = ...) -> None: ...

class Looked(_message.Message):
    __slots__ = ("step", "observation", "has_screenshot")
    STEP_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    HAS_SCREENSHOT_FIELD_NUMBER: _ClassVar[int]
    step: int
    observation: _observation_pb2.Observation
    has_screenshot: bool
    def __init__(self, step: _Optional[int] = ..., observation: _Optional[_Union[_observation_pb2.Observation, _Mapping]] = ..., has_screenshot: _Optional[bool] = ...) -> None: ...

class PolicyDecided(_message.Message):
    __slots__ = ("step", "decision", "usage", "words", "actor")
    STEP_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    USAGE_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    step: int
    decision: Decision
    usage: Usage
    words: str
    actor: Actor
    def __init__(self, step: _Optional[int] = ..., decision: _Optional[_Union[Decision, _Mapping]] = ..., usage: _Optional[_Union[Usage, _Mapping]] = ..., words: _Optional[str] = ..., actor: _Optional[_Union[Actor, str]] = ...) -> None: ...

class Asked(_message.Message):
    __slots__ = ("step", "question")
    STEP_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    step: int
    question: Question
    def __init__(self, step: _Optional[int] = ..., question: _Optional[_Union[Question, _Mapping]] = ...) -> None: ...

class Answered(_message.Message):
    __slots__ = ("step", "question_id", "response")
    STEP_FIELD_NUMBER: _ClassVar[int]
    QUESTION_ID_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    step: int
    question_id: str
    response: Response
    def __init__(self, step: _Optional[int] = ..., question_id: _Optional[str] = ..., response: _Optional[_Union[Response, _Mapping]] = ...) -> None: ...

class Acting(_message.Message):
    __slots__ = ("step", "action", "words")
    STEP_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    step: int
    action: _action_pb2.Action
    words: str
    def __init__(self, step: _Optional[int] = ..., action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., words: _Optional[str] = ...) -> None: ...

class StepDone(_message.Message):
    __slots__ = ("step", "record")
    STEP_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    step: int
    record: Step
    def __init__(self, step: _Optional[int] = ..., record: _Optional[_Union[Step, _Mapping]] = ...) -> None: ...

class Ended(_message.Message):
    __slots__ = ("outcome",)
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    outcome: Outcome
    def __init__(self, outcome: _Optional[_Union[Outcome, _Mapping]] = ...) -> None: ...

class Undone(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Event(_message.Message):
    __slots__ = ("sequence", "time", "state_changed", "looked", "policy_decided", "asked", "answered", "acting", "step_done", "ended", "opened", "undone")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    STATE_CHANGED_FIELD_NUMBER: _ClassVar[int]
    LOOKED_FIELD_NUMBER: _ClassVar[int]
    POLICY_DECIDED_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_FIELD_NUMBER: _ClassVar[int]
    ACTING_FIELD_NUMBER: _ClassVar[int]
    STEP_DONE_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    OPENED_FIELD_NUMBER: _ClassVar[int]
    UNDONE_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    time: _timestamp_pb2.Timestamp
    state_changed: StateChanged
    looked: Looked
    policy_decided: PolicyDecided
    asked: Asked
    answered: Answered
    acting: Acting
    step_done: StepDone
    ended: Ended
    opened: Opened
    undone: Undone
    def __init__(self, sequence: _Optional[int] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., state_changed: _Optional[_Union[StateChanged, _Mapping]] = ..., looked: _Optional[_Union[Looked, _Mapping]] = ..., policy_decided: _Optional[_Union[PolicyDecided, _Mapping]] = ..., asked: _Optional[_Union[Asked, _Mapping]] = ..., answered: _Optional[_Union[Answered, _Mapping]] = ..., acting: _Optional[_Union[Acting, _Mapping]] = ..., step_done: _Optional[_Union[StepDone, _Mapping]] = ..., ended: _Optional[_Union[Ended, _Mapping]] = ..., opened: _Optional[_Union[Opened, _Mapping]] = ..., undone: _Optional[_Union[Undone, _Mapping]] = ...) -> None: ...

from google.protobuf import struct_pb2 as _struct_pb2
from phonebuddy.v1 import action_pb2 as _action_pb2
from phonebuddy.v1 import observation_pb2 as _observation_pb2
from phonebuddy.v1 import run_pb2 as _run_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class StartRunRequest(_message.Message):
    __slots__ = ("goal", "device", "policy", "limits", "when_busy", "idempotency_key", "approved_rules", "without_screenshots", "task", "replay_of", "answer_schema", "replay_values")
    GOAL_FIELD_NUMBER: _ClassVar[int]
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    WHEN_BUSY_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    APPROVED_RULES_FIELD_NUMBER: _ClassVar[int]
    WITHOUT_SCREENSHOTS_FIELD_NUMBER: _ClassVar[int]
    TASK_FIELD_NUMBER: _ClassVar[int]
    REPLAY_OF_FIELD_NUMBER: _ClassVar[int]
    ANSWER_SCHEMA_FIELD_NUMBER: _ClassVar[int]
    REPLAY_VALUES_FIELD_NUMBER: _ClassVar[int]
    goal: str
    device: str
    policy: str
    limits: _run_pb2.Limits
    when_busy: _run_pb2.WhenBusy
    idempotency_key: str
    approved_rules: _containers.RepeatedScalarFieldContainer[str]
    without_screenshots: bool
    task: str
    replay_of: str
    answer_schema: _struct_pb2.Struct
    replay_values: _containers.RepeatedCompositeFieldContainer[_run_pb2.ReplayValue]
    def __init__(self, goal: _Optional[str] = ..., device: _Optional[str] = ..., policy: _Optional[str] = ..., limits: _Optional[_Union[_run_pb2.Limits, _Mapping]] = ..., when_busy: _Optional[_Union[_run_pb2.WhenBusy, str]] = ..., idempotency_key: _Optional[str] = ..., approved_rules: _Optional[_Iterable[str]] = ..., without_screenshots: _Optional[bool] = ..., task: _Optional[str] = ..., replay_of: _Optional[str] = ..., answer_schema: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., replay_values: _Optional[_Iterable[_Union[_run_pb2.ReplayValue, _Mapping]]] = ...) -> None: ...

class StartRunResponse(_message.Message):
    __slots__ = ("run",)
    RUN_FIELD_NUMBER: _ClassVar[int]
    run: _run_pb2.Run
    def __init__(self, run: _Optional[_Union[_run_pb2.Run, _Mapping]] = ...) -> None: ...

class ContinueRunRequest(_message.Message):
    __slots__ = ("run_id", "when_busy")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    WHEN_BUSY_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    when_busy: _run_pb2.WhenBusy
    def __init__(self, run_id: _Optional[str] = ..., when_busy: _Optional[_Union[_run_pb2.WhenBusy, str]] = ...) -> None: ...

class ContinueRunResponse(_message.Message):
    __slots__ = ("run",)
    RUN_FIELD_NUMBER: _ClassVar[int]
    run: _run_pb2.Run
    def __init__(self, run: _Optional[_Union[_run_pb2.Run, _Mapping]] = ...) -> None: ...

class WatchRunRequest(_message.Message):
    __slots__ = ("run_id", "after_sequence", "screenshots", "text")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    SCREENSHOTS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    after_sequence: int
    screenshots: bool
    text: bool
    def __init__(self, run_id: _Optional[str] = ..., after_sequence: _Optional[int] = ..., screenshots: _Optional[bool] = ..., text: _Optional[bool] = ...) -> None: ...

class TextDelta(_message.Message):
    __slots__ = ("step", "text")
    STEP_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    step: int
    text: str
    def __init__(self, step: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class WatchRunResponse(_message.Message):
    __slots__ = ("event", "text")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    event: _run_pb2.Event
    text: TextDelta
    def __init__(self, event: _Optional[_Union[_run_pb2.Event, _Mapping]] = ..., text: _Optional[_Union[TextDelta, _Mapping]] = ...) -> None: ...

class RespondRequest(_message.Message):
    __slots__ = ("run_id", "question_id", "response")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    QUESTION_ID_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    question_id: str
    response: _run_pb2.Response
    def __init__(self, run_id: _Optional[str] = ..., question_id: _Optional[str] = ..., response: _Optional[_Union[_run_pb2.Response, _Mapping]] = ...) -> None: ...

class RespondResponse(_message.Message):
    __slots__ = ("run",)
    RUN_FIELD_NUMBER: _ClassVar[int]
    run: _run_pb2.Run
    def __init__(self, run: _Optional[_Union[_run_pb2.Run, _Mapping]] = ...) -> None: ...

class PauseRunRequest(_message.Message):
    __slots__ = ("run_id",)
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    def __init__(self, run_id: _Optional[str] = ...) -> None: ...

class PauseRunResponse(_message.Message):
    __slots__ = ("run",)
    RUN_FIELD_NUMBER: _ClassVar[int]
    run: _run_pb2.Run
    def __init__(self, run: _Optional[_Union[_run_pb2.Run, _Mapping]] = ...) -> None: ...

class ResumeRunRequest(_message.Message):
    __slots__ = ("run_id",)
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    def __init__(self, run_id: _Optional[str] = ...) -> None: ...

class ResumeRunResponse(_message.Message):
    __slots__ = ("run",)
    RUN_FIELD_NUMBER: _ClassVar[int]
    run: _run_pb2.Run
    def __init__(self, run: _Optional[_Union[_run_pb2.Run, _Mapping]] = ...) -> None: ...

class TakeOverRequest(_message.Message):
    __slots__ = ("run_id",)
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    def __init__(self, run_id: _Optional[str] = ...) -> None: ...

class TakeOverResponse(_message.Message):
    __slots__ = ("run",)
    RUN_FIELD_NUMBER: _ClassVar[int]
    run: _run_pb2.Run
    def __init__(self, run: _Optional[_Union[_run_pb2.Run, _Mapping]] = ...) -> None: ...

class ActRequest(_message.Message):
    __slots__ = ("run_id", "action", "observation_id")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_ID_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    action: _action_pb2.Action
    observation_id: str
    def __init__(self, run_id: _Optional[str] = ..., action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., observation_id: _Optional[str] = ...) -> None: ...

class ActResponse(_message.Message):
    __slots__ = ("performed", "after")
    PERFORMED_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    performed: _run_pb2.Performed
    after: _observation_pb2.Observation
    def __init__(self, performed: _Optional[_Union[_run_pb2.Performed, _Mapping]] = ..., after: _Optional[_Union[_observation_pb2.Observation, _Mapping]] = ...) -> None: ...

class CancelRunRequest(_message.Message):
    __slots__ = ("run_id", "reason")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    reason: str
    def __init__(self, run_id: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class CancelRunResponse(_message.Message):
    __slots__ = ("run",)
    RUN_FIELD_NUMBER: _ClassVar[int]
    run: _run_pb2.Run
    def __init__(self, run: _Optional[_Union[_run_pb2.Run, _Mapping]] = ...) -> None: ...

class UndoRunRequest(_message.Message):
    __slots__ = ("run_id",)
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    def __init__(self, run_id: _Optional[str] = ...) -> None: ...

class UndoRunResponse(_message.Message):
    __slots__ = ("run",)
    RUN_FIELD_NUMBER: _ClassVar[int]
    run: _run_pb2.Run
    def __init__(self, run: _Optional[_Union[_run_pb2.Run, _Mapping]] = ...) -> None: ...

class CheckReplayRequest(_message.Message):
    __slots__ = ("run_id", "device", "replay_values")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    REPLAY_VALUES_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    device: str
    replay_values: _containers.RepeatedCompositeFieldContainer[_run_pb2.ReplayValue]
    def __init__(self, run_id: _Optional[str] = ..., device: _Optional[str] = ..., replay_values: _Optional[_Iterable[_Union[_run_pb2.ReplayValue, _Mapping]]] = ...) -> None: ...

class Replacement(_message.Message):
    __slots__ = ("step", "words")
    STEP_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    step: int
    words: str
    def __init__(self, step: _Optional[int] = ..., words: _Optional[str] = ...) -> None: ...

class ReplayParameter(_message.Message):
    __slots__ = ("name", "value", "step")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    step: int
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ..., step: _Optional[int] = ...) -> None: ...

class CheckReplayResponse(_message.Message):
    __slots__ = ("differences", "can_undo", "goal", "replacements", "parameters")
    DIFFERENCES_FIELD_NUMBER: _ClassVar[int]
    CAN_UNDO_FIELD_NUMBER: _ClassVar[int]
    GOAL_FIELD_NUMBER: _ClassVar[int]
    REPLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    differences: _containers.RepeatedScalarFieldContainer[str]
    can_undo: bool
    goal: str
    replacements: _containers.RepeatedCompositeFieldContainer[Replacement]
    parameters: _containers.RepeatedCompositeFieldContainer[ReplayParameter]
    def __init__(self, differences: _Optional[_Iterable[str]] = ..., can_undo: _Optional[bool] = ..., goal: _Optional[str] = ..., replacements: _Optional[_Iterable[_Union[Replacement, _Mapping]]] = ..., parameters: _Optional[_Iterable[_Union[ReplayParameter, _Mapping]]] = ...) -> None: ...

class GetRunRequest(_message.Message):
    __slots__ = ("run_id",)
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    def __init__(self, run_id: _Optional[str] = ...) -> None: ...

class GetRunResponse(_message.Message):
    __slots__ = ("run",)
    RUN_FIELD_NUMBER: _ClassVar[int]
    run: _run_pb2.Run
    def __init__(self, run: _Optional[_Union[_run_pb2.Run, _Mapping]] = ...) -> None: ...

class ListRunsRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "states", "device", "search")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    STATES_FIELD_NUMBER: _ClassVar[int]
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    SEARCH_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    states: _containers.RepeatedScalarFieldContainer[_run_pb2.RunState]
    device: str
    search: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., states: _Optional[_Iterable[_Union[_run_pb2.RunState, str]]] = ..., device: _Optional[str] = ..., search: _Optional[str] = ...) -> None: ...

class ListRunsResponse(_message.Message):
    __slots__ = ("runs", "next_page_token")
    RUNS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    runs: _containers.RepeatedCompositeFieldContainer[_run_pb2.Run]
    next_page_token: str
    def __init__(self, runs: _Optional[_Iterable[_Union[_run_pb2.Run, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListStepsRequest(_message.Message):
    __slots__ = ("run_id", "first_step", "page_size")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    FIRST_STEP_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    first_step: int
    page_size: int
    def __init__(self, run_id: _Optional[str] = ..., first_step: _Optional[int] = ..., page_size: _Optional[int] = ...) -> None: ...

class ListStepsResponse(_message.Message):
    __slots__ = ("steps", "next_step")
    STEPS_FIELD_NUMBER: _ClassVar[int]
    NEXT_STEP_FIELD_NUMBER: _ClassVar[int]
    steps: _containers.RepeatedCompositeFieldContainer[_run_pb2.Step]
    next_step: int
    def __init__(self, steps: _Optional[_Iterable[_Union[_run_pb2.Step, _Mapping]]] = ..., next_step: _Optional[int] = ...) -> None: ...

class GetScreenshotRequest(_message.Message):
    __slots__ = ("run_id", "step")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    step: int
    def __init__(self, run_id: _Optional[str] = ..., step: _Optional[int] = ...) -> None: ...

class GetScreenshotResponse(_message.Message):
    __slots__ = ("screenshot",)
    SCREENSHOT_FIELD_NUMBER: _ClassVar[int]
    screenshot: _observation_pb2.Screenshot
    def __init__(self, screenshot: _Optional[_Union[_observation_pb2.Screenshot, _Mapping]] = ...) -> None: ...

class DeleteRunRequest(_message.Message):
    __slots__ = ("run_id",)
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    def __init__(self, run_id: _Optional[str] = ...) -> None: ...

class DeleteRunResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ExportRunRequest(_message.Message):
    __slots__ = ("run_id",)
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    run_id: str
    def __init__(self, run_id: _Optional[str] = ...) -> None: ...

class ExportRunResponse(_message.Message):
    __slots__ = ("path", "data")
    PATH_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    path: str
    data: bytes
    def __init__(self, path: _Optional[str] = ..., data: _Optional[bytes] = ...) -> None: ...

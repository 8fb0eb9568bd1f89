from phonebuddy.v1 import observation_pb2 as _observation_pb2
from phonebuddy.v1 import run_pb2 as _run_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PolicyState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    POLICY_STATE_UNSPECIFIED: _ClassVar[PolicyState]
    POLICY_STATE_AVAILABLE: _ClassVar[PolicyState]
    POLICY_STATE_LOADING: _ClassVar[PolicyState]
    POLICY_STATE_LOADED: _ClassVar[PolicyState]
    POLICY_STATE_UNUSABLE: _ClassVar[PolicyState]
POLICY_STATE_UNSPECIFIED: PolicyState
POLICY_STATE_AVAILABLE: PolicyState
POLICY_STATE_LOADING: PolicyState
POLICY_STATE_LOADED: PolicyState
POLICY_STATE_UNUSABLE: PolicyState

class Figure(_message.Message):
    __slots__ = ("name", "value", "unit", "how")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    HOW_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: float
    unit: str
    how: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[float] = ..., unit: _Optional[str] = ..., how: _Optional[str] = ...) -> None: ...

class Policy(_message.Message):
    __slots__ = ("name", "engine", "prompt_format", "base", "description", "observation", "state", "problem", "memory_bytes", "file_bytes", "figures", "remote", "remote_host", "remote_key", "needs_consent", "price")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ENGINE_FIELD_NUMBER: _ClassVar[int]
    PROMPT_FORMAT_FIELD_NUMBER: _ClassVar[int]
    BASE_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    PROBLEM_FIELD_NUMBER: _ClassVar[int]
    MEMORY_BYTES_FIELD_NUMBER: _ClassVar[int]
    FILE_BYTES_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    REMOTE_FIELD_NUMBER: _ClassVar[int]
    REMOTE_HOST_FIELD_NUMBER: _ClassVar[int]
    REMOTE_KEY_FIELD_NUMBER: _ClassVar[int]
    NEEDS_CONSENT_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    name: str
    engine: str
    prompt_format: str
    base: str
    description: str
    observation: str
    state: PolicyState
    problem: str
    memory_bytes: int
    file_bytes: int
    figures: _containers.RepeatedCompositeFieldContainer[Figure]
    remote: bool
    remote_host: str
    remote_key: str
    needs_consent: bool
    price: Price
    def __init__(self, name: _Optional[str] = ..., engine: _Optional[str] = ..., prompt_format: _Optional[str] = ..., base: _Optional[str] = ..., description: _Optional[str] = ..., observation: _Optional[str] = ..., state: _Optional[_Union[PolicyState, str]] = ..., problem: _Optional[str] = ..., memory_bytes: _Optional[int] = ..., file_bytes: _Optional[int] = ..., figures: _Optional[_Iterable[_Union[Figure, _Mapping]]] = ..., remote: _Optional[bool] = ..., remote_host: _Optional[str] = ..., remote_key: _Optional[str] = ..., needs_consent: _Optional[bool] = ..., price: _Optional[_Union[Price, _Mapping]] = ...) -> None: ...

class Price(_message.Message):
    __slots__ = ("input", "output", "cached_input", "cache_write")
    INPUT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    CACHED_INPUT_FIELD_NUMBER: _ClassVar[int]
    CACHE_WRITE_FIELD_NUMBER: _ClassVar[int]
    input: float
    output: float
    cached_input: float
    cache_write: float
    def __init__(self, input: _Optional[float] = ..., output: _Optional[float] = ..., cached_input: _Optional[float] = ..., cache_write: _Optional[float] = ...) -> None: ...

class GetPolicyRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetPolicyResponse(_message.Message):
    __slots__ = ("policy",)
    POLICY_FIELD_NUMBER: _ClassVar[int]
    policy: Policy
    def __init__(self, policy: _Optional[_Union[Policy, _Mapping]] = ...) -> None: ...

class ListPoliciesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListPoliciesResponse(_message.Message):
    __slots__ = ("policies",)
    POLICIES_FIELD_NUMBER: _ClassVar[int]
    policies: _containers.RepeatedCompositeFieldContainer[Policy]
    def __init__(self, policies: _Optional[_Iterable[_Union[Policy, _Mapping]]] = ...) -> None: ...

class LoadPolicyRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class LoadPolicyResponse(_message.Message):
    __slots__ = ("policy",)
    POLICY_FIELD_NUMBER: _ClassVar[int]
    policy: Policy
    def __init__(self, policy: _Optional[_Union[Policy, _Mapping]] = ...) -> None: ...

class UnloadPolicyRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class UnloadPolicyResponse(_message.Message):
    __slots__ = ("policy",)
    POLICY_FIELD_NUMBER: _ClassVar[int]
    policy: Policy
    def __init__(self, policy: _Optional[_Union[Policy, _Mapping]] = ...) -> None: ...

class AllowRemotePolicyRequest(_message.Message):
    __slots__ = ("name", "host", "key")
    NAME_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    name: str
    host: str
    key: str
    def __init__(self, name: _Optional[str] = ..., host: _Optional[str] = ..., key: _Optional[str] = ...) -> None: ...

class AllowRemotePolicyResponse(_message.Message):
    __slots__ = ("policy",)
    POLICY_FIELD_NUMBER: _ClassVar[int]
    policy: Policy
    def __init__(self, policy: _Optional[_Union[Policy, _Mapping]] = ...) -> None: ...

class DecideRequest(_message.Message):
    __slots__ = ("policy", "goal", "observation", "history", "session", "restating")
    POLICY_FIELD_NUMBER: _ClassVar[int]
    GOAL_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    RESTATING_FIELD_NUMBER: _ClassVar[int]
    policy: str
    goal: str
    observation: _observation_pb2.Observation
    history: _containers.RepeatedCompositeFieldContainer[_run_pb2.Step]
    session: str
    restating: bool
    def __init__(self, policy: _Optional[str] = ..., goal: _Optional[str] = ..., observation: _Optional[_Union[_observation_pb2.Observation, _Mapping]] = ..., history: _Optional[_Iterable[_Union[_run_pb2.Step, _Mapping]]] = ..., session: _Optional[str] = ..., restating: _Optional[bool] = ...) -> None: ...

class DecideResponse(_message.Message):
    __slots__ = ("decision", "usage", "confidence")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    USAGE_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    decision: _run_pb2.Decision
    usage: _run_pb2.Usage
    confidence: float
    def __init__(self, decision: _Optional[_Union[_run_pb2.Decision, _Mapping]] = ..., usage: _Optional[_Union[_run_pb2.Usage, _Mapping]] = ..., confidence: _Optional[float] = ...) -> None: ...

from phonebuddy.v1 import action_pb2 as _action_pb2
from phonebuddy.v1 import observation_pb2 as _observation_pb2
from phonebuddy.v1 import run_pb2 as _run_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DeviceState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEVICE_STATE_UNSPECIFIED: _ClassVar[DeviceState]
    DEVICE_STATE_AVAILABLE: _ClassVar[DeviceState]
    DEVICE_STATE_OPEN: _ClassVar[DeviceState]
    DEVICE_STATE_BUSY: _ClassVar[DeviceState]
    DEVICE_STATE_UNUSABLE: _ClassVar[DeviceState]
DEVICE_STATE_UNSPECIFIED: DeviceState
DEVICE_STATE_AVAILABLE: DeviceState
DEVICE_STATE_OPEN: DeviceState
DEVICE_STATE_BUSY: DeviceState
DEVICE_STATE_UNUSABLE: DeviceState

class Device(_message.Message):
    __slots__ = ("address", "kind", "state", "run_id", "advice", "info")
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    ADVICE_FIELD_NUMBER: _ClassVar[int]
    INFO_FIELD_NUMBER: _ClassVar[int]
    address: str
    kind: str
    state: DeviceState
    run_id: str
    advice: str
    info: _run_pb2.DeviceInfo
    def __init__(self, address: _Optional[str] = ..., kind: _Optional[str] = ..., state: _Optional[_Union[DeviceState, str]] = ..., run_id: _Optional[str] = ..., advice: _Optional[str] = ..., info: _Optional[_Union[_run_pb2.DeviceInfo, _Mapping]] = ...) -> None: ...

class ListDevicesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListDevicesResponse(_message.Message):
    __slots__ = ("devices",)
    DEVICES_FIELD_NUMBER: _ClassVar[int]
    devices: _containers.RepeatedCompositeFieldContainer[Device]
    def __init__(self, devices: _Optional[_Iterable[_Union[Device, _Mapping]]] = ...) -> None: ...

class ObserveRequest(_message.Message):
    __slots__ = ("device", "screenshot", "guarded")
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    SCREENSHOT_FIELD_NUMBER: _ClassVar[int]
    GUARDED_FIELD_NUMBER: _ClassVar[int]
    device: str
    screenshot: bool
    guarded: bool
    def __init__(self, device: _Optional[str] = ..., screenshot: _Optional[bool] = ..., guarded: _Optional[bool] = ...) -> None: ...

class ObserveResponse(_message.Message):
    __slots__ = ("observation", "withheld")
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    WITHHELD_FIELD_NUMBER: _ClassVar[int]
    observation: _observation_pb2.Observation
    withheld: str
    def __init__(self, observation: _Optional[_Union[_observation_pb2.Observation, _Mapping]] = ..., withheld: _Optional[str] = ...) -> None: ...

class PerformRequest(_message.Message):
    __slots__ = ("device", "action", "observation_id", "guarded", "approved_question")
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_ID_FIELD_NUMBER: _ClassVar[int]
    GUARDED_FIELD_NUMBER: _ClassVar[int]
    APPROVED_QUESTION_FIELD_NUMBER: _ClassVar[int]
    device: str
    action: _action_pb2.Action
    observation_id: str
    guarded: bool
    approved_question: str
    def __init__(self, device: _Optional[str] = ..., action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., observation_id: _Optional[str] = ..., guarded: _Optional[bool] = ..., approved_question: _Optional[str] = ...) -> None: ...

class PerformResponse(_message.Message):
    __slots__ = ("performed", "question", "refusal")
    PERFORMED_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    performed: _run_pb2.Performed
    question: _run_pb2.Question
    refusal: str
    def __init__(self, performed: _Optional[_Union[_run_pb2.Performed, _Mapping]] = ..., question: _Optional[_Union[_run_pb2.Question, _Mapping]] = ..., refusal: _Optional[str] = ...) -> None: ...

class MirrorRequest(_message.Message):
    __slots__ = ("device", "frames_per_second", "screenshots")
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    FRAMES_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    SCREENSHOTS_FIELD_NUMBER: _ClassVar[int]
    device: str
    frames_per_second: float
    screenshots: bool
    def __init__(self, device: _Optional[str] = ..., frames_per_second: _Optional[float] = ..., screenshots: _Optional[bool] = ...) -> None: ...

class MirrorResponse(_message.Message):
    __slots__ = ("observation",)
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    observation: _observation_pb2.Observation
    def __init__(self, observation: _Optional[_Union[_observation_pb2.Observation, _Mapping]] = ...) -> None: ...

class CloseDeviceRequest(_message.Message):
    __slots__ = ("device",)
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    device: str
    def __init__(self, device: _Optional[str] = ...) -> None: ...

class CloseDeviceResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

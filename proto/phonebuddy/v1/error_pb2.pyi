from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_REQUEST: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_RUN: _ClassVar[ErrorReason]
    ERROR_REASON_WRONG_STATE: _ClassVar[ErrorReason]
    ERROR_REASON_DEVICE_BUSY: _ClassVar[ErrorReason]
    ERROR_REASON_IDEMPOTENCY_KEY_REUSED: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_QUESTION: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_DEVICE: _ClassVar[ErrorReason]
    ERROR_REASON_DEVICE_FAILED: _ClassVar[ErrorReason]
    ERROR_REASON_ACTION_IMPOSSIBLE: _ClassVar[ErrorReason]
    ERROR_REASON_STALE_OBSERVATION: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_POLICY: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_POLICY: _ClassVar[ErrorReason]
    ERROR_REASON_UNSUPPORTED_POLICY: _ClassVar[ErrorReason]
    ERROR_REASON_ENGINE_FAILED: _ClassVar[ErrorReason]
    ERROR_REASON_OVERLOADED: _ClassVar[ErrorReason]
    ERROR_REASON_UNAUTHENTICATED: _ClassVar[ErrorReason]
    ERROR_REASON_SHUTTING_DOWN: _ClassVar[ErrorReason]
    ERROR_REASON_PROMPT_TOO_LONG: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_SECRET: _ClassVar[ErrorReason]
    ERROR_REASON_TOO_SLOW: _ClassVar[ErrorReason]
    ERROR_REASON_CANCELLED: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_FAILED: _ClassVar[ErrorReason]
    ERROR_REASON_INTERNAL: _ClassVar[ErrorReason]
    ERROR_REASON_NO_SCREENSHOT: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_STILL: _ClassVar[ErrorReason]
    ERROR_REASON_POLICY_IN_USE: _ClassVar[ErrorReason]
    ERROR_REASON_CANNOT_UNDO: _ClassVar[ErrorReason]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_INVALID_REQUEST: ErrorReason
ERROR_REASON_UNKNOWN_RUN: ErrorReason
ERROR_REASON_WRONG_STATE: ErrorReason
ERROR_REASON_DEVICE_BUSY: ErrorReason
ERROR_REASON_IDEMPOTENCY_KEY_REUSED: ErrorReason
ERROR_REASON_UNKNOWN_QUESTION: ErrorReason
ERROR_REASON_UNKNOWN_DEVICE: ErrorReason
ERROR_REASON_DEVICE_FAILED: ErrorReason
ERROR_REASON_ACTION_IMPOSSIBLE: ErrorReason
ERROR_REASON_STALE_OBSERVATION: ErrorReason
ERROR_REASON_UNKNOWN_POLICY: ErrorReason
ERROR_REASON_BAD_POLICY: ErrorReason
ERROR_REASON_UNSUPPORTED_POLICY: ErrorReason
ERROR_REASON_ENGINE_FAILED: ErrorReason
ERROR_REASON_OVERLOADED: ErrorReason
ERROR_REASON_UNAUTHENTICATED: ErrorReason
ERROR_REASON_SHUTTING_DOWN: ErrorReason
ERROR_REASON_PROMPT_TOO_LONG: ErrorReason
ERROR_REASON_UNKNOWN_SECRET: ErrorReason
ERROR_REASON_TOO_SLOW: ErrorReason
ERROR_REASON_CANCELLED: ErrorReason
ERROR_REASON_STORE_FAILED: ErrorReason
ERROR_REASON_INTERNAL: ErrorReason
ERROR_REASON_NO_SCREENSHOT: ErrorReason
ERROR_REASON_NOT_STILL: ErrorReason
ERROR_REASON_POLICY_IN_USE: ErrorReason
ERROR_REASON_CANNOT_UNDO: ErrorReason

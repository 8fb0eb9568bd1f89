"""Which gRPC status an error becomes: the one place where status codes are chosen.

Every status carries a `google.rpc.ErrorInfo` that programs can act on; wrong fields are named in a
`BadRequest`, and what may do later says when in a `RetryInfo`. What was not expected is logged with
a number, and the caller gets the number only.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

# These have types, but their package does not say so.
from google.rpc import error_details_pb2 as details  # pyright: ignore[reportMissingTypeStubs]
from google.rpc import status_pb2  # pyright: ignore[reportMissingTypeStubs]
from phonebuddy.v1 import error_pb2 as pb

from runtime import errors
from runtime.server.codec.fields import wire_text

DOMAIN = "phonebuddy.v1"
DETAILS_KEY = "grpc-status-details-bin"

# Statuses travel in headers, which are small.
_LONGEST_MESSAGE = 1_000
_LONGEST_VALUE = 200
_LATER_S = 1.0

_log = logging.getLogger(__name__)

_Code = grpc.StatusCode

# The first class that an error's own class derives from, from the most to the least special.
_MEANINGS: Mapping[type[errors.PhoneBuddyError], tuple[grpc.StatusCode, pb.ErrorReason]] = {
    errors.InvalidRequest: (_Code.INVALID_ARGUMENT, pb.ERROR_REASON_INVALID_REQUEST),
    errors.Unauthenticated: (_Code.UNAUTHENTICATED, pb.ERROR_REASON_UNAUTHENTICATED),
    errors.TooManyCalls: (_Code.RESOURCE_EXHAUSTED, pb.ERROR_REASON_OVERLOADED),
    errors.TooSlow: (_Code.DEADLINE_EXCEEDED, pb.ERROR_REASON_TOO_SLOW),
    errors.ShuttingDown: (_Code.UNAVAILABLE, pb.ERROR_REASON_SHUTTING_DOWN),
    errors.UnknownRun: (_Code.NOT_FOUND, pb.ERROR_REASON_UNKNOWN_RUN),
    errors.WrongState: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_WRONG_STATE),
    errors.DeviceBusy: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_DEVICE_BUSY),
    errors.KeyReused: (_Code.ALREADY_EXISTS, pb.ERROR_REASON_IDEMPOTENCY_KEY_REUSED),
    errors.UnknownQuestion: (_Code.NOT_FOUND, pb.ERROR_REASON_UNKNOWN_QUESTION),
    errors.NoScreenshot: (_Code.NOT_FOUND, pb.ERROR_REASON_NO_SCREENSHOT),
    errors.CannotUndo: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_CANNOT_UNDO),
    errors.NotStill: (_Code.DEADLINE_EXCEEDED, pb.ERROR_REASON_NOT_STILL),
    errors.TooManyRuns: (_Code.RESOURCE_EXHAUSTED, pb.ERROR_REASON_OVERLOADED),
    errors.RunError: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_WRONG_STATE),
    errors.AddressError: (_Code.NOT_FOUND, pb.ERROR_REASON_UNKNOWN_DEVICE),
    # Not UNAVAILABLE, which clients try again by themselves: someone has to see to the phone.
    errors.DeviceError: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_DEVICE_FAILED),
    errors.StaleObservation: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_STALE_OBSERVATION),
    errors.ActionError: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_ACTION_IMPOSSIBLE),
    errors.UnknownPolicy: (_Code.NOT_FOUND, pb.ERROR_REASON_UNKNOWN_POLICY),
    errors.UnsupportedPolicy: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_UNSUPPORTED_POLICY),
    errors.PolicyInUse: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_POLICY_IN_USE),
    errors.ConsentNeeded: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_CONSENT_NEEDED),
    errors.NoMemoryLeft: (_Code.RESOURCE_EXHAUSTED, pb.ERROR_REASON_OVERLOADED),
    errors.PolicyError: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_BAD_POLICY),
    errors.EngineOverloaded: (_Code.RESOURCE_EXHAUSTED, pb.ERROR_REASON_OVERLOADED),
    errors.PromptTooLong: (_Code.INVALID_ARGUMENT, pb.ERROR_REASON_PROMPT_TOO_LONG),
    errors.EngineError: (_Code.ABORTED, pb.ERROR_REASON_ENGINE_FAILED),
    errors.UnknownSecret: (_Code.NOT_FOUND, pb.ERROR_REASON_UNKNOWN_SECRET),
    errors.Cancelled: (_Code.CANCELLED, pb.ERROR_REASON_CANCELLED),
    errors.StoreError: (_Code.INTERNAL, pb.ERROR_REASON_STORE_FAILED),
    errors.RecordError: (_Code.INTERNAL, pb.ERROR_REASON_STORE_FAILED),
    errors.PhoneBuddyError: (_Code.FAILED_PRECONDITION, pb.ERROR_REASON_UNSPECIFIED),
}


@dataclass(frozen=True, slots=True)
class CallStatus:
    """What a failed call is answered with."""

    code: grpc.StatusCode
    message: str
    reason: pb.ErrorReason
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    wrong_fields: tuple[tuple[str, str], ...] = ()
    retry_after_s: float | None = None

    @property
    def trailers(self) -> tuple[tuple[str, bytes], ...]:
        """The trailing metadata that holds the details."""
        parts: list[Message] = [
            details.ErrorInfo(
                reason=pb.ErrorReason.Name(self.reason), domain=DOMAIN, metadata=self.metadata
            )
        ]
        if self.wrong_fields:
            parts.append(
                details.BadRequest(
                    field_violations=[
                        details.BadRequest.FieldViolation(field=name, description=problem)
                        for name, problem in self.wrong_fields
                    ]
                )
            )
        if self.retry_after_s is not None:
            delay = Duration()
            delay.FromMilliseconds(round(self.retry_after_s * 1000))
            parts.append(details.RetryInfo(retry_delay=delay))
        status = status_pb2.Status(
            code=_number(self.code),
            message=self.message,
            details=[_packed(part) for part in parts],
        )
        return ((DETAILS_KEY, status.SerializeToString()),)


def status_of(error: Exception) -> CallStatus:
    """What a call that raised `error` is answered with; logs what was not expected."""
    if not isinstance(error, errors.PhoneBuddyError):
        return _unexpected(error)
    code, reason = next(
        meaning for kind in type(error).__mro__ if (meaning := _MEANINGS.get(kind)) is not None
    )
    metadata: dict[str, str] = {}
    wrong_fields: tuple[tuple[str, str], ...] = ()
    retry_after_s: float | None = None
    match error:
        case errors.InvalidRequest():
            wrong_fields = ((_short(error.field), _short(error.problem)),)
        case errors.WrongState() if error.state:
            metadata["state"] = _short(error.state)
        case errors.DeviceBusy() if error.run_id:
            metadata["run_id"] = _short(error.run_id)
        case errors.ConsentNeeded():
            metadata.update(
                policy=_short(error.policy), host=_short(error.host), key=_short(error.key)
            )
        case errors.TooManyCalls():
            retry_after_s = error.retry_after_s
        case errors.EngineOverloaded() | errors.TooManyRuns() | errors.NoMemoryLeft():
            retry_after_s = _LATER_S
        case _:
            pass
    return CallStatus(code, _cut(str(error)), reason, metadata, wrong_fields, retry_after_s)


def _unexpected(error: Exception) -> CallStatus:
    incident = secrets.token_hex(6)
    _log.error("incident %s: a call failed unexpectedly", incident, exc_info=error)
    return CallStatus(
        _Code.INTERNAL,
        f"the runtime failed unexpectedly; its log has more under incident {incident}",
        pb.ERROR_REASON_INTERNAL,
        {"incident": incident},
    )


def _number(code: grpc.StatusCode) -> int:
    return code.value[0]


def _packed(message: Message) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(message)
    return packed


def _cut(text: str) -> str:
    text = wire_text(text)
    return text if len(text) <= _LONGEST_MESSAGE else f"{text[: _LONGEST_MESSAGE - 3]}..."


def _short(text: str) -> str:
    return wire_text(text)[:_LONGEST_VALUE]

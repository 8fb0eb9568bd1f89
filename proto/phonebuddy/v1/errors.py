"""What a client raises: one class for each reason that a server gives.

BuddyError              `code`, `reason`, `metadata`: as the server said it
|-- Unreachable         there is no server, or not any more
|-- TokenExposed        a token would leave this machine without TLS
|-- InvalidRequest      `fields`: which, and what is wrong with each
|-- UnknownRun, UnknownQuestion, UnknownDevice, UnknownPolicy, UnknownSecret, NoScreenshot
|-- CannotUndo          the phone cannot go back, or was used since
|-- WrongState          `state`: the state that the run is in
|-- DeviceBusy          `run_id`: the run that has the device
|-- KeyReused           the idempotency key belongs to another request
|-- DeviceFailed        the phone, or the way to it
|-- ActionImpossible    the phone is untouched
|-- StaleObservation    look again, and choose from that
|-- ConsentNeeded       `policy`, `host`, `key`: what the person has to agree to
|-- BadPolicy, UnsupportedPolicy, PolicyInUse, PromptTooLong, EngineFailed
|-- Overloaded          `retry_after_s`
|-- Unauthenticated
|-- ShuttingDown
|-- NotStill            the run will stand still, but does not yet
|-- TooSlow, CallCancelled
`-- ServerFailed        `incident`: under which the server's log tells more
"""

from __future__ import annotations

from collections.abc import Mapping

import grpc

# These have types, but their package does not say so.
from google.rpc import error_details_pb2, status_pb2  # pyright: ignore[reportMissingTypeStubs]

DOMAIN = "phonebuddy.v1"
_DETAILS_KEY = "grpc-status-details-bin"


class BuddyError(Exception):
    """A call failed. `reason` is a name of `ErrorReason`, empty if the server gave none."""

    def __init__(
        self,
        message: str,
        *,
        code: grpc.StatusCode = grpc.StatusCode.UNKNOWN,
        reason: str = "",
        metadata: Mapping[str, str] | None = None,
        fields: Mapping[str, str] | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.metadata = dict(metadata or {})
        self.fields = dict(fields or {})
        """What is wrong with which field of the request."""
        self.retry_after_s = retry_after_s


class Unreachable(BuddyError):
    """There is no server, or not any more."""


class TokenExposed(BuddyError):
    """A token would be sent to another machine without TLS; nothing was sent."""


class InvalidRequest(BuddyError):
    """The request itself makes no sense; `fields` says where."""


class UnknownRun(BuddyError):
    """No run has that id."""


class WrongState(BuddyError):
    """Not possible in the state that the run is in."""

    @property
    def state(self) -> str:
        return self.metadata.get("state", "")


class DeviceBusy(BuddyError):
    """Another run has the device."""

    @property
    def run_id(self) -> str:
        return self.metadata.get("run_id", "")


class KeyReused(BuddyError):
    """The idempotency key was used before, with another request."""


class UnknownQuestion(BuddyError):
    """Nothing is asked under that id, or it was answered already."""


class UnknownDevice(BuddyError):
    """No device can be opened for that address."""


class DeviceFailed(BuddyError):
    """The phone, or the way to it, failed."""


class ActionImpossible(BuddyError):
    """The action cannot be done as asked; the phone is untouched."""


class StaleObservation(BuddyError):
    """The target was read from a look that is not the newest."""


class UnknownPolicy(BuddyError):
    """No policy has that name."""


class BadPolicy(BuddyError):
    """The policy's files are damaged or hostile."""


class UnsupportedPolicy(BuddyError):
    """The policy needs what this server has not."""


class EngineFailed(BuddyError):
    """The policy could not answer."""


class Overloaded(BuddyError):
    """Try again after `retry_after_s`."""


class Unauthenticated(BuddyError):
    """The server wants its token."""


class ShuttingDown(BuddyError):
    """The server is about to end."""


class PromptTooLong(BuddyError):
    """The prompt does not fit the context of the policy."""


class UnknownSecret(BuddyError):
    """A secret that the action names is not there, or not for this app."""


class TooSlow(BuddyError):
    """The call took longer than it may."""


class CallCancelled(BuddyError):
    """The call was ended on purpose."""


class NoScreenshot(BuddyError):
    """None was recorded in that step."""


class PolicyInUse(BuddyError):
    """The policy cannot be unloaded while it is used."""


class ConsentNeeded(BuddyError):
    """A remote policy acts only once the person has agreed to where it sends what."""

    @property
    def policy(self) -> str:
        return self.metadata.get("policy", "")

    @property
    def host(self) -> str:
        return self.metadata.get("host", "")

    @property
    def key(self) -> str:
        """The variable whose value is sent along, if any."""
        return self.metadata.get("key", "")


class NotStill(BuddyError):
    """The run was told to stand still or to end, and will once its phone or policy is done with what it does."""


class CannotUndo(BuddyError):
    """What a run did cannot be taken back."""


class ServerFailed(BuddyError):
    """The server itself, or its store, failed."""

    @property
    def incident(self) -> str:
        return self.metadata.get("incident", "")


_BY_REASON: Mapping[str, type[BuddyError]] = {
    "ERROR_REASON_INVALID_REQUEST": InvalidRequest,
    "ERROR_REASON_UNKNOWN_RUN": UnknownRun,
    "ERROR_REASON_WRONG_STATE": WrongState,
    "ERROR_REASON_DEVICE_BUSY": DeviceBusy,
    "ERROR_REASON_IDEMPOTENCY_KEY_REUSED": KeyReused,
    "ERROR_REASON_UNKNOWN_QUESTION": UnknownQuestion,
    "ERROR_REASON_UNKNOWN_DEVICE": UnknownDevice,
    "ERROR_REASON_DEVICE_FAILED": DeviceFailed,
    "ERROR_REASON_ACTION_IMPOSSIBLE": ActionImpossible,
    "ERROR_REASON_STALE_OBSERVATION": StaleObservation,
    "ERROR_REASON_UNKNOWN_POLICY": UnknownPolicy,
    "ERROR_REASON_BAD_POLICY": BadPolicy,
    "ERROR_REASON_UNSUPPORTED_POLICY": UnsupportedPolicy,
    "ERROR_REASON_ENGINE_FAILED": EngineFailed,
    "ERROR_REASON_OVERLOADED": Overloaded,
    "ERROR_REASON_UNAUTHENTICATED": Unauthenticated,
    "ERROR_REASON_SHUTTING_DOWN": ShuttingDown,
    "ERROR_REASON_PROMPT_TOO_LONG": PromptTooLong,
    "ERROR_REASON_UNKNOWN_SECRET": UnknownSecret,
    "ERROR_REASON_TOO_SLOW": TooSlow,
    "ERROR_REASON_CANCELLED": CallCancelled,
    "ERROR_REASON_STORE_FAILED": ServerFailed,
    "ERROR_REASON_INTERNAL": ServerFailed,
    "ERROR_REASON_NO_SCREENSHOT": NoScreenshot,
    "ERROR_REASON_NOT_STILL": NotStill,
    "ERROR_REASON_POLICY_IN_USE": PolicyInUse,
    "ERROR_REASON_CANNOT_UNDO": CannotUndo,
    "ERROR_REASON_CONSENT_NEEDED": ConsentNeeded,
}

# For statuses that gRPC itself gives, without a reason.
_BY_CODE: Mapping[grpc.StatusCode, type[BuddyError]] = {
    grpc.StatusCode.UNAVAILABLE: Unreachable,
    grpc.StatusCode.DEADLINE_EXCEEDED: TooSlow,
    grpc.StatusCode.CANCELLED: CallCancelled,
    grpc.StatusCode.RESOURCE_EXHAUSTED: Overloaded,
    grpc.StatusCode.UNAUTHENTICATED: Unauthenticated,
}


def error_of(failure: grpc.RpcError) -> BuddyError:
    """Our error for a failed call, synchronous or not."""
    # Every failed call is one, but grpc's types do not say so.
    assert isinstance(failure, grpc.Call | grpc.aio.AioRpcError)  # noqa: S101
    code, message = failure.code(), failure.details() or ""
    reason, metadata, fields = "", dict[str, str](), dict[str, str]()
    retry_after_s: float | None = None
    for key, value in failure.trailing_metadata() or ():
        if key != _DETAILS_KEY or not isinstance(value, bytes):
            continue
        for detail in status_pb2.Status.FromString(value).details:
            info = error_details_pb2.ErrorInfo()
            wrong = error_details_pb2.BadRequest()
            retry = error_details_pb2.RetryInfo()
            if detail.Unpack(info) and info.domain == DOMAIN:
                reason, metadata = info.reason, dict(info.metadata)
            elif detail.Unpack(wrong):
                fields = {field.field: field.description for field in wrong.field_violations}
            elif detail.Unpack(retry):
                retry_after_s = retry.retry_delay.ToTimedelta().total_seconds()
    kind = _BY_REASON.get(reason) or _BY_CODE.get(code, BuddyError)
    return kind(
        message,
        code=code,
        reason=reason,
        metadata=metadata,
        fields=fields,
        retry_after_s=retry_after_s,
    )


def may_come_back(error: BuddyError) -> bool:
    """Whether the same call may do a little later, once the server is back or less busy."""
    return isinstance(error, Unreachable | ShuttingDown | Overloaded)

"""Every error of ours becomes a status that a program can act on; others give nothing away."""

import logging

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2
from phonebuddy.v1 import error_pb2
from phonebuddy.v1.errors import BuddyError, error_of

from runtime import errors
from runtime.server.status import DETAILS_KEY, DOMAIN, status_of


def _kinds(base: type[Exception]) -> list[type[Exception]]:
    return [base, *(kind for child in base.__subclasses__() for kind in _kinds(child))]


def _made(kind: type[Exception]) -> Exception:
    match kind:
        case errors.InvalidRequest:
            return errors.InvalidRequest("limits.steps", "0 is not between 1 and 10")
        case errors.TooManyCalls:
            return errors.TooManyCalls("full", retry_after_s=2.5)
        case errors.DeviceBusy:
            return errors.DeviceBusy("busy", run_id="run-7")
        case errors.WrongState:
            return errors.WrongState("no", state="paused")
        case _:
            return kind("what happened")


OURS = [kind for kind in _kinds(errors.PhoneBuddyError) if kind.__module__ == errors.__name__]


@pytest.mark.parametrize("kind", OURS)
def test_every_error_has_a_reason_that_the_wire_knows(kind: type[Exception]) -> None:
    status = status_of(_made(kind))
    details = status_pb2.Status.FromString(dict(status.trailers)[DETAILS_KEY])
    info = error_details_pb2.ErrorInfo()
    assert details.details[0].Unpack(info)
    assert info.domain == DOMAIN
    assert info.reason in list(error_pb2.ErrorReason.keys())
    assert details.code == status.code.value[0] != 0
    assert details.message == status.message


def test_reasons_are_as_precise_as_the_wire_allows() -> None:
    """Only errors that no caller can act on apart share the reason of their base."""
    vague = {kind for kind in OURS if status_of(_made(kind)).reason == 0}
    assert vague <= {
        errors.PhoneBuddyError,
        errors.ConfigError,
        errors.GuardError,
        errors.CallRefused,
    }


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (errors.DeviceGone("x"), "FAILED_PRECONDITION", "DEVICE_FAILED"),
        (errors.NoSuchElement("x"), "FAILED_PRECONDITION", "ACTION_IMPOSSIBLE"),
        (errors.StaleObservation("x"), "FAILED_PRECONDITION", "STALE_OBSERVATION"),
        (errors.UnknownRun("x"), "NOT_FOUND", "UNKNOWN_RUN"),
        (errors.KeyReused("x"), "ALREADY_EXISTS", "IDEMPOTENCY_KEY_REUSED"),
        (errors.RemoteError("x"), "ABORTED", "ENGINE_FAILED"),
        (errors.EngineOverloaded("x"), "RESOURCE_EXHAUSTED", "OVERLOADED"),
        (errors.Unauthenticated("x"), "UNAUTHENTICATED", "UNAUTHENTICATED"),
        (errors.ShuttingDown("x"), "UNAVAILABLE", "SHUTTING_DOWN"),
        (errors.NotStill("x"), "DEADLINE_EXCEEDED", "NOT_STILL"),
    ],
)
def test_codes_say_what_to_do(error: Exception, code: str, reason: str) -> None:
    status = status_of(error)
    assert status.code.name == code
    assert error_pb2.ErrorReason.Name(status.reason) == f"ERROR_REASON_{reason}"


def test_a_phone_that_failed_is_not_tried_again_by_itself() -> None:
    kinds = [kind for kind in OURS if issubclass(kind, errors.DeviceError | errors.ActionError)]
    assert all(status_of(kind("x")).code is not grpc.StatusCode.UNAVAILABLE for kind in kinds)


def _received(error: Exception) -> BuddyError:
    """What a client makes of it."""
    status = status_of(error)
    trailers = grpc.aio.Metadata(*status.trailers)
    return error_of(
        grpc.aio.AioRpcError(status.code, grpc.aio.Metadata(), trailers, status.message)
    )


@pytest.mark.parametrize("kind", OURS)
def test_the_client_has_a_class_for_every_reason(kind: type[Exception]) -> None:
    received = _received(_made(kind))
    if received.reason != "ERROR_REASON_UNSPECIFIED":
        assert type(received) is not BuddyError


def test_the_client_gets_what_it_needs_to_act() -> None:
    from phonebuddy.v1 import errors as client

    busy = _received(_made(errors.DeviceBusy))
    assert isinstance(busy, client.DeviceBusy)
    assert busy.run_id == "run-7"
    state = _received(_made(errors.WrongState))
    assert isinstance(state, client.WrongState)
    assert state.state == "paused"
    wrong = _received(_made(errors.InvalidRequest))
    assert wrong.fields == {"limits.steps": "0 is not between 1 and 10"}
    assert _received(_made(errors.TooManyCalls)).retry_after_s == 2.5


def test_what_was_not_expected_gives_nothing_away_but_a_number_that_the_log_knows(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        status = status_of(KeyError("/srv/ada/.ssh/id_rsa"))
    assert status.code is grpc.StatusCode.INTERNAL
    assert "id_rsa" not in status.message
    assert b"id_rsa" not in dict(status.trailers)[DETAILS_KEY]
    incident = status.metadata["incident"]
    assert incident in status.message
    assert incident in caplog.text
    assert "id_rsa" in caplog.text


def test_a_long_message_is_cut_so_that_it_fits_the_headers() -> None:
    status = status_of(errors.DeviceError("x" * 100_000))
    assert len(status.message) == 1_000
    assert len(dict(status.trailers)[DETAILS_KEY]) < 2_000

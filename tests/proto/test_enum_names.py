"""Enum values have short names, whatever the wire puts before them."""

import pytest
from phonebuddy.v1 import action_pb2, device_service_pb2, policy_service_pb2, run_pb2
from phonebuddy.v1.enum_names import WireEnum, prefix_of, short_name

ENUMS: list[WireEnum] = [
    action_pb2.Button,
    action_pb2.Direction,
    action_pb2.FinishStatus,
    device_service_pb2.DeviceState,
    policy_service_pb2.PolicyState,
    run_pb2.Actor,
    run_pb2.Choice,
    run_pb2.EndingKind,
    run_pb2.QuestionKind,
    run_pb2.RunState,
    run_pb2.Verdict,
    run_pb2.WhenBusy,
]


@pytest.mark.parametrize("enum", ENUMS, ids=prefix_of)
def test_every_enum_names_its_values_after_itself(enum: WireEnum) -> None:
    assert enum.Name(0) == f"{prefix_of(enum)}UNSPECIFIED"
    assert short_name(enum, 0) == "unspecified"


def test_a_short_name_has_no_prefix() -> None:
    assert short_name(run_pb2.RunState, run_pb2.RUN_STATE_TAKEN_OVER) == "taken_over"


def test_a_value_of_a_newer_server_is_named_by_its_number() -> None:
    assert short_name(run_pb2.RunState, 99) == "99"

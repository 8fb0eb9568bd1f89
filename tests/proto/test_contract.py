"""The wire contract: the stubs are its own, and what clients rely on stays."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from wire_contract import breaks, contract_of, current_files, read_golden

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "proto" / "phonebuddy" / "v1"


def test_the_committed_stubs_are_what_the_contract_makes(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, ROOT / "scripts" / "build_stubs.py", tmp_path],
        check=True,
        capture_output=True,
    )
    made = {path.name: path.read_text() for path in tmp_path.glob("phonebuddy/v1/*")}
    committed = {path.name: path.read_text() for path in STUBS.glob("*_pb2*.py*")}
    assert sorted(made) == sorted(committed)
    different = [name for name, text in made.items() if committed[name] != text]
    assert different == [], "run scripts/build_stubs.py"


def test_the_committed_blocking_client_is_made_from_the_one_for_asyncio(
    tmp_path: Path,
) -> None:
    made = tmp_path / "client.py"

    subprocess.run(
        [sys.executable, ROOT / "scripts" / "build_sync_client.py", made],
        check=True,
        capture_output=True,
    )

    assert made.read_text() == (STUBS / "client.py").read_text(), "run scripts/build_sync_client.py"


def test_nothing_that_clients_rely_on_has_changed() -> None:
    assert breaks(read_golden(), contract_of(current_files())) == []


def test_what_was_added_is_written_down() -> None:
    """So that it counts as relied on from now on: python tests/support/wire_contract.py."""
    assert contract_of(current_files()) == read_golden()


def _files() -> dict[str, FileDescriptorProto]:
    return {Path(file.name).stem: file for file in current_files()}


def _field(file: FileDescriptorProto, message: str, name: str) -> FieldDescriptorProto:
    [found] = [each for each in file.message_type if each.name == message]
    return next(field for field in found.field if field.name == name)


def _remove_field(files: dict[str, FileDescriptorProto]) -> None:
    [run] = [each for each in files["run"].message_type if each.name == "Run"]
    del run.field[3]


def _renumber_field(files: dict[str, FileDescriptorProto]) -> None:
    _field(files["run"], "Run", "goal").number = 77


def _retype_field(files: dict[str, FileDescriptorProto]) -> None:
    _field(files["run"], "Usage", "prompt_tokens").type = FieldDescriptorProto.TYPE_INT64


def _refer_elsewhere(files: dict[str, FileDescriptorProto]) -> None:
    _field(files["run"], "Run", "outcome").type_name = ".phonebuddy.v1.Question"


def _rename_field(files: dict[str, FileDescriptorProto]) -> None:
    _field(files["observation"], "Element", "text").name = "label"


def _repeat_field(files: dict[str, FileDescriptorProto]) -> None:
    _field(files["run"], "Run", "question").label = FieldDescriptorProto.LABEL_REPEATED


def _leave_oneof(files: dict[str, FileDescriptorProto]) -> None:
    _field(files["action"], "Target", "element").ClearField("oneof_index")


def _require_optional(files: dict[str, FileDescriptorProto]) -> None:
    _field(files["run"], "Limits", "steps").proto3_optional = False


def _remove_message(files: dict[str, FileDescriptorProto]) -> None:
    del files["action"].message_type[0]


def _remove_value(files: dict[str, FileDescriptorProto]) -> None:
    del files["error"].enum_type[0].value[4]


def _renumber_value(files: dict[str, FileDescriptorProto]) -> None:
    files["error"].enum_type[0].value[4].number = 99


def _rename_value(files: dict[str, FileDescriptorProto]) -> None:
    files["run"].enum_type[0].value[1].name = "RUN_STATE_PENDING"


def _remove_method(files: dict[str, FileDescriptorProto]) -> None:
    del files["agent_service"].service[0].method[2]


def _rename_method(files: dict[str, FileDescriptorProto]) -> None:
    files["policy_service"].service[0].method[0].name = "List"


def _stop_streaming(files: dict[str, FileDescriptorProto]) -> None:
    [mirror] = [each for each in files["device_service"].service[0].method if each.name == "Mirror"]
    mirror.server_streaming = False


def _give_something_else(files: dict[str, FileDescriptorProto]) -> None:
    method = files["agent_service"].service[0].method[0]
    method.output_type = ".phonebuddy.v1.GetRunResponse"


def _remove_service(files: dict[str, FileDescriptorProto]) -> None:
    del files["device_service"].service[0]


HARM = [
    _remove_field,
    _renumber_field,
    _retype_field,
    _refer_elsewhere,
    _rename_field,
    _repeat_field,
    _leave_oneof,
    _require_optional,
    _remove_message,
    _remove_value,
    _renumber_value,
    _rename_value,
    _remove_method,
    _rename_method,
    _stop_streaming,
    _give_something_else,
    _remove_service,
]


@pytest.mark.parametrize("harm", HARM)
def test_every_harm_to_clients_is_noticed(
    harm: Callable[[dict[str, FileDescriptorProto]], None],
) -> None:
    files = _files()
    harm(files)
    assert breaks(read_golden(), contract_of(files.values()))


def test_adding_harms_nobody() -> None:
    files = _files()
    [run] = [each for each in files["run"].message_type if each.name == "Run"]
    run.field.add(name="colour", number=99, type=FieldDescriptorProto.TYPE_STRING)
    files["error"].enum_type[0].value.add(name="ERROR_REASON_NEW", number=99)
    files["agent_service"].service[0].method.add(
        name="Dance",
        input_type=".phonebuddy.v1.GetRunRequest",
        output_type=".phonebuddy.v1.GetRunResponse",
    )
    assert breaks(read_golden(), contract_of(files.values())) == []


def test_enums_begin_with_unspecified_and_no_field_is_opaque() -> None:
    allowed = {"Screenshot.data", "ExportRunResponse.data"}
    opaque = {
        f"{message.name}.{field.name}"
        for file in current_files()
        for message in file.message_type
        for field in message.field
        if field.type == FieldDescriptorProto.TYPE_BYTES or "Any" in field.type_name
    }
    assert opaque == allowed
    for file in current_files():
        for enum in file.enum_type:
            assert enum.value[0].name.endswith("_UNSPECIFIED")
            assert enum.value[0].number == 0

"""The wire contract as readable JSON, and what breaks clients that were made for an older one.

After adding to the contract (never after changing or removing), write it down anew:

    python tests/support/wire_contract.py
"""

import json
from collections.abc import Iterable
from pathlib import Path

from google.protobuf import descriptor_pb2

GOLDEN = Path(__file__).parents[1] / "proto" / "golden_descriptor.json"

# Names of messages, enums and services to what they hold: fields, values and methods by name.
Contract = dict[str, dict[str, str]]

_Field = descriptor_pb2.FieldDescriptorProto


def contract_of(files: Iterable[descriptor_pb2.FileDescriptorProto]) -> Contract:
    """What clients rely on: names, numbers, types, and what methods take and give."""
    contract: Contract = {}
    for file in files:
        for message in file.message_type:
            _add_message(contract, f"{file.package}.{message.name}", message)
        for enum in file.enum_type:
            _add_enum(contract, f"{file.package}.{enum.name}", enum)
        for service in file.service:
            contract[f"service {file.package}.{service.name}"] = {
                method.name: _method(method) for method in service.method
            }
    return {name: contract[name] for name in sorted(contract)}


def breaks(old: Contract, new: Contract) -> list[str]:
    """What of the old contract the new one does not keep. Adding breaks nothing."""
    broken: list[str] = []
    for name, members in old.items():
        if name not in new:
            broken.append(f"{name} is gone")
            continue
        for member, meaning in members.items():
            now = new[name].get(member)
            if now is None:
                broken.append(f"{name}.{member} is gone (it was {meaning})")
            elif now != meaning:
                broken.append(f"{name}.{member} was {meaning} and is {now}")
    return broken


def current_files() -> list[descriptor_pb2.FileDescriptorProto]:
    """The contract as the committed stubs have it."""
    from phonebuddy.v1 import (
        action_pb2,
        agent_service_pb2,
        device_service_pb2,
        error_pb2,
        observation_pb2,
        policy_service_pb2,
        run_pb2,
    )

    files: list[descriptor_pb2.FileDescriptorProto] = []
    for module in (
        action_pb2,
        agent_service_pb2,
        device_service_pb2,
        error_pb2,
        observation_pb2,
        policy_service_pb2,
        run_pb2,
    ):
        file = descriptor_pb2.FileDescriptorProto()
        module.DESCRIPTOR.CopyToProto(file)
        files.append(file)
    return files


def read_golden() -> Contract:
    return json.loads(GOLDEN.read_text())


def write_golden() -> None:
    GOLDEN.write_text(json.dumps(contract_of(current_files()), indent=1) + "\n")


def _add_message(contract: Contract, name: str, message: descriptor_pb2.DescriptorProto) -> None:
    contract[f"message {name}"] = {field.name: _field(field, message) for field in message.field}
    for inner in message.nested_type:
        _add_message(contract, f"{name}.{inner.name}", inner)
    for enum in message.enum_type:
        _add_enum(contract, f"{name}.{enum.name}", enum)


def _add_enum(contract: Contract, name: str, enum: descriptor_pb2.EnumDescriptorProto) -> None:
    contract[f"enum {name}"] = {value.name: str(value.number) for value in enum.value}


def _field(field: _Field, message: descriptor_pb2.DescriptorProto) -> str:
    kind = field.type_name.removeprefix(".") or _Field.Type.Name(field.type)[5:].lower()
    words = [kind, f"= {field.number}"]
    if field.label == _Field.LABEL_REPEATED:
        words.insert(0, "repeated")
    if field.proto3_optional:
        words.insert(0, "optional")
    elif field.HasField("oneof_index"):
        words.append(f"in {message.oneof_decl[field.oneof_index].name}")
    return " ".join(words)


def _method(method: descriptor_pb2.MethodDescriptorProto) -> str:
    def side(kind: str, *, streaming: bool) -> str:
        return f"{'stream ' if streaming else ''}{kind.removeprefix('.')}"

    taken = side(method.input_type, streaming=method.client_streaming)
    given = side(method.output_type, streaming=method.server_streaming)
    return f"{taken} -> {given}"


if __name__ == "__main__":
    write_golden()

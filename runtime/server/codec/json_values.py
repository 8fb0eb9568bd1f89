"""JSON values on the wire: the schema of an answer, and the answer.

The wire's numbers are doubles: a whole one is read as an integer, as JSON has it.
"""

from __future__ import annotations

import json

from google.protobuf.struct_pb2 import NULL_VALUE, ListValue, Struct, Value

from runtime.answer_schema import MOST_DEPTH, AnswerSchema, read_answer_schema
from runtime.errors import InvalidRequest
from runtime.lenient_json import JsonValue
from runtime.server.codec.fields import wire_text
from runtime.server.codec.values import Scalar


def write_json(value: JsonValue) -> Value:
    """A value as a message."""
    match value:
        case None:
            return Value(null_value=NULL_VALUE)
        case bool():
            return Value(bool_value=value)
        case int() | float():
            return Value(number_value=value)
        case str():
            return Value(string_value=wire_text(value))
        case list():
            return Value(list_value=ListValue(values=[write_json(item) for item in value]))
        case dict():
            return Value(struct_value=write_json_object(value))


def write_json_object(value: dict[str, JsonValue]) -> Struct:
    """An object as a message."""
    return Struct(fields={wire_text(key): write_json(item) for key, item in value.items()})


def read_json(message: Value, field: str, *, depth: int = 0) -> JsonValue:
    """The value of a message, or `InvalidRequest`."""
    if depth > MOST_DEPTH:
        raise InvalidRequest(field, f"it has more than {MOST_DEPTH} levels")
    match message.WhichOneof("kind"):
        case "null_value":
            return None
        case "bool_value":
            return message.bool_value
        case "number_value":
            number = message.number_value
            return int(number) if number.is_integer() else number
        case "string_value":
            return message.string_value
        case "list_value":
            values = message.list_value.values
            return [read_json(item, field, depth=depth + 1) for item in values]
        case "struct_value":
            return read_json_object(message.struct_value, field, depth=depth)
        case None:
            raise InvalidRequest(field, "a value is not set")


def read_json_object(message: Struct, field: str, *, depth: int = 0) -> dict[str, JsonValue]:
    """The object of a message, or `InvalidRequest`."""
    fields = sorted(message.fields.items())
    return {key: read_json(value, field, depth=depth + 1) for key, value in fields}


def read_schema(message: Struct, field: str) -> AnswerSchema:
    """The schema of a message, or `InvalidRequest`."""
    return read_answer_schema(read_json_object(message, field))


def _write_answer(answer: str) -> Value | None:
    return write_json(json.loads(answer)) if answer else None


def _read_answer(message: Value, field: str) -> str:
    return json.dumps(read_json(message, field), ensure_ascii=False, sort_keys=True)


ANSWER = Scalar(_write_answer, _read_answer)
SCHEMA = Scalar(lambda schema: write_json_object(json.loads(schema.text)), read_schema)

"""How single values are written to the wire and read from it: texts, numbers, lists.

What comes in is within the bounds given here, or it is refused. What only a server writes is taken as
it is: `SERVER_TEXT`, `INT32`, `INT64`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from google.protobuf.timestamp_pb2 import Timestamp

from runtime.server.codec.fields import (
    NAME,
    read_count,
    read_items,
    read_name,
    read_number,
    read_text,
    wire_int,
    wire_long,
    wire_text,
)


class ValueCodec(Protocol):
    """How values of one type are written and read. Each codec has its own, so here they are `Any`."""

    def write(self, value: Any, /) -> Any: ...  # noqa: ANN401

    def read(self, value: Any, field: str, /) -> Any:  # noqa: ANN401
        """Ours, or `InvalidRequest`, which names the field."""
        ...


class KindCodec(ValueCodec, Protocol):
    """A codec that knows the types of its values, so that it can be one of several in a union."""

    @property
    def kinds(self) -> tuple[type, ...]: ...


@dataclass(frozen=True, slots=True)
class Scalar:
    """A codec made of two functions."""

    write: Callable[[Any], Any]
    read: Callable[[Any, str], Any]


def text(longest: int = NAME) -> Scalar:
    """A text that may be empty."""

    def read(value: str, field: str) -> str:
        return value if len(value) <= longest else read_text(value, field, longest=longest)

    return Scalar(wire_text, read)


def name(longest: int = NAME) -> Scalar:
    """A text that must say something."""
    return Scalar(wire_text, partial(read_name, longest=longest))


def count(*, least: int = 0, most: int = 2**31 - 1) -> Scalar:
    """A whole number of 32 bits."""
    return Scalar(wire_int, partial(read_count, least=least, most=most))


def long_count(*, least: int = 0, most: int = 2**63 - 1) -> Scalar:
    """A whole number of 64 bits."""
    return Scalar(wire_long, partial(read_count, least=least, most=most))


def number(*, least: float = 0.0, most: float = 1e15) -> Scalar:
    """A finite number."""
    return Scalar(_same, partial(read_number, least=least, most=most))


def items(codec: ValueCodec, *, most: int = 2**31 - 1) -> Scalar:
    """A tuple of values, as a repeated field."""
    write_item, read_item = codec.write, codec.read

    def read(values: Any, field: str) -> tuple[Any, ...]:  # noqa: ANN401 - a repeated field
        found = enumerate(read_items(values, field, most=most))
        return tuple([read_item(value, f"{field}[{place}]") for place, value in found])

    return Scalar(lambda values: [write_item(value) for value in values], read)


def write_time(time_s: float) -> Timestamp:
    """Seconds since 1970 as a timestamp."""
    seconds = math.floor(time_s)
    return Timestamp(seconds=seconds, nanos=min(999_999_999, round((time_s - seconds) * 1e9)))


def read_time(message: Timestamp) -> float:
    """A timestamp as seconds since 1970."""
    return message.seconds + message.nanos / 1e9


# The type of a codec's values is known only where it is used.
def _same(value: Any) -> Any:  # noqa: ANN401
    return value


def _taken(value: Any, _field: str) -> Any:  # noqa: ANN401
    return value


FLAG = Scalar(_same, _taken)
SERVER_TEXT = Scalar(wire_text, _taken)
INT32 = Scalar(wire_int, _taken)
INT64 = Scalar(wire_long, _taken)
FLOAT = Scalar(_same, _taken)
TIME = Scalar(write_time, lambda message, _field: read_time(message))

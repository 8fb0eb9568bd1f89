"""A dataclass and its message, made into each other from one description of their fields.

    POINT = MessageCodec(Point, pb.Point, x=number(most=SCALE), y=number(most=SCALE))

    POINT.write(Point(1, 2))           # a pb.Point
    POINT.read(message, "target")      # a Point, or InvalidRequest for "target.x"

A description names every field of the dataclass, and with what belongs to it every field of the
message, or it is refused when the module is imported: a field cannot be forgotten on one side. Where
both are shaped alike, a field's codec is all there is to say. Where they are not:

| on our side | on the wire | description |
|---|---|---|
| a field | under another name | `named("created", TIME)` |
| None | not set | `optional(codec)` |
| the dataclass's default | not set | `defaulted(codec)` |
| a field that is not sent | | `NotSent(what it is read as)` |
| a dataclass | fields of the same message | `Flat(RunRequest, goal=...)` |
| a union | a oneof | `Oneof("happening", looked=LOOKED, ...)` |
| a union | an enum and fields that its kinds share | `Kinds("ending", ...)` |
| a set of bits | a bool for each | `Flags(clickable=CLICKABLE, ...)` |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar, cast

from google.protobuf.message import Message

from runtime.server.codec.field_groups import Described, Flat, Oneof, check_described, check_union
from runtime.server.codec.values import ValueCodec

T = TypeVar("T")
M = TypeVar("M", bound=Message)


class MessageCodec(Generic[T, M]):
    """A dataclass and its message. `also` are fields of the message that the dataclass does not have.

    `complete` gives the value that was really meant, or refuses it, where only all fields together
    tell.
    """

    def __init__(
        self,
        kind: type[T],
        message: type[M],
        /,
        *,
        also: Iterable[str] = (),
        complete: Callable[[T, str], T] | None = None,
        **fields: Described,
    ) -> None:
        self.kinds = (kind,)
        self._message = message
        self._flat = Flat(kind, **fields)
        self._complete = complete
        _check_message(message, self._flat.wire_names.union(also))

    def write(self, value: T) -> M:
        fields: dict[str, Any] = {}
        self._flat.write_into(fields, value)
        return self._message(**fields)

    def read(self, message: M, field: str) -> T:
        """The value, or `InvalidRequest` with the name of what makes no sense, which begins with `field`."""
        value = self._flat.read_from(message, field)
        return value if self._complete is None else self._complete(value, field)

    def read_set(self, message: M, field: str) -> dict[str, Any]:
        """The dataclass's fields by name, without those that have its default."""
        return self._flat.read_set(message, field)


class UnionCodec(Generic[T, M]):
    """A union and its message, which is one oneof."""

    def __init__(self, union: object, message: type[M], oneof: Oneof) -> None:
        self.kinds = oneof.kinds
        self._message = message
        self._oneof = oneof
        check_union(union, oneof.kinds)
        _check_message(message, oneof.wire_names)

    def write(self, value: T) -> M:
        fields: dict[str, Any] = {}
        self._oneof.write_into(fields, value)
        return self._message(**fields)

    def read(self, message: M, field: str) -> T:
        """The value, or `InvalidRequest`, as with `MessageCodec`."""
        return cast("T", self._oneof.read_from(message, field))


class TupleCodec(Generic[M]):
    """A plain tuple and its message, field by field."""

    def __init__(self, message: type[M], /, **codecs: ValueCodec) -> None:
        self._message = message
        self._codecs = codecs.items()
        _check_message(message, codecs)

    def write(self, value: tuple[Any, ...]) -> M:
        parts = zip(self._codecs, value, strict=True)
        return self._message(**{name: codec.write(part) for (name, codec), part in parts})

    def read(self, message: M, field: str) -> tuple[Any, ...]:
        return tuple(
            [codec.read(getattr(message, name), f"{field}.{name}") for name, codec in self._codecs]
        )


def _check_message(message: type[Message], described: Iterable[str]) -> None:
    check_described(
        f"the description of {message.__name__}", described, message.DESCRIPTOR.fields_by_name
    )

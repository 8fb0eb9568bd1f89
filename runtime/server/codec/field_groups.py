"""Fields of a message and what they are in a dataclass: the parts of `messages`' descriptions."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import Any, Generic, Protocol, TypeVar, cast, get_args, get_type_hints

from phonebuddy.v1.enum_names import WireEnum

from runtime.errors import InvalidRequest
from runtime.server.codec.values import KindCodec, ValueCodec

T = TypeVar("T")


class Unset(Enum):
    """What a field is read as when the message does not set it."""

    READ = auto()
    """As the codec reads the wire's own default, which it may refuse."""
    NONE = auto()
    DEFAULT = auto()
    """The dataclass's default."""


@dataclasses.dataclass(frozen=True, slots=True)
class WireField:
    """One field of the message, `wire`, or of the same name as in the dataclass."""

    codec: ValueCodec
    wire: str = ""
    unset: Unset = Unset.READ


@dataclasses.dataclass(frozen=True, slots=True)
class NotSent:
    """A field of the dataclass that is not sent, and what it is read as."""

    value: object


def named(wire: str, codec: ValueCodec) -> WireField:
    """A field that has another name on the wire."""
    return WireField(codec, wire)


def optional(codec: ValueCodec, wire: str = "") -> WireField:
    """A field that is None where the message does not set it."""
    return WireField(codec, wire, Unset.NONE)


def defaulted(codec: ValueCodec) -> WireField:
    """A field that has the dataclass's default where the message does not set it."""
    return WireField(codec, unset=Unset.DEFAULT)


# The types of values and messages are those of each description, so these functions have `Any`.
# ruff: noqa: ANN401
class FieldGroup(Protocol):
    """Several fields of a message that are one field of the dataclass."""

    @property
    def wire_names(self) -> frozenset[str]: ...

    def write_into(self, fields: dict[str, Any], value: Any, /) -> None:
        """Add what `value` is to the fields of the message."""
        ...

    def read_from(self, message: Any, field: str, /) -> Any:
        """The value, from the message that is called `field`."""
        ...


Described = ValueCodec | WireField | NotSent | FieldGroup


class Flat(Generic[T]):
    """A dataclass whose fields are fields of a message, among others."""

    def __init__(self, kind: type[T], /, **fields: Described) -> None:
        self.kind = kind
        self._left_out: dict[str, object] = {}
        self._fields: list[tuple[str, WireField]] = []
        self._groups: list[tuple[str, FieldGroup]] = []
        check_described(f"the description of {kind.__name__}", fields, _names_of(kind))
        for name, described in fields.items():
            match described:
                case NotSent(value):
                    self._left_out[name] = value
                case WireField(codec, wire, unset):
                    self._fields.append((name, WireField(codec, wire or name, unset)))
                case Oneof() | Kinds():
                    check_union(get_type_hints(kind)[name], described.kinds)
                    self._groups.append((name, described))
                case Flat() | Flags() | OptionalGroup():
                    self._groups.append((name, cast("FieldGroup", described)))
                case codec:
                    self._fields.append((name, WireField(cast("ValueCodec", codec), name)))
        self._writes = [(name, field.wire, _writer(field)) for name, field in self._fields]
        self._reads = [
            (name, field.wire, field.codec.read)
            for name, field in self._fields
            if field.unset is Unset.READ
        ]
        self._optional_reads = [
            (name, field.wire, field.codec.read, field.unset is Unset.NONE)
            for name, field in self._fields
            if field.unset is not Unset.READ
        ]

    @property
    def wire_names(self) -> frozenset[str]:
        names = frozenset(field.wire for _, field in self._fields)
        return names.union(*(group.wire_names for _, group in self._groups))

    def write_into(self, fields: dict[str, Any], value: T, /) -> None:
        for name, wire, write in self._writes:
            fields[wire] = write(getattr(value, name))
        for name, group in self._groups:
            group.write_into(fields, getattr(value, name))

    def read_from(self, message: Any, field: str, /) -> T:
        return self.kind(**self._left_out, **self.read_set(message, field))

    def read_set(self, message: Any, field: str) -> dict[str, Any]:
        """The dataclass's fields by name, without those that have its default."""
        values = {
            name: read(getattr(message, wire), f"{field}.{wire}")
            for name, wire, read in self._reads
        }
        for name, wire, read, or_none in self._optional_reads:
            if message.HasField(wire):
                values[name] = read(getattr(message, wire), f"{field}.{wire}")
            elif or_none:
                values[name] = None
        for name, group in self._groups:
            values[name] = group.read_from(message, field)
        return values


class Oneof:
    """A union as a oneof of the message: each of its fields has a codec, which knows its types."""

    def __init__(self, name: str, /, **codecs: KindCodec) -> None:
        self.name = name
        self._codecs = codecs
        self._by_kind = {
            kind: (wire, codec) for wire, codec in codecs.items() for kind in codec.kinds
        }

    @property
    def kinds(self) -> tuple[type, ...]:
        return tuple(self._by_kind)

    @property
    def wire_names(self) -> frozenset[str]:
        return frozenset(self._codecs)

    def write_into(self, fields: dict[str, Any], value: object, /) -> None:
        wire, codec = self._by_kind[type(value)]
        fields[wire] = codec.write(value)

    def read_from(self, message: Any, field: str, /) -> Any:
        wire = message.WhichOneof(self.name)
        if wire is None:
            raise InvalidRequest(field, f"none of {', '.join(self._codecs)} is set")
        return self._codecs[wire].read(getattr(message, wire), f"{field}.{wire}")


class Kinds:
    """A union as an enum field, `name`, and other fields of the message, which its kinds share."""

    def __init__(self, name: str, enum: WireEnum, /, **kinds: Flat[Any]) -> None:
        self._name = name
        self._enum = enum
        self._kinds = kinds
        self._by_kind = {flat.kind: (wire, flat) for wire, flat in kinds.items()}

    @property
    def kinds(self) -> tuple[type, ...]:
        return tuple(self._by_kind)

    @property
    def wire_names(self) -> frozenset[str]:
        shared = (flat.wire_names for flat in self._kinds.values())
        return frozenset({self._name}).union(*shared)

    def write_into(self, fields: dict[str, Any], value: object, /) -> None:
        fields[self._name], flat = self._by_kind[type(value)]
        flat.write_into(fields, value)

    def read_from(self, message: Any, field: str, /) -> Any:
        number = getattr(message, self._name)
        try:
            flat = self._kinds[self._enum.Name(number)]
        except (KeyError, ValueError):
            problem = f"{number} is none of {', '.join(self._kinds)}"
            raise InvalidRequest(f"{field}.{self._name}", problem) from None
        return flat.read_from(message, field)


class OptionalGroup:
    """Fields that are there, as a dataclass, if `name` is set, and None if not."""

    def __init__(self, name: str, group: Flat[Any]) -> None:
        self._name = name
        self._group = group

    @property
    def wire_names(self) -> frozenset[str]:
        return self._group.wire_names

    def write_into(self, fields: dict[str, Any], value: object, /) -> None:
        if value is not None:
            self._group.write_into(fields, value)

    def read_from(self, message: Any, field: str, /) -> Any:
        return self._group.read_from(message, field) if message.HasField(self._name) else None


class Flags:
    """Bits of an int as a bool each."""

    def __init__(self, **bits: int) -> None:
        self._bits = list(bits.items())
        self.wire_names = frozenset(bits)

    def write_into(self, fields: dict[str, Any], value: int, /) -> None:
        for name, bit in self._bits:
            if value & bit:
                fields[name] = True

    def read_from(self, message: Any, _field: str, /) -> int:
        flags = 0
        for name, bit in self._bits:
            if getattr(message, name):
                flags |= bit
        return flags


def _writer(field: WireField) -> Callable[[Any], Any]:
    write = field.codec.write
    if field.unset is not Unset.NONE:
        return write
    # A field that is given as None is not set.
    return lambda value: None if value is None else write(value)


def _names_of(kind: type[Any]) -> Iterable[str]:
    """The fields of a dataclass or a named tuple."""
    fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else None
    return [field.name for field in fields] if fields is not None else kind._fields


def check_union(union: object, described: tuple[type, ...]) -> None:
    """`TypeError` unless the types of a union are those described."""
    names = [kind.__name__ for kind in described]
    check_described(
        f"the description of {union}", names, [kind.__name__ for kind in get_args(union)]
    )


def check_described(what: str, described: Iterable[str], there: Iterable[str]) -> None:
    """`TypeError` unless what is described is what is there."""
    missing, unknown = set(there) - set(described), set(described) - set(there)
    if missing or unknown:
        raise TypeError(f"{what} lacks {sorted(missing)} and has unknown {sorted(unknown)}")

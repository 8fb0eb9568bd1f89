"""Our dataclasses as plain JSON values and back, exactly, by their own type annotations.

A dataclass becomes an object of its fields by name; a member of a union carries its class name as
`type`. Reading is strict: a missing field without a default, an unknown field or a value of another
type is a `RecordError`. Records may be of another release: where they are read (`from_record`), a field
that is not known is passed over, for what is known still holds. Only the types that episodes are made of are known: no pickle, no `Any`.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from runtime.errors import RecordError
from runtime.lenient_json import JsonValue
from runtime.observation import Bounds, Screenshot

T = TypeVar("T")

# A codec is made for one type at run time, so its functions take and give `Any`.
Encode = Callable[[Any], JsonValue]
Decode = Callable[[JsonValue], Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are written and read."""

    encode: Encode
    decode: Decode


def to_json(kind: type[T], value: T) -> JsonValue:
    """`value` as a JSON value."""
    return codec_of(kind).encode(value)


def from_json(kind: type[T], value: JsonValue) -> T:
    """The value of type `kind` that `to_json` wrote."""
    return cast("T", codec_of(kind).decode(value))


def from_record(kind: type[T], value: JsonValue) -> T:
    """As `from_json`, for what a release with other fields may have written."""
    return cast("T", codec_of(kind, tolerant=True).decode(value))


@cache
def codec_of(kind: Any, *, tolerant: bool = False) -> Codec:  # noqa: ANN401 - any type annotation, which has no type of its own
    """The codec of an annotation; `TypeError` for what records do not hold.

    A `tolerant` one passes over fields that it does not know.
    """
    if kind in _PRIMITIVES:
        return _primitive(kind)
    if kind is Bounds:
        return Codec(list, _decode_bounds)
    if kind is Screenshot:
        return Codec(_refuse_screenshot, _refuse_screenshot)
    origin = get_origin(kind)
    if origin is tuple:
        return _tuple(get_args(kind), tolerant=tolerant)
    if origin in {Union, types.UnionType}:
        return _union(get_args(kind), tolerant=tolerant)
    if _is_dataclass(kind):
        return _dataclass(kind, tolerant=tolerant)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _enum(kind)
    raise TypeError(f"records cannot hold {kind!r}")


# An int where a float is meant is kept as it is, so that what is read equals what was written.
_PRIMITIVES: dict[Any, tuple[type, ...]] = {
    str: (str,),
    bool: (bool,),
    int: (int,),
    float: (float, int),
}


def _primitive(kind: type) -> Codec:
    allowed = _PRIMITIVES[kind]

    def checked(value: JsonValue) -> JsonValue:
        if type(value) not in allowed:
            raise RecordError(f"{_shown(value)} where a {kind.__name__} should be")
        return value

    return Codec(checked, checked)


def _enum(kind: type[StrEnum]) -> Codec:
    def decode(value: JsonValue) -> StrEnum:
        try:
            return kind(_string(value))
        except ValueError as error:
            raise RecordError(f"{_shown(value)} is no {kind.__name__}") from error

    return Codec(lambda value: value.value, decode)


def _tuple(items: tuple[Any, ...], *, tolerant: bool) -> Codec:
    if len(items) == 2 and items[1] is Ellipsis:
        item = codec_of(items[0], tolerant=tolerant)
        encode, decode = item.encode, item.decode
        return Codec(
            lambda value: [encode(part) for part in value],
            lambda value: tuple([decode(part) for part in _array(value)]),
        )
    parts = [codec_of(kind, tolerant=tolerant) for kind in items]

    def decode_fixed(value: JsonValue) -> tuple[Any, ...]:
        array = _array(value)
        if len(array) != len(parts):
            raise RecordError(f"{len(array)} values where {len(parts)} should be")
        return tuple(part.decode(item) for part, item in zip(parts, array, strict=True))

    return Codec(
        lambda value: [part.encode(item) for part, item in zip(parts, value, strict=True)],
        decode_fixed,
    )


def _union(members: tuple[Any, ...], *, tolerant: bool) -> Codec:
    """Of dataclasses, enums or primitives; a dataclass is recognised by `type`, the others by trial."""
    tagged: dict[str, tuple[type, Codec]] = {}
    plain: list[tuple[type, Codec]] = []
    for member in members:
        if member is types.NoneType:
            continue
        codec = codec_of(member, tolerant=tolerant)
        if _is_dataclass(member):
            tagged[member.__name__] = (member, codec)
        else:
            # A list of something is told by being a list.
            plain.append((get_origin(member) or member, codec))
    optional = types.NoneType in members

    def encode(value: object) -> JsonValue:
        if value is None and optional:
            return None
        name = type(value).__name__
        if name in tagged:
            written = tagged[name][1].encode(value)
            return {"type": name, **cast("dict[str, JsonValue]", written)}
        for kind, codec in plain:
            if isinstance(value, kind):
                return codec.encode(value)
        raise RecordError(f"{_shown(value)} is not one of {_names(members)}")

    def decode(value: JsonValue) -> Any:  # noqa: ANN401 - one of the union's members
        if value is None and optional:
            return None
        if isinstance(value, dict):
            name = value.get("type")
            if not isinstance(name, str) or name not in tagged:
                raise RecordError(f"unknown type {_shown(name)} where {_names(members)} should be")
            return tagged[name][1].decode({k: v for k, v in value.items() if k != "type"})
        if len(plain) == 1:
            return plain[0][1].decode(value)
        raise RecordError(f"{_shown(value)} is not one of {_names(members)}")

    return Codec(encode, decode)


def _dataclass(kind: type[Any], *, tolerant: bool) -> Codec:
    hints = get_type_hints(kind)
    fields = dataclasses.fields(kind)
    codecs = {field.name: codec_of(hints[field.name], tolerant=tolerant) for field in fields}
    writers = [(name, codec.encode) for name, codec in codecs.items()]
    readers = {name: codec.decode for name, codec in codecs.items()}
    required = {
        field.name
        for field in fields
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }

    def encode(value: object) -> JsonValue:
        return {name: write(getattr(value, name)) for name, write in writers}

    def decode(value: JsonValue) -> Any:  # noqa: ANN401 - an instance of `kind`
        if not isinstance(value, dict):
            raise RecordError(f"{_shown(value)} where a {kind.__name__} should be")
        known = readers.keys() & value.keys() if tolerant else value.keys()
        if not required <= known <= readers.keys():
            odd = required.difference(value) or set(value).difference(readers)
            raise RecordError(f"a {kind.__name__} with missing or unknown {', '.join(sorted(odd))}")
        return kind(**{name: readers[name](value[name]) for name in known})

    return Codec(encode, decode)


def _is_dataclass(kind: object) -> bool:
    return dataclasses.is_dataclass(kind)


def _refuse_screenshot(_value: object) -> JsonValue:
    raise RecordError("a screenshot is kept as a file of its own, not in the JSON")


def _decode_bounds(value: JsonValue) -> Bounds:
    match value:
        case [int() as left, int() as top, int() as right, int() as bottom]:
            return Bounds(left, top, right, bottom)
        case _:
            raise RecordError(f"{_shown(value)} where bounds [l, t, r, b] should be")


def _string(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{_shown(value)} where a text should be")
    return value


def _array(value: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list):
        raise RecordError(f"{_shown(value)} where a list should be")
    return value


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


def _names(members: tuple[Any, ...]) -> str:
    return ", ".join(getattr(member, "__name__", str(member)) for member in members)

"""The arguments that tools take: how each is spelled, described to a model, read and checked.

Reading is strict in meaning: a value of another type, out of range or not finite is
`Unreadable`, never bent into something close.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from runtime.actions import SCALE, ElementRef, Point, Stroke, Target
from runtime.lenient_json import JsonValue

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

JsonSchema = dict[str, Any]  # a JSON schema is data of another standard, not of ours


class Unreadable(ValueError):
    """A call that cannot be read as an action; the message is the reason shown to the policy."""


@dataclass(frozen=True, slots=True, eq=False)
class Argument(Generic[T]):
    """One argument: canonical name, other spellings, reader, JSON schema."""

    name: str
    read: Callable[[JsonValue], T]
    schema: Mapping[str, Any]
    spellings: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether call styles without types (XML) carry the value as it stands."""
        return self.schema.get("type") == "string"


class Values:
    """The arguments of one call, by canonical name, read on access."""

    __slots__ = ("_raw",)

    def __init__(self, raw: Mapping[str, JsonValue]) -> None:
        self._raw = raw

    def __contains__(self, argument: Argument[Any]) -> bool:
        return argument.name in self._raw

    def __getitem__(self, argument: Argument[T]) -> T:
        try:
            return argument.read(self._raw[argument.name])
        except Unreadable as error:
            raise Unreadable(f"argument '{argument.name}': {error}") from error

    def get(self, argument: Argument[T], default: T) -> T:
        """The argument's value, or `default` where the call does not have it."""
        if argument not in self:
            return default
        return self[argument]


def _shown(value: JsonValue) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


def _coordinate(value: JsonValue) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unreadable(f"a coordinate must be a number, not {_shown(value)}")
    if not 0 <= value <= SCALE:
        raise Unreadable(f"{value} is off the screen: coordinates go from 0 to {SCALE}")
    return value


def _points(value: JsonValue, count: int) -> tuple[Point, ...]:
    """Exactly `count` points, as a list of pairs or flat."""
    pairs: list[JsonValue] = value if isinstance(value, list) else []
    if len(pairs) == 2 * count and not any(isinstance(item, list) for item in pairs):
        pairs = [pairs[i : i + 2] for i in range(0, 2 * count, 2)]
    found = tuple(
        Point(_coordinate(pair[0]), _coordinate(pair[1]))
        for pair in pairs
        if isinstance(pair, list) and len(pair) == 2
    )
    if len(found) != count or len(pairs) != count:
        wanted = "one point [[x, y]]" if count == 1 else "two points [[x1, y1], [x2, y2]]"
        raise Unreadable(f"needs {wanted}, not {_shown(value)}")
    return found


def _point(value: JsonValue) -> Point:
    return _points(value, 1)[0]


def _stroke(value: JsonValue) -> Stroke:
    start, end = _points(value, 2)
    return Stroke(start, end)


def _index(value: JsonValue) -> ElementRef:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unreadable(f"an element's index must be a whole number, not {_shown(value)}")
    if value < 0:
        raise Unreadable(f"an element's index cannot be negative, as {value} is")
    return ElementRef(value)


def _two_indices(value: JsonValue) -> tuple[ElementRef, ElementRef]:
    if not isinstance(value, list) or len(value) != 2:
        raise Unreadable(f"needs two element indices [a, b], not {_shown(value)}")
    return _index(value[0]), _index(value[1])


def _target(value: JsonValue) -> Target:
    if isinstance(value, dict):
        if set(value) != {"index"}:
            raise Unreadable(f'needs [x, y] or {{"index": n}}, not {_shown(value)}')
        return _index(value["index"])
    return _point(value)


def _text(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise Unreadable(f"must be a text in quotes, not {_shown(value)}")
    return value


def _name(value: JsonValue) -> str:
    if not (text := _text(value)).strip():
        raise Unreadable("must not be empty")
    return text


def _flag(value: JsonValue) -> bool:
    if not isinstance(value, bool):
        raise Unreadable(f"must be true or false, not {_shown(value)}")
    return value


def _milliseconds(value: JsonValue) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unreadable(f"must be a whole number of milliseconds, not {_shown(value)}")
    if value < 0:
        raise Unreadable(f"a duration cannot be negative, as {value} is")
    return value


def choice(
    name: str, values: type[E], description: str, *, spellings: tuple[str, ...] = ()
) -> Argument[E]:
    """An argument that takes one of an enum's values, in any case."""

    def read(value: JsonValue) -> E:
        try:
            return values(_text(value).strip().lower())
        except ValueError as error:
            allowed = ", ".join(values)
            raise Unreadable(f"must be one of {allowed}, not {_shown(value)}") from error

    schema = {"type": "string", "enum": [str(value) for value in values]}
    return Argument(name, read, {**schema, "description": description}, spellings)


def text(
    name: str, description: str, *, spellings: tuple[str, ...] = (), may_be_empty: bool = True
) -> Argument[str]:
    """An argument that is a text."""
    schema: JsonSchema = {"type": "string", "description": description}
    if may_be_empty:
        return Argument(name, _text, schema, spellings)
    return Argument(name, _name, {**schema, "minLength": 1}, spellings)


def milliseconds(name: str, description: str, *, spellings: tuple[str, ...] = ()) -> Argument[int]:
    """An argument that is a duration."""
    schema = {"type": "integer", "minimum": 0, "description": f"{description} (milliseconds)"}
    return Argument(name, _milliseconds, schema, spellings)


_COORDINATE_SCHEMA: JsonSchema = {"type": "number", "minimum": 0, "maximum": SCALE}
_PAIR_SCHEMA: JsonSchema = {
    "type": "array",
    "items": _COORDINATE_SCHEMA,
    "minItems": 2,
    "maxItems": 2,
}
_INDEX_SCHEMA: JsonSchema = {"type": "integer", "minimum": 0}
_POINT_SPELLINGS = ("point", "coordinate", "coordinates")


def _pairs_schema(count: int, description: str) -> JsonSchema:
    return {
        "type": "array",
        "items": _PAIR_SCHEMA,
        "minItems": count,
        "maxItems": count,
        "description": description,
    }


POINT = Argument(
    "points", _point, _pairs_schema(1, "Where, as [[x, y]] in 0-1000"), _POINT_SPELLINGS
)
STROKE = Argument(
    "points",
    _stroke,
    _pairs_schema(2, "From where to where, as [[x1, y1], [x2, y2]] in 0-1000"),
    _POINT_SPELLINGS,
)
INDEX = Argument(
    "index", _index, {**_INDEX_SCHEMA, "description": "The element's number on this screen"}
)
INDICES = Argument(
    "indices",
    _two_indices,
    {
        "type": "array",
        "items": _INDEX_SCHEMA,
        "minItems": 2,
        "maxItems": 2,
        "description": "The numbers of the first and the last element",
    },
)
_TARGET_SCHEMA: JsonSchema = {
    "anyOf": [
        _PAIR_SCHEMA,
        {
            "type": "object",
            "properties": {"index": _INDEX_SCHEMA},
            "required": ["index"],
            "additionalProperties": False,
        },
    ]
}
START = Argument("start", _target, {**_TARGET_SCHEMA, "description": "From where"})
END = Argument("end", _target, {**_TARGET_SCHEMA, "description": "To where"})
START_POINT = Argument("start", _point, {**_PAIR_SCHEMA, "description": "From where"})
END_POINT = Argument("end", _point, {**_PAIR_SCHEMA, "description": "To where"})
DURATION = milliseconds("duration", "How long", spellings=("duration_ms",))
CLEAR = Argument(
    "clear",
    _flag,
    {"type": "boolean", "description": "Empty the field before"},
    ("clear_text",),
)

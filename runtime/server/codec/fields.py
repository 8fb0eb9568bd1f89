"""Checks of single fields that come in, and how ours are made to fit the wire.

Every bound is far below the largest message, so that what is kept of a request stays small.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import Generic, TypeVar

from phonebuddy.v1.enum_names import WireEnum, prefix_of

from runtime.errors import InvalidRequest

NAME = 1_000
"""The longest id, name or address, in characters."""
TEXT = 10_000
"""The longest goal, answer or text to type."""
REPLY = 200_000
"""The longest reply of a policy, with its thought."""
LONGEST_MS = 600_000
"""The longest duration of a gesture or a wait."""

_INT32 = 2**31 - 1
_INT64 = 2**63 - 1

E = TypeVar("E", bound=Enum)
T = TypeVar("T")


class EnumCodec(Generic[E]):
    """An enum whose names on the wire are a prefix and our names: `BUTTON_BACK` is `Button.BACK`."""

    def __init__(self, kind: type[E], wire: WireEnum) -> None:
        self.kinds = (kind,)
        self._kind = kind
        self._wire = wire
        self._prefix = prefix_of(wire)

    def write(self, value: E) -> str:
        """The wire's name."""
        return f"{self._prefix}{value.name}"

    def read(self, number: int, field: str) -> E:
        """Ours, or `InvalidRequest` for one that is unknown or not set."""
        try:
            return self._kind[self._wire.Name(number).removeprefix(self._prefix)]
        except (KeyError, ValueError):
            names = ", ".join(self.write(value) for value in self._kind)
            raise InvalidRequest(field, f"{number} is none of {names}") from None


def read_text(value: str, field: str, *, longest: int = NAME) -> str:
    """A text that may be empty."""
    if len(value) > longest:
        raise InvalidRequest(field, f"{len(value)} characters, and {longest} are the most")
    return value


def read_name(value: str, field: str, *, longest: int = NAME) -> str:
    """A text that must say something."""
    if not value.strip():
        raise InvalidRequest(field, "is missing")
    return read_text(value, field, longest=longest)


def read_count(value: int, field: str, *, least: int = 0, most: int = _INT32) -> int:
    """A whole number within bounds."""
    if not least <= value <= most:
        raise InvalidRequest(field, f"{value} is not between {least} and {most}")
    return value


def read_number(value: float, field: str, *, least: float = 0.0, most: float = 1e15) -> float:
    """A finite number within bounds."""
    if not math.isfinite(value) or not least <= value <= most:
        raise InvalidRequest(field, f"{value:g} is not between {least:g} and {most:g}")
    return value


def read_items(values: Sequence[T], field: str, *, most: int) -> Sequence[T]:
    """A list that is not too long."""
    if len(values) > most:
        raise InvalidRequest(field, f"{len(values)} items, and {most} are the most")
    return values


def wire_text(value: str) -> str:
    """A text that the wire can carry: half characters, which a policy may write, become `?`."""
    if value.isascii():
        return value
    return value.encode("utf-8", "replace").decode("utf-8")


def wire_int(value: int) -> int:
    """The nearest number that fits 32 bits: policies may ask for any duration."""
    return max(-_INT32 - 1, min(_INT32, value))


def wire_long(value: int) -> int:
    """The nearest number that fits 64 bits."""
    return max(-_INT64 - 1, min(_INT64, value))

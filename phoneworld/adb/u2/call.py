"""One call of a method: who is called, and its parameters, read as Java's server reads them.

It is generous with numbers (a fraction is cut off, a text of digits is a number) and with nothing
else: what does not fit is `BadParameters`.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import cast

from phoneworld.adb.session import AdbSession
from phoneworld.adb.u2.automation import UiAutomatorServer
from phoneworld.adb.u2.errors import BadParameters
from phoneworld.adb.u2.nodes import UiNode
from phoneworld.adb.u2.selectors import Selector, read_selector

INT = range(-(1 << 31), 1 << 31)
LONG = range(-(1 << 63), 1 << 63)
MAX_LIST = 10_000


@dataclass(frozen=True, slots=True)
class RpcCall:
    """A call with the parameters `values`. `is_gone` tells whether nobody waits for the answer."""

    automation: UiAutomatorServer
    values: Sequence[object]
    is_gone: Callable[[], bool]

    @property
    def session(self) -> AdbSession:
        return self.automation.session

    def __len__(self) -> int:
        return len(self.values)

    def is_text(self, place: int) -> bool:
        return isinstance(self.values[place], str)

    def is_target(self, place: int) -> bool:
        """Whether a parameter is a selector or the name of an object."""
        return isinstance(self.values[place], dict | str)

    def text(self, place: int) -> str:
        value = self.values[place]
        if not isinstance(value, str):
            raise BadParameters(f"parameter {place + 1} is a text")
        return value

    def text_or_none(self, place: int) -> str | None:
        return None if self.values[place] is None else self.text(place)

    def flag(self, place: int) -> bool:
        value = self.values[place]
        if isinstance(value, str) and value.lower() in ("true", "false"):
            return value.lower() == "true"
        if not isinstance(value, bool | int):
            raise BadParameters(f"parameter {place + 1} is true or false")
        return bool(value)

    def integer(self, place: int, *, limits: range = INT) -> int:
        return _integer(self.values[place], place, limits)

    def milliseconds(self, place: int) -> int:
        """A length of time; a negative one is none."""
        return max(0, self.integer(place, limits=LONG))

    def number(self, place: int) -> float:
        return _number(self.values[place], place)

    def integers(self, place: int) -> list[int]:
        return [_integer(value, place, INT) for value in self._list(place)]

    def texts(self, place: int) -> tuple[str, ...]:
        values = self._list(place)
        if not all(isinstance(value, str) for value in values):
            raise BadParameters(f"parameter {place + 1} is a list of texts")
        return tuple(map(str, values))

    def selector(self, place: int) -> Selector:
        return read_selector(self.values[place])

    def selectors(self, place: int) -> tuple[Selector, ...]:
        return tuple(read_selector(value) for value in self._list(place))

    def target(self, place: int = 0) -> Selector | str:
        """A selector, or the name of an object."""
        return self.text(place) if self.is_text(place) else self.selector(place)

    def node(self, place: int = 0) -> UiNode:
        """What a target means, looked for as chains are."""
        return self.automation.find_in_chain(self.target(place))

    def _list(self, place: int) -> list[object]:
        value = self.values[place]
        if not isinstance(value, list):
            raise BadParameters(f"parameter {place + 1} is a list")
        found = cast(list[object], value)
        if len(found) > MAX_LIST:
            raise BadParameters(f"parameter {place + 1} has more than {MAX_LIST} parts")
        return found


def _number(value: object, place: int) -> float:
    if isinstance(value, str) and len(value) < 40:
        try:
            value = float(value)
        except ValueError as error:
            raise BadParameters(f"parameter {place + 1} is a number") from error
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadParameters(f"parameter {place + 1} is a number")
    try:
        found = float(value)
    except OverflowError as error:
        raise BadParameters(f"parameter {place + 1} is too large") from error
    if not math.isfinite(found):
        raise BadParameters(f"parameter {place + 1} is a finite number")
    return found


def _integer(value: object, place: int, limits: range) -> int:
    found = value if isinstance(value, int) and not isinstance(value, bool) else None
    if found is None:
        found = int(_number(value, place))
    if found not in limits:
        raise BadParameters(f"parameter {place + 1} is out of range")
    return found


Result = object
"""What JSON can hold."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method, with the numbers of parameters that it can be called with."""

    counts: tuple[int, ...]
    run: Callable[[RpcCall], Result | Awaitable[Result]]

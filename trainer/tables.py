"""Tables of a TOML configuration, read strictly: an entry of the wrong type or without a meaning is
`BadConfig`, and the message names it.
"""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, fields
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_origin, get_type_hints

from trainer.errors import BadConfig

T = TypeVar("T")
# `Any`: what a TOML file holds is checked entry by entry.
Entries = dict[str, Any]


class Table:
    """One table; what is taken from it is gone, so that `done` finds what nobody wanted."""

    def __init__(self, name: str, entries: Entries) -> None:
        self.name = name
        self._entries = dict(entries)

    def take(self, name: str, kind: type[T], default: T | None = None) -> T:
        """An entry; without a default it must be there."""
        if name not in self._entries:
            if default is None:
                raise BadConfig(f"{self.name}.{name} is missing")
            return default
        return _typed(f"{self.name}.{name}", self._entries.pop(name), kind)

    def table(self, name: str) -> Table | None:
        """A table in this one, if it is there."""
        if name not in self._entries:
            return None
        return Table(f"{self.name}.{name}" if self.name else name, self.take(name, dict))

    def fill(self, kind: type[T]) -> T:
        """A dataclass from the entries that are called as its fields are."""
        hints = get_type_hints(kind)
        values: Entries = {}
        for entry in fields(kind):  # pyright: ignore[reportArgumentType]  it is a dataclass
            needed = entry.default is MISSING and entry.default_factory is MISSING
            if entry.name in self._entries or needed:
                values[entry.name] = self.take(entry.name, hints[entry.name])
        return kind(**values)

    def whole(self, kind: type[T]) -> T:
        """A dataclass from all entries."""
        made = self.fill(kind)
        self.done()
        return made

    def done(self) -> None:
        """Refuse what is left."""
        if self._entries:
            raise BadConfig(f"{self.name or 'the file'} has no entry {', '.join(self._entries)}")


def read_toml(path: Path) -> Table:
    """A whole file."""
    try:
        with path.open("rb") as file:
            return Table("", tomllib.load(file))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadConfig(f"{path} cannot be read as TOML: {error}") from error


def _typed(name: str, value: Any, kind: Any) -> Any:  # noqa: ANN401
    if kind is float and type(value) is int:
        return float(value)
    if kind is Path and isinstance(value, str):
        return Path(value)
    if get_origin(kind) is tuple and isinstance(value, list):
        return tuple(value)
    if isinstance(kind, UnionType):
        kind = next(part for part in kind.__args__ if part is not type(None))
    expected = get_origin(kind) or kind
    # bool is an int to Python, not to us.
    if not isinstance(value, expected) or (isinstance(value, bool) and expected is not bool):
        raise BadConfig(f"{name} is {value!r}: it must be a {expected.__name__}")
    return value

"""What walking has found, as values, and the file that keeps it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from phoneworld.errors import TaskError
from phoneworld.phone import Phone
from runtime.errors import RecordError
from runtime.lenient_json import JsonValue
from runtime.record_codec import from_json, to_json

FILE = Path(__file__).with_name("places.json")


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on a screen by what is written on it, without what changes, and by its role."""

    label: str
    role: str


@dataclass(frozen=True, slots=True)
class StoredValue:
    """Where a value is kept: a column of the row that has this `name`, or of a table's only row."""

    db: str
    table: str
    name: str
    column: str
    is_number: bool

    @property
    def where(self) -> dict[str, str]:
        """What the row is known by."""
        return {"name": self.name} if self.name else {}

    def plain(self, value: str) -> str | int:
        """A value as it is stored."""
        return int(value) if self.is_number else value

    def put(self, phone: Phone, value: str) -> None:
        """Store a value."""
        clause = " WHERE name = ?" if self.name else ""
        known = (self.name,) if self.name else ()
        phone.databases[self.db].run(
            f"UPDATE {self.table} SET {self.column} = ?{clause}",
            self.plain(value),
            *known,
        )


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A screen that taps lead to from the app's first; where `holds`, one that a thing is set on."""

    app: str
    way: tuple[Mark, ...]
    title: str
    page: str
    holds: bool


@dataclass(frozen=True, slots=True)
class FoundSwitch:
    """A labelled switch, and what it stores when it is on and off."""

    app: str
    way: tuple[Mark, ...]
    mark: Mark
    stored: StoredValue
    on: str
    off: str


@dataclass(frozen=True, slots=True)
class FoundChoice:
    """One of the options of a labelled row, what it stores, and the other options with theirs."""

    app: str
    way: tuple[Mark, ...]
    mark: Mark
    stored: StoredValue
    option: Mark
    value: str
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A labelled row that shows what is set."""

    app: str
    way: tuple[Mark, ...]
    mark: Mark


@dataclass(frozen=True, slots=True)
class FoundApp:
    """An app, by its first screen. Nobody has to walk for it: no file keeps these."""

    app: str
    page: str
    way: tuple[Mark, ...] = ()


FoundPlace = FoundApp | FoundPage | FoundSwitch | FoundChoice | FoundValue


@dataclass(frozen=True, slots=True)
class PlaceFile:
    """All that was found."""

    places: tuple[FoundPlace, ...]


def read_places(path: Path = FILE) -> tuple[FoundPlace, ...]:
    """The places of a file that `write_places` wrote."""
    try:
        body: object = json.loads(path.read_text(encoding="utf-8"))
        return from_json(PlaceFile, cast("JsonValue", body)).places
    except (OSError, ValueError, RecordError) as error:
        raise TaskError(f"{path} cannot be read: {error}") from error


def write_places(places: tuple[FoundPlace, ...], path: Path = FILE) -> None:
    """Keep what was found, a line for each place."""
    rows = [to_json(FoundPlace, place) for place in places]  # type: ignore[arg-type]  a union is a type
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text(f'{{"places": [\n{lines}\n]}}\n', encoding="utf-8")

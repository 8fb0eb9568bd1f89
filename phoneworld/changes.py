"""The difference between two states of a phone's data, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from phoneworld.store import Database

Parts = Sequence[tuple[str, bytes]]
Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """One row that was added (`before` is None), removed (`after` is None) or changed."""

    db: str
    table: str
    before: Values | None
    after: Values | None

    @property
    def columns(self) -> frozenset[str]:
        """The columns that differ, for a row that was changed."""
        if self.before is None or self.after is None:
            return frozenset()
        return frozenset(n for n, old in self.before.items() if old != self.after.get(n))

    def __str__(self) -> str:
        place = f"{self.db.rpartition('/')[2]}:{self.table}"
        if self.before is None:
            return f"{place} has a new row {_short(self.after)}"
        if self.after is None:
            return f"{place} lost the row {_short(self.before)}"
        differences = ", ".join(
            f"{n}: {self.before[n]!r} -> {self.after.get(n)!r}" for n in sorted(self.columns)
        )
        return f"{place} changed {_short(self.before)}: {differences}"


def _short(values: Values | None) -> str:
    shown = {n: v for n, v in (values or {}).items() if not isinstance(v, bytes)}
    text = str(shown)
    return text if len(text) < 160 else text[:157] + "..."


@dataclass(frozen=True, slots=True)
class CountedChange:
    """A change in words that can be counted: 1 `one` `what`, 2 `many` `what`.

    CountedChange("message", "messages", "to Ada sent") reads: 1 message to Ada sent.
    """

    one: str
    many: str
    what: str

    def told(self, times: int) -> str:
        return f"{times} {self.one if times == 1 else self.many} {self.what}"


def changes_between(before: Parts, after: Parts) -> list[Change]:
    """Every row that differs. Databases whose bytes are equal are not even opened."""
    found: list[Change] = []
    old = dict(before)
    new = dict(after)
    for path in old.keys() | new.keys():
        if old.get(path) == new.get(path):
            continue
        first, second = _tables(path, old.get(path)), _tables(path, new.get(path))
        for table in sorted(first.keys() | second.keys()):
            found += _rows(path, table, first.get(table, {}), second.get(table, {}))
    return sorted(found, key=lambda change: (change.db, change.table))


def _tables(path: str, blob: bytes | None) -> dict[str, dict[int, Values]]:
    if blob is None:
        return {}
    database = Database(path, blob)
    try:
        return {
            table: {
                row.pop("__rowid"): row
                for row in database.rows(f"SELECT rowid AS __rowid, * FROM {table}")
            }
            for table in database.tables()
        }
    finally:
        database.close()


def _rows(path: str, table: str, old: dict[int, Values], new: dict[int, Values]) -> list[Change]:
    changes: list[Change] = []
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key), new.get(key)
        if before != after:
            changes.append(Change(path, table, before, after))
    return changes

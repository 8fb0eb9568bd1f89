"""Results that are wrong in one place, made from a right one: none may be judged a success.

From what an oracle left behind: each new row that belongs to another put under a third, each wanted
value replaced, one row too many. Nothing is done on a phone for it; only the evidence is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from phoneworld.changes import Change
from phoneworld.derived import is_derived
from phoneworld.store import Databases
from phoneworld.tasks.expect import (
    Added,
    Changed,
    Child,
    Evidence,
    Expectation,
    SettingIs,
    Wanted,
    Wish,
    match_change,
)
from phoneworld.tasks.matchers import Anything

Tampered = tuple[str, Evidence]


def tampered(
    expectations: Sequence[Expectation], evidence: Evidence, databases: Databases
) -> Iterator[Tampered]:
    """Every wrong result, with what is wrong about it."""
    yield from _moved(evidence, databases)
    yield from _replaced(expectations, evidence)
    yield from _doubled(evidence)


def _moved(evidence: Evidence, databases: Databases) -> Iterator[Tampered]:
    """Each new row under another parent."""
    for number, change in enumerate(evidence.changes):
        row = change.after
        if change.before is not None or row is None or is_derived(change, evidence.derived):
            continue
        free = evidence.derived.get(change.db, frozenset())
        for column, table in _references(databases, change).items():
            if f"{change.table}.{column}" in free or row[column] is None:
                continue
            other = _another(databases, change, column, table)
            moved = replace(change, after={**row, column: other})
            name = (
                f"the new row in {_place(change)} has {column} = {other} instead of {row[column]}"
            )
            yield name, _with_change(evidence, number, moved)


def _references(databases: Databases, change: Change) -> dict[str, str]:
    """The columns that name a row of another table, by that table."""
    rows = databases[change.db].rows(f"PRAGMA foreign_key_list({change.table})")
    return {row["from"]: row["table"] for row in rows}


def _another(databases: Databases, change: Change, column: str, table: str) -> int:
    """A row of the parent table that this one does not belong to."""
    own = change.after[column] if change.after is not None else 0
    found = databases[change.db].value(f"SELECT min(_id) FROM {table} WHERE _id != ?", own)
    return int(found) if found is not None else int(own) + 1


def _replaced(expectations: Sequence[Expectation], evidence: Evidence) -> Iterator[Tampered]:
    """Each wanted value replaced by one that nobody asked for."""
    changes = list(evidence.changes)
    for wanted in expectations:
        if not isinstance(wanted, Added | Changed | SettingIs):
            continue
        taken = match_change(wanted, changes, evidence.derived)
        for change, columns in zip(taken, _wanted_columns(wanted), strict=True):
            number = next(n for n, one in enumerate(evidence.changes) if one is change)
            changes = [other for other in changes if other is not change]
            for column in columns:
                yield _with_other_value(evidence, number, column)


def _wanted_columns(wanted: Wish) -> Iterator[Sequence[str]]:
    """The columns that a wish speaks of, and those of its children, in `match_change`'s order."""
    match wanted:
        case Added(where=where, children=children):
            yield _spoken_of(where)
            yield from _children_columns(children)
        case Changed(to=to):
            yield _spoken_of(to)
        case SettingIs():
            yield ("value",)
        case _:
            yield ()


def _children_columns(children: Sequence[Child]) -> Iterator[Sequence[str]]:
    for child in children:
        yield _spoken_of(child.where)
        yield from _children_columns(child.children)


def _spoken_of(where: Wanted) -> Sequence[str]:
    return [column for column, value in where.items() if not isinstance(value, Anything)]


def _with_other_value(evidence: Evidence, number: int, column: str) -> Tampered:
    change = evidence.changes[number]
    row: Mapping[str, Any] = change.after or {}
    other = _other_value(row[column])
    name = f"{_place(change)} has {column} = {other!r} instead of {row[column]!r}"
    return name, _with_change(evidence, number, replace(change, after={**row, column: other}))


def _other_value(value: object) -> object:
    """A value that is near this one for a number, and far from it for a text."""
    match value:
        case bool() | int() | float():
            return value + 1_000_003
        case str():
            return "something else"
        case _:
            return "something" if value is None else None


def _doubled(evidence: Evidence) -> Iterator[Tampered]:
    """One more row like each that came or was changed."""
    highest = 10**9
    for change in evidence.changes:
        if change.after is None or is_derived(change, evidence.derived):
            continue
        row = {**change.after, **({"_id": highest} if "_id" in change.after else {})}
        more = Change(change.db, change.table, None, row)
        changes = (*evidence.changes, more)
        yield f"{_place(change)} has one more row", replace(evidence, changes=changes)


def _with_change(evidence: Evidence, number: int, change: Change) -> Evidence:
    changes = list(evidence.changes)
    changes[number] = change
    return replace(evidence, changes=tuple(changes))


def _place(change: Change) -> str:
    return f"{change.db.rpartition('/')[2]}:{change.table}"

"""In which order a list shows its rows: as they came, the newest first, or by a column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.found_lists import FoundList
from phoneworld.reconstruction.specification import ColumnSpec
from phoneworld.store import Row

NEWEST, UP, DOWN = "newest", "up", "down"
SURE = 0.95
"""The share of neighbouring rows that are in order where a list is sorted."""
FEWEST_PAIRS = 8
_NUMBERS = ("integer", "real", "money", "time")


def order_of(draft: Draft, found: FoundList, columns: Iterable[ColumnSpec]) -> str:
    """The order that a list was seen in; empty where rows are shown as they came."""
    by_column = _sorted_by(found, columns)
    if by_column:
        return by_column
    votes: Counter[str] = Counter()
    last: dict[int, set[str]] = {}
    for one in draft.evidence:
        if one.after[0] != found.kind:
            continue
        rows = found.shown.get(one.after[1], [])
        now = [row.key for row in rows]
        before = last.get(one.episode)
        if before is None and one.under >= 0:
            before = {row.key for row in found.shown.get(one.under, ())}
        scrolled = one.action.kind.startswith("scroll")
        if before and not scrolled and len(set(now) - before) == 1 and len(before - set(now)) <= 1:
            place = next(place for place, key in enumerate(now) if key not in before)
            votes[NEWEST if place == 0 and len(now) > 1 else ""] += 1
        last[one.episode] = set(now)
    return NEWEST if votes[NEWEST] > votes[""] else ""


def _sorted_by(found: FoundList, columns: Iterable[ColumnSpec]) -> str:
    for column in columns:
        if not column.slot or column.type not in (*_NUMBERS, "text"):
            continue
        pairs = {
            (sort_key(above.value(column.slot), column.type), sort_key(text, column.type))
            for rows in found.shown.values()
            for above, below in pairwise(rows)
            if (text := below.value(column.slot)) and above.value(column.slot)
        }
        pairs = {pair for pair in pairs if pair[0] != pair[1]}
        if len(pairs) < FEWEST_PAIRS:
            continue
        rising = sum(one < other for one, other in pairs)
        for way, count in ((UP, rising), (DOWN, len(pairs) - rising)):
            if count >= SURE * len(pairs):
                return f"{way} {column.name}"
    return ""


def sort_key(value: str, kind: str) -> tuple[float, str]:
    """What values of a column are compared by."""
    if kind in _NUMBERS:
        digits = "".join(c for c in value if c.isdigit() or c in ".-")
        try:
            return float(digits.strip(".") or 0), ""
        except ValueError:
            return 0.0, value
    return 0.0, value.casefold()


def in_order(
    rows: Sequence[Row], order: str, columns: Iterable[ColumnSpec], recorded: int
) -> list[Row]:
    """Rows as a list shows them; those with ids up to `recorded` came with the app."""
    way, _, name = order.partition(" ")
    column = next((one for one in columns if one.name == name), None)
    if way == NEWEST:
        new = [row for row in rows if int(row["_id"]) > recorded]
        return [*reversed(new), *(row for row in rows if int(row["_id"]) <= recorded)]
    if column is None:
        return list(rows)
    return sorted(
        rows, key=lambda row: sort_key(str(row[column.name]), column.type), reverse=way == DOWN
    )

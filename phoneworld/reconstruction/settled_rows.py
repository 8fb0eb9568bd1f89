"""Which rows of its table a list shows, each in the views that were recorded of it.

It is noted while the list shows what was recorded. Once the data has changed, the rows that were in sight keep
their look, their height and the headings between them; only what changed reads otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.row_changes import shown_rows
from phoneworld.reconstruction.rows import ShownRow
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import ListSpec, TableSpec
from phoneworld.store import Row

HEADING = 0
"""In place of a row's id: a child of the list that is no row of its table."""


def shown_ids(records: Records, table: TableSpec, spec: ListSpec, parts: list[Part]) -> list[int]:
    """The ids of the rows that a recorded content shows, from the top; rows that are alike are taken in turn."""
    taken: Counter[int] = Counter()
    ids: list[int] = []
    for row in shown_rows(parts, spec):
        values = row.values(table.columns)
        alike = [id for id in records.all_with(table, values) if not taken[id]]
        found = alike[0] if alike else records.find(table, values)
        if found is None or taken[found]:
            ids.append(HEADING)
            continue
        taken[found] += 1
        ids.append(found)
    return ids


def is_whole(spec: ListSpec, parts: list[Part], rows: Sequence[ShownRow]) -> bool:
    """Whether a list shows all its rows: there is room for another one below the last."""
    box = next((part.node.bounds for part in parts if part.slot == spec.box), None)
    return (
        box is not None
        and bool(rows)
        and rows[0].bounds.top <= spec.top
        and rows[-1].bounds.bottom + spec.pitch // 2 <= box.bottom
    )


@dataclass(frozen=True, slots=True)
class SettledRows:
    """What a list showed when its data last was as recorded: the rows' ids, and the last id there was."""

    ids: tuple[int, ...]
    last: int
    whole: bool

    def arrange(self, rows: Sequence[Row]) -> list[int]:
        """The ids of these rows, in the order in which the list shows them now.

        Rows that were in sight stay in their order, new ones come where they belong among them. What was not in
        sight comes after them; where the list showed all it had, it does not exist for it.
        """
        now: Mapping[int, int] = {int(row["_id"]): place for place, row in enumerate(rows)}
        shown = [id for id in self.ids if id in now]
        order = list(shown)
        for row in rows:
            id = int(row["_id"])
            if id in shown:
                continue
            if id > self.last:
                above = [one for one in order if now[one] < now[id]]
                order.insert(order.index(max(above, key=order.index)) + 1 if above else 0, id)
            elif not self.whole:
                order.append(id)
        return order

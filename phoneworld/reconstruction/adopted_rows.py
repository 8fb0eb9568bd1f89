"""Makes a table agree with the rows that a list shows.

Where a list shows all its rows, what it does not show does not exist. Where it goes on beyond its place, the rows
that are not in sight stay, after those that are.
"""

from __future__ import annotations

from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.row_changes import shown_rows
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.settled_rows import is_whole
from phoneworld.reconstruction.specification import ListSpec


def adopt_rows(
    blueprint: Blueprint, records: Records, spec: ListSpec, parts: list[Part], section: str
) -> None:
    """Let the table of a list be what these parts show of it, in the section that they show."""
    table = blueprint.tables[spec.table]
    rows = shown_rows(parts, spec)
    known = blueprint.sections.get(spec.screen)
    kept: set[int] = set()
    for row in rows:
        values = row.values(table.columns)
        if not row.whole:
            kept |= {id for id in [records.find(table, values)] if id is not None}
        elif records.holds(table, values):
            kept |= set(records.all_with(table, values))
        else:
            id = records.insert(table, values)
            kept.add(id)
            if known is not None and section:
                records.put_in(table, id, section)
    if not is_whole(spec, parts, rows):
        return
    for row in records.rows(table):
        id = int(row["_id"])
        here = known is None or (section and section in records.sections_of(known, table, id))
        if id not in kept and here:
            records.delete(table, id)

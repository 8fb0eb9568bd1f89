"""Rows of a list that a goal can name: whole on the screen, and called like no other."""

from __future__ import annotations

from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.recorded_paths import Place
from phoneworld.reconstruction.rows import rows_of
from phoneworld.reconstruction.specification import ListSpec
from phoneworld.reconstruction.spoken_screens import is_name


def rows_to_name(spec: ListSpec, blueprint: Blueprint, place: Place) -> dict[str, dict[str, str]]:
    """The rows on a content, by what they are called, with what each shows by column. What another row of the app
    is called like is no name.
    """
    table = blueprint.tables[spec.table]
    known = [row[0] for one in blueprint.spec.tables for row in one.rows]
    parts = blueprint.parts(*place)
    box = next((n for n, part in enumerate(parts) if part.slot == spec.box), None)
    found: dict[str, dict[str, str]] = {}
    for row in rows_of(parts, box) if box is not None else ():
        key = row.value(table.columns[0].slot)
        alone = known.count(key) == 1 and not any(key in other for other in known if other != key)
        if row.whole and alone and is_name(key):
            found[key] = row.values(table.columns)
    return found

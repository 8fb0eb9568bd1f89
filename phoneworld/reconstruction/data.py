"""From content to data: lists that hold records become tables, and what the recordings show done to
them (opening, adding, changing, removing, finding) becomes what the rebuilt app can do with any row.

Only what was recorded is modelled. The rest stays as it was recorded: read-only.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.columns import columns_of, free_name
from phoneworld.reconstruction.details import detail_of
from phoneworld.reconstruction.forms import forms_of, search_field
from phoneworld.reconstruction.found_lists import FoundList, find_lists, is_data
from phoneworld.reconstruction.picks import find_picks
from phoneworld.reconstruction.recorded_rows import recorded_rows
from phoneworld.reconstruction.records import OWN_TABLES
from phoneworld.reconstruction.removals import removals_of
from phoneworld.reconstruction.row_effects import find_row_effects
from phoneworld.reconstruction.rows import LOOKS, ShownRow, worded
from phoneworld.reconstruction.screen_names import RESERVED, slug
from phoneworld.reconstruction.specification import (
    AppSpec,
    ColumnSpec,
    DetailSpec,
    FormSpec,
    ListSpec,
    RemovalSpec,
    RowEffectSpec,
    TableSpec,
)
from phoneworld.reconstruction.trees import views_of
from runtime.hierarchy_xml import HierarchyNode


def add_data(draft: Draft) -> AppSpec:
    """The specification with its tables and what is done to them."""
    lists = [found for found in find_lists(draft) if is_data(found)]
    tables: list[TableSpec] = []
    list_specs: list[ListSpec] = []
    details: list[DetailSpec] = []
    forms: list[FormSpec] = []
    removals: list[RemovalSpec] = []
    row_effects: list[RowEffectSpec] = []
    taken: set[str] = set()
    for found in lists:
        name = table_name(draft, found, taken)
        columns = columns_of(found, found.all_cells)
        search = search_field(draft, found)
        list_specs.append(list_spec(draft, found, name, columns, search))
        detail = detail_of(draft, found, name, columns)
        if detail is not None:
            details.append(detail)
        typed = forms_of(draft, found, name, columns, detail, search)
        forms += typed
        saves = {(form.screen, form.save, form.save_label) for form in typed}
        removals += [
            one
            for one in removals_of(draft, found, name)
            if (one.screen, one.slot, one.label) not in saves
        ]
        row_effects += find_row_effects(draft, found, name, columns)
        rows = recorded_rows(draft, found, columns, typed)
        tables.append(TableSpec(name, tuple(columns), rows))
    return replace(
        draft.spec,
        tables=tuple(tables),
        lists=tuple(list_specs),
        details=tuple(details),
        forms=tuple(forms),
        removals=tuple(removals),
        row_effects=tuple(row_effects),
        picks=find_picks(draft, lists, list_specs, tables),
    )


def table_name(draft: Draft, found: FoundList, taken: set[str]) -> str:
    plain = slug(draft.names[found.kind]).encode("ascii", "ignore").decode()
    name = plain.strip("_") or "rows"
    if not name[0].isalpha():
        name = f"t_{name}"
    name = free_name(f"{name}_rows" if name in RESERVED | OWN_TABLES else name, taken)
    taken.add(name)
    return name


def list_spec(
    draft: Draft, found: FoundList, table: str, columns: list[ColumnSpec], search: str
) -> ListSpec:
    """The list, with the row that stands for all: the most usual structure with all its texts."""
    contents = draft.screens.contents[found.kind]
    cells = found.all_cells
    rated: list[tuple[int, int, int, ShownRow]] = []
    for state, rows in found.shown.items():
        for number, row in enumerate(rows):
            filled = sum(bool(row.value(c)) for c in cells) if row.whole else 0
            rated.append((-filled, state, number, row))
    _, state, _, row = min(rated, key=lambda one: one[:3])
    node = contents[state].parts[row.place].node
    texts = {c.name: row.value(c.slot) for c in columns if c.slot and c.type not in LOOKS}
    whole = HierarchyNode("", "", "", "", "", "", node.bounds, 0, (node,))
    shown = [rows for rows in found.shown.values() if len(rows) > 1]
    pitches = Counter(
        below.bounds.top - above.bounds.top for rows in shown for above, below in pairwise(rows)
    )
    height = row.bounds.bottom - row.bounds.top
    pitch = max(sorted(pitches), key=lambda one: pitches[one]) if pitches else height
    tops = [rows[0].bounds.top for rows in found.shown.values() if rows]
    return ListSpec(
        screen=draft.names[found.kind],
        box=found.box,
        table=table,
        row=tuple(
            replace(view, description=worded(view.description, texts)) for view in views_of(whole)
        ),
        top=min(tops),
        pitch=max(pitch, height, 8),
        search=search,
    )

"""Lists whose rows are data: tables with typed columns, shown in the place and with the look of the recorded list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.blueprint import Blueprint, field_key
from phoneworld.reconstruction.columns import columns_of, free_name
from phoneworld.reconstruction.driven_list import DrivenList, RowViews, row_views
from phoneworld.reconstruction.found_lists import FoundList, find_lists, is_data
from phoneworld.reconstruction.modules.module import (
    BoundList,
    ModuleScreen,
    ModuleView,
    Recognition,
    Touch,
)
from phoneworld.reconstruction.modules.row_order import in_order, order_of
from phoneworld.reconstruction.records import OWN_TABLES, Records
from phoneworld.reconstruction.row_changes import shown_rows
from phoneworld.reconstruction.rows import LOOKS, ShownRow, rows_of, worded
from phoneworld.reconstruction.screen_names import RESERVED, slug
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.screen_state import AS_RECORDED, DRIVEN, SETTLED, TYPED
from phoneworld.reconstruction.settled_rows import HEADING, SettledRows, is_whole, shown_ids
from phoneworld.reconstruction.specification import (
    AppSpec,
    ColumnSpec,
    ListSpec,
    TableSpec,
    ViewSpec,
)
from phoneworld.reconstruction.trees import views_of
from phoneworld.store import Row
from runtime.hierarchy_xml import HierarchyNode


class ListModule:
    """Tables, and the lists that show them."""

    name = "list"

    def recognise(self, found: Recognition) -> None:
        taken: set[str] = set()
        for one in find_lists(found.draft):
            if is_data(one):
                name = table_name(found.draft, one, taken)
                found.lists.append(BoundList(one, name, columns_of(one, one.all_cells)))

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.lists)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """The list as its table is now; as it was recorded while both agree."""
        blueprint, state = screen.blueprint, screen.state
        spec = blueprint.lists.get(screen.route)
        if spec is None:
            return
        parts = screen.parts()
        place = next((p for p, part in enumerate(parts) if part.slot == spec.box), None)
        if place is None:
            return
        table = blueprint.tables[spec.table]
        wanted = ""
        if spec.search:
            key = next((field_key(p) for p in parts if p.slot == spec.search), "")
            wanted = str(state.get(key, "")) if key in state.get(TYPED, []) else ""
        if not state.get(DRIVEN) and _is_as_recorded(screen, table):
            field = next((p for p in parts if p.slot == spec.search), None)
            if not wanted or (field is not None and field.node.text == wanted):
                return
        found = _rows(screen, spec, table, wanted.strip())
        settled = None if wanted else _settled(screen, spec)
        if settled is None:
            rows = [row_views(spec, table, row) for row in found]
        else:
            rows = _as_they_stand(screen, spec, table, found, settled, place)
        shown.lists[place] = DrivenList(
            screen.content.views[place],
            spec,
            rows,
            blueprint.image,
            _touching(screen),
            swipes=screen.route in blueprint.swiped,
        )

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        """A touch on a recorded row is one on the row of the table."""
        if touch.of is None and touch.part is not None:
            touch.of = row_touched(blueprint, records, touch.screen, touch.state, touch.part)
            touch.row = touch.row if touch.of is None else touch.of


def _rows(screen: ModuleScreen, spec: ListSpec, table: TableSpec, wanted: str) -> list[Row]:
    """The rows that the list shows, in its order: those of its section that hold what was searched for."""
    records = screen.records
    rows = records.rows(table, wanted)
    section, now = screen.blueprint.sections.get(screen.route), screen.section()
    if section is not None and now:
        rows = [r for r in rows if now in records.sections_of(section, table, int(r["_id"]))]
    return in_order(rows, spec.order, table.columns, records.last_recorded(table))


def settle_rows(screen: ModuleScreen) -> None:
    """Note which rows the list shows, as long as it shows what was recorded."""
    spec = screen.blueprint.lists.get(screen.route)
    if spec is None:
        return
    table = screen.blueprint.tables[spec.table]
    if screen.state.get(DRIVEN) or not _is_as_recorded(screen, table):
        return
    ids = shown_ids(screen.records, table, spec, screen.parts())
    last = max((int(row["_id"]) for row in screen.records.rows(table)), default=0)
    screen.state[SETTLED] = [screen.shown_at, screen.section(), last, *ids]


def _settled(screen: ModuleScreen, spec: ListSpec) -> SettledRows | None:
    """What the list showed before its data changed; None where that was another content, or another section."""
    known: list[Any] = screen.state.get(SETTLED, [])
    if known[:2] != [screen.shown_at, screen.section()]:
        return None
    parts = screen.parts()
    whole = is_whole(spec, parts, shown_rows(parts, spec))
    return SettledRows(tuple(known[3:]), int(known[2]), whole)


def _as_they_stand(
    screen: ModuleScreen,
    spec: ListSpec,
    table: TableSpec,
    found: list[Row],
    settled: SettledRows,
    box: int,
) -> list[RowViews]:
    """The rows as the list shows them now, those that were in sight in their own views, with the headings."""
    parts, views = screen.parts(), screen.content.views
    places = {
        row.place: id
        for row, id in zip(shown_rows(parts, spec), settled.ids, strict=True)
        if id != HEADING
    }
    own: dict[int, tuple[ViewSpec, ...]] = {}
    headings: dict[int, list[RowViews]] = {}
    pending: list[RowViews] = []
    for place, part in enumerate(parts):
        if part.row != place or part.parent != box:
            continue
        inside = range(
            place, next((n for n in range(place, len(parts)) if parts[n].row != place), len(parts))
        )
        flat = tuple(replace(views[n], depth=views[n].depth - views[place].depth) for n in inside)
        id = places.get(place)
        if id is None:
            pending.append(RowViews(HEADING, flat, tuple(parts[n] for n in inside)))
        else:
            own[id] = flat
            headings[id], pending = pending, []
    by_id = {int(row["_id"]): row for row in found}
    rows: list[RowViews] = []
    for id in settled.arrange(found):
        rows += headings.get(id, [])
        template = replace(spec, row=own[id]) if id in own else spec
        rows.append(row_views(template, table, by_id[id]))
    return rows


def _touching(screen: ModuleScreen) -> Callable[[str, Part, int], object]:
    return lambda action, part, id: screen.did(action, part, row=id)


def _is_as_recorded(screen: ModuleScreen, table: TableSpec) -> bool:
    """Whether the table holds what the present content shows."""
    section = screen.blueprint.sections.get(screen.route)
    if section is not None and screen.section() != screen.blueprint.section(
        screen.route, screen.shown_at, [view.text for view in screen.content.views]
    ):
        # The recorded rows are those of another conversation, another folder.
        return False
    known = screen.state.get(AS_RECORDED)
    if known is not None:
        return known == screen.records.version(table)
    return not screen.records.is_changed(table)


def row_touched(
    blueprint: Blueprint, records: Records, screen: str, state: int, part: Part
) -> int | None:
    """The row of the table that a part of a recorded list belongs to."""
    spec = blueprint.lists.get(screen)
    if spec is None or not part.slot.startswith(f"{spec.box}>"):
        return None
    rows = rows_of(blueprint.parts(screen, state), part.box)
    touched = next((row for row in rows if row.place == part.row), None)
    if touched is None:
        return None
    table = blueprint.tables[spec.table]
    return records.find(table, touched.values(table.columns))


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
        order=order_of(draft, found, columns),
    )

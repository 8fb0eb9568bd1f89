"""Rows that were seen to come into one list when they were tapped in another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from phoneworld.reconstruction.app_draft import Draft, RecordedTransition
from phoneworld.reconstruction.behaviour import is_row
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.found_lists import FoundList, row_of
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView, Recognition, Touch
from phoneworld.reconstruction.modules.section import add_row
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.rows import ShownRow
from phoneworld.reconstruction.specification import AppSpec, ListSpec, PickSpec, TableSpec


class PickModule:
    """Lists from which rows are picked into others: a cart, an order, a group."""

    name = "cart"

    def recognise(self, found: Recognition) -> None:
        lists = [one.found for one in found.lists]
        picks = find_picks(found.draft, lists, found.spec.lists, found.spec.tables)
        found.spec = replace(found.spec, picks=picks)

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.picks)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """The other list shows what was picked."""

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        pick = blueprint.picks.get(touch.screen)
        if pick is None or touch.of is None or touch.action != "tap" or not is_row(touch.slot):
            return
        values = records.row(blueprint.tables[pick.table], touch.of)
        if values is not None:
            into = blueprint.tables[pick.into]
            picked = {name: str(values[own]) for name, own in pick.columns}
            add_row(blueprint, records, touch, into, picked)


def find_picks(
    draft: Draft, lists: Sequence[FoundList], specs: Sequence[ListSpec], tables: Sequence[TableSpec]
) -> tuple[PickSpec, ...]:
    """Every pair of lists between which that was seen; `specs` and `tables` are those of `lists`."""
    by_kind = {found.kind: number for number, found in enumerate(lists)}
    pairs: dict[tuple[int, int], list[dict[str, str]]] = defaultdict(list)
    for one in draft.evidence:
        here, there = by_kind.get(one.before[0]), by_kind.get(one.after[0])
        if here is None or there is None or here == there or one.action.kind != "tap":
            continue
        row = row_of(lists[here], one)
        new = _came(lists[there], one)
        if row is None or new is None or new.key != row.key:
            continue
        own, other = row.values(tables[here].columns), new.values(tables[there].columns)
        same = {
            name: mine
            for name, value in other.items()
            for mine, text in own.items()
            if value and text == value
        }
        pairs[here, there].append(same)
    found: list[PickSpec] = []
    for (here, there), seen in sorted(pairs.items()):
        counts = Counter(item for same in seen for item in same.items())
        columns = tuple(sorted(item for item, count in counts.items() if count == len(seen)))
        if tables[there].columns[0].name in dict(columns):
            spec = PickSpec(
                specs[here].screen, tables[here].name, tables[there].name, columns, len(seen)
            )
            found.append(spec)
    return tuple(found)


def _came(found: FoundList, one: RecordedTransition) -> ShownRow | None:
    """The only row that the list had not shown when it was last seen."""
    if one.under < 0:
        return None
    before = {row.key for row in found.shown.get(one.under, ())}
    new = [row for row in found.shown.get(one.after[1], ()) if row.key not in before]
    return new[0] if len(new) == 1 else None

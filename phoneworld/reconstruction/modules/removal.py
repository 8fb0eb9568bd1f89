"""Taps that were seen to remove a row from its list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.behaviour import BACKWARD
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.found_lists import FoundList, row_of
from phoneworld.reconstruction.modules.module import ModuleScreen, Recognition, Shown, Touch
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.specification import AppSpec, RemovalSpec
from phoneworld.reconstruction.states import OUTSIDE
from runtime.observation import EDITABLE

Cells = tuple[tuple[str, str], ...]


class RemovalModule:
    """Taps outside a list that remove the row in question: in its menu, on its own screen."""

    name = "removal"

    def recognise(self, found: Recognition) -> None:
        removals: list[RemovalSpec] = []
        for one in found.lists:
            saves = {(form.screen, form.save, form.save_label) for form in one.forms}
            removals += [
                removal
                for removal in removals_of(found.draft, one.found, one.table)
                if (removal.screen, removal.slot, removal.label) not in saves
            ]
        found.spec = replace(found.spec, removals=tuple(removals))

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.removals)

    def show(self, screen: ModuleScreen, shown: Shown) -> None:
        """Its list shows that a row is gone."""

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        table = records.table_of(touch.row) if touch.row is not None else None
        if touch.row is None or table is None or not touch.presses:
            return
        if (touch.screen, touch.slot, touch.label, table.name) in blueprint.removals:
            records.delete(table, touch.row)
            touch.row = None
            touch.is_done = True


def removals_of(draft: Draft, found: FoundList, table: str) -> list[RemovalSpec]:
    """Taps after which the row that was opened or held is gone from the list."""
    counts: Counter[tuple[int, str, str]] = Counter()
    current: dict[int, Cells] = {}
    tapped: dict[int, tuple[int, str, str]] = {}
    before: dict[int, set[Cells]] = {}
    called: dict[int, Counter[str]] = {}
    for one in draft.evidence:
        if one.before[0] == found.kind:
            row = row_of(found, one)
            if row is not None:
                current[one.episode] = row.cells
            shown = found.shown.get(one.before[1], ())
            before[one.episode] = {r.cells for r in shown if r.whole}
            called[one.episode] = Counter(r.key for r in shown)
        if one.action.kind == "tap" and one.before[0] != OUTSIDE:
            tapped[one.episode] = (one.before[0], one.action.slot, one.action.label)
        if one.after[0] != found.kind or one.episode not in current:
            continue
        rows = [row.cells for row in found.shown.get(one.after[1], ())]
        now = set(rows)
        was = before.get(one.episode, set[Cells]())
        # Rows that had been beyond the ends of the list, or cut off by them, come into sight.
        common = [n for n, cells in enumerate(rows) if cells in was] or [0, -1]
        ends = {*rows[: common[0]], *rows[common[-1] + 1 :]}
        gone = current[one.episode]
        # A row that only reads differently now was changed, not removed.
        name = gone[0][1]
        fewer = sum(cells[0][1] == name for cells in rows) < called[one.episode][name]
        if gone in was - now and fewer and len(was - now) == 1 and now - was <= ends:
            tap = tapped.get(one.episode)
            if tap is not None and tap[0] != found.kind and tap[2].lower() not in BACKWARD:
                counts[tap] += 1
            del current[one.episode]
    return [
        RemovalSpec(draft.names[kind], table, slot, label, count)
        for (kind, slot, label), count in sorted(counts.items())
        if count and not _has_fields(draft, kind)
    ]


def _has_fields(draft: Draft, kind: int) -> bool:
    """Whether a screen has fields to fill in: taps there save, and move rows in their list."""
    return any(
        part.node.flags & EDITABLE
        for content in draft.screens.contents[kind]
        for part in content.parts
    )

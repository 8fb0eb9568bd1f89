"""Taps that were seen to remove a row from its list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.behaviour import BACKWARD
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.found_lists import row_of
from phoneworld.reconstruction.modules.module import (
    BoundList,
    ModuleScreen,
    ModuleView,
    Recognition,
    Touch,
)
from phoneworld.reconstruction.modules.section import recorded_section
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.specification import AppSpec, RemovalSpec
from phoneworld.reconstruction.states import OUTSIDE
from runtime.observation import EDITABLE

REMOVING = frozenset(
    "delete remove erase löschen entfernen supprimer effacer retirer eliminar borrar quitar elimina "
    "rimuovi cancella excluir apagar remover verwijderen usuń удалить видалити sil kaldır hapus "
    "xóa smazat șterge törlés slett poista".split()
)
"""The first word on a button that removes what a dialog is about."""
REMOVING_BEGINS = ("删除", "移除", "刪除", "削除", "삭제", "حذف", "हटा", "ลบ")
"""The same in writing without spaces between words, or with endings."""

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
                for removal in removals_of(found.draft, one)
                if (removal.screen, removal.slot, removal.label) not in saves
            ]
        found.spec = replace(found.spec, removals=tuple(removals))

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.removals)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """Its list shows that a row is gone."""

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        table = records.table_of(touch.row) if touch.row is not None else None
        if touch.row is None or table is None or not touch.presses:
            return
        if (
            touch.screen,
            touch.slot,
            touch.label,
            table.name,
        ) in blueprint.removals or _is_answered_so(blueprint, touch):
            records.delete(table, touch.row)
            touch.row = None
            touch.is_done = True


def _is_answered_so(blueprint: Blueprint, touch: Touch) -> bool:
    """Whether a dialog about a row is answered with words that remove it, where no answer of these words was
    recorded: what was recorded tells by itself.
    """
    return (
        is_called_removal(touch.label)
        and blueprint.screens[touch.screen].kind == "dialog"
        and not blueprint.behaviour.was_recorded(touch.screen, "tap", touch.slot, touch.label)
    )


def is_called_removal(label: str) -> bool:
    """Whether a button says that it removes something."""
    words = label.casefold()
    removes = words.split(" ")[0] in REMOVING
    return removes or any(words.startswith(one) for one in REMOVING_BEGINS)


def removals_of(draft: Draft, bound: BoundList) -> list[RemovalSpec]:
    """Taps after which the row that was opened or held is gone from the list."""
    found = bound.found
    sections: dict[int, str] = {}
    if bound.section is not None:
        contents = draft.screens.contents[found.kind]
        sections = {
            state: recorded_section(bound.section, contents[state].parts) for state in found.shown
        }
    section: dict[int, str] = {}
    counts: Counter[tuple[int, str, str]] = Counter()
    stayed: Counter[tuple[int, str, str]] = Counter()
    went: dict[tuple[int, str], tuple[tuple[int, str, str], int]] = {}
    current: dict[int, Cells] = {}
    tapped: dict[int, tuple[int, str, str]] = {}
    before: dict[int, set[Cells]] = {}
    called: dict[int, Counter[str]] = {}
    for one in draft.evidence:
        if one.before[0] == found.kind:
            row = row_of(found, one)
            if row is not None:
                current[one.episode] = row.cells
                # What was tapped before a row was touched did nothing to that row.
                tapped.pop(one.episode, None)
            shown = found.shown.get(one.before[1], ())
            section[one.episode] = sections.get(one.before[1], "")
            before[one.episode] = {r.cells for r in shown if r.whole}
            called[one.episode] = Counter(r.key for r in shown)
        # What leaves the screen about a row in front has not removed the row: a pin, a star.
        if one.action.kind == "tap" and one.before[0] not in (OUTSIDE, one.after[0]):
            tapped[one.episode] = (one.before[0], one.action.slot, one.action.label)
        if one.after[0] != found.kind:
            continue
        if section.get(one.episode, "") != sections.get(one.after[1], ""):
            # The rows of another section say nothing about those of the one before.
            current.pop(one.episode, None)
            continue
        names = Counter(row.key for row in found.shown.get(one.after[1], ()))
        for name, number in names.items():
            tap, earlier = went.get((one.episode, name), (None, 0))
            if tap is not None and number >= earlier:
                # It had only moved: up to what is pinned, or out of sight.
                stayed[tap] += 1
                del went[one.episode, name]
        if one.episode not in current:
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
                went[one.episode, name] = tap, called[one.episode][name]
            del current[one.episode]
        elif (
            gone in now
            and not fewer
            and one.episode in tapped
            and tapped[one.episode][0] != found.kind
        ):
            stayed[tapped[one.episode]] += 1
    # What says that it removes does, unless its row was seen to stay, also where nothing showed the list.
    counts.update(
        answer
        for answer in _answers_by_name(draft, set(found.opened))
        if not counts[answer] and not stayed[answer]
    )
    return [
        RemovalSpec(draft.names[kind], bound.table, slot, label, count)
        for (kind, slot, label), count in sorted(counts.items())
        if count > stayed[kind, slot, label] and not _has_fields(draft, kind)
    ]


def _answers_by_name(draft: Draft, about_rows: set[int]) -> set[tuple[int, str, str]]:
    """The answers to dialogs that say that they remove what the dialog is about, ask no more questions, and do not
    come back to a screen about a row.
    """
    shapes = draft.screens.types.shapes
    dialogs = {kind for kind, shape in enumerate(shapes) if shape.group[2] == "dialog"}
    found: set[tuple[int, str, str]] = set()
    kept: set[tuple[int, str, str]] = set()
    for one in draft.evidence:
        if one.action.kind == "tap" and one.before[0] in dialogs:
            answer = (one.before[0], one.action.slot, one.action.label)
            if is_called_removal(one.action.label):
                found.add(answer)
            if one.after[0] in dialogs | about_rows:
                kept.add(answer)
    return found - kept


def _has_fields(draft: Draft, kind: int) -> bool:
    """Whether a screen has fields to fill in: taps there save, and move rows in their list."""
    return any(
        part.node.flags & EDITABLE
        for content in draft.screens.contents[kind]
        for part in content.parts
    )

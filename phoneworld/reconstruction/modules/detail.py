"""The screen that a row opens: which of its texts are the row's."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.columns import column_name, id_in
from phoneworld.reconstruction.folded_texts import FOLDED, is_folded
from phoneworld.reconstruction.found_lists import FoundList, row_of
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView, Recognition, Touch
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.rows import type_of
from phoneworld.reconstruction.screen_parts import ACTIONABLE, NONE, Part, container_of, text_places
from phoneworld.reconstruction.specification import AppSpec, ColumnSpec, DetailSpec
from phoneworld.reconstruction.states import OUTSIDE

Place = tuple[int, int]
MOST_IN_A_LINE = 2
"""A line of a detail holds a value, and what the value is called."""
FEWEST_REPEATED = 3
"""So many texts of one kind on a screen are no fields of a row."""


class DetailModule:
    """Screens about one row; `Blueprint.bound_texts` puts the row's values in their places."""

    name = "detail"

    def recognise(self, found: Recognition) -> None:
        for one in found.lists:
            one.details = details_of(found.draft, one.found, one.table, one.columns)
        details = tuple(detail for one in found.lists for detail in one.details)
        found.spec = replace(found.spec, details=details)

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.details)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """Leave out what belongs to another row: the texts of a content that was recorded for it.

        The row's own texts stand in their places from the start: fields begin with them too.
        """
        blueprint, records = screen.blueprint, screen.records
        detail = blueprint.detail(screen.route, screen.row, records)
        if detail is None or screen.row is None:
            return
        table = blueprint.tables[detail.table]
        values = records.row(table, screen.row)
        key = str(values[table.columns[0].name]) if values is not None else ""
        if not key or blueprint.is_about(detail, screen.shown_at, key):
            return
        rare = blueprint.rare_texts(screen.route)
        for place, part in enumerate(screen.parts()):
            text = part.node.text
            is_plain = not part.node.flags & ACTIONABLE and not part.in_row
            if is_plain and text in rare and shown.texts[place] == text:
                shown.texts[place] = ""
        _hide_lines(screen, shown, detail)

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        """Looking at a row changes nothing."""


def _hide_lines(screen: ModuleScreen, shown: ModuleView, detail: DetailSpec) -> None:
    """Leave out the lines of a detail for which the row has nothing to show, with what stands beside it."""
    parts, bound = screen.parts(), {name for name, _ in detail.bindings if "@" in name}
    held: dict[int, list[int]] = defaultdict(list)
    for place, name in enumerate(screen.blueprint.text_places(screen.route, screen.shown_at)):
        if name in bound:
            held[container_of(parts, parts[place])].append(place)
    for line, places in held.items():
        if line == NONE or any(shown.texts[place] for place in places):
            continue
        end = next(
            (n for n in range(line + 1, len(parts)) if parts[n].depth <= parts[line].depth),
            len(parts),
        )
        inside = parts[line + 1 : end]
        is_line = sum(bool(one.node.text) for one in inside) <= MOST_IN_A_LINE
        if is_line and not any(one.node.flags & ACTIONABLE for one in inside):
            shown.hidden |= set(range(line, end))


def details_of(
    draft: Draft, found: FoundList, table: str, columns: list[ColumnSpec]
) -> list[DetailSpec]:
    """The screens that rows open, the most usual first: which of their texts are the row's, and new columns for
    the rest. All but the first must say what the row is called.
    """
    kinds = sorted(found.opened, key=lambda one: (-found.opened[one], one))
    details: list[DetailSpec] = []
    for kind in kinds:
        known = len(columns)
        detail = _detail_of(draft, found, kind, table, columns)
        if detail is None:
            continue
        if details and columns[0].name not in dict(detail.bindings).values():
            del columns[known:]
            continue
        details.append(detail)
    return details


def _detail_of(
    draft: Draft, found: FoundList, kind: int, table: str, columns: list[ColumnSpec]
) -> DetailSpec | None:
    hits: Counter[tuple[str, str]] = Counter()
    folded: set[str] = set()
    pairs = 0
    texts: dict[str, set[str]] = defaultdict(set)
    for one in draft.evidence:
        row = row_of(found, one) if one.before[0] == found.kind else None
        if row is None or one.after[0] != kind or one.action.kind != "tap":
            continue
        pairs += 1
        for slot, text in texts_at(draft, one.after):
            texts[slot].add(text)
            for column in columns:
                value = row.value(column.slot)
                if value and (value == text or is_folded(value, text)):
                    hits[slot, column.name] += 1
                    folded |= {column.name} if value != text else set()
    bindings: dict[str, str] = {}
    for (slot, name), count in sorted(hits.items(), key=lambda item: (-item[1], item[0])):
        if count * 2 > pairs and slot not in bindings and name not in bindings.values():
            bindings[slot] = name
    if not bindings:
        return None
    for place, column in enumerate(columns):
        if column.name in folded & set(bindings.values()):
            columns[place] = replace(column, type=FOLDED)
    names = {column.name for column in columns}
    for slot in sorted(texts):
        if slot in bindings or len(texts[slot]) < 2 or _is_repeated(slot, texts):
            continue
        base = column_name(id_in(slot)) or "detail"
        free = {column.name for column in columns if not column.slot} - set(bindings.values())
        if base in free:
            # Another screen about such rows shows it too.
            bindings[slot] = base
            continue
        name, number = base, 2
        while name in names:
            name, number = f"{base}_{number}", number + 1
        names.add(name)
        columns.append(ColumnSpec(name, type_of(sorted(texts[slot]))))
        bindings[slot] = name
    return DetailSpec(draft.names[kind], table, tuple(sorted(bindings.items())))


def _is_repeated(slot: str, slots: Iterable[str]) -> bool:
    """Whether a text is one of several of the same kind, which are rows of their own."""
    base = slot.rpartition("~")[0]
    return f"{base}~{FEWEST_REPEATED - 1}" in slots


def texts_at(draft: Draft, place: Place) -> list[tuple[str, str]]:
    """The texts outside lists of a recorded screen, by slot."""
    if place[0] == OUTSIDE:
        return []
    return slot_texts(draft.screens.contents[place[0]][place[1]].parts)


def slot_texts(parts: list[Part]) -> list[tuple[str, str]]:
    """The texts outside lists, by slot and number among those of the same slot."""
    places = text_places(parts, contained=True)
    return [(name, part.node.text) for name, part in zip(places, parts, strict=True) if name]

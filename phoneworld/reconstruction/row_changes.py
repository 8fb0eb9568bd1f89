"""What a recorded step says about the data: the content before and the content after, compared.

Where an app stands on a recorded content and goes to the content that was recorded after it, the
rows of its tables become what that content shows: rows that read differently are changed, rows that
are gone are removed, new ones are added. Nothing is taken over where the list only shows another
part of its rows: another tab, a search, another place in a long list.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.rows import ShownRow, rows_of
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import DetailSpec, ListSpec, TableSpec
from runtime.observation import CHECKED, EDITABLE, SELECTED

Pairs = list[tuple[ShownRow | None, ShownRow | None]]


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row that becomes what `values` say: a new one without `id`; one that goes does not `stay`."""

    table: TableSpec
    id: int | None
    values: dict[str, str]
    stays: bool = True


def planned(
    blueprint: Blueprint, records: Records, screen: str, old: int, new: int, row: int | None
) -> list[RowChange]:
    """The changes of data that a screen shows when it goes from one recorded content to another.

    Where a row is in question, no other may have changed: then the contents tell of something else.
    """
    if old == new:
        return []
    changes: list[RowChange] = []
    shown = blueprint.lists.get(screen)
    if shown is not None:
        changes += _in_list(blueprint, records, shown, old, new)
        if row is not None and any(change.id != row for change in changes):
            changes = []
    detail = blueprint.detail(screen, row, records)
    if detail is not None and row is not None:
        changes += _in_detail(blueprint, records, detail, old, new, row)
    return changes


def note_answer(
    blueprint: Blueprint, records: Records, screen: str, old: int, new: int, row: int | None
) -> None:
    """Keep what an answered dialog changed in the texts of the screen below it, besides its rows."""
    detail = blueprint.detail(screen, row, records)
    bound = {place for place, _ in detail.bindings} if detail is not None else set[str]()
    was, now = (
        dict(zip(blueprint.text_places(screen, state), texts, strict=True))
        for state in (old, new)
        for texts in [[view.text for view in blueprint.screens[screen].states[state].views]]
    )
    for place, text in now.items():
        if place and place not in bound and place in was and was[place] != text:
            records.note(screen, place, was[place], text)


def carry_out(records: Records, changes: list[RowChange]) -> None:
    """Carry out the changes. What was done already is not done again."""
    for change in changes:
        if change.id is None:
            _add(records, change.table, change.values)
        elif change.stays:
            records.update(change.table, change.id, change.values)
        else:
            records.delete(change.table, change.id)


def _in_list(
    blueprint: Blueprint, records: Records, shown: ListSpec, old: int, new: int
) -> list[RowChange]:
    table = blueprint.tables[shown.table]
    before = blueprint.parts(shown.screen, old)
    after = blueprint.parts(shown.screen, new)
    if _selection(before) != _selection(after):
        return []
    changes: list[RowChange] = []
    for one, other in _paired(shown_rows(before, shown), shown_rows(after, shown)):
        was = one.values(table.columns) if one is not None else {}
        now = other.values(table.columns) if other is not None else {}
        id = records.find(table, was) if one is not None else None
        values = {name: value for name, value in now.items() if was.get(name) != value}
        if one is None or id is not None:
            changes.append(RowChange(table, id, values, stays=other is not None))
    return changes


def shown_rows(parts: list[Part], shown: ListSpec) -> list[ShownRow]:
    """The rows of a list on one recorded content."""
    box = next((place for place, part in enumerate(parts) if part.slot == shown.box), None)
    if box is None:
        return []
    return [row for row in rows_of(parts, box) if row.cells]


def _selection(parts: list[Part]) -> set[tuple[str, str, str]]:
    """What a list may be narrowed by: what is selected outside of it, and what fields hold."""
    found: set[tuple[str, str, str]] = set()
    for part in parts:
        flags = part.node.flags
        if flags & SELECTED or (flags & CHECKED and not part.in_row):
            found.add((part.slot, part.label, ""))
        if flags & EDITABLE and not part.in_row:
            found.add((part.slot, "", part.node.text))
    return found


def _paired(before: list[ShownRow], after: list[ShownRow]) -> Pairs:
    """Rows that changed, went (with nothing after) or came (with nothing before).

    Where a list may go on beyond its ends, what came or went is only known before its last row.
    """
    now: dict[tuple[str, int], ShownRow] = {}
    alike: Counter[str] = Counter()
    for row in after:
        now[row.key, alike[row.key]] = row
        alike[row.key] += 1
    pairs: Pairs = []
    kept: list[str] = []
    went: list[ShownRow] = []
    alike.clear()
    for row in before:
        same = now.pop((row.key, alike[row.key]), None)
        alike[row.key] += 1
        if same is None:
            went.append(row)
            continue
        kept.append(row.key)
        if row.whole and same.whole and (same.cells, same.looks) != (row.cells, row.looks):
            pairs.append((row, same))
    came = [row for row in after if row in now.values()]
    if before and after and not kept:
        return []
    pairs += [(row, None) for row in went if row.whole and _is_between(row, before, after)]
    pairs += [(None, row) for row in came if row.whole and _is_between(row, after, before)]
    return pairs


def _is_between(row: ShownRow, there: list[ShownRow], other: list[ShownRow]) -> bool:
    """Whether a row that only one of two looks shows would be shown by the other if it were there:
    that one shows all its rows, or rows from before and after it.
    """
    keys = {one.key for one in other}
    place = there.index(row)
    above = place == 0 or any(one.key in keys for one in there[:place])
    below = any(one.key in keys for one in there[place + 1 :])
    return above and (below or not other or other[-1].whole)


def _add(records: Records, table: TableSpec, values: dict[str, str]) -> None:
    """A row that was added; one that was just saved under that name is the same row."""
    key = table.columns[0].name
    known = records.newest(table, {key: values.get(key, "")})
    if known is None:
        records.insert(table, values)
    else:
        records.update(table, known, values)


def _in_detail(
    blueprint: Blueprint, records: Records, detail: DetailSpec, old: int, new: int, row: int
) -> list[RowChange]:
    table = blueprint.tables[detail.table]
    values = records.row(table, row)
    key = table.columns[0].name
    if values is None or not blueprint.is_about(detail, old, str(values[key])):
        return []
    was, now = (_bound(blueprint, detail, state) for state in (old, new))
    changed = {name: text for name, text in now.items() if was.get(name) != text}
    return [RowChange(table, row, changed)] if changed else []


def _bound(blueprint: Blueprint, detail: DetailSpec, state: int) -> dict[str, str]:
    """What a content of a detail shows of its row, by column."""
    columns = dict(detail.bindings)
    views = blueprint.screens[detail.screen].states[state].views
    places = blueprint.text_places(detail.screen, state)
    return {
        columns[name]: view.text
        for name, view in zip(places, views, strict=True)
        if name in columns
    }

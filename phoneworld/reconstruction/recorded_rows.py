"""The initial rows of a table: those that were recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.folded_texts import FOLDED, Breaks, fold
from phoneworld.reconstruction.found_lists import FoundList, row_of
from phoneworld.reconstruction.modules.detail import details_of, texts_at
from phoneworld.reconstruction.rows import LOOKS, ShownRow
from phoneworld.reconstruction.specification import ColumnSpec, FormSpec
from phoneworld.reconstruction.states import OUTSIDE

Cells = tuple[tuple[str, str], ...]


def recorded_rows(
    draft: Draft, found: FoundList, columns: list[ColumnSpec], forms: Iterable[FormSpec]
) -> tuple[tuple[str, ...], ...]:
    """The rows that were there before anything was added, in the order of the list."""
    texts = [column for column in columns if column.slot and column.type not in LOOKS]
    made = _made_by_use(draft, found, {(f.screen, slot) for f in forms for slot, _ in f.fields})
    order: list[tuple[tuple[str, ...], int]] = []
    best: dict[tuple[tuple[str, ...], int], ShownRow] = {}
    for _, rows in sorted(found.shown.items()):
        last = -1
        alike: Counter[tuple[str, ...]] = Counter()
        for row in rows:
            if row.cells in made:
                continue
            cells = tuple(row.value(column.slot) for column in texts)
            # Two rows that read the same are two rows where they stand on one screen.
            one = (cells, alike[cells])
            alike[cells] += 1
            if one not in best:
                order.insert(last + 1, one)
                best[one] = row
            elif row.whole and not best[one].whole:
                best[one] = row
            last = order.index(one)
    whole = [_texts(best[one]) for one in order if best[one].whole]
    values = [
        best[one].values(columns)
        for one in order
        if best[one].whole or not any(_texts(best[one]) <= other for other in whole)
    ]
    _fill_details(draft, found, columns, values)
    return tuple(tuple(row.get(column.name, "") for column in columns) for row in values)


def _texts(row: ShownRow) -> set[str]:
    return {text for _, text in row.cells}


def _made_by_use(draft: Draft, found: FoundList, fields: set[tuple[str, str]]) -> set[Cells]:
    """Rows that only came to read so while the app was used: what they are called had been typed into
    a form, or the same row read differently before.
    """
    first: set[Cells] = set()
    later: set[Cells] = set()
    episode = -1
    seen: set[Cells] = set()
    most: Counter[str] = Counter()
    typed: set[str] = set()
    for one in draft.evidence:
        if one.episode != episode:
            episode = one.episode
            seen.clear()
            most.clear()
            typed.clear()
        if one.action.kind == "type" and (draft.names[one.before[0]], one.action.slot) in fields:
            typed.add(one.action.text.strip())
        for kind, state in (one.before, one.after):
            if kind != found.kind:
                continue
            rows = [row for row in found.shown.get(state, ()) if row.whole]
            now = Counter(row.key for row in rows)
            for row in rows:
                if row.cells not in seen:
                    used = row.key in typed or now[row.key] <= most[row.key]
                    (later if used else first).add(row.cells)
                    seen.add(row.cells)
            most |= now
    return later - first


def _fill_details(
    draft: Draft, found: FoundList, columns: list[ColumnSpec], values: list[dict[str, str]]
) -> None:
    """What only the detail of a row showed."""
    shown = [column for column in columns if column.slot]
    own = {column.name for column in columns if not column.slot}
    folded = {column.name for column in columns if column.type == FOLDED}
    details = (
        {detail.screen: detail for detail in details_of(draft, found, "", list(shown))}
        if own or folded
        else {}
    )
    wholes: dict[str, set[str]] = {name: set() for name in folded}
    for one in draft.evidence:
        row = row_of(found, one) if one.before[0] == found.kind else None
        if row is None or one.after[0] == OUTSIDE:
            continue
        detail = details.get(draft.names[one.after[0]])
        if detail is None:
            continue
        cells = {c.name: row.value(c.slot) for c in shown if c.type not in LOOKS}
        known = next((v for v in values if cells.items() <= v.items()), None)
        texts = dict(texts_at(draft, one.after))
        for slot, name in detail.bindings:
            if name in own and slot in texts and known is not None:
                known.setdefault(name, texts[slot])
            elif name in folded and fold(texts.get(slot, "")) == cells[name]:
                wholes[name].add(texts[slot])
    for name in folded:
        breaks = Breaks(sorted(wholes[name]))
        opened = {fold(whole): whole for whole in sorted(wholes[name])}
        for value in values:
            line = value.get(name, "")
            value[name] = opened.get(line) or breaks.unfold(line)

"""Recorded effects on rows in their lists: buttons in rows, taps on ticks, swipes.

An effect is known by what it did to the row: which of its columns read differently afterwards, or that
the row was gone. What differed from time to time (a clock that runs) is no part of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace

from phoneworld.reconstruction.app_draft import Draft, RecordedTransition
from phoneworld.reconstruction.behaviour import is_row
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.found_lists import FoundList, row_of
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView, Recognition, Touch
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.rows import (
    LOOKS,
    STEP,
    TICK,
    ShownRow,
    step_of,
    stepped,
    tick_of,
    tick_within,
    worded,
)
from phoneworld.reconstruction.screen_parts import NONE, Part
from phoneworld.reconstruction.specification import (
    AppSpec,
    ColumnSpec,
    RowEffectSpec,
    TableSpec,
)
from phoneworld.store import Row

Key = tuple[str, str, str, str]
Sets = tuple[tuple[str, str], ...]


_FLIPPED = {"on": "off", "off": "on"}


class RowActionModule:
    """Buttons, ticks and swipes of rows in their list."""

    name = "row actions"

    def recognise(self, found: Recognition) -> None:
        effects = tuple(
            effect
            for one in found.lists
            for effect in find_row_effects(found.draft, one.found, one.table, one.columns)
        )
        found.spec = replace(found.spec, row_effects=effects)

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.row_effects)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """The list shows its rows as they are."""

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        """Change the row that was touched in its list. A tick whose other direction was never seen flips."""
        spec = blueprint.lists.get(touch.screen)
        part, row = touch.part, touch.of
        if spec is None or part is None or row is None or not part.slot.startswith(f"{spec.box}>"):
            return
        table = blueprint.tables[spec.table]
        values = records.row(table, row)
        if values is None:
            return
        parts = blueprint.parts(touch.screen, touch.state)
        if part in parts:
            tick = tick_within(parts, parts.index(part))
        else:
            tick = _tick_now(part, table, values)
        texts = {c.name: str(values[c.name]) for c in table.columns}
        words = words_of(part, texts, list(table.columns))
        effects = blueprint.row_effects
        effect = effects.get((touch.screen, touch.action, part.slot, words, tick))
        if effect is not None:
            if effect.removes:
                records.delete(table, row)
            else:
                sets = {
                    name: stepped(texts[name], value) if value.startswith(STEP) else value
                    for name, value in effect.sets
                }
                records.update(table, row, sets)
            touch.is_done = True
            return
        other = effects.get((touch.screen, touch.action, part.slot, words, _FLIPPED.get(tick, "")))
        ticks = {c.name for c in table.columns if c.type == TICK}
        if other is None or not tick or not {name for name, _ in other.sets} & ticks:
            return
        flipped = {name: _FLIPPED[value] for name, value in other.sets if name in ticks}
        records.update(table, row, flipped)
        touch.is_done = True


def _tick_now(part: Part, table: TableSpec, values: Row) -> str:
    """The tick of a part of a row that is shown from its table; of the row itself, the one that it holds."""
    ticks = [str(values[column.name]) for column in table.columns if column.type == TICK]
    return ticks[0] if is_row(part.slot) and len(ticks) == 1 else tick_of(part.node.flags)


def find_row_effects(
    draft: Draft, found: FoundList, table: str, columns: list[ColumnSpec]
) -> list[RowEffectSpec]:
    """The effects of one list, each with how often it was seen."""
    changed: dict[Key, list[dict[str, str]]] = defaultdict(list)
    steps: dict[Key, list[dict[str, str]]] = defaultdict(list)
    gone: Counter[Key] = Counter()
    for one in draft.evidence:
        if one.before[0] != found.kind or one.after[0] != found.kind:
            continue
        row = row_of(found, one)
        if row is None or not one.action.kind.startswith(("tap", "swipe")):
            continue
        key = effect_key(one, draft, row, columns)
        now = _again(found, one, row)
        if now is not None:
            before, after = row.values(columns), now.values(columns)
            sets = {name: after[name] for name in after if after[name] != before[name]}
            if sets:
                changed[key].append(sets)
                steps[key].append({name: step_of(before[name], sets[name]) for name in sets})
        elif _is_gone(found, one, row):
            gone[key] += 1
    effects = [
        _effect(draft, found, table, key, sets=agreed, count=len(seen))
        for key, seen in changed.items()
        if len(seen) > gone[key] and (agreed := _agreed(seen, steps[key]))
    ]
    effects += [
        _effect(draft, found, table, key, removes=True, count=count)
        for key, count in gone.items()
        if count >= len(changed[key])
    ]
    return sorted(
        effects, key=lambda effect: (effect.action, effect.slot, effect.words, effect.was)
    )


def _effect(
    draft: Draft,
    found: FoundList,
    table: str,
    key: Key,
    *,
    removes: bool = False,
    sets: Sets = (),
    count: int,
) -> RowEffectSpec:
    action, slot, words, was = key
    screen = draft.names[found.kind]
    return RowEffectSpec(screen, table, action, slot, words, was, removes, sets, count)


def effect_key(
    one: RecordedTransition, draft: Draft, row: ShownRow, columns: list[ColumnSpec]
) -> Key:
    """What identifies an effect: the action, the part of the row, its words and its tick."""
    parts = draft.screens.contents[one.before[0]][one.before[1]].parts
    if one.action.place == NONE:
        return one.action.kind, one.action.slot, "", ""
    part = parts[one.action.place]
    words = words_of(part, row.values(columns), columns)
    return one.action.kind, part.slot, words, tick_within(parts, one.action.place)


def words_of(part: Part, values: dict[str, str], columns: list[ColumnSpec]) -> str:
    """The words of a part of a row, with columns for what the rest of the row reads.

    A row itself has none.
    """
    if is_row(part.slot):
        return ""
    texts = {
        c.name: values.get(c.name, "")
        for c in columns
        if c.slot and c.type not in LOOKS and c.slot.partition("~")[0] != part.slot
    }
    return worded(part.node.description or part.label, texts)


def _again(found: FoundList, one: RecordedTransition, row: ShownRow) -> ShownRow | None:
    """The same row after a step: of several that are called so, the one in the same order."""
    before = [other for other in found.shown.get(one.before[1], ()) if other.key == row.key]
    after = [other for other in found.shown.get(one.after[1], ()) if other.key == row.key]
    number = next(n for n, other in enumerate(before) if other.place == row.place)
    return after[number] if len(after) == len(before) else None


def _is_gone(found: FoundList, one: RecordedTransition, row: ShownRow) -> bool:
    """Whether the row, and only it, left the list."""
    before = Counter(other.key for other in found.shown.get(one.before[1], ()))
    after = Counter(other.key for other in found.shown.get(one.after[1], ()))
    return set((before - after).elements()) == {row.key} and (before - after).total() == 1


def _agreed(seen: list[dict[str, str]], steps: list[dict[str, str]]) -> Sets:
    """What most times agree on: the value that a column gets, or by how much it grows or falls."""
    found: dict[str, str] = {}
    for looked in (seen, steps):
        counts = Counter(
            item for sets in looked for item in sets.items() if item[1] or looked is seen
        )
        for (name, value), count in sorted(counts.items()):
            if count * 2 > len(looked):
                found.setdefault(name, value)
    if len(seen) == 1:
        # Once seen, a number that changed rather went on than became just that number.
        found |= {name: step for name, step in steps[0].items() if step}
    return tuple(sorted(found.items()))

"""Forms: fields whose texts were seen again in a row once something was tapped.

Only what was recorded is modelled.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from phoneworld.reconstruction.app_draft import Draft, RecordedTransition
from phoneworld.reconstruction.behaviour import BACKWARD
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.columns import column_name, id_in
from phoneworld.reconstruction.found_lists import FoundList
from phoneworld.reconstruction.modules.detail import texts_at
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView, Recognition, Touch
from phoneworld.reconstruction.modules.section import add_row
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.screen_parts import short_id
from phoneworld.reconstruction.specification import (
    AppSpec,
    ColumnSpec,
    DetailSpec,
    FormSpec,
)
from phoneworld.reconstruction.states import OUTSIDE
from runtime.observation import EDITABLE

SURE = 4
"""How much more a text tells that was typed into one field alone."""
KEPT_AWAY = 4
"""How many steps after saving a form its texts are looked for."""


@dataclass(slots=True)
class _Filling:
    """A form being filled in: what was typed where, and what stood there before."""

    kind: int
    typed: dict[str, str]
    before: dict[str, str]


def forms_of(
    draft: Draft,
    found: FoundList,
    table: str,
    columns: list[ColumnSpec],
    details: list[DetailSpec],
    search: str,
) -> list[FormSpec]:
    """Forms whose texts were seen again in a row, or in the detail of one."""
    seen: Counter[tuple[int, str, str, str]] = Counter()
    votes: dict[int, FieldVotes] = defaultdict(FieldVotes)
    filled: dict[int, set[str]] = defaultdict(set)
    evidence = draft.evidence
    open_forms: dict[int, _Filling] = {}
    for number, one in enumerate(evidence):
        if number and one.episode != evidence[number - 1].episode:
            open_forms.clear()
        if _window(draft, one.before[0]) == "screen":
            # A dialog may be answered in between; another screen means that the form was left.
            open_forms = {k: form for k, form in open_forms.items() if k == one.before[0]}
        filling = open_forms.get(one.before[0])
        if one.action.kind == "type" and one.action.slot and one.before[0] != OUTSIDE:
            if filling is None:
                filling = open_forms[one.before[0]] = _Filling(one.before[0], {}, {})
            old = _field_text(draft, one)
            filling.before.setdefault(one.action.slot, old)
            filling.typed[one.action.slot] = one.action.text
            continue
        if one.action.kind not in ("tap", "enter") or filling is None:
            continue
        if ">" in one.action.slot or one.action.label.lower() in BACKWARD:
            continue
        typed = {slot: text for slot, text in filling.typed.items() if slot != search}
        old_keys = _keys_before(found, evidence, number)
        if any(text.strip() in old_keys for text in typed.values()):
            continue
        shown = _shown_after(draft, found, columns, details, evidence, number, typed)
        if not shown:
            continue
        votes[filling.kind].add(typed, shown)
        filled[filling.kind] |= typed.keys()
        effect = "update" if _was_there(found, filling, evidence, number) else "insert"
        key = (filling.kind, one.action.slot, one.action.label, effect)
        seen[key] += 1
        del open_forms[filling.kind]
    fields: dict[int, dict[str, str]] = {}
    for kind in sorted(votes):
        fields[kind] = votes[kind].columns()
        for slot in sorted(filled[kind] - fields[kind].keys()):
            fields[kind][slot] = _new_column(draft, kind, slot, columns)
    return [
        FormSpec(
            screen=draft.names[kind],
            table=table,
            save=slot,
            save_label=label,
            effect=effect,
            fields=tuple(sorted(fields[kind].items())),
            count=count,
        )
        for (kind, slot, label, effect), count in sorted(seen.items())
    ]


def _window(draft: Draft, kind: int) -> str:
    return "" if kind == OUTSIDE else draft.screens.types.shapes[kind].group[2]


def _keys_before(
    found: FoundList, evidence: tuple[RecordedTransition, ...], number: int
) -> set[str]:
    """The rows that the episode had shown so far."""
    keys: set[str] = set()
    for one in reversed(evidence[: number + 1]):
        if one.episode != evidence[number].episode:
            break
        if one.before[0] == found.kind:
            keys |= {row.key for row in found.shown.get(one.before[1], ())}
    return keys


def _was_there(
    found: FoundList, filling: _Filling, evidence: tuple[RecordedTransition, ...], number: int
) -> bool:
    """Whether the form held a row's values before anything was typed."""
    held = {text for text in filling.before.values() if text.strip()}
    for one in reversed(evidence[: number + 1]):
        if one.episode != evidence[number].episode:
            return False
        if one.before[0] == found.kind:
            values = {text for row in found.shown.get(one.before[1], ()) for _, text in row.cells}
            if held & values or any(_is_amount(a, b) for a in held for b in values):
                return True
    return False


def _field_text(draft: Draft, one: RecordedTransition) -> str:
    parts = draft.screens.contents[one.before[0]][one.before[1]].parts
    return parts[one.action.place].node.text if 0 <= one.action.place < len(parts) else ""


def _shown_after(
    draft: Draft,
    found: FoundList,
    columns: list[ColumnSpec],
    details: list[DetailSpec],
    evidence: tuple[RecordedTransition, ...],
    number: int,
    typed: dict[str, str],
) -> list[tuple[str, str]]:
    """The columns, with their values, of what showed typed texts soon after; nothing where none did."""
    by_screen = {detail.screen: detail for detail in details}
    for step, one in enumerate(evidence[number : number + KEPT_AWAY]):
        if one.episode != evidence[number].episode or (step and one.action.kind != "back"):
            break
        kind, state = one.after
        shown: list[tuple[str, str]] = []
        if kind == found.kind:
            shown = [
                (column.name, row.value(column.slot))
                for row in found.shown.get(state, ())
                for column in columns
                if column.slot
            ]
        elif kind != OUTSIDE and draft.names[kind] in by_screen:
            detail = by_screen[draft.names[kind]]
            texts = dict(texts_at(draft, one.after))
            shown = [(name, texts.get(place, "")) for place, name in detail.bindings]
        if matched(typed, shown):
            return shown
    return []


class FieldVotes:
    """Which field is which column, from all that was typed into a form: what one text cannot tell, because two
    fields held the same, another can.
    """

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._joined: set[tuple[str, str]] = set()

    def add(self, typed: dict[str, str], shown: list[tuple[str, str]]) -> None:
        texts = Counter(text.strip() for text in typed.values())
        for slot, name in {
            (slot, name)
            for slot, text in typed.items()
            for name, value in shown
            if text.strip() and (value == text.strip() or _is_amount(text, value))
        }:
            alone = texts[typed[slot].strip()] == 1
            self._counts[slot, name] += SURE if alone else 1
            self._counts[slot, name] += column_name(id_in(slot)) == name
        plain = {slot for slot, _ in self._counts}
        self._joined |= {
            (slot, name) for slot, name in matched(typed, shown).items() if slot not in plain
        }

    def columns(self) -> dict[str, str]:
        """The columns of the fields, each the column of one field, but for those that make a text together."""
        found: dict[str, str] = {}
        ranked = sorted(self._counts.items(), key=lambda item: (-item[1], item[0]))
        for (slot, name), _ in ranked:
            if slot not in found and name not in found.values():
                found[slot] = name
        for slot, name in sorted(self._joined):
            found.setdefault(slot, name)
        return found


_NOT_DIGITS = re.compile(r"[^\d.]")


def _is_amount(typed: str, shown: str) -> bool:
    """Whether a number that was typed is shown as an amount of money."""
    return bool(re.fullmatch(r"\d+\.\d+", typed)) and _NOT_DIGITS.sub("", shown) == typed


def matched(typed: dict[str, str], shown: list[tuple[str, str]]) -> dict[str, str]:
    """Fields by column: one that reads like it, or two that together do (first and last name)."""
    mapped: dict[str, str] = {}
    for slot, text in typed.items():
        for name, value in shown:
            if text.strip() and (value == text.strip() or _is_amount(text, value)):
                mapped.setdefault(slot, name)
    rest = [slot for slot in typed if slot not in mapped and typed[slot].strip()]
    for one, other in pairwise(rest):
        both = f"{typed[one].strip()} {typed[other].strip()}"
        for name, value in shown:
            if value == both:
                mapped.setdefault(one, name)
                mapped.setdefault(other, name)
    return mapped


def _new_column(draft: Draft, kind: int, slot: str, columns: list[ColumnSpec]) -> str:
    """A column for a field whose text was not seen again."""
    hint = next(
        (
            part.node.hint or part.node.description or short_id(part.node.resource_id)
            for content in draft.screens.contents[kind]
            for part in content.parts
            if part.slot == slot and part.node.flags & EDITABLE
        ),
        "",
    )
    base = column_name(hint) or "field"
    names = {column.name for column in columns}
    name, number = base, 2
    while name in names:
        name, number = f"{base}_{number}", number + 1
    columns.append(ColumnSpec(name, "text"))
    return name


class FormModule:
    """Forms that make rows, or change them."""

    name = "form"

    def recognise(self, found: Recognition) -> None:
        for one in found.lists:
            one.forms = forms_of(
                found.draft, one.found, one.table, one.columns, one.details, one.search
            )
        forms = tuple(form for one in found.lists for form in one.forms)
        found.spec = replace(found.spec, forms=forms)

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.forms)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """A field keeps what is typed by itself."""

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        form = _form_of(blueprint, touch) if touch.presses else None
        table = records.table_of(touch.row) if touch.row is not None else None
        if form is None or (table is not None and form.table != table.name):
            return
        values: dict[str, str] = {}
        columns = dict(form.fields)
        # In the order in which the fields stand on the screen.
        for slot, typed in touch.texts.items():
            if slot in columns:
                column, text = columns[slot], typed.strip()
                values[column] = f"{values[column]} {text}".strip() if column in values else text
        if not any(values.values()):
            # Nothing was filled in: no app was ever seen to save that.
            return
        if touch.row is None:
            touch.row = add_row(blueprint, records, touch, blueprint.tables[form.table], values)
        else:
            records.update(blueprint.tables[form.table], touch.row, values)


def _form_of(blueprint: Blueprint, touch: Touch) -> FormSpec | None:
    forms, key = blueprint.forms, (touch.screen, touch.slot, touch.label)
    insert = forms.get((*key, "insert"))
    update = forms.get((*key, "update"))
    return (update or insert) if touch.row is not None else insert

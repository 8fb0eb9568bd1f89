"""What a touch does to the data of a rebuilt app: saving forms, removing rows, flipping settings."""

from __future__ import annotations

from collections.abc import Mapping

from phoneworld.reconstruction.behaviour import is_row
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.row_effects import words_of
from phoneworld.reconstruction.rows import STEP, TICK, rows_of, stepped
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import FormSpec

_FLIPPED = {"on": "off", "off": "on"}


class Effects:
    """Carries out what the specification says of a touch."""

    def __init__(self, blueprint: Blueprint, records: Records) -> None:
        self._blueprint = blueprint
        self._records = records

    def row_touched(self, screen: str, state: int, part: Part) -> int | None:
        """The row of the table that a part of a recorded list belongs to."""
        spec = self._blueprint.lists.get(screen)
        if spec is None or not part.slot.startswith(f"{spec.box}>"):
            return None
        parts = self._blueprint.parts(screen, state)
        rows = rows_of(parts, part.box)
        touched = next((row for row in rows if row.place == part.row), None)
        if touched is None:
            return None
        table = self._blueprint.tables[spec.table]
        return self._records.find(table, touched.values(table.columns))

    def do_to_row(self, screen: str, action: str, part: Part, tick: str, row: int) -> bool:
        """Change the row that was touched in its list. Returns whether an effect is known.

        A tick whose other direction was never seen flips.
        """
        spec = self._blueprint.lists.get(screen)
        if spec is None or not part.slot.startswith(f"{spec.box}>"):
            return False
        table = self._blueprint.tables[spec.table]
        values = self._records.row(table, row)
        if values is None:
            return False
        texts = {c.name: str(values[c.name]) for c in table.columns}
        words = words_of(part, texts, list(table.columns))
        effects = self._blueprint.row_effects
        effect = effects.get((screen, action, part.slot, words, tick))
        if effect is not None:
            if effect.removes:
                self._records.delete(table, row)
            else:
                sets = {
                    name: stepped(texts[name], value) if value.startswith(STEP) else value
                    for name, value in effect.sets
                }
                self._records.update(table, row, sets)
            return True
        other = effects.get((screen, action, part.slot, words, _FLIPPED.get(tick, "")))
        ticks = {c.name for c in table.columns if c.type == TICK}
        if other is None or not tick or not {name for name, _ in other.sets} & ticks:
            return False
        flipped = {name: _FLIPPED[value] for name, value in other.sets if name in ticks}
        self._records.update(table, row, flipped)
        return True

    def pick(self, screen: str, slot: str, row: int) -> None:
        """Put a row that was tapped in its list into another, where that was seen."""
        pick = self._blueprint.picks.get(screen)
        if pick is None or not is_row(slot):
            return
        values = self._records.row(self._blueprint.tables[pick.table], row)
        if values is not None:
            into = self._blueprint.tables[pick.into]
            self._records.insert(into, {name: str(values[own]) for name, own in pick.columns})

    def carry_out(
        self, screen: str, slot: str, label: str, texts: Mapping[str, str], row: int | None
    ) -> int | None:
        """Change the data as a tap does. Returns the row that following steps are about."""
        setting = self._blueprint.settings.get((screen, slot, label))
        if setting is not None:
            self._records.put(setting, on=not self._records.setting(setting))
        table = self._records.table_of(row) if row is not None else None
        mark = self._blueprint.marks.get((screen, slot, label))
        if mark is not None and table is not None and row is not None:
            self._records.mark(mark.name, table.name, row)
        elif mark is not None and not mark.table:
            self._records.mark(mark.name, "", 0)
        goes = table is not None and (screen, slot, label, table.name) in self._blueprint.removals
        if goes and table is not None and row is not None:
            self._records.delete(table, row)
            return None
        form = self._form(screen, slot, label, row)
        if form is None or (table is not None and form.table != table.name):
            return row
        return self._save(form, texts, row)

    def choose(
        self, screen: str, slot: str, label: str, stack: Mapping[str, int], row: int | None
    ) -> None:
        """Keep what was chosen in a dialog, where its row or the screen below shows it.

        What is chosen for something that is still being filled in is no data yet.
        """
        choice = self._blueprint.choices.get((screen, slot))
        if choice is None or label not in choice.options:
            return
        below = [name for name in stack if name != screen][-1:]
        if row is None and set(below) & self._blueprint.form_screens:
            return
        self._records.choose(choice.name, row or 0, label)
        for shown, place in choice.places:
            detail = self._blueprint.detail(shown, row, self._records)
            column = dict(detail.bindings).get(place) if detail is not None else None
            if detail is not None and column is not None and row is not None:
                table = self._blueprint.tables[detail.table]
                self._records.update(table, row, {column: label})
            elif shown in stack:
                places = self._blueprint.text_places(shown, stack[shown])
                views = self._blueprint.screens[shown].states[stack[shown]].views
                old = next((v.text for p, v in zip(places, views, strict=True) if p == place), "")
                self._records.note(shown, place, old, label)

    def _form(self, screen: str, slot: str, label: str, row: int | None) -> FormSpec | None:
        forms = self._blueprint.forms
        insert = forms.get((screen, slot, label, "insert"))
        update = forms.get((screen, slot, label, "update"))
        return (update or insert) if row is not None else insert

    def _save(self, form: FormSpec, texts: Mapping[str, str], row: int | None) -> int | None:
        table = self._blueprint.tables[form.table]
        values: dict[str, str] = {}
        for slot, column in self._in_order(form, texts):
            text = texts.get(slot, "").strip()
            values[column] = f"{values[column]} {text}".strip() if column in values else text
        if not any(values.values()):
            # Nothing was filled in: no app was ever seen to save that.
            return row
        if row is None:
            return self._records.insert(table, values)
        self._records.update(table, row, values)
        return row

    @staticmethod
    def _in_order(form: FormSpec, texts: Mapping[str, str]) -> list[tuple[str, str]]:
        """The fields in the order in which they stand on the screen."""
        columns = dict(form.fields)
        shown = [slot for slot in texts if slot in columns]
        return [(slot, columns[slot]) for slot in shown]

"""Tabs and entries of drawers that a user adds and renames: the app's lists, labels, folders.

What a tab shows is a section of a list (`section`); what an entry opens is what entries like it open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.behaviour import BACKWARD
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.columns import free_name
from phoneworld.reconstruction.entry_strip import EntryStrip, ShownEntry
from phoneworld.reconstruction.found_strips import FoundStrip, entries_of, find_strips, gap_of
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView, Recognition, Touch
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.screen_state import DRIVEN
from phoneworld.reconstruction.specification import (
    AppSpec,
    ColumnSpec,
    EntrySpec,
    FormSpec,
    StripSpec,
    TableSpec,
)

TITLE = "title"
KEPT_AWAY = 3
"""How many steps after an answer its text is looked for among the entries."""


@dataclass(frozen=True, slots=True)
class _Named:
    """An answer that gave an entry its name: the dialog, the field, the button, and whether it was a new entry."""

    screen: int
    field: str
    save: str
    label: str
    is_new: bool
    text: str


class StripModule:
    """Strips of entries, and the forms that add to them or rename one."""

    name = "tabs"

    def recognise(self, found: Recognition) -> None:
        draft, spec = found.draft, found.spec
        strips, tables, forms = list(spec.strips), list(spec.tables), list(spec.forms)
        known = {(form.screen, form.save, form.save_label) for form in forms}
        for one in find_strips(draft):
            named = _named(draft, one)
            screen = draft.names[one.kind]
            table = table_of_strip(screen, {t.name for t in tables})
            entries = entries_of(draft, one, {answer.text for answer in named})
            rows = tuple((entry.label,) for entry in entries if entry.label)
            tables.append(TableSpec(table, (ColumnSpec(TITLE, "text"),), rows))
            strips.append(
                StripSpec(screen, one.box, one.slot, table, one.across, gap_of(draft, one), entries)
            )
            forms += [form for form in _forms(draft, table, named) if _key(form) not in known]
        found.spec = replace(spec, strips=tuple(strips), tables=tuple(tables), forms=tuple(forms))

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.strips)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """All entries there are now, from the first that the recorded content shows. Those of a drawer are as they
        were recorded until they change or are scrolled.
        """
        blueprint = screen.blueprint
        strip = blueprint.strips.get(screen.route)
        if strip is None:
            return
        parts = screen.parts()
        place = next((p for p, part in enumerate(parts) if part.slot == strip.box), None)
        labels = [part.label for part in parts if part.slot == strip.slot]
        if place is None or not labels:
            return
        table = blueprint.tables[strip.table]
        scrolled = strip.across or screen.state.get(DRIVEN)
        if not scrolled and not screen.records.is_changed(table):
            return
        section = blueprint.sections.get(screen.route)
        selected = screen.section() if section is not None and section.tabs == strip.slot else ""
        first = "" if labels[0] == next(e.label for e in strip.entries if e.label) else labels[0]
        shown.strips[place] = EntryStrip(
            screen.content.views[place],
            strip,
            _entries(strip, blueprint, screen.records, selected),
            blueprint.image,
            screen.did,
            first=first,
        )

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        """Give the selected entry another name; the form module adds new ones."""
        form = blueprint.forms.get((touch.screen, touch.slot, touch.label, "update"))
        strip = next(
            (one for one in blueprint.spec.strips if form is not None and one.table == form.table),
            None,
        )
        if form is None or strip is None or not touch.presses:
            return
        table = blueprint.tables[strip.table]
        text = next(
            (touch.texts[slot].strip() for slot, _ in form.fields if slot in touch.texts), ""
        )
        label = touch.sections.get(strip.screen, "")
        names = [row[0] for row in table.rows]
        if text and label in names:
            records.update(table, records.first_id(table) + names.index(label), {TITLE: text})
            touch.is_done = True


def _entries(
    strip: StripSpec, blueprint: Blueprint, records: Records, selected: str
) -> list[ShownEntry]:
    table = blueprint.tables[strip.table]
    titles = {int(row["_id"]): str(row[TITLE]) for row in records.rows(table)}
    first = records.first_id(table)
    shown: list[ShownEntry] = []
    number = 0
    last = 0
    for entry in strip.entries:
        if not entry.label:
            shown.append(ShownEntry(entry, ""))
            continue
        title = titles.pop(first + number, None)
        number += 1
        if title is not None:
            shown.append(ShownEntry(entry, title, entry.label == selected))
            last = len(shown)
    like = next(entry for entry in reversed(strip.entries) if entry.label)
    for title in titles.values():
        shown.insert(last, ShownEntry(_renamed(like, title), title, title == selected))
        last += 1
    return shown


def _renamed(entry: EntrySpec, title: str) -> EntrySpec:
    views = tuple(
        replace(view, text=title, image="") if view.text == entry.label else view
        for view in entry.views
    )
    return EntrySpec(title, views)


def table_of_strip(screen: str, taken: set[str]) -> str:
    """The table of a screen's strip: named as the screen, as far as SQL can name it."""
    words = "".join(char for char in screen if char.isascii()).lstrip("0123456789_")
    return free_name(f"{words.rstrip('_')}_tabs".lstrip("_"), taken)


def _named(draft: Draft, found: FoundStrip) -> list[_Named]:
    """Every answer after which an entry reads what was typed, and none did before."""
    answers: list[_Named] = []
    contents = draft.screens.contents[found.kind]
    before: dict[int, list[str]] = {}
    typed: dict[int, tuple[int, str, str]] = {}
    waiting: dict[int, tuple[int, _Named]] = {}
    for number, one in enumerate(draft.evidence):
        if one.before[0] == found.kind:
            before[one.episode] = found.labels(contents[one.before[1]].parts, one.before[1])
        if one.action.kind == "type" and one.action.slot and one.action.text.strip():
            typed[one.episode] = one.before[0], one.action.slot, one.action.text.strip()
        known = typed.get(one.episode)
        pressed = one.action.kind in ("tap", "enter") and one.after[0] != one.before[0]
        if pressed and known is not None and known[0] == one.before[0]:
            if one.action.label.lower() not in BACKWARD:
                kind, slot, text = known
                answer = _Named(kind, slot, one.action.slot, one.action.label, True, text)
                waiting[one.episode] = number, answer
            typed.pop(one.episode)
        held = waiting.get(one.episode)
        if held is None or one.after[0] != found.kind or number - held[0] >= KEPT_AWAY:
            continue
        labels = found.labels(contents[one.after[1]].parts, one.after[1])
        old = before.get(one.episode, [])
        if held[1].text in labels and held[1].text not in old and old:
            answers.append(replace(held[1], is_new=_is_added(held[1].text, old, labels)))
            del waiting[one.episode]
    return answers


def _is_added(text: str, old: list[str], labels: list[str]) -> bool:
    """Whether an entry is new, and not another one's new name, which stands where that stood. To show a new entry a
    strip may scroll, so that others go out of sight.
    """
    gone = [label for label in old if label not in labels]
    if len(gone) != 1 or len(labels) > len(old):
        return True
    return old.index(gone[0]) != labels.index(text)


def _forms(draft: Draft, table: str, named: list[_Named]) -> list[FormSpec]:
    counts = Counter((a.screen, a.save, a.label, a.is_new, a.field) for a in named)
    return [
        FormSpec(
            screen=draft.names[kind],
            table=table,
            save=save,
            save_label=label,
            effect="insert" if is_new else "update",
            fields=((slot, TITLE),),
            count=count,
        )
        for (kind, save, label, is_new, slot), count in sorted(counts.items())
    ]


def _key(form: FormSpec) -> tuple[str, str, str]:
    return form.screen, form.save, form.save_label

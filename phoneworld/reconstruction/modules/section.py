"""Lists that show the rows of one section: of the selected tab, or of what the screen is called, like the messages
of a conversation, the items of a checklist, the files of a folder.

A title is one when what was tapped to come there, a row or an entry, reads the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.behaviour import key_in
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.folded_texts import FOLDED, fold
from phoneworld.reconstruction.found_lists import FoundList
from phoneworld.reconstruction.modules.detail import slot_texts, texts_at
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView, Recognition, Touch
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.rows import LOOKS
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import AppSpec, SectionSpec, TableSpec
from runtime.observation import SELECTED

FEWEST = 2
"""A list with fewer sections has none."""


class SectionModule:
    """Sections of lists: tabs, filters, threads."""

    name = "section"

    def recognise(self, found: Recognition) -> None:
        for one in found.lists:
            screen = found.draft.names[one.found.kind]
            tabs = _tabs(found.draft, one.found)
            title = "" if tabs else _title(found.draft, one.found)
            if tabs or title:
                one.section = SectionSpec(screen, one.table, tabs, title)

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.sections)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """The tab that was tapped is the selected one; the list module leaves out the rows of other sections."""
        known, now = screen.blueprint.sections.get(screen.route), screen.section()
        if known is None or not known.tabs or not now:
            return
        for place, part in enumerate(screen.parts()):
            if part.slot == known.tabs and part.label:
                shown.selected[place] = part.label == now

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        """Select the tab. What is added comes to the section that is shown: modules that add rows see to it."""
        del records
        known = blueprint.sections.get(touch.screen)
        if known is not None and known.tabs and touch.action == "tap" and touch.slot == known.tabs:
            touch.selects = touch.label


def add_row(
    blueprint: Blueprint, records: Records, touch: Touch, table: TableSpec, values: dict[str, str]
) -> int:
    """Add a row to a table, in the section that its list shows."""
    id = records.insert(table, values)
    for one in blueprint.spec.sections:
        if one.table == table.name and touch.sections.get(one.screen):
            records.put_in(table, id, touch.sections[one.screen])
    return id


def recorded_section(section: SectionSpec, parts: list[Part]) -> str:
    if section.tabs:
        labels = [p.label for p in parts if p.slot == section.tabs and p.node.flags & SELECTED]
        return labels[0] if len(labels) == 1 else ""
    return dict(slot_texts(parts)).get(section.title, "")


def _tabs(draft: Draft, found: FoundList) -> str:
    """The slot of parts beside the list of which each time exactly one is selected, not always the same."""
    labels: dict[str, set[str]] = defaultdict(set)
    counts: dict[str, int] = defaultdict(int)
    for state in found.shown:
        groups: dict[str, list[Part]] = defaultdict(list)
        for part in draft.screens.contents[found.kind][state].parts:
            if part.label and not part.in_row:
                groups[part.slot].append(part)
        for slot, parts in groups.items():
            selected = [part.label for part in parts if part.node.flags & SELECTED]
            if len(parts) >= FEWEST and len(selected) == 1:
                labels[slot].add(selected[0])
                counts[slot] += 1
    usual = [
        slot
        for slot, seen in labels.items()
        if len(seen) >= FEWEST and counts[slot] * 2 > len(found.shown)
    ]
    return max(sorted(usual), key=lambda slot: len(labels[slot]), default="")


def _title(draft: Draft, found: FoundList) -> str:
    """The place of the text that reads what was tapped to come to the list."""
    confirmed: dict[str, set[str]] = defaultdict(set)
    for one in draft.evidence:
        if one.after[0] != found.kind or one.action.kind != "tap" or one.before == one.after:
            continue
        if one.before[0] == found.kind and _rows(found, one.before[1]) == _rows(
            found, one.after[1]
        ):
            # It leaves the rows as they are: what reads so now (a song that plays) is no section of them.
            continue
        called = key_in(one.action.label)
        for place, text in texts_at(draft, one.after):
            if called and text == called:
                confirmed[place].add(text)
    usual = [place for place, texts in confirmed.items() if len(texts) >= FEWEST]
    return max(sorted(usual), key=lambda place: len(confirmed[place]), default="")


def _rows(found: FoundList, state: int) -> list[str]:
    return [row.key for row in found.shown.get(state, ())]


def with_members(
    draft: Draft, found: FoundList, section: SectionSpec, table: TableSpec
) -> SectionSpec:
    """A section with the recorded rows that it was seen to hold."""
    columns = [c for c in table.columns if c.slot and c.type not in LOOKS]
    places = [table.columns.index(column) for column in columns]
    numbers: dict[tuple[str, ...], int] = {}
    for number, row in enumerate(table.rows):
        shown = tuple(
            fold(row[place]) if table.columns[place].type == FOLDED else row[place]
            for place in places
        )
        numbers.setdefault(shown, number)
    seen: dict[str, set[int]] = defaultdict(set)
    for state, rows in found.shown.items():
        name = recorded_section(section, draft.screens.contents[found.kind][state].parts)
        for row in rows:
            number = numbers.get(tuple(row.value(column.slot) for column in columns))
            if name and number is not None:
                seen[name].add(number)
    return replace(
        section,
        members=tuple((name, tuple(sorted(rows))) for name, rows in sorted(seen.items())),
    )

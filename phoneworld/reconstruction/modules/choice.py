"""Dialogs in which one of several things is chosen: what was chosen, and where that is shown then."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from phoneworld.reconstruction.app_draft import Draft, RecordedTransition
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.modules.detail import texts_at
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView, Recognition, Touch
from phoneworld.reconstruction.modules.settings import is_radio
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.rows import tick_within
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import AppSpec, ChoiceSpec
from phoneworld.reconstruction.states import OUTSIDE
from runtime.observation import CHECKABLE, CHECKED, SELECTED

FEWEST = 2


class ChoiceModule:
    """Choices of the app, or of the row in question."""

    name = "choice"

    def recognise(self, found: Recognition) -> None:
        found.spec = replace(found.spec, choices=find_choices(found.draft))

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.choices)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        parts = screen.parts()
        for place, part in enumerate(parts):
            choice = screen.blueprint.choices.get((screen.route, part.slot))
            chosen = screen.records.chosen(choice.name, screen.row or 0) if choice else ""
            inside = screen.blueprint.tick_in(parts, place) if chosen else None
            if inside is not None:
                shown.ticks[inside] = part.label == chosen

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        """Keep what was chosen, where its row or the screen below shows it.

        What is chosen for something that is still being filled in is no data yet.
        """
        choice = blueprint.choices.get((touch.screen, touch.slot))
        if choice is None or not touch.presses or touch.label not in choice.options:
            return
        row, label = touch.row, touch.label
        below = [name for name in touch.stack if name != touch.screen][-1:]
        if row is None and set(below) & blueprint.form_screens:
            return
        records.choose(choice.name, row or 0, label)
        for shown, place in choice.places:
            detail = blueprint.detail(shown, row, records)
            column = dict(detail.bindings).get(place) if detail is not None else None
            if detail is not None and column is not None and row is not None:
                records.update(blueprint.tables[detail.table], row, {column: label})
            elif shown in touch.stack:
                state = touch.stack[shown]
                places = blueprint.text_places(shown, state)
                views = blueprint.screens[shown].states[state].views
                old = next((v.text for p, v in zip(places, views, strict=True) if p == place), "")
                records.note(shown, place, old, label)


@dataclass(slots=True)
class _Seen:
    count: int = 0
    changes: int = 0
    places: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])


def find_choices(draft: Draft) -> tuple[ChoiceSpec, ...]:
    """Every dialog with a choice that was made in it, and every group of radio buttons."""
    seen: dict[tuple[int, str], _Seen] = defaultdict(_Seen)
    for one in draft.evidence:
        kind = one.before[0]
        if one.action.kind != "tap" or one.action.place < 0 or not one.action.label:
            continue
        parts = draft.screens.contents[kind][one.before[1]].parts
        if not _is_choice(draft, kind, parts, one.action.slot) and not _is_rated(draft, one):
            continue
        tally = seen[kind, one.action.slot]
        tally.count += 1
        places = _shown_at(draft, one)
        tally.changes += bool(places)
        tally.places.update(places)
    for kind, slot in _untouched(draft):
        seen.setdefault((kind, slot), _Seen())
    return tuple(
        ChoiceSpec(
            name=slug(f"{draft.names[kind]} {slot.rpartition('/')[2]}", 60),
            screen=draft.names[kind],
            slot=slot,
            options=_all_options(draft, kind, slot),
            initial=_initial(draft, kind, slot),
            places=tuple(sorted(p for p, n in tally.places.items() if n * 2 > tally.changes)),
            count=tally.count,
        )
        for (kind, slot), tally in sorted(seen.items())
    )


def _is_choice(draft: Draft, kind: int, parts: list[Part], slot: str) -> bool:
    """Whether the parts of a slot are a choice: in a dialog, or radio buttons anywhere."""
    in_dialog = draft.screens.types.shapes[kind].group[2] == "dialog"
    return bool(options_of(parts, slot)) and (in_dialog or _are_radios(parts, slot))


def _are_radios(parts: list[Part], slot: str) -> bool:
    places = [place for place, part in enumerate(parts) if part.slot == slot and part.label]
    return bool(places) and all(is_radio(parts, place) for place in places)


def _untouched(draft: Draft) -> set[tuple[int, str]]:
    """Groups of radio buttons that nobody was recorded to touch: one of them is chosen by a tap."""
    return {
        (kind, part.slot)
        for kind, contents in enumerate(draft.screens.contents)
        if draft.screens.types.shapes[kind].group[0] == draft.spec.package
        for content in contents
        for place, part in enumerate(content.parts)
        if part.label and is_radio(content.parts, place) and options_of(content.parts, part.slot)
    }


def options_of(parts: list[Part], slot: str) -> dict[str, str]:
    """The options of a choice (label -> on or off); none where it is no choice.

    A choice has at least two that can be on, and at most one that is.
    """
    found = {
        part.label: tick
        for place, part in enumerate(parts)
        if part.slot == slot and part.label and (tick := tick_within(parts, place))
    }
    ticks = [
        parts[number].node
        for place, part in enumerate(parts)
        if part.slot == slot and part.label
        for number in _inside(parts, place)
        if parts[number].node.flags & CHECKABLE
    ]
    radio = all("Radio" in node.class_name for node in ticks)
    on = sum(bool(node.flags & CHECKED) for node in ticks)
    return found if len(found) >= FEWEST and on <= 1 and (radio or on == 1) else {}


def _inside(parts: list[Part], place: int) -> range:
    """The places of a part and of all that is inside it."""
    end = place + 1
    while end < len(parts) and parts[end].depth > parts[place].depth:
        end += 1
    return range(place, end)


def _is_rated(draft: Draft, one: RecordedTransition) -> bool:
    """Whether a tap only moved what is selected among buttons of one kind: a rating, a colour.

    Where anything else changed as well, it was a tab.
    """
    if one.before[0] != one.after[0] or one.before == one.after:
        return False
    before, after = (
        {(p.slot, p.label, p.nth): (p.node.text, p.node.flags, *p.node.bounds) for p in parts}
        for parts in (draft.screens.contents[k][s].parts for k, s in (one.before, one.after))
    )
    changed = [key for key in before | after if before.get(key) != after.get(key)]
    return (
        all(key[0] == one.action.slot for key in changed)
        and sum(key[0] == one.action.slot for key in before) >= FEWEST
        and before.keys() == after.keys()
        and any(after[key][1] & SELECTED and not before[key][1] & SELECTED for key in changed)
    )


def _all_options(draft: Draft, kind: int, slot: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for content in draft.screens.contents[kind]:
        found |= dict.fromkeys(options_of(content.parts, slot))
        found |= {p.label: None for p in content.parts if p.slot == slot and p.label}
    return tuple(found)


def _initial(draft: Draft, kind: int, slot: str) -> str:
    first = options_of(draft.screens.contents[kind][0].parts, slot)
    return next((label for label, tick in first.items() if tick == "on"), "")


def _shown_at(draft: Draft, one: RecordedTransition) -> set[tuple[str, str]]:
    """The places of the screen it led to that read the choice, and did not before."""
    kind = one.after[0]
    if kind in (OUTSIDE, one.before[0]) or one.under < 0:
        return set()
    old = dict(texts_at(draft, (kind, one.under)))
    return {
        (draft.names[kind], place)
        for place, text in texts_at(draft, one.after)
        if text == one.action.label and place in old and old[place] != text
    }

"""What can be on or off: ticks are settings of the app. A switch needs no recorded change: turning it is what it
is for. A radio button is none; it is one of a choice (`choice`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView, Recognition, Touch
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import AppSpec, ListSpec, SettingSpec
from runtime.observation import CHECKABLE, CHECKED, CLICKABLE

_STATES = re.compile(r"(?i)\b(on|off)$")
SWITCHES = frozenset({"Switch", "SwitchCompat", "CheckBox", "ToggleButton", "SwitchMaterial"})
"""The classes of what can be turned on and off by itself."""


class SettingsModule:
    """Switches and boxes to tick."""

    name = "settings"

    def recognise(self, found: Recognition) -> None:
        settings = find_settings(found.draft, found.spec.lists)
        found.spec = replace(found.spec, settings=settings)

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.settings)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        parts = screen.parts()
        for place, name in screen.blueprint.switches(screen.route, screen.shown_at):
            inside = screen.blueprint.tick_in(parts, place)
            if inside is not None:
                shown.ticks[inside] = screen.records.setting(name)

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        setting = blueprint.settings.get((touch.screen, touch.slot, touch.label))
        if setting is not None and touch.presses:
            records.put(setting, on=not records.setting(setting))


def ticked(parts: list[Part], place: int) -> bool | None:
    """Whether the part, or the one tick inside it, is on; None where there is no single tick."""
    found: list[bool] = []
    depth = parts[place].depth
    for number in range(place, len(parts)):
        part = parts[number]
        if number > place and part.depth <= depth:
            break
        if part.node.flags & CHECKABLE:
            found.append(bool(part.node.flags & CHECKED))
    return found[0] if len(found) == 1 else None


def find_settings(draft: Draft, lists: tuple[ListSpec, ...] = ()) -> tuple[SettingSpec, ...]:
    """Ticks that a tap was seen to change, with the words beside them; not those of a table's rows."""
    boxes = {(one.screen, one.box) for one in lists}
    changes: Counter[tuple[int, str, str]] = Counter()
    for one in draft.evidence:
        if one.action.kind != "tap" or one.before[0] != one.after[0] or not one.action.label:
            continue
        before = draft.screens.contents[one.before[0]][one.before[1]].parts
        if one.action.place < 0:
            continue
        if (draft.names[one.before[0]], one.action.slot.partition(">")[0]) in boxes:
            continue
        old = ticked(before, one.action.place)
        if old is None or is_radio(before, one.action.place):
            continue
        after = draft.screens.contents[one.after[0]][one.after[1]].parts
        for place, part in enumerate(after):
            if (part.slot, part.label, part.nth) == (
                one.action.slot,
                one.action.label,
                one.action.nth,
            ):
                changes[one.before[0], one.action.slot, one.action.label] += ticked(
                    after, place
                ) is (not old)
    found: list[SettingSpec] = []
    taken: set[str] = set()
    seen = {key for key, count in changes.items() if count}
    for key in _untouched(draft, boxes) - seen - changes.keys():
        changes[key] = 0
        seen.add(key)
    for (kind, slot, label), count in sorted(changes.items()):
        if (kind, slot, label) not in seen:
            continue
        initial = _initial(draft, kind, slot, label)
        if initial is None:
            continue
        base = slug(f"{draft.names[kind]} {label}", 60) or "setting"
        name, number = base, 2
        while name in taken:
            name, number = f"{base}_{number}", number + 1
        taken.add(name)
        found.append(SettingSpec(name, draft.names[kind], slot, label, initial, count))
    return tuple(found)


def is_radio(parts: list[Part], place: int) -> bool:
    """Whether a part is, or holds, one of several of which one is on: it is never turned off by itself."""
    depth = parts[place].depth
    for number in range(place, len(parts)):
        part = parts[number]
        if number > place and part.depth <= depth:
            return False
        if part.node.flags & CHECKABLE and "Radio" in part.node.class_name:
            return True
    return False


def _untouched(draft: Draft, boxes: set[tuple[str, str]]) -> set[tuple[int, str, str]]:
    """Switches and boxes to tick, with words of their own, that nobody was recorded to touch: what a tap on
    one does is in no doubt. Ticks of rows that are data, of dialogs and of other apps are none.
    """
    touched = {
        (one.before[0], one.action.slot) for one in draft.evidence if one.after != one.before
    }
    found: set[tuple[int, str, str]] = set()
    for kind, contents in enumerate(draft.screens.contents):
        package, _, window = draft.screens.types.shapes[kind].group
        if package != draft.spec.package or window != "screen":
            continue
        for content in contents:
            alike = Counter((part.slot, part.label) for part in content.parts)
            for place, part in enumerate(content.parts):
                if (
                    part.node.flags & (CLICKABLE | CHECKABLE)
                    and part.label
                    and alike[part.slot, part.label] == 1
                    and (kind, part.slot) not in touched
                    and (draft.names[kind], part.slot.partition(">")[0]) not in boxes
                    and _has_one_switch(content.parts, place)
                    and not _is_touched_outside(content.parts, place)
                ):
                    found.add((kind, part.slot, part.label))
    return found


def _is_touched_outside(parts: list[Part], place: int) -> bool:
    """Whether a tick cannot be touched itself, but with what it lies in: that is the setting then."""
    if parts[place].node.flags & CLICKABLE:
        return False
    outer = parts[place].parent
    while outer >= 0:
        if parts[outer].node.flags & CLICKABLE:
            return bool(parts[outer].label) and _has_one_switch(parts, outer)
        outer = parts[outer].parent
    return False


def _has_one_switch(parts: list[Part], place: int) -> bool:
    """Whether a part is or holds one tick, the words of which do not change with it."""
    inside: list[Part] = []
    for number in range(place, len(parts)):
        part = parts[number]
        if number > place and part.depth <= parts[place].depth:
            break
        if part.node.flags & CHECKABLE:
            inside.append(part)
    return (
        len(inside) == 1
        and inside[0].node.class_name.rpartition(".")[2] in SWITCHES
        and not (inside[0] is not parts[place] and inside[0].node.flags & CLICKABLE)
        and not _STATES.search(inside[0].node.text)
    )


def _initial(draft: Draft, kind: int, slot: str, label: str) -> bool | None:
    """The value when it was first recorded."""
    for content in draft.screens.contents[kind]:
        for place, part in enumerate(content.parts):
            if (part.slot, part.label) == (slot, label):
                return ticked(content.parts, place)
    return None

"""What can be on or off, where a change was recorded: ticks are settings of the app, and a button of a
row's own screen that turned into its opposite when it was tapped marks the row.
"""

from __future__ import annotations

import re
from collections import Counter

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import DetailSpec, ListSpec, MarkSpec, SettingSpec
from runtime.observation import CHECKABLE, CHECKED

_DIGIT = re.compile(r"\d")


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
        if old is None:
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
    for (kind, slot, label), count in sorted(changes.items()):
        if not count:
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


def _initial(draft: Draft, kind: int, slot: str, label: str) -> bool | None:
    """The value when it was first recorded."""
    for content in draft.screens.contents[kind]:
        for place, part in enumerate(content.parts):
            if (part.slot, part.label) == (slot, label):
                return ticked(content.parts, place)
    return None


def find_marks(draft: Draft, details: tuple[DetailSpec, ...]) -> tuple[MarkSpec, ...]:
    """Buttons whose words changed when they were tapped, and nothing else about the place.

    On the screen of a row they mark the row. Elsewhere they mark the app, where the way back was
    seen as well.
    """
    tables = {detail.screen: detail.table for detail in details}
    pairs: set[tuple[int, str, str, str]] = set()
    for one in draft.evidence:
        recorded = one.action
        if (
            recorded.kind != "tap"
            or one.before[0] != one.after[0]
            or not recorded.label
            or ">" in recorded.slot
            or recorded.place < 0
        ):
            continue
        before = draft.screens.contents[one.before[0]][one.before[1]].parts
        after = draft.screens.contents[one.after[0]][one.after[1]].parts
        spot = before[recorded.place].node.bounds
        for part in after:
            if (
                part.slot == recorded.slot
                and part.node.bounds == spot
                and part.label not in ("", recorded.label)
                and not _DIGIT.search(part.label + recorded.label)
            ):
                pairs.add((one.before[0], recorded.slot, recorded.label, part.label))
    found: list[MarkSpec] = []
    for kind, slot, label, turned in sorted(pairs):
        screen = draft.names[kind]
        if screen not in tables and not _returns(pairs, kind, slot, label, turned):
            continue
        # One mark has two taps: the one that sets it is called so, the other takes it away.
        name = slug(min(label, turned), 60) or "mark"
        found.append(MarkSpec(name, screen, tables.get(screen, ""), slot, label, turned))
    return tuple(found)


def _returns(
    pairs: set[tuple[int, str, str, str]], kind: int, slot: str, label: str, turned: str
) -> bool:
    """Whether a button's new words were seen to lead back to its old ones, at once or by others."""
    reached, waiting = set[str](), [turned]
    while waiting:
        words = waiting.pop()
        reached.add(words)
        waiting += [
            t for k, s, w, t in pairs if (k, s, w) == (kind, slot, words) and t not in reached
        ]
    return label in reached

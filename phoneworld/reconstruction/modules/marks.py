"""Marks: a button that turned into its opposite when it was tapped. On a row's own screen it marks the row."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView, Recognition, Touch
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.screen_names import slug
from phoneworld.reconstruction.specification import AppSpec, DetailSpec, MarkSpec

_DIGIT = re.compile(r"\d")


class MarkModule:
    """Stars, pins, and what runs or does not: a player, a stopwatch."""

    name = "mark"

    def recognise(self, found: Recognition) -> None:
        marks = find_marks(found.draft, found.spec.details)
        found.spec = replace(found.spec, marks=marks)

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.marks)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """The recorded content that followed shows the button's other words."""

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        mark = blueprint.marks.get((touch.screen, touch.slot, touch.label))
        if mark is None or not touch.presses:
            return
        table = records.table_of(touch.row) if touch.row is not None else None
        if table is not None and touch.row is not None:
            records.mark(mark.name, table.name, touch.row)
        elif not mark.table:
            records.mark(mark.name, "", 0)


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

"""Fields that narrow a list to the rows that hold what is typed."""

from __future__ import annotations

from collections.abc import Iterable

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.found_lists import FoundList
from phoneworld.reconstruction.modules.module import ModuleScreen, ModuleView, Recognition, Touch
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.specification import AppSpec


class SearchModule:
    """Search fields; the list module shows the rows that are left."""

    name = "search"

    def recognise(self, found: Recognition) -> None:
        for one in found.lists:
            one.search = search_field(found.draft, one.found)

    def screens(self, spec: AppSpec) -> Iterable[str]:
        return (one.screen for one in spec.lists if one.search)

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """What is typed stands in the field, and the list reads it there."""

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        """Searching changes no data."""


def search_field(draft: Draft, found: FoundList) -> str:
    """The field that narrows the list: typing left only rows that hold what was typed."""
    for one in draft.evidence:
        if one.action.kind != "type" or one.after[0] != found.kind or one.before[0] != found.kind:
            continue
        wanted = one.action.text.strip().lower()
        left = found.shown.get(one.after[1], [])
        before = found.shown.get(one.before[1], [])
        if (
            wanted
            and left
            and len(left) < len(before)
            and all(any(wanted in text.lower() for _, text in row.cells) for row in left)
        ):
            return one.action.slot
    return ""

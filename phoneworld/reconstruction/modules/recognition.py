"""From a draft to the specification: every module reads the recording in turn.

Only what was recorded is modelled. The rest stays as it was recorded: read-only.
"""

from __future__ import annotations

from dataclasses import replace

from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.modules.choice import ChoiceModule
from phoneworld.reconstruction.modules.detail import DetailModule
from phoneworld.reconstruction.modules.form import FormModule
from phoneworld.reconstruction.modules.lists import ListModule, list_spec
from phoneworld.reconstruction.modules.marks import MarkModule
from phoneworld.reconstruction.modules.module import Module, Recognition
from phoneworld.reconstruction.modules.pick import PickModule
from phoneworld.reconstruction.modules.removal import RemovalModule
from phoneworld.reconstruction.modules.row_actions import RowActionModule
from phoneworld.reconstruction.modules.search import SearchModule
from phoneworld.reconstruction.modules.section import SectionModule, with_members
from phoneworld.reconstruction.modules.settings import SettingsModule
from phoneworld.reconstruction.modules.strips import StripModule
from phoneworld.reconstruction.recorded_rows import recorded_rows
from phoneworld.reconstruction.specification import AppSpec, TableSpec

OF_ROWS: tuple[Module, ...] = (
    ListModule(),
    SectionModule(),
    SearchModule(),
    DetailModule(),
    FormModule(),
    RemovalModule(),
    RowActionModule(),
)
"""The modules that make tables, in the order in which they build on each other."""

OF_THE_APP: tuple[Module, ...] = (
    PickModule(),
    StripModule(),
    SettingsModule(),
    MarkModule(),
    ChoiceModule(),
)
"""The modules that take the tables as they are."""

MODULES: tuple[Module, ...] = (
    ListModule(),
    SectionModule(),
    SearchModule(),
    DetailModule(),
    RowActionModule(),
    PickModule(),
    ChoiceModule(),
    SettingsModule(),
    MarkModule(),
    RemovalModule(),
    StripModule(),
    FormModule(),
)
"""All modules, in the order in which a touch comes to them."""


def recognise(draft: Draft) -> AppSpec:
    """The specification with all that the modules found."""
    found = Recognition(draft, draft.spec)
    for module in OF_ROWS:
        module.recognise(found)
    _make_tables(found)
    for module in OF_THE_APP:
        module.recognise(found)
    return _marked(found.spec)


def _marked(spec: AppSpec) -> AppSpec:
    """The specification with what explains each screen."""
    explained = {module.name: set(module.screens(spec)) for module in MODULES}
    return replace(
        spec,
        screens=tuple(
            replace(
                screen,
                modules=tuple(name for name, known in explained.items() if screen.name in known),
            )
            for screen in spec.screens
        ),
    )


def _make_tables(found: Recognition) -> None:
    """The tables with all the columns that modules gave them, and the rows that were recorded."""
    draft = found.draft
    found.spec = replace(
        found.spec,
        tables=tuple(
            TableSpec(
                one.table,
                tuple(one.columns),
                recorded_rows(draft, one.found, one.columns, one.forms),
            )
            for one in found.lists
        ),
        lists=tuple(
            list_spec(draft, one.found, one.table, one.columns, one.search) for one in found.lists
        ),
    )
    tables = {table.name: table for table in found.spec.tables}
    found.spec = replace(
        found.spec,
        sections=tuple(
            with_members(draft, one.found, one.section, tables[one.table])
            for one in found.lists
            if one.section is not None
        ),
    )

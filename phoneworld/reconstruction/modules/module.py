"""What a module is: something that many apps have, recognised in a recording and run from what was found.

A module reads the recording and binds what it recognises to the app's screens, rows and look
(`recognise`). In the running app it puts state in place of what was recorded (`show`), and changes that
state when something is touched (`touched`). What no module explains stays as it was recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from phoneworld.phone import Phone
from phoneworld.reconstruction.app_draft import Draft
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.found_lists import FoundList
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.replica_views import PlacedList, PlacedStrip
from phoneworld.reconstruction.screen_parts import Part
from phoneworld.reconstruction.specification import (
    AppSpec,
    ColumnSpec,
    DetailSpec,
    FormSpec,
    SectionSpec,
    StateSpec,
)


@dataclass(slots=True)
class BoundList:
    """A list that is data, with the table that is being made of it."""

    found: FoundList
    table: str
    columns: list[ColumnSpec]
    section: SectionSpec | None = None
    search: str = ""
    details: list[DetailSpec] = field(default_factory=list[DetailSpec])
    forms: list[FormSpec] = field(default_factory=list[FormSpec])


@dataclass(slots=True)
class Recognition:
    """A recording being recognised: modules add to `spec`, and to the tables that others made."""

    draft: Draft
    spec: AppSpec
    lists: list[BoundList] = field(default_factory=list[BoundList])


@dataclass(slots=True)
class Touch:
    """Something that was done to a part of a screen, or (without a part) to the screen.

    `row` is what following steps are about: a module may change it. `of` is the row whose list was touched.
    `sections` are those that the open lists show. A module that has carried it out alone sets `is_done`.
    """

    screen: str
    state: int
    action: str
    part: Part | None
    texts: Mapping[str, str]
    stack: Mapping[str, int]
    row: int | None
    of: int | None
    sections: Mapping[str, str] = field(default_factory=dict[str, str])
    selects: str = ""
    """The section of its list that it selects."""
    is_done: bool = False

    @property
    def slot(self) -> str:
        return self.part.slot if self.part is not None else ""

    @property
    def label(self) -> str:
        return self.part.label if self.part is not None else ""

    @property
    def presses(self) -> bool:
        """Whether it presses a button, or the keyboard's."""
        return self.action in ("tap", "enter")


@dataclass(slots=True)
class ModuleView:
    """What a screen shows in place of what was recorded, by the places of its views."""

    texts: list[str]
    ticks: dict[int, bool] = field(default_factory=dict[int, bool])
    selected: dict[int, bool] = field(default_factory=dict[int, bool])
    hidden: set[int] = field(default_factory=set[int])
    lists: dict[int, PlacedList] = field(default_factory=dict[int, PlacedList])
    strips: dict[int, PlacedStrip] = field(default_factory=dict[int, PlacedStrip])


class ModuleScreen(Protocol):
    """A screen as modules see it."""

    @property
    def phone(self) -> Phone: ...

    @property
    def blueprint(self) -> Blueprint: ...

    @property
    def route(self) -> str: ...

    # `Any`: a screen's state is JSON.
    @property
    def state(self) -> dict[str, Any]: ...

    @property
    def shown_at(self) -> int: ...

    @property
    def content(self) -> StateSpec: ...

    @property
    def row(self) -> int | None: ...

    @property
    def records(self) -> Records: ...

    def parts(self) -> list[Part]: ...

    def bound_texts(self) -> list[str]: ...

    def section(self) -> str: ...

    def typed(self, part: Part) -> None: ...

    def did(self, action: str, part: Part | None, *, row: int | None = None) -> None: ...


class Module(Protocol):
    """One kind of thing that apps have."""

    @property
    def name(self) -> str: ...

    def recognise(self, found: Recognition) -> None:
        """Add what the recording shows of this kind to the specification."""
        ...

    def screens(self, spec: AppSpec) -> Iterable[str]:
        """The screens on which this module shows state, or changes it."""
        ...

    def show(self, screen: ModuleScreen, shown: ModuleView) -> None:
        """Put state in place of what was recorded."""
        ...

    def touched(self, blueprint: Blueprint, records: Records, touch: Touch) -> None:
        """Change the state as the touch does."""
        ...

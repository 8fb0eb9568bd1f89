"""What a screen of a rebuilt app shows: its recorded views, with the texts, ticks and rows of its data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from phoneworld.phone import Phone
from phoneworld.reconstruction.actions import SWIPE
from phoneworld.reconstruction.blueprint import Blueprint, field_key
from phoneworld.reconstruction.driven_list import DrivenList, row_views
from phoneworld.reconstruction.records import Records
from phoneworld.reconstruction.replica_views import Placed, Replica, ReplicaField, ReplicaRoot
from phoneworld.reconstruction.screen_parts import TOUCHABLE, Part
from phoneworld.reconstruction.specification import StateSpec, TableSpec, ViewSpec
from runtime.observation import EDITABLE, LONG_CLICKABLE

# What a screen keeps in its state.
TYPED = "typed"
"""The fields that somebody typed into."""
AS_RECORDED = "as recorded"
"""The version of the table that the recorded content agrees with."""
DRIVEN = "driven"
"""Whether the list shows its table."""


class ShownScreen(Protocol):
    """A screen as its window sees it."""

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
    def at(self) -> int: ...

    @property
    def content(self) -> StateSpec: ...

    @property
    def row(self) -> int | None: ...

    @property
    def records(self) -> Records: ...

    def parts(self) -> list[Part]: ...

    def bound_texts(self) -> list[str]: ...

    def typed(self, part: Part) -> None: ...

    def did(self, action: str, part: Part | None, *, row: int | None = None) -> None: ...


class ReplicaWindow:
    """The window of a screen as it is now. What is touched in it is passed on to the screen."""

    def __init__(self, screen: ShownScreen) -> None:
        self._screen = screen
        self._blueprint = screen.blueprint
        self._route = screen.route
        self._state = screen.state
        self._records = screen.records
        self._parts = screen.parts()

    def root(self, *, behind: ReplicaRoot | None = None) -> ReplicaRoot:
        """All views, above those of the screen that lies behind."""
        content, parts = self._screen.content, self._parts
        texts, ticks = self._screen.bound_texts(), self._ticks()
        driven = self._driven_list()
        views: list[Placed] = []
        for place, (view, part) in enumerate(zip(content.views, parts, strict=True)):
            if driven is not None and part.box == driven[0]:
                continue
            if driven is not None and place == driven[0]:
                views.append(driven[1])
            elif part.node.flags & EDITABLE:
                views.append(self._field(view, part))
            else:
                views.append(self._part(view, part, texts[place], on=ticks.get(place)))
        return ReplicaRoot(
            views,
            self._blueprint.spec.content,
            keyboard=self._screen.phone.keyboard_shown,
            background=content.background,
            behind=behind,
        )

    def _part(self, view: ViewSpec, part: Part, text: str, *, on: bool | None) -> Replica:
        shown = Replica(view, self._blueprint.image)
        if text != view.text:
            shown.show_text(text)
        if on is not None:
            shown.tick(on=on)
        answers = self._blueprint.behaviour.answers
        flags = part.node.flags
        if flags & TOUCHABLE or answers(self._route, "tap", part.slot):
            shown.on_click = self._touching("tap", part)
        if flags & LONG_CLICKABLE or answers(self._route, "hold", part.slot):
            shown.on_long_click = self._touching("hold", part)
        if (
            part.row >= 0
            and part is self._parts[part.row]
            and self._route in self._blueprint.swiped
        ):
            shown.on_swipe = lambda direction: self._screen.did(f"{SWIPE} {direction.value}", part)
        return shown

    def _field(self, view: ViewSpec, part: Part) -> ReplicaField:
        key = field_key(part)
        typed: list[str] = self._state.get(TYPED, [])
        self._state.setdefault(key, view.text)
        return ReplicaField(
            view,
            key,
            self._blueprint.image,
            untouched=key not in typed,
            on_change=lambda _text: self._screen.typed(part),
            on_submit=lambda: self._screen.did("enter", None),
        )

    def _ticks(self) -> dict[int, bool]:
        """Which ticks are on, where that is a setting of the app."""
        ticks: dict[int, bool] = {}
        parts = self._parts
        for place, name in self._blueprint.switches(self._route, self._screen.at):
            inside = self._blueprint.tick_in(parts, place)
            if inside is not None:
                ticks[inside] = self._records.setting(name)
        for place, part in enumerate(parts):
            choice = self._blueprint.choices.get((self._route, part.slot))
            chosen = (
                self._records.chosen(choice.name, self._screen.row or 0)
                if choice is not None
                else ""
            )
            inside = self._blueprint.tick_in(parts, place) if chosen else None
            if inside is not None:
                ticks[inside] = part.label == chosen
        return ticks

    def _driven_list(self) -> tuple[int, DrivenList] | None:
        """The list that shows its table, and its place; None while it shows what was recorded."""
        spec = self._blueprint.lists.get(self._route)
        if spec is None:
            return None
        place = next((p for p, part in enumerate(self._parts) if part.slot == spec.box), None)
        if place is None:
            return None
        table = self._blueprint.tables[spec.table]
        wanted = ""
        if spec.search:
            key = next((field_key(p) for p in self._parts if p.slot == spec.search), "")
            wanted = str(self._state.get(key, "")) if key in self._state.get(TYPED, []) else ""
        if not self._state.get(DRIVEN) and self._is_as_recorded(table):
            field = next((p for p in self._parts if p.slot == spec.search), None)
            if not wanted or (field is not None and field.node.text == wanted):
                return None
        rows = [row_views(spec, table, row) for row in self._records.rows(table, wanted.strip())]
        view = self._screen.content.views[place]
        return place, DrivenList(
            view,
            spec,
            rows,
            self._blueprint.image,
            self._row_touched,
            swipes=self._route in self._blueprint.swiped,
        )

    def _is_as_recorded(self, table: TableSpec) -> bool:
        """Whether the table holds what the present content shows."""
        known = self._state.get(AS_RECORDED)
        if known is not None:
            return known == self._records.version(table)
        return not self._records.is_changed(table)

    def _touching(self, action: str, part: Part) -> Callable[[], object]:
        return lambda: self._screen.did(action, part)

    def _row_touched(self, action: str, part: Part, id: int) -> None:
        self._screen.did(action, part, row=id)

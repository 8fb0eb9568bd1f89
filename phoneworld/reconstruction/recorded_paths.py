"""Paths through a rebuilt app that were recorded step by step, for the oracles of its tasks.

A path is a script: what to tap or to hold, by its label, or by its id where the label does not single it out,
and pages to scroll. What each step does was recorded. Inferred steps are used only if that is asked for.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from phoneworld.author import Hold, OracleStep, Page, Script, Tap, TapId
from phoneworld.reconstruction.behaviour import BACK, Move, key_in
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.records import APART
from phoneworld.reconstruction.screen_parts import is_no_answer, part_at
from phoneworld.reconstruction.screen_state import ENTRY, ROW
from phoneworld.reconstruction.specification import Known
from phoneworld.reconstruction.trees import tree_of
from runtime.actions import Direction
from runtime.hierarchy import elements_of
from runtime.observation import DISABLED, EDITABLE, Element

DEEPEST = 5
MOST_PLACES = 400

Place = tuple[str, int]
Args = Mapping[str, str | int]
"""What a screen is opened with: the row it is about, or the entry that was tapped."""
NOTHING: Args = {}


@dataclass(frozen=True, slots=True)
class NamedTouch:
    """A touch of an element that its label or its id singles out, and the part that it means.

    `label` is empty where only the id does.
    """

    step: Tap | TapId | Hold
    label: str
    slot: str
    part_label: str
    nth: int
    stays: bool


class RecordedPaths:
    """The paths of one app. `only_recorded=False` also allows inferred steps."""

    def __init__(self, blueprint: Blueprint, *, only_recorded: bool = True) -> None:
        self._blueprint = blueprint
        self._only_recorded = only_recorded
        self._taps: dict[Place, tuple[NamedTouch, ...]] = {}
        self._after: dict[tuple[Place, NamedTouch], Place | None] = {}
        self._args: dict[Place, Args] = {}
        spec = blueprint.spec
        self._deeds = {
            *((one.screen, one.slot, "") for one in spec.choices),
            *((one.screen, one.slot, one.label) for one in spec.marks),
            *((one.screen, one.slot, one.label) for one in spec.settings),
            *((one.screen, one.slot, one.label) for one in spec.removals),
            *((one.screen, one.save, one.save_label) for one in spec.forms),
            *((one.screen, one.slot, "") for one in spec.row_effects if one.action == "tap"),
        }
        """Taps that do more than lead somewhere: a way leaves everything as it is."""

    def taps(self, place: Place) -> tuple[NamedTouch, ...]:
        """What can be tapped on one content of a screen."""
        found = self._taps.get(place)
        if found is None:
            found = self._taps[place] = tuple(self._find_taps(place))
        return found

    def _find_taps(self, place: Place) -> list[NamedTouch]:
        screen = self._blueprint.screens[place[0]]
        parts = self._blueprint.parts(*place)
        elements = elements_of(tree_of(screen.states[place[1]].views, screen.package))
        found: list[NamedTouch] = []
        for element in elements:
            step = touch_of(element, elements)
            if not element.clickable or element.editable or step is None:
                continue
            if element.flags & DISABLED:
                continue
            spot = part_at(parts, *element.bounds.center)
            part = parts[spot]
            if spot >= 0 and not part.node.flags & EDITABLE:
                label = step.label.strip() if isinstance(step, Tap) else ""
                stays = is_no_answer(part.node)
                found.append(NamedTouch(step, label, part.slot, part.label, part.nth, stays))
        return found

    def _holds(self, place: Place) -> Iterator[NamedTouch]:
        """What was touched and held, of what can be tapped by its label."""
        for tap in self.taps(place):
            if isinstance(tap.step, Tap) and self._blueprint.behaviour.answers(
                place[0], "hold", tap.slot
            ):
                yield replace(tap, step=Hold(tap.step.label))

    def after(self, place: Place, tap: NamedTouch) -> Place | None:
        """Where a tap leads; None where that is not known well enough, or leads away."""
        if (place, tap) not in self._after:
            self._after[place, tap] = self._find_after(place, tap)
        return self._after[place, tap]

    def _find_after(self, place: Place, tap: NamedTouch) -> Place | None:
        move = self._blueprint.behaviour.decide(
            place[0],
            place[1],
            "hold" if isinstance(tap.step, Hold) else "tap",
            slot=tap.slot,
            label=tap.part_label,
            nth=tap.nth,
            stays=tap.stays,
        )
        return self._known(move)

    def _scrolled(self, place: Place) -> Iterator[tuple[OracleStep, Place]]:
        """Where a page leads that was scrolled on this content."""
        for direction in Direction:
            move = self._blueprint.behaviour.decide(*place, f"scroll {direction.value}")
            target = self._known(move)
            if target is not None:
                yield Page(direction), target

    def _known(self, move: Move | None) -> Place | None:
        if move is None or move.screen in ("", BACK):
            return None
        if self._only_recorded and move.known is not Known.RECORDED:
            return None
        return move.screen, max(0, move.state)

    def does_something(self, place: Place, tap: NamedTouch) -> bool:
        """Whether a tap changes data: a choice, a mark, a setting, a removal, a saved form, a row's button."""
        spot = place[0], tap.slot
        return (*spot, tap.part_label) in self._deeds or (*spot, "") in self._deeds

    def everywhere(
        self, start: Place, *, deepest: int = DEEPEST, through_rows: bool = True
    ) -> dict[Place, Script]:
        """Every content that can be reached from one, with the shortest way to it.

        Without `through_rows`, no row of a table is opened on the way.
        """
        known: dict[Place, Args] = {start: NOTHING}
        found = dict(self._walk(start, deepest, known, through_rows=through_rows))
        for place, args in known.items():
            self._args.setdefault(place, args)
        return found

    def way_to(self, screen: str, start: Place, *, deepest: int) -> tuple[Place, Script] | None:
        """The nearest content of a screen, and the shortest way to it."""
        known = {start: self._args.get(start, NOTHING)}
        walk = self._walk(start, deepest, known, through_rows=True)
        return next((found for found in walk if found[0][0] == screen), None)

    def _walk(
        self, start: Place, deepest: int, known: dict[Place, Args], *, through_rows: bool
    ) -> Iterator[tuple[Place, Script]]:
        """The contents with the ways to them, the nearest first. What they are opened with is added to `known`."""
        ways: dict[Place, Script] = {start: ()}
        yield start, ()
        waiting = deque([start])
        while waiting and len(ways) < MOST_PLACES:
            place = waiting.popleft()
            if len(ways[place]) >= deepest:
                continue
            for step, target, args in self._steps(
                place, known.get(place, NOTHING), through_rows=through_rows
            ):
                if target not in ways:
                    ways[target] = (*ways[place], step)
                    known[target] = args
                    waiting.append(target)
                    yield target, ways[target]

    def page(self, place: Place) -> str:
        """The name of a page that was reached, as `pages.page_of` gives it."""
        page = f"{self._blueprint.spec.package}/{place[0]}"
        args = self._args.get(place)
        return f"{page} {json.dumps(args, sort_keys=True, ensure_ascii=False)}" if args else page

    def _args_of(self, place: Place, before: Args, touch: NamedTouch, target: Place) -> Args:
        """What a touch opens a screen with, on one that was opened with `before`."""
        if target[0] == place[0]:
            return before
        row = self._row(place, touch)
        if row or ROW in before:
            return {ROW: row or before[ROW]}
        is_entry = self._blueprint.behaviour.is_entry(place[0], touch.slot, target[0])
        return {ENTRY: touch.part_label} if is_entry and isinstance(touch.step, Tap) else NOTHING

    def _row(self, place: Place, touch: NamedTouch) -> int:
        """The recorded row that a touch means; 0 where it means none."""
        one = self._blueprint.lists.get(place[0])
        if one is None or not touch.slot.startswith(f"{one.box}>"):
            return 0
        tables = self._blueprint.spec.tables
        number = next(n for n, table in enumerate(tables) if table.name == one.table)
        keys = [row[0] for row in tables[number].rows]
        key = key_in(touch.part_label)
        return number * APART + keys.index(key) + 1 if key in keys else 0

    def _steps(
        self, place: Place, before: Args, *, through_rows: bool
    ) -> Iterator[tuple[OracleStep, Place, Args]]:
        """Every step that leads somewhere and does nothing else; taps first."""
        rows = self._blueprint.lists.get(place[0])
        for touch in (*self.taps(place), *self._holds(place)):
            if not through_rows and rows is not None and touch.slot.startswith(f"{rows.box}>"):
                continue
            if self.does_something(place, touch):
                continue
            target = self.after(place, touch)
            if target is not None:
                yield touch.step, target, self._args_of(place, before, touch, target)
        for step, target in self._scrolled(place):
            same = target[0] == place[0]
            yield step, target, before if same else NOTHING


def touch_of(element: Element, elements: tuple[Element, ...]) -> Tap | TapId | None:
    """How an element is found on its screen: by its label, else by its id. One that lies in another of the
    same label means the same.
    """
    wanted = element.label.casefold()
    if wanted.strip() and "\n" not in wanted:
        alike = [one for one in elements if wanted in _texts(one)]
        if alike and alike[0] is element and all(_lies_in(one, element) for one in alike[1:]):
            return Tap(element.label)
    id = element.resource_id.rpartition("/")[2]
    same = sum(other.resource_id.rpartition("/")[2] == id for other in elements)
    return TapId(id) if id and same == 1 else None


def called(way: Script) -> str:
    """The label of what is touched last on a way; empty where it has none."""
    match way[-1:]:
        case (Tap(label) | Hold(label),):
            return label.strip()
        case _:
            return ""


def _texts(element: Element) -> tuple[str, ...]:
    return tuple(t.casefold() for t in (element.text, element.description, element.hint))


def _lies_in(inner: Element, outer: Element) -> bool:
    a, b = inner.bounds, outer.bounds
    return a.left >= b.left and a.top >= b.top and a.right <= b.right and a.bottom <= b.bottom

"""Paths through a rebuilt app that were recorded step by step, for the oracles of its tasks.

A path is a sequence of labels to tap. Each label stands on exactly one element of its screen, and what
it does was recorded. Inferred steps are used only if that is asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from phoneworld.reconstruction.behaviour import BACK
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.screen_parts import is_no_answer, part_at
from phoneworld.reconstruction.specification import Known
from phoneworld.reconstruction.trees import tree_of
from runtime.hierarchy import elements_of
from runtime.observation import EDITABLE, Element

DEEPEST = 5
MOST_PLACES = 400

Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class LabeledTap:
    """An element that can be tapped by its label, and the part that it means."""

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
        self._taps: dict[Place, tuple[LabeledTap, ...]] = {}
        self._after: dict[tuple[Place, LabeledTap], Place | None] = {}

    def taps(self, place: Place) -> tuple[LabeledTap, ...]:
        """What can be tapped by its label on one content of a screen."""
        found = self._taps.get(place)
        if found is None:
            found = self._taps[place] = tuple(self._find_taps(place))
        return found

    def _find_taps(self, place: Place) -> list[LabeledTap]:
        screen = self._blueprint.screens[place[0]]
        parts = self._blueprint.parts(*place)
        elements = elements_of(tree_of(screen.states[place[1]].views, screen.package))
        found: list[LabeledTap] = []
        for element in elements:
            if not element.clickable or element.editable or not is_unique(element, elements):
                continue
            spot = part_at(parts, *element.bounds.center)
            part = parts[spot]
            if spot >= 0 and not part.node.flags & EDITABLE:
                stays = is_no_answer(part.node)
                found.append(LabeledTap(element.label, part.slot, part.label, part.nth, stays))
        return found

    def after(self, place: Place, tap: LabeledTap) -> Place | None:
        """Where a tap leads; None where that is not known well enough, or leads away."""
        if (place, tap) not in self._after:
            self._after[place, tap] = self._find_after(place, tap)
        return self._after[place, tap]

    def _find_after(self, place: Place, tap: LabeledTap) -> Place | None:
        move = self._blueprint.behaviour.decide(
            place[0],
            place[1],
            "tap",
            slot=tap.slot,
            label=tap.part_label,
            nth=tap.nth,
            stays=tap.stays,
        )
        if move is None or move.screen in ("", BACK):
            return None
        if self._only_recorded and move.known is not Known.RECORDED:
            return None
        return move.screen, max(0, move.state)

    def everywhere(
        self, start: Place, *, deepest: int = DEEPEST, through_rows: bool = True
    ) -> dict[Place, tuple[str, ...]]:
        """Every content that can be reached from one, with the shortest way to it.

        Without `through_rows`, no row of a table is opened on the way.
        """
        return dict(self._walk(start, deepest, through_rows=through_rows))

    def way_to(self, screen: str, start: Place, *, deepest: int) -> tuple[str, ...] | None:
        """The shortest way from a content to any content of a screen."""
        walk = self._walk(start, deepest, through_rows=True)
        return next((way for place, way in walk if place[0] == screen), None)

    def _walk(
        self, start: Place, deepest: int, *, through_rows: bool
    ) -> Iterator[tuple[Place, tuple[str, ...]]]:
        """The contents with the ways to them, the nearest first."""
        ways: dict[Place, tuple[str, ...]] = {start: ()}
        yield start, ()
        waiting = deque([start])
        while waiting and len(ways) < MOST_PLACES:
            place = waiting.popleft()
            if len(ways[place]) >= deepest:
                continue
            rows = self._blueprint.lists.get(place[0])
            for tap in self.taps(place):
                if not through_rows and rows is not None and tap.slot.startswith(f"{rows.box}>"):
                    continue
                target = self.after(place, tap)
                if target is not None and target not in ways:
                    ways[target] = (*ways[place], tap.label)
                    waiting.append(target)
                    yield target, ways[target]


def is_unique(element: Element, elements: tuple[Element, ...]) -> bool:
    """Whether looking for the element's label finds it and nothing else."""
    wanted = element.label.casefold().strip()
    if not wanted or "\n" in element.label:
        return False
    return not any(
        other is not element
        and wanted in (text.casefold() for text in (other.text, other.description, other.hint))
        for other in elements
    )

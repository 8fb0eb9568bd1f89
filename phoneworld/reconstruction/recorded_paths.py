"""Paths through a rebuilt app that were recorded step by step, for the oracles of its tasks.

A path is a sequence of what to tap: a label that stands on exactly one element of its screen, or, where
none does, the element's id as Android writes it (`@id/add`). What each does was recorded. Inferred steps
are used only if that is asked for.
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
ID = "@id/"
"""How a name begins that is an id and no label."""

Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class LabeledTap:
    """An element that can be tapped by its label, or by its id, and the part that it means."""

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
            name = name_of(element, elements)
            if not element.clickable or element.editable or not name:
                continue
            spot = part_at(parts, *element.bounds.center)
            part = parts[spot]
            if spot >= 0 and not part.node.flags & EDITABLE:
                stays = is_no_answer(part.node)
                found.append(LabeledTap(name, part.slot, part.label, part.nth, stays))
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

    def does_something(self, place: Place, tap: LabeledTap) -> bool:
        """Whether a tap changes data: a choice, a mark, a setting, a removal, a saved form, a row's button."""
        spot = place[0], tap.slot
        return (*spot, tap.part_label) in self._deeds or (*spot, "") in self._deeds

    def everywhere(
        self, start: Place, *, deepest: int = DEEPEST, through_rows: bool = True
    ) -> dict[Place, tuple[str, ...]]:
        """Every content that can be reached from one, with the shortest way to it.

        Without `through_rows`, no row of a table is opened on the way.
        """
        return dict(self._walk(start, deepest, through_rows=through_rows))

    def way_to(
        self, screen: str, start: Place, *, deepest: int
    ) -> tuple[Place, tuple[str, ...]] | None:
        """The nearest content of a screen, and the shortest way to it."""
        walk = self._walk(start, deepest, through_rows=True)
        return next((found for found in walk if found[0][0] == screen), None)

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
                if self.does_something(place, tap):
                    continue
                target = self.after(place, tap)
                if target is not None and target not in ways:
                    ways[target] = (*ways[place], tap.label)
                    waiting.append(target)
                    yield target, ways[target]


def name_of(element: Element, elements: tuple[Element, ...]) -> str:
    """How an element is found on its screen: by its label, else by its id; empty where by neither."""
    if is_unique(element, elements):
        return element.label
    id = element.resource_id.rpartition("/")[2]
    alike = sum(other.resource_id.rpartition("/")[2] == id for other in elements)
    return f"{ID}{id}" if id and alike == 1 else ""


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

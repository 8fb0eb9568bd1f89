"""How similar recorded contents of a screen are, to choose the outcome of an action on one of them.

Two things are compared: what the fields hold (something or nothing), and what is written and ticked
outside lists. Rows of lists do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from phoneworld.reconstruction.screen_parts import Part, parts_of
from phoneworld.reconstruction.specification import ScreenSpec
from phoneworld.reconstruction.trees import tree_of
from runtime.observation import CHECKABLE, CHECKED, EDITABLE, SELECTED

FIELD, TEXT = 3.0, 1.0

Features = Mapping[tuple[str, str], float]


class ContentSimilarity:
    """Similarity of contents, cached: the screens never change."""

    def __init__(self, screens: Iterable[ScreenSpec]) -> None:
        self._screens = {screen.name: screen for screen in screens}
        self._known: dict[tuple[str, int], Features] = {}

    def of(self, screen: str, one: int, other: int) -> float:
        """1 for contents with the same features, 0 for contents that share none."""
        mine, theirs = self._features(screen, one), self._features(screen, other)
        shared = sum(weight for name, weight in mine.items() if name in theirs)
        total = sum(mine.values()) + sum(theirs.values()) - shared
        return shared / total if total else 1.0

    def _features(self, screen: str, state: int) -> Features:
        found = self._known.get((screen, state))
        if found is None:
            spec = self._screens[screen]
            parts = parts_of(tree_of(spec.states[state].views, spec.package))
            found = self._known[screen, state] = features_of(parts)
        return found


def features_of(parts: list[Part]) -> Features:
    """The features of a content, with their weights."""
    found: dict[tuple[str, str], float] = {}
    for part in parts:
        node = part.node
        if part.in_row:
            continue
        if node.flags & EDITABLE:
            found[part.slot, "filled" if node.text.strip() else "empty"] = FIELD
            continue
        if node.text:
            found[part.slot, node.text] = TEXT
        if node.flags & CHECKABLE:
            found[part.slot, f"{part.label} {bool(node.flags & CHECKED)}"] = TEXT
        if node.flags & SELECTED:
            found[part.slot, f"{part.label} selected"] = TEXT
    return found

"""What an exploration has not seen yet: what scrolls is read to its end, and what was touched is worth what it showed.

What is not looked at is not recorded: a list that was never scrolled is one of eight rows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from runtime.actions import Direction, ElementRef, Scroll
from runtime.observation import Element, Observation

FEWEST_NEW = 2
"""So many texts, and a fifth of what is shown, must be new for reading on."""
MOST_PAGES = 8
UNTRIED = 1000.0
LOW = 3
"""What is so much wider than high scrolls sideways."""

Region = tuple[str, str, str, int, int]


@dataclass(slots=True)
class Reader:
    """Remembers what was read where."""

    _seen: dict[Region, set[str]] = field(default_factory=dict[Region, set[str]])
    _pages: dict[Region, int] = field(default_factory=dict[Region, int])

    def next(self, look: Observation) -> Scroll | None:
        """The scroll that reads on; None where everything in sight was read."""
        for element in look.elements:
            if not element.scrollable or not element.enabled:
                continue
            box = element.bounds
            region = (look.activity, element.role, element.resource_id, box.left, box.top)
            if self._goes_on(region, _texts_in(element, look)):
                low = (box.bottom - box.top) * LOW < box.right - box.left
                direction = Direction.RIGHT if low else Direction.DOWN
                return Scroll(direction, ElementRef(element.index))
        return None

    def _goes_on(self, region: Region, texts: set[str]) -> bool:
        seen = self._seen.setdefault(region, set())
        new = texts - seen
        seen |= texts
        goes_on = len(new) >= FEWEST_NEW and len(new) * 5 >= len(texts)
        self._pages[region] = self._pages.get(region, 0) + 1 if goes_on else 0
        return goes_on and self._pages[region] <= MOST_PAGES


def _texts_in(container: Element, look: Observation) -> set[str]:
    box = container.bounds
    return {
        element.label
        for element in look.elements
        if element.label and element is not container and box.contains(*element.bounds.center)
    }


@dataclass(slots=True)
class Novelty:
    """How many new texts were seen after each kind of touch."""

    _seen: set[str] = field(default_factory=set[str])
    _gained: dict[tuple[str, str], list[int]] = field(
        default_factory=dict[tuple[str, str], list[int]]
    )
    _last: tuple[str, str] | None = None

    def look(self, look: Observation) -> None:
        """Credit what is new on the screen to what was touched last."""
        texts = {element.label for element in look.elements if element.label}
        if self._last is not None:
            self._gained.setdefault(self._last, []).append(len(texts - self._seen))
            self._last = None
        self._seen |= texts

    def acted(self, touch: tuple[str, str]) -> None:
        self._last = touch

    def of(self, touch: tuple[str, str]) -> float:
        """What such a touch shows on average; more than any showed where none was tried."""
        gained = self._gained.get(touch)
        return sum(gained) / len(gained) if gained else UNTRIED

"""What people call a place on a screen: by its label, by what stands beside it, by what it is."""

from __future__ import annotations

from runtime.actions import Point, Target
from runtime.errors import ActionError
from runtime.observation import Element, Observation

LONGEST = 60


def name_of(target: Target, observation: Observation) -> str:
    """A target in words: 'Save', the switch beside 'Wi-Fi', a place without a name."""
    if isinstance(target, Point):
        label = label_at(target, observation)
        return _quoted(label) if label else "a place without a name"
    if not 0 <= target.index < len(observation.elements):
        return "something that is not on the screen"
    element = observation.elements[target.index]
    if element.label:
        return _quoted(element.label)
    beside = _label_beside(element, observation)
    return f"the {element.role} beside {_quoted(beside)}" if beside else f"the {element.role}"


def label_at(point: Target, observation: Observation) -> str:
    """The label of the smallest named element under a target; empty where there is none."""
    try:
        x, y = observation.pixel(point)
    except ActionError:
        return ""
    under = [
        element
        for element in observation.elements
        if element.label
        and element.bounds.left <= x < element.bounds.right
        and element.bounds.top <= y < element.bounds.bottom
    ]
    return min(under, key=_area).label if under else ""


def way(start: Point, end: Point) -> str:
    """Which way a finger goes."""
    across, along = end.x - start.x, end.y - start.y
    if abs(across) > abs(along):
        return "right" if across > 0 else "left"
    return "down" if along > 0 else "up"


def _label_beside(element: Element, observation: Observation) -> str:
    """The nearest label in the same row."""
    bounds = element.bounds
    middle = (bounds.top + bounds.bottom) / 2
    row = [
        other
        for other in observation.elements
        if other.label and other.bounds.top <= middle < other.bounds.bottom
    ]
    here = (bounds.left + bounds.right) / 2
    nearest = min(
        row,
        key=lambda other: abs((other.bounds.left + other.bounds.right) / 2 - here),
        default=None,
    )
    return nearest.label if nearest is not None else ""


def _area(element: Element) -> int:
    bounds = element.bounds
    return (bounds.right - bounds.left) * (bounds.bottom - bounds.top)


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return f"'{line if len(line) <= LONGEST else line[: LONGEST - 1] + '…'}'"

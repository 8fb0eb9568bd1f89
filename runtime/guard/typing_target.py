"""The field that typing goes into."""

from __future__ import annotations

from runtime.actions import SCALE, ElementRef, Point, Type
from runtime.observation import EDITABLE, Element, Observation


def field_of(action: Type, observation: Observation) -> Element | None:
    """The editable element that a text will be typed into; None where there is none."""
    elements = observation.elements
    found: Element | None = None
    match action.target:
        case None:
            index = observation.focused
            if index is not None and 0 <= index < len(elements):
                found = elements[index]
            else:
                found = next((one for one in elements if one.focused), None)
        case ElementRef(index):
            found = elements[index] if 0 <= index < len(elements) else None
        case Point(x, y):
            across = x * observation.width_px / SCALE
            down = y * observation.height_px / SCALE
            found = next(
                (one for one in elements if one.flags & EDITABLE and _holds(one, across, down)),
                None,
            )
    return found if found is not None and found.flags & EDITABLE else None


def _holds(element: Element, x: float, y: float) -> bool:
    left, top, right, bottom = element.bounds
    return left <= x < right and top <= y < bottom

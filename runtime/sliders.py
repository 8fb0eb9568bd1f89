"""Sliders: where on one a value lies, and which value a place on one means.

A slider says nothing of its scale but how wide it is. Values go from 0 % to 100 % of its track, which
begins and ends a little inside its bounds, where the thumb has room: 12 of 44 dp of its height in
PhoneWorld, 16 of 48 in Android's own SeekBar. Upright sliders are not known here.
"""

from __future__ import annotations

from runtime.actions import SCALE, Action, Drag, ElementRef, Point
from runtime.observation import Element, Observation

SLIDER = "slider"
HIGHEST = 100
# Between the two above. What a value is off by is below half a percent in the one and near it in the other.
_INSET_OF_HEIGHT = 0.3


def is_slider(element: Element) -> bool:
    """Whether an element is a slider that lies flat, with room for more than one value."""
    bounds = element.bounds
    return element.role == SLIDER and bounds.right - bounds.left > bounds.bottom - bounds.top > 0


def slide(element: Element, percent: int, observation: Observation) -> Drag:
    """The drag that moves a slider to a value."""
    first, length = _track(element)
    x = first + round(length * percent / HIGHEST)
    return Drag(ElementRef(element.index), observation.point(x, element.bounds.center[1]))


def slid_to(action: Action, observation: Observation) -> tuple[Element, int] | None:
    """The slider that an action moves and the value it moves it to; None for any other action."""
    match action:
        case Drag(ElementRef(index), Point() as end) if 0 <= index < len(observation.elements):
            element = observation.elements[index]
        case _:
            return None
    percent = percent_at(element, end, observation)
    return None if percent is None else (element, percent)


def percent_at(element: Element, end: Point, observation: Observation) -> int | None:
    """The value of a place on a slider; None for a place or an element that is none."""
    if not is_slider(element) or not (0 <= end.x <= SCALE and 0 <= end.y <= SCALE):
        return None
    x, y = observation.pixel(end)
    if not element.bounds.contains(x, y):
        return None
    first, length = _track(element)
    return max(0, min(HIGHEST, round(HIGHEST * (x - first) / length)))


def _track(element: Element) -> tuple[int, int]:
    """The first pixel of a slider's track, and how many further its last is."""
    bounds = element.bounds
    width, height = bounds.right - bounds.left, bounds.bottom - bounds.top
    inset = int(min(_INSET_OF_HEIGHT * height, (width - 1) // 2))
    return bounds.left + inset, max(1, width - 1 - 2 * inset)

"""Targets said another way: a point as the element under it, an element as its middle.

A recorded touch is a point; a policy that names elements can learn from it only where an element
that may be named lies under the finger. Anything else is `Inexpressible`, never something close.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.action_targets import map_targets
from runtime.actions import (
    SCALE,
    Action,
    Direction,
    Drag,
    ElementRef,
    Point,
    Scroll,
    Stroke,
    Target,
)
from runtime.errors import ActionError, Inexpressible
from runtime.observation import Element, Observation
from runtime.sliders import percent_at, slide

OPPOSITE = {
    Direction.UP: Direction.DOWN,
    Direction.DOWN: Direction.UP,
    Direction.LEFT: Direction.RIGHT,
    Direction.RIGHT: Direction.LEFT,
}


def by_index(action: Action, observation: Observation, offered: tuple[Element, ...]) -> Action:
    """The action with all its targets as elements of `offered`, or `Inexpressible`.

    A slider that is moved is one of them; where it is moved to stays a point, that of a whole percent.
    """

    def named(target: Target) -> ElementRef:
        return _named(target, observation, offered, scrolling=isinstance(action, Scroll))

    match action:
        case Scroll(Stroke(start, end)):
            scrollable = tuple(element for element in offered if element.scrollable)
            try:
                target = _named(start, observation, scrollable, scrolling=True)
            except Inexpressible:
                target = None
            return Scroll(_looking(start, end, observation), target)
        case Drag(start, Point() as end) if slid := _slid(start, end, observation, offered):
            return replace(slid, duration_ms=action.duration_ms)
        case Drag():
            dragged = map_targets(action, named)
            if dragged.start == dragged.end:
                raise Inexpressible(
                    "a drag that begins and ends on the same element cannot be said by indices"
                )
            return dragged
        case _:
            return map_targets(action, named)


def by_point(action: Action, observation: Observation) -> Action:
    """The action with all its targets as points with whole coordinates."""

    def placed(target: Target) -> Point:
        return whole_point(target, observation)

    return map_targets(action, placed)


def with_whole_points(action: Action, observation: Observation) -> Action:
    """The action with its elements as they are and its points on whole coordinates."""

    def rounded(target: Target) -> Target:
        return whole_point(target, observation) if isinstance(target, Point) else target

    return map_targets(action, rounded)


def whole_point(target: Target, observation: Observation) -> Point:
    """Where a target lies, in whole thousandths."""
    if isinstance(target, ElementRef):
        target = observation.point(*observation.pixel(target))
    target = target.checked()
    return Point(round(target.x), round(target.y))


def _named(
    target: Target, observation: Observation, offered: tuple[Element, ...], *, scrolling: bool
) -> ElementRef:
    if isinstance(target, ElementRef):
        if all(element.index != target.index for element in offered):
            raise Inexpressible(
                f"element #{target.index} cannot be chosen on this screen of "
                f"{observation.package}: it is not there, disabled, or only there to be read"
            )
        return target
    try:
        x, y = observation.pixel(target)
    except ActionError as error:
        raise Inexpressible(f"nothing can be named there: {error}") from error
    under = [element for element in offered if element.bounds.contains(x, y)]
    if not scrolling:
        # A tap beside the rows of a list is not a tap on its middle.
        under = [element for element in under if not _only_scrolls(element)]
    if not under:
        raise Inexpressible(
            f"no element that can be chosen lies under ({target.x:.0f}, {target.y:.0f}) on this "
            f"screen of {observation.package}: a policy that names elements cannot say it"
        )
    return ElementRef(min(under, key=_area).index)


def _slid(
    start: Target, end: Point, observation: Observation, offered: tuple[Element, ...]
) -> Drag | None:
    """A drag along a slider to the whole percent that is nearest; None for any other drag."""
    try:
        named = _named(start, observation, offered, scrolling=False)
    except Inexpressible:
        return None
    element = observation.element(named.index)
    percent = percent_at(element, end, observation)
    return None if percent is None else slide(element, percent, observation)


def _only_scrolls(element: Element) -> bool:
    return element.scrollable and not element.clickable and not element.editable


def _area(element: Element) -> int:
    bounds = element.bounds
    return (bounds.right - bounds.left) * (bounds.bottom - bounds.top)


def _looking(start: Point, end: Point, observation: Observation) -> Direction:
    """Where a finger's way lets one look: against its own direction."""
    across = (end.x - start.x) * observation.width_px / SCALE
    down = (end.y - start.y) * observation.height_px / SCALE
    if abs(across) > abs(down):
        return Direction.LEFT if across > 0 else Direction.RIGHT
    return Direction.UP if down > 0 else Direction.DOWN

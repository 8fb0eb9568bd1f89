"""From an action as it was decided to what is done on the phone: bounded, aimed, performed.

Whether it may be done is not decided here, see `approvals`.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.actions import (
    SCALE,
    Action,
    Click,
    DoubleClick,
    Drag,
    ElementRef,
    LongPress,
    Point,
    Scroll,
    Stroke,
    Target,
    Type,
    Wait,
)
from runtime.device import Performed
from runtime.device_checks import check_action, targets_of
from runtime.observation import Element, Observation
from runtime.runs.handset import Handset

EDGE = 10
"""A point so little off the screen (of 1000) is meant to be at its edge."""
NOTHING_CHANGED = "nothing changed on the screen"


def bounded(action: Action, *, longest_wait_ms: int, longest_press_ms: int) -> Action:
    """The action with its durations and nearly missed points brought back into bounds."""
    match action:
        case Wait(duration_ms):
            return Wait(min(max(duration_ms, 0), longest_wait_ms))
        case Click(target):
            return Click(_on_screen(target))
        case DoubleClick(target):
            return DoubleClick(_on_screen(target))
        case LongPress(target, duration_ms):
            return LongPress(_on_screen(target), min(max(duration_ms, 1), longest_press_ms))
        case Drag(start, end, duration_ms):
            duration_ms = min(max(duration_ms, 1), longest_press_ms)
            return Drag(_on_screen(start), _on_screen(end), duration_ms)
        case Type(target=target) if target is not None:
            return replace(action, target=_on_screen(target))
        case Scroll(Stroke(start, end), target):
            stroke = Stroke(_point_on_screen(start), _point_on_screen(end))
            return Scroll(stroke, None if target is None else _on_screen(target))
        case Scroll(motion, target) if target is not None:
            return Scroll(motion, _on_screen(target))
        case _:
            return action


def check_aim(action: Action, screen: Observation) -> None:
    """Refuse, with `ActionError`, what is no phone's action or aims beside this screen."""
    check_action(action, screen, screen.id)


def means_the_same(action: Action, before: Observation, after: Observation) -> bool:
    """Whether an action that was decided on one look does just that on another."""
    if _place(before) != _place(after):
        return False
    return all(_aim(target, before) == _aim(target, after) for target in targets_of(action))


def perform(
    handset: Handset,
    action: Action,
    filled: Action,
    screen: Observation,
    *,
    for_person: bool = False,
) -> Performed:
    """Do `filled`, which is told as `action`: without the secrets that went into it."""
    performed = handset.perform(filled, screen, for_person=for_person)
    if filled != action:
        performed = replace(performed, action=action)
    if not performed.changed and not performed.note and not isinstance(action, Wait):
        performed = replace(performed, note=NOTHING_CHANGED)
    return performed


def _place(screen: Observation) -> tuple[str, str, int, int]:
    return screen.package, screen.activity, screen.width_px, screen.height_px


def _aim(target: Target, screen: Observation) -> tuple[object, ...]:
    """What a target hits on a screen, whatever its number there."""
    if isinstance(target, ElementRef):
        if not 0 <= target.index < len(screen.elements):
            return ()
        return _looks(screen.elements[target.index])
    x, y = screen.pixel(target)
    return tuple(_looks(item) for item in screen.elements if item.bounds.contains(x, y))


def _looks(element: Element) -> tuple[object, ...]:
    return (
        element.role,
        element.text,
        element.description,
        element.hint,
        element.resource_id,
        element.bounds,
        element.flags,
    )


def _on_screen(target: Target) -> Target:
    return _point_on_screen(target) if isinstance(target, Point) else target


def _point_on_screen(point: Point) -> Point:
    """The nearest point of the screen, for one that is hardly off it."""
    near = -EDGE <= point.x <= SCALE + EDGE and -EDGE <= point.y <= SCALE + EDGE
    if not near:
        return point
    return Point(min(max(point.x, 0), SCALE), min(max(point.y, 0), SCALE))

"""What an action hits on a screen: whether it hits anything, and whether it does the same on another look."""

from __future__ import annotations

from runtime.action_targets import targets_of
from runtime.actions import Action, ElementRef, Target
from runtime.device_checks import check_action
from runtime.observation import Element, Observation


def check_aim(action: Action, screen: Observation) -> None:
    """Refuse, with `ActionError`, what is no phone's action or aims beside this screen."""
    check_action(action, screen, screen.id)


def means_the_same(action: Action, before: Observation, after: Observation) -> bool:
    """Whether an action that was decided on one look does just that on another."""
    if _place(before) != _place(after):
        return False
    return all(_aim(target, before) == _aim(target, after) for target in targets_of(action))


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

"""Actions brought into bounds: how long they may last, and points that nearly missed the screen."""

from __future__ import annotations

from dataclasses import replace

from runtime.action_targets import map_targets
from runtime.actions import SCALE, Action, Drag, LongPress, Point, Target, Wait

EDGE = 10
"""A point so little off the screen (of 1000) is meant to be at its edge."""


def bounded(action: Action, *, longest_wait_ms: int, longest_press_ms: int) -> Action:
    """The action with its durations and nearly missed points brought back into bounds."""
    action = map_targets(action, _on_screen)
    match action:
        case Wait(duration_ms):
            return Wait(min(max(duration_ms, 0), longest_wait_ms))
        case LongPress(duration_ms=duration_ms) | Drag(duration_ms=duration_ms):
            return replace(action, duration_ms=min(max(duration_ms, 1), longest_press_ms))
        case _:
            return action


def _on_screen(target: Target) -> Target:
    """The nearest point of the screen, for one that is hardly off it."""
    if not isinstance(target, Point):
        return target
    near = -EDGE <= target.x <= SCALE + EDGE and -EDGE <= target.y <= SCALE + EDGE
    if not near:
        return target
    return Point(min(max(target.x, 0), SCALE), min(max(target.y, 0), SCALE))

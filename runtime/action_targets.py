"""The places that an action names, in one mapping: to list them, or to say each another way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from runtime.actions import (
    Action,
    Click,
    DoubleClick,
    Drag,
    LongPress,
    Point,
    Scroll,
    Stroke,
    Target,
    Type,
)

A = TypeVar("A", bound=Action)


def targets_of(action: Action) -> tuple[Target, ...]:
    """The places on the screen that an action touches."""
    match action:
        case Click(target) | DoubleClick(target) | LongPress(target):
            return (target,)
        case Scroll(Stroke(start, end)) | Drag(start, end):
            return (start, end)
        case Type(target=target) | Scroll(target=target):
            return (target,) if target is not None else ()
        case _:
            return ()


def map_targets(action: A, change: Callable[[Target], Target]) -> A:
    """The action with each place that it names changed. The ends of a stroke must stay points."""
    match action:
        case Click(target) | DoubleClick(target) | LongPress(target):
            return replace(action, target=change(target))
        case Drag(start, end):
            return replace(action, start=change(start), end=change(end))
        case Scroll(Stroke(start, end), target):
            stroke = Stroke(_point(change(start)), _point(change(end)))
            return replace(action, motion=stroke, target=None if target is None else change(target))
        case Type(target=target) | Scroll(target=target) if target is not None:
            return replace(action, target=change(target))
        case _:
            return action


def _point(target: Target) -> Point:
    if not isinstance(target, Point):
        raise TypeError("a stroke goes from point to point: its ends cannot be elements")
    return target

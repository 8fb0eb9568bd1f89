"""What a page tells of a person's hand on the picture, read into wishes. Pure.

A page is a stranger: whatever is not understood is None, and does nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import cast

from phonebuddy.v1 import action_pb2

from tui import manual_input

LONGEST_HOLD_S = 60.0
_BUTTONS = {
    "back": action_pb2.BUTTON_BACK,
    "home": action_pb2.BUTTON_HOME,
    "enter": action_pb2.BUTTON_ENTER,
}


class PageButton(StrEnum):
    """Buttons of the page that are about the run, not about the phone's screen."""

    TAKE_OVER = "take_over"
    """Takes the phone over, or hands it back."""


def read_input(told: object) -> manual_input.Wish | PageButton | None:
    """The wish in a message of the page; None if there is none."""
    if not isinstance(told, Mapping):
        return None
    message = cast("Mapping[str, object]", told)
    action: action_pb2.Action | None = None
    match message.get("do"):
        case "touch":
            action = _touch(message)
        case "long_press":
            at = _point(message.get("at"))
            action = manual_input.long_press(at) if at else None
        case "wheel":
            at, down = _point(message.get("at")), message.get("down")
            action = manual_input.wheel(at, down=down) if at and isinstance(down, bool) else None
        case "button":
            name = _BUTTONS.get(str(message.get("name")))
            action = manual_input.button(name) if name is not None else None
        case PageButton.TAKE_OVER.value:
            return PageButton.TAKE_OVER
        case _:
            pass
    return manual_input.QueuedAction(action) if action is not None else None


def _touch(message: Mapping[str, object]) -> action_pb2.Action | None:
    start, end = _point(message.get("start")), _point(message.get("end"))
    held_s = _number(message.get("held_s"), most=LONGEST_HOLD_S)
    if start is None or end is None or held_s is None:
        return None
    return manual_input.touch(start, end, held_s)


def _point(told: object) -> manual_input.Point | None:
    """A place in thousandths of the screen."""
    if not isinstance(told, list):
        return None
    numbers = [_number(part, most=1000.0) for part in cast("list[object]", told)]
    match numbers:
        case [float(x), float(y)]:
            return x, y
        case _:
            return None


def _number(told: object, *, most: float) -> float | None:
    if isinstance(told, bool) or not isinstance(told, int | float):
        return None
    return float(told) if math.isfinite(told) and 0 <= told <= most else None

"""What is recorded of a screen that only a person may handle, and of what was done on it."""

from __future__ import annotations

from dataclasses import replace

from runtime.action_targets import map_targets
from runtime.actions import Action, Point, Type
from runtime.observation import Observation

WITHHELD = "[withheld]"
SOMEWHERE = Point(500, 500)


def withheld_look(screen: Observation) -> Observation:
    """The screen with nothing but its app."""
    return replace(screen, elements=(), notices=(), focused=None, screenshot=None, secure=True)


def withheld_action(action: Action) -> Action:
    """What was done, without what was typed, and without where: taps on a keypad are a PIN."""
    masked = map_targets(action, lambda _: SOMEWHERE)
    return replace(masked, text=WITHHELD) if isinstance(masked, Type) else masked

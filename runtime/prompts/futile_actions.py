"""Actions that were tried in vain on the screen at hand, and need not be offered again.

A small policy that is asked the same again says the same again. What it reads of this in the history
is not enough for it: a grammar that leaves such an action out is. Two tries may be lost touches or a
slow phone, so only the third counts. Taps on elements and scrolling by pages count, nothing else:
what is typed, opened or gone back from may be right any number of times.
"""

from __future__ import annotations

from collections import Counter

from runtime.actions import Action, Click, Direction, ElementRef, Scroll
from runtime.engine import Prompt
from runtime.observation import Observation

ENOUGH = 3
"""So often an action was done on a screen that looked the same."""


def futile_actions(prompt: Prompt) -> frozenset[Action]:
    """The actions that a prompt's history shows to lead nowhere from its screen."""
    history = prompt.history
    if len(history) < ENOUGH:
        return frozenset()
    now = _look(prompt.observation)
    done = Counter(
        step.decision.action
        for step in history
        if _may_be_futile(step.decision.action) and _look(step.observation) == now
    )
    return frozenset(action for action, times in done.items() if times >= ENOUGH)


def _may_be_futile(action: object) -> bool:
    match action:
        case Click(ElementRef()) | Scroll(Direction()):
            return True
        case _:
            return False


def _look(observation: Observation) -> tuple[object, ...]:
    return (
        observation.package,
        observation.activity,
        observation.keyboard_shown,
        observation.focused,
        observation.elements,
    )

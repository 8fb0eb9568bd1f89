"""Waits until a screen rests after an action: by looking, never by sleeping for a fixed time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from runtime.backends.adb.deadlines import Deadline


@dataclass(frozen=True, slots=True)
class Settling:
    """How patient to be. `reaction_s` is how long to wait for a first change, `cap_s` for the end."""

    reaction_s: float = 0.6
    cap_s: float = 3.0
    poll_s: float = 0.02


@dataclass(frozen=True, slots=True)
class Settled:
    """Whether anything changed, and whether the screen came to rest."""

    changed: bool
    at_rest: bool


def settle(
    look: Callable[[], Hashable],
    before: Hashable,
    pause: Callable[[float], None],
    settling: Settling,
) -> Settled:
    """Look until two looks in a row are equal and differ from `before`, or patience ends."""
    cap = Deadline.after(settling.cap_s, "settling")
    reaction = Deadline.after(min(settling.reaction_s, settling.cap_s), "reacting")
    last = look()
    changed = last != before
    while True:
        if cap.passed:
            return Settled(changed, at_rest=not changed)
        pause(settling.poll_s)
        now = look()
        changed = changed or now != before
        if now == last and (changed or reaction.passed):
            # What changed and changed back has reacted, and that counts as a change.
            return Settled(changed, at_rest=True)
        last = now

"""Notices a policy that goes round in circles: the same actions on the same screens, again and again.

Told first, ended later: what looks like a circle may be a list that is scrolled to its end. Pure
functions of what was done; what a person did or answered breaks the circle.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from runtime.actions import Action
from runtime.observation import Observation


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a cycle is repeated before the policy is reminded, and before the run is ended.

    `alone` is for one action on one screen, `circle` for two to `longest` of them in turn.
    """

    tell_alone: int = 3
    end_alone: int = 5
    tell_circle: int = 2
    end_circle: int = 4
    longest: int = 4

    @property
    def memory(self) -> int:
        """How many turns it takes to see any circle to its end."""
        return max(self.end_alone, self.end_circle * self.longest)


@dataclass(frozen=True, slots=True)
class ScreenAction:
    """What was done, and on which screen (see `screen_print`)."""

    screen: str
    action: Action


class Habit(StrEnum):
    """What to do about a circle."""

    FINE = "fine"
    REMARK = "remark"
    END = "end"


def screen_print(observation: Observation) -> str:
    """Equal for screens that look the same to a policy, whenever they were looked at."""
    digest = hashlib.blake2b(digest_size=16)
    shown = (
        observation.package,
        observation.activity,
        observation.width_px,
        observation.height_px,
        observation.keyboard_shown,
        observation.focused,
        observation.elements,
    )
    digest.update(repr(shown).encode("utf-8", "surrogatepass"))
    if not observation.elements and observation.screenshot is not None:
        digest.update(
            observation.screenshot.data
        )  # games and canvases: the picture is all there is
    return digest.hexdigest()


def rounds(turns: Sequence[ScreenAction], length: int) -> int:
    """How often the last `length` turns were gone through at the end, without a break."""
    count = len(turns)
    if length < 1 or count < length:
        return 0
    last = turns[count - length :]
    times = 1
    while (times + 1) * length <= count:
        start = count - (times + 1) * length
        if turns[start : start + length] != last:
            break
        times += 1
    return times


def habit(turns: Sequence[ScreenAction], patience: Patience) -> Habit:
    """Whether the newest turns go round in circles."""
    found = Habit.FINE
    for length in range(1, patience.longest + 1):
        alone = length == 1
        if not alone and len(set(turns[-length:])) == 1:
            continue  # one turn after all, which has its own bound
        times = rounds(turns, length)
        if times >= (patience.end_alone if alone else patience.end_circle):
            return Habit.END
        if times >= (patience.tell_alone if alone else patience.tell_circle):
            found = Habit.REMARK
    return found


REMARK = (
    "You have done this on this same screen several times and nothing new came of it: "
    "do something else, ask the user, or finish."
)
"""What the policy is reminded of."""

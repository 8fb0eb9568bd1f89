"""How turns are carried out: bounds and patience, the same for serving and for training."""

from __future__ import annotations

from dataclasses import dataclass, field

from runtime.actions import LONGEST_WAIT_MS
from runtime.turn.repetition import Patience


@dataclass(frozen=True, slots=True)
class TurnSettings:
    """What holds for every turn."""

    unreadable_replies: int = 3
    """So many in a row end the episode."""
    unfit_answers: int = 3
    """So many that do not fit the schema end the episode; the first, of a policy that is not shown it."""
    refusals: int = 3
    """So many of one action, by the guard or the person, end the episode."""
    stale_after_s: float = 2.0
    """A look older than this is checked against a new one before anything is done on it."""
    longest_wait_ms: int = LONGEST_WAIT_MS
    longest_press_ms: int = 5_000
    patience: Patience = field(default_factory=Patience)

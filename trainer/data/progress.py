"""How far a long piece of work is, and how long it will still take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class CollectionProgress:
    """Counts what is done against what is to be done."""

    total: int
    clock: Callable[[], float] = time.monotonic
    done: int = 0
    began_s: float = field(init=False)

    def __post_init__(self) -> None:
        self.began_s = self.clock()

    def advance(self, count: int) -> None:
        self.done += count

    @property
    def rate(self) -> float:
        """How many a second."""
        return self.done / max(self.clock() - self.began_s, 1e-6)

    @property
    def left_s(self) -> float:
        """The seconds left at this rate; infinite before anything is done."""
        return (self.total - self.done) / self.rate if self.done else float("inf")

    def __str__(self) -> str:
        share = 100 * self.done // self.total if self.total else 100
        return f"{share:3} % {self.done:,} of {self.total:,}, {self.rate:.0f}/s, {duration(self.left_s)} left"


def duration(seconds: float) -> str:
    """A time span in words."""
    if seconds == float("inf"):
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 1:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"

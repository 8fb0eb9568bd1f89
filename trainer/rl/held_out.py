"""Which policy of a training is kept: what it solves greedily on two sets of held-out tasks decides.

The first set chooses the iteration. The second, which chose nothing, says whether the choice is better
than the policy that training began with; if it is not, that one is kept. Success in training cannot
say either: it is mostly a matter of which tasks were drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

FILE = "held_out.jsonl"
CHOICE = "choice.json"


@dataclass(frozen=True, slots=True)
class HeldOutConfig:
    """Every so many iterations (0: never), on two sets of at most so many tasks of the validation split
    (0: one of every template), at a level of realism, `jobs` phones at once.
    """

    every: int = 0
    tasks: int = 0
    realism: str = "off"
    jobs: int = 64


class HeldOutTasks(Protocol):
    """Has the policy being trained play both sets greedily."""

    def measure(self) -> tuple[Mapping[str, bool], Mapping[str, bool]]:
        """Which tasks of each set were solved; what met a fault is left out."""
        ...


@dataclass(frozen=True, slots=True)
class HeldOutShares:
    """The shares of both sets that were solved after an iteration."""

    iteration: int
    first: float
    second: float


@dataclass(slots=True)
class PolicyChoice:
    """The best iteration so far, against the start."""

    start: HeldOutShares | None = None
    best: HeldOutShares | None = None

    def sees(self, shares: HeldOutShares) -> bool:
        """Take a measurement in, the start's first; whether it is the best on the first set so far."""
        if self.start is None:
            self.start = shares
            return False
        if shares.first <= (self.best or self.start).first:
            return False
        self.best = shares
        return True

    @property
    def keeps_best(self) -> bool:
        """Whether the best also beats the start on the second set."""
        return (
            self.start is not None
            and self.best is not None
            and self.best.second > self.start.second
        )

    def state(self) -> dict[str, Any]:
        """As plain values, for `restore`."""
        found = {"start": self.start, "best": self.best}
        return {name: asdict(value) for name, value in found.items() if value is not None}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from an earlier `state`."""
        self.start = HeldOutShares(**state["start"]) if "start" in state else None
        self.best = HeldOutShares(**state["best"]) if "best" in state else None


def shares_of(
    iteration: int, measured: tuple[Mapping[str, bool], Mapping[str, bool]]
) -> HeldOutShares:
    """The shares of a measurement."""
    first, second = (sum(solved.values()) / max(len(solved), 1) for solved in measured)
    return HeldOutShares(iteration, first, second)

"""What trying a task came to, as training sees it: tokens, log-probabilities and a reward."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.engine import TokenTrace

Tokens = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trajectory:
    """One try at a task. `iteration` is the one whose policy made it."""

    environment: str
    task: str
    kind: str
    turns: tuple[TokenTrace, ...]
    reward: float
    success: bool
    iteration: int = 0
    unreadable: int = 0
    """How many replies could not be read."""
    false_done: bool = False


@dataclass(frozen=True, slots=True)
class RolloutFault:
    """A try that the phone, or the way to it, spoiled: neither success nor failure."""

    environment: str
    task: str
    error: str


@dataclass(frozen=True, slots=True)
class TrajectoryGroup:
    """The tries at one task in one environment, to be compared with each other."""

    environment: str
    task: str
    tries: tuple[Trajectory, ...]
    faults: tuple[RolloutFault, ...] = ()

    @property
    def all_failed(self) -> bool:
        """Whether nobody solved it, though somebody could try."""
        return bool(self.tries) and not any(trajectory.success for trajectory in self.tries)

    @property
    def success_rate(self) -> float | None:
        """None where every try was spoiled."""
        if not self.tries:
            return None
        return sum(trajectory.success for trajectory in self.tries) / len(self.tries)


@dataclass(frozen=True, slots=True)
class WeightedReply:
    """A reply to be made likelier (advantage above zero) or less likely. `weight` is how many tries
    said it; `iteration` is the one whose policy said it first.
    """

    turn: TokenTrace
    advantage: float
    weight: int
    iteration: int

    @property
    def size(self) -> int:
        """How many tokens it has."""
        return len(self.turn.prompt) + len(self.turn.reply)

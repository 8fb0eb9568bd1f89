"""Who makes the rollouts of an iteration: this process, or others that are given the policy.

What a try draws depends on its name alone (`deciders.Draws`), so all kinds of workers make the same
rollouts of the same policy, up to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from runtime.turn.decider import Decider
from runtime.turn.start import AT_ONCE, Opening
from trainer.data.environments import Environment
from trainer.rl.lockstep import RolloutTimes, roll_out
from trainer.rl.rewards import Rewards
from trainer.rl.trajectories import TrajectoryGroup


@dataclass(frozen=True, slots=True)
class RolloutJob:
    """A task to be tried. `number` is its place in the iteration, whoever tries it."""

    number: int
    environment: str
    task: str


@dataclass(frozen=True, slots=True)
class RolloutConditions:
    """How each task of a training is tried."""

    tries: int
    rewards: Rewards
    most_live: int
    opening: Opening = AT_ONCE
    """How the policy begins."""


class RolloutWorkers(Protocol):
    """Makes rollouts: `begin` once, then `finish` once, and so on."""

    @property
    def ahead(self) -> bool:
        """Whether the next iteration's rollouts are made while the policy is updated."""
        ...

    def begin(self, jobs: Sequence[RolloutJob], iteration: int, *, policy_of: int) -> None:
        """Begin with the policy as it is now: that of iteration `policy_of`."""
        ...

    def finish(self, pace: RolloutTimes) -> list[TrajectoryGroup]:
        """The groups of the jobs, in their order."""
        ...


@dataclass(slots=True)
class LocalRolloutWorkers:
    """Rollouts in this process. `decider` gives who decides in an iteration."""

    environments: Mapping[str, Environment]
    decider: Callable[[int], Decider]
    terms: RolloutConditions
    ahead: bool = False
    _begun: tuple[Sequence[RolloutJob], int] = field(default=((), 0))

    def begin(self, jobs: Sequence[RolloutJob], iteration: int, *, policy_of: int) -> None:
        del policy_of  # rollouts are made in `finish`, with the policy of that time
        self._begun = (jobs, iteration)

    def finish(self, pace: RolloutTimes) -> list[TrajectoryGroup]:
        jobs, iteration = self._begun
        return roll_out(
            [(job.environment, job.task) for job in jobs],
            self.environments,
            self.decider(iteration),
            tries=self.terms.tries,
            rewards=self.terms.rewards,
            iteration=iteration,
            numbers=[job.number for job in jobs],
            most_live=self.terms.most_live,
            opening=self.terms.opening,
            pace=pace,
        )

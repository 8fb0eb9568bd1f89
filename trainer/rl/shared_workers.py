"""Rollouts shared by the processes of a group: each makes its part, then all have all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from trainer.data.environments import Environment
from trainer.process_group import ProcessGroup
from trainer.rl.lockstep import RolloutTimes
from trainer.rl.rollout_workers import RolloutJob, RolloutWorkers
from trainer.rl.trajectories import TrajectoryGroup


@dataclass(slots=True)
class SharedRolloutWorkers:
    """Each process of a group makes rollouts with workers of its own.

    Environments with a limited number of phones belong to the leading process alone.
    """

    process_group: ProcessGroup
    workers: RolloutWorkers
    environments: Mapping[str, Environment]
    ahead: bool = False
    _mine: list[int] = field(default_factory=list)

    def begin(self, jobs: Sequence[RolloutJob], iteration: int, *, policy_of: int) -> None:
        free = [job for job in jobs if self.environments[job.environment].capacity is None]
        scarce = [job for job in jobs if self.environments[job.environment].capacity is not None]
        mine = [*self.process_group.share(free), *(scarce if self.process_group.leads else ())]
        self._mine = [job.number for job in mine]
        self.workers.begin(mine, iteration, policy_of=policy_of)

    def finish(self, pace: RolloutTimes) -> list[TrajectoryGroup]:
        made = dict(zip(self._mine, self.workers.finish(pace), strict=True))
        everywhere: dict[int, TrajectoryGroup] = {}
        for part, counted in self.process_group.gather((made, pace)):
            everywhere.update(part)
            if counted is not pace:
                pace.take_in(counted)
        return [everywhere[number] for number in sorted(everywhere)]

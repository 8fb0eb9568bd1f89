"""Rollouts shared by the processes of a team: each makes its part, then all know everything."""

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
    """Each process of a team makes rollouts with a crew of its own.

    Phones of which there are only so many are one process's: the leading one's.
    """

    team: ProcessGroup
    crew: RolloutWorkers
    environments: Mapping[str, Environment]
    ahead: bool = False
    _mine: list[int] = field(default_factory=list)

    def begin(self, jobs: Sequence[RolloutJob], iteration: int, *, policy_of: int) -> None:
        free = [job for job in jobs if self.environments[job.environment].capacity is None]
        scarce = [job for job in jobs if self.environments[job.environment].capacity is not None]
        mine = [*self.team.share(free), *(scarce if self.team.leads else ())]
        self._mine = [job.number for job in mine]
        self.crew.begin(mine, iteration, policy_of=policy_of)

    def finish(self, pace: RolloutTimes) -> list[TrajectoryGroup]:
        made = dict(zip(self._mine, self.crew.finish(pace), strict=True))
        everywhere: dict[int, TrajectoryGroup] = {}
        for part, counted in self.team.gather((made, pace)):
            everywhere.update(part)
            if counted is not pace:
                pace.take_in(counted)
        return [everywhere[number] for number in sorted(everywhere)]

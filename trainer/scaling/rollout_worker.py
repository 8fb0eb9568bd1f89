"""What one worker elsewhere does: takes the newest weights, tries tasks on phones of its own.

Knows nothing of how it is started and reached: see `ray_crew`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from trainer.data.environments import Environment
from trainer.rl.deciders import Draws, SamplingDecider
from trainer.rl.language import Language
from trainer.rl.lockstep import RolloutTimes
from trainer.rl.policy import Policy
from trainer.rl.rollout_workers import LocalRolloutWorkers, RolloutConditions, RolloutJob
from trainer.rl.trajectories import TrajectoryGroup

if TYPE_CHECKING:
    from torch import Tensor

    from phoneworld import Catalogue
    from trainer.rl.config import RlConfig


@dataclass(frozen=True, slots=True)
class Gear:
    """What rollouts are made with."""

    policy: Policy
    language: Language
    environments: Mapping[str, Environment]


class Outfit(Protocol):
    """Makes the gear, where the worker is. Crosses processes: it must be picklable."""

    def __call__(self) -> Gear: ...


@dataclass(frozen=True, slots=True)
class ModelOutfit:
    """A policy from a folder that the worker can read, and the phones that addresses name."""

    init: Path
    urls: tuple[str, ...]
    mock: bool
    config: RlConfig
    catalogue: Catalogue
    mock_catalogue: Catalogue | None = None

    def __call__(self) -> Gear:
        import torch

        from trainer.data.trials import Trials
        from trainer.rl.model_policy import open_policy
        from trainer.rl.places import open_all

        rollouts = self.config.rollouts
        policy = open_policy(
            self.init,
            temperature=rollouts.temperature,
            longest_reply=rollouts.longest_reply,
            half_replies=rollouts.half,
        )
        if torch.cuda.is_available():
            # Ray shows a worker only the GPUs that it was given.
            policy.model.to("cuda")
        trials = Trials(self.catalogue)
        apart = None if self.mock_catalogue is None else Trials(self.mock_catalogue)
        environments, _, _ = open_all(
            self.urls, self.config, trials, mock=self.mock, mock_trials=apart
        )
        return Gear(policy, policy.language(), environments)


class RolloutWorker:
    """Makes rollouts of the policy that it is handed."""

    def __init__(
        self,
        outfit: Outfit,
        terms: RolloutConditions,
        *,
        seed: int,
        longest_prompt: int,
        threads: int = 1,
    ) -> None:
        import torch

        torch.set_num_threads(threads)
        self._gear = outfit()
        decider = SamplingDecider(
            self._gear.policy, self._gear.language, Draws(seed), longest_prompt
        )
        self._workers = LocalRolloutWorkers(self._gear.environments, lambda _: decider, terms)
        self._policy_of = -1

    def roll(
        self,
        weights: Mapping[str, Tensor],
        policy_of: int,
        jobs: Sequence[RolloutJob],
        iteration: int,
    ) -> tuple[list[TrajectoryGroup], RolloutTimes]:
        """Try the jobs with the policy of an iteration, which may be an earlier one."""
        if policy_of != self._policy_of:
            self._gear.policy.model.load_state_dict(weights)
            self._policy_of = policy_of
        pace = RolloutTimes()
        self._workers.begin(jobs, iteration, policy_of=policy_of)
        return [_said_by(group, policy_of) for group in self._workers.finish(pace)], pace

    def ready(self) -> None:
        """Nothing to do: whoever answers has started."""

    def close(self) -> None:
        """Let the phones go."""
        for environment in self._gear.environments.values():
            environment.close()


def _said_by(group: TrajectoryGroup, policy_of: int) -> TrajectoryGroup:
    """The group with whose policy made it, so that training can weigh what is stale."""
    tries = tuple(replace(each, iteration=policy_of) for each in group.tries)
    return replace(group, tries=tries)

"""Rollouts: many phones in lock-step against one after the other, and where their time goes.

All play tasks with the oracle's replies to the oracle's end, which the task's verifier takes. Every phone
has another task: tries at one task, which share prompts, are faster still.
"""

from __future__ import annotations

import resource
from collections.abc import Sequence
from dataclasses import dataclass

from runtime.bench_report import Figures
from trainer.bench.forced import ForcedDecider, forced_decider
from trainer.bench.material import Material
from trainer.bench.resource_usage import ResourceUsage
from trainer.data.environments import PhoneWorldPhones
from trainer.data.trials import Trials
from trainer.errors import TrainingError
from trainer.rl.lockstep import RolloutTimes, roll_out
from trainer.rl.rewards import Rewards

PHONES = 32


@dataclass(frozen=True, slots=True)
class Rolled:
    """What some episodes took, and where it went."""

    episodes: int
    spent: ResourceUsage
    pace: RolloutTimes


def measure_rollouts(material: Material, *, alone: int) -> Figures:
    """Episodes a second of each, and the phones' share of a step in lock-step.

    All episodes in lock-step, on 32 phones; the first `alone` of them one at a time, by the model's
    own pass as transformers has it, and by ours.
    """
    names = [episode.task for episode in material.episodes]
    ours, plain = forced_decider(material), forced_decider(material, lean=False)
    few = names[:alone]
    # First rounds wake everything up: worlds, torch, limits of steps.
    for decider in (ours, plain):
        roll(few, decider, material.trials, phones=PHONES)
    one_by_one = roll(few, plain, material.trials, phones=1)
    ours_alone = roll(few, ours, material.trials, phones=1)
    together = roll(names, ours, material.trials, phones=PHONES)
    # As in training, where nearly every task is new: how long its oracle takes is asked anew.
    material.trials.forget_oracle_steps()
    ours.asking = ResourceUsage()
    shared = roll(names, ours, material.trials, phones=PHONES).pace
    busy_s = shared.phones_s + shared.policy_s
    return {
        "lockstep_steps_per_s": together.pace.steps / together.spent.wall_s,
        "one_by_one_steps_per_s": one_by_one.pace.steps / one_by_one.spent.wall_s,
        "lockstep_episodes_per_s": together.episodes / together.spent.wall_s,
        "times_faster": _ratio(together, one_by_one, "wall_s"),
        "times_faster_cpu": _ratio(together, one_by_one, "cpu_s"),
        "times_faster_than_ours_alone": _ratio(together, ours_alone, "wall_s"),
        "times_faster_than_ours_alone_cpu": _ratio(together, ours_alone, "cpu_s"),
        "steps_per_round": together.pace.steps / together.pace.rounds,
        "phones_share": shared.phones_s / busy_s,
        "prompts_share": ours.asking.wall_s / busy_s,
        "waiting_share": (shared.phones_s + ours.asking.wall_s) / busy_s,
        "processor_share": together.spent.processor_share,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def roll(names: Sequence[str], decider: ForcedDecider, trials: Trials, *, phones: int) -> Rolled:
    """Each task once, on at most so many phones at a time."""
    environment = PhoneWorldPhones("phones", tuple(names), trials)
    spent, pace = ResourceUsage(), RolloutTimes()
    with spent.counting():
        groups = roll_out(
            [(environment.name, name) for name in names],
            {environment.name: environment},
            decider,
            tries=1,
            rewards=Rewards(),
            most_live=phones,
            pace=pace,
        )
    failed = [group.task for group in groups if group.success_rate != 1.0]
    if failed:
        # Then the two sides did not do the same work, and the figures are worth nothing.
        raise TrainingError(f"oracles' replies did not solve {', '.join(failed)} in lock-step")
    return Rolled(len(names), spent, pace)


def _ratio(together: Rolled, alone: Rolled, of: str) -> float:
    """How many times as fast. By steps: the episodes of the two are not of the same length."""
    return (together.pace.steps / getattr(together.spent, of)) / (
        alone.pace.steps / getattr(alone.spent, of)
    )

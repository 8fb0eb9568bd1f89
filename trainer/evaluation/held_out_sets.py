"""Two sets of validation tasks that a policy in training plays greedily, as evaluation has it played."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from phoneworld import Catalogue, Split, Task
from runtime.turn.start import Opening
from trainer.data.task_selection import choose_tasks
from trainer.data.trials import Trials
from trainer.errors import InvalidDataRequest
from trainer.evaluation.lockstep_runner import LockstepRunner
from trainer.evaluation.stage import Conditions, Runner, Stage
from trainer.evaluation.torch_policy import torch_policy
from trainer.models.trainable_model import Model

SETS = 2


@dataclass(frozen=True, slots=True)
class HeldOutSets:
    """The sets, and who has them played."""

    runner: Runner
    sets: tuple[tuple[Task, ...], tuple[Task, ...]]

    def measure(self) -> tuple[Mapping[str, bool], Mapping[str, bool]]:
        """Which tasks of each set are solved; what met a fault is left out."""
        first, second = (
            {one.task: one.success for one in self.runner.run(tasks) if one.success is not None}
            for tasks in self.sets
        )
        return first, second


def open_held_out_sets(
    trials: Trials,
    folder: Path,
    model: Model,
    *,
    templates: Sequence[str],
    kinds: Sequence[str],
    tasks: int,
    realism: str,
    jobs: int,
    opening: Opening,
) -> HeldOutSets:
    """Sets for the policy of a folder, whose weights are those of `model` at any time."""
    conditions = Conditions("training", realism, opening=opening)
    runner = LockstepRunner(torch_policy(folder, model), Stage(conditions, trials), jobs=jobs)
    first, second = choose_sets(trials.catalogue, templates=templates, kinds=kinds, most=tasks)
    return HeldOutSets(runner, (first, second))


def choose_sets(
    catalogue: Catalogue, *, templates: Sequence[str] = (), kinds: Sequence[str] = (), most: int = 0
) -> tuple[tuple[Task, ...], tuple[Task, ...]]:
    """One validation task of every template for each set, on seeds of different worlds; at most so many,
    drawn by a hash of the templates' names, if that is not 0.
    """
    found: list[tuple[Task, ...]] = []
    for seed in catalogue.splits.seeds(Split.VALIDATION, SETS):
        tasks = choose_tasks(
            catalogue,
            seeds=[seed],
            patterns=templates,
            kinds=kinds,
            split=Split.VALIDATION.value,
        )
        drawn = sorted(tasks, key=_draw)[:most] if most else tasks
        found.append(tuple(sorted(drawn, key=lambda task: task.name)))
    first, second = found
    if not first or not second:
        raise InvalidDataRequest("no task of the validation split is left to hold out")
    return first, second


def _draw(task: Task) -> bytes:
    return hashlib.sha256(f"held out {task.template.name}".encode()).digest()

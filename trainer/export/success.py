"""Whether an export solves as many tasks as its checkpoint: a sample of test tasks, played by both.

Equal decisions on recorded prompts do not tell it all: one other decision may lead away from what was
recorded, or lead to the same end.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from phoneworld import Task
from runtime.policies.bundle import Manifest
from runtime.policies.limits import EngineLimits
from runtime.policies.loading import load_engine
from trainer.evaluation.engine_runner import EngineRunner
from trainer.evaluation.lockstep_runner import LockstepRunner
from trainer.evaluation.result import TaskResult
from trainer.evaluation.stage import Conditions, Runner, Stage
from trainer.evaluation.suites import choose_suite
from trainer.evaluation.torch_policy import TorchPolicy
from trainer.export.checkpoint import Checkpoint
from trainer.models.opening import Model

_PHONES = 16


@dataclass(frozen=True, slots=True)
class Solved:
    """How many tasks of a sample were solved. A fault of the environment solves nothing for either."""

    tasks: int
    by_export: int
    in_torch: int


def sample_tasks(count: int) -> list[Task]:
    """So many tasks of the test split, spread over all templates."""
    found = choose_suite()
    count = min(count, len(found))
    return [found[number * len(found) // count] for number in range(count)]


def solved_in_torch(checkpoint: Checkpoint, model: Model, tasks: Sequence[Task]) -> int:
    """How many a checkpoint solves, asked as it will be asked when it is exported."""
    policy = TorchPolicy(checkpoint, model, checkpoint.facts.open_format())
    stage = Stage(Conditions(checkpoint.folder.name))
    return _count(LockstepRunner(policy, stage, jobs=_PHONES), tasks)


def solved_by_export(
    folder: Path, manifest: Manifest, tasks: Sequence[Task], *, threads: int
) -> int:
    """How many a bundle solves, by the engine that will serve it."""
    limits = EngineLimits(sessions=1, threads=threads, threads_batch=threads)
    with closing(load_engine(folder, manifest, limits)) as engine:
        stage = Stage(Conditions(manifest.name, screenshots=engine.wants_screenshot))
        return _count(EngineRunner(engine, stage), tasks)


def _count(runner: Runner, tasks: Sequence[Task]) -> int:
    results: list[TaskResult] = list(runner.run(tasks))
    return sum(result.success is True for result in results)

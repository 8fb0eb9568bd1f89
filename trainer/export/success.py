"""Whether an export solves fewer tasks than its checkpoint: a sample of validation tasks, played by both.

Equal decisions on recorded prompts are not enough: one other decision may lead away from what was
recorded, or lead to the same end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from phoneworld import Catalogue, Split, Task
from runtime.engines.limits import EngineLimits
from runtime.policies.bundle import PolicyManifest
from runtime.policies.engine_loader import load_engine, opening_of
from runtime.turn.decider import EngineDecider
from trainer.data.trials import Trials
from trainer.evaluation.engine_runner import EngineRunner
from trainer.evaluation.lockstep_runner import LockstepRunner
from trainer.evaluation.stage import Conditions, Runner, Stage
from trainer.evaluation.statistics import mcnemar
from trainer.evaluation.suites import choose_suite
from trainer.evaluation.torch_policy import TorchPolicy
from trainer.facts import read_opening
from trainer.models.checkpoint import ModelCheckpoint
from trainer.models.trainable_model import Model

_PHONES = 16
_CHANCE = 0.05
"""A difference that is likelier than this may be one by chance."""
Outcomes = Mapping[str, bool | None]
"""Whether each task was solved; None where a fault spoiled it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedCount:
    """How many tasks of a sample were solved, of those that no fault spoiled for either.

    `played` counts all of them, `lost` those that only torch solved.
    """

    played: int
    tasks: int
    by_export: int
    in_torch: int
    lost: int

    @property
    def gained(self) -> int:
        """How many only the export solved."""
        return self.by_export - self.in_torch + self.lost

    @property
    def agrees(self) -> bool:
        """Whether at least half could be compared, and the export did not solve so many fewer that it
        cannot be chance: 95 %, by McNemar's exact test.
        """
        worse = self.lost > self.gained and mcnemar(self.gained, self.lost) < _CHANCE
        return 2 * self.tasks >= self.played and not worse


def compare_outcomes(by_export: Outcomes, in_torch: Outcomes) -> SolvedCount:
    """Both on the same tasks."""
    pairs = [
        (export, torch)
        for task, torch in in_torch.items()
        if torch is not None and (export := by_export.get(task)) is not None
    ]
    return SolvedCount(
        played=len(in_torch),
        tasks=len(pairs),
        by_export=sum(export for export, _ in pairs),
        in_torch=sum(torch for _, torch in pairs),
        lost=sum(torch and not export for export, torch in pairs),
    )


def sample_tasks(catalogue: Catalogue, count: int) -> list[Task]:
    """So many tasks of the validation split, spread over all templates."""
    found = choose_suite(catalogue, split=Split.VALIDATION.value)
    count = min(count, len(found))
    return [found[number * len(found) // count] for number in range(count)]


def solved_in_torch(
    checkpoint: ModelCheckpoint, model: Model, tasks: Sequence[Task], trials: Trials
) -> Outcomes:
    """What a checkpoint solves, asked as it will be asked when it is exported."""
    policy = TorchPolicy(checkpoint, model, checkpoint.facts.open_format())
    conditions = Conditions(checkpoint.folder.name, opening=read_opening(checkpoint.folder))
    stage = Stage(conditions, trials)
    return _play(LockstepRunner(policy, stage, jobs=_PHONES), tasks)


def solved_by_export(
    folder: Path, manifest: PolicyManifest, tasks: Sequence[Task], trials: Trials, *, threads: int
) -> Outcomes:
    """What a bundle solves, by the engine that will serve it."""
    limits = EngineLimits(sessions=1, threads=threads, threads_batch=threads)
    with closing(load_engine(folder, manifest, limits)) as engine:
        filmed = engine.wants_screenshot
        conditions = Conditions(
            manifest.name, screenshots=filmed, opening=opening_of(folder, manifest)
        )
        return _play(EngineRunner(EngineDecider(engine), Stage(conditions, trials)), tasks)


def _play(runner: Runner, tasks: Sequence[Task]) -> Outcomes:
    return {result.task: result.success for result in runner.run(tasks)}

"""Policies side by side: success by kind with intervals, and differences on equal tasks.

The first is what the others are held against, and each also against the one before it. Only tasks
that both have tried without a fault are compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from trainer.errors import EvaluationError
from trainer.evaluation.figures import ALL, Figures, figures_of, seen_word
from trainer.evaluation.result import TaskResult
from trainer.evaluation.statistics import mcnemar, paired_interval


@dataclass(frozen=True, slots=True)
class Measured:
    """One policy's results, under the name it goes by in the comparison."""

    name: str
    results: tuple[TaskResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How much more often the second solves a group of tasks than the first.

    `gained` only the second solved, `lost` only the first. The interval is a paired bootstrap's,
    95 %; `p` is McNemar's, exact.
    """

    first: str
    second: str
    group: str
    tasks: int
    gained: int
    lost: int
    value: float
    low: float
    high: float
    p: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Groups of tasks by name, the figures of each policy in them, and all differences."""

    policies: tuple[str, ...]
    figures: dict[str, dict[str, Figures]]
    differences: tuple[Difference, ...]


def compare(measured: Sequence[Measured], *, seed: int = 0) -> Comparison:
    """Compare evaluations. Names must differ, and there must be tasks in common."""
    names = [one.name for one in measured]
    if len(measured) < 2 or len(set(names)) != len(names):
        raise EvaluationError(
            f"compare two evaluations or more, each under its own name, not {names}"
        )
    groups = groups_in([result for one in measured for result in one.results])
    figures = {
        group: {
            one.name: figures_of(r for r in one.results if group in _groups_of(r))
            for one in measured
        }
        for group in groups
    }
    pairs = [(measured[0], other) for other in measured[1:]]
    pairs += pairwise(measured[1:])
    differences = tuple(
        found
        for first, second in pairs
        for group in groups
        if (found := _difference(first, second, group, seed)) is not None
    )
    if not differences:
        raise EvaluationError(
            f"{', '.join(names)} have no task in common: measure them on the same"
        )
    return Comparison(tuple(names), figures, differences)


def _difference(first: Measured, second: Measured, group: str, seed: int) -> Difference | None:
    before, after = judged(first, group), judged(second, group)
    tasks = sorted(before.keys() & after.keys())
    if not tasks:
        return None
    steps = [int(after[task]) - int(before[task]) for task in tasks]
    gained, lost = steps.count(1), steps.count(-1)
    low, high = paired_interval(steps, seed=seed)
    return Difference(
        first=first.name,
        second=second.name,
        group=group,
        tasks=len(tasks),
        gained=gained,
        lost=lost,
        value=sum(steps) / len(steps),
        low=low,
        high=high,
        p=mcnemar(gained, lost),
    )


def judged(measured: Measured, group: str) -> Mapping[str, bool]:
    """Which tasks of a group were solved, without those that met a fault."""
    return {
        f"{result.task}@{result.realism}": result.success
        for result in measured.results
        if result.success is not None and group in _groups_of(result)
    }


def groups_in(results: Sequence[TaskResult]) -> list[str]:
    """The groups of tasks that are there, in the order of reports."""
    there = {group for result in results for group in _groups_of(result)}
    order = [ALL, "single-app", "mini-app", "cross-app", "easy", "medium", "hard", "seen", "unseen"]
    return [group for group in order if group in there]


def _groups_of(result: TaskResult) -> tuple[str, ...]:
    return ALL, result.kind, result.level, seen_word(result)

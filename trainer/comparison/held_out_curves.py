"""What trainings by reward solve of their held-out tasks, by how many tries they have made.

Trainings of one name are the seeds of an arm: their mean is drawn, with an interval over tasks and seeds.
Both sets of held-out tasks count as one here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainer.errors import EvaluationError
from trainer.evaluation.statistics import crossed_interval
from trainer.evaluation.svg import line_chart
from trainer.rl import held_out, journal

SETS = ("first", "second")


@dataclass(frozen=True, slots=True)
class HeldOutPoint:
    """The share that was solved after so many tries, and its interval (95 %)."""

    tries: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _Played:
    """Both sets after an iteration: the tasks that were solved, and how many there are."""

    tries: int
    solved: frozenset[tuple[str, str]]
    tasks: int


def held_out_curve(folders: Sequence[Path]) -> list[HeldOutPoint]:
    """The curve of an arm, of the iterations at which all of its seeds were measured."""
    by_iteration = [_read(folder) for folder in folders]
    common = sorted(set.intersection(*map(set, by_iteration)))
    if not common:
        raise EvaluationError(
            f"{', '.join(map(str, folders))} were never measured at the same iteration"
        )
    return [_point([found[iteration] for found in by_iteration]) for iteration in common]


def held_out_chart(title: str, curves: Mapping[str, Sequence[HeldOutPoint]]) -> str:
    """The curves of arms as SVG, with their intervals."""
    lines = {name: [(float(one.tries), one.share) for one in curves[name]] for name in curves}
    bands = {
        name: [(float(one.tries), one.low, one.high) for one in curves[name]] for name in curves
    }
    return line_chart(title, lines, bands=bands)


def _point(played: Sequence[_Played]) -> HeldOutPoint:
    tasks = max(one.tasks for one in played)
    names = sorted(set.union(*(set(one.solved) for one in played)))
    # What nobody solved has no name here; it counts as often.
    nameless = [0.0] * (tasks - len(names))
    rows = [[float(name in one.solved) for name in names] + nameless for one in played]
    low, high = crossed_interval(rows)
    share = sum(map(sum, rows)) / (len(rows) * tasks)
    return HeldOutPoint(max(one.tries for one in played), share, low, high)


def _read(folder: Path) -> dict[int, _Played]:
    """What a training measured, by iteration; 0 is its start."""
    lines = journal.read(folder / held_out.FILE)
    if not lines:
        raise EvaluationError(
            f"{folder} has measured no held-out tasks: [held_out] of its configuration says how often"
        )
    counts = {name: _count(lines, name) for name in SETS}
    tries, made = {0: 0}, 0
    for line in journal.read(folder / journal.FILE):
        made += line["tries"] + line["faults"]
        tries[line["iteration"]] = made
    return {
        line["iteration"]: _Played(
            tries[line["iteration"]],
            frozenset((name, task) for name in SETS for task in line[f"{name}_solved"]),
            sum(counts.values()),
        )
        for line in lines
        if line["iteration"] in tries
    }


def _count(lines: Sequence[Mapping[str, Any]], name: str) -> int:
    """How many tasks a set has, from what was solved and the share that this is. One of which none was ever solved
    counts as one task: what it adds is 0 either way.
    """
    return max(
        (
            round(len(line[f"{name}_solved"]) / line[name])
            for line in lines
            if line[f"{name}_solved"]
        ),
        default=1,
    )

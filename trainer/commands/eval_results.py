"""Keeps what came of the tasks of `trainer eval`, tells how far it is, and writes the report."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from phoneworld import Split
from phoneworld.catalogue import CatalogueFacts
from trainer.data.progress import CollectionProgress
from trainer.data.task_selection import ALL
from trainer.evaluation.done_confidence import describe_levels, done_levels
from trainer.evaluation.figures import Breakdown, break_down
from trainer.evaluation.report import PAGE, format_share, write_report
from trainer.evaluation.result import TaskResult
from trainer.evaluation.result_file import ResultFile
from trainer.evaluation.split_looks import note_look


class TaskOfTemplate(Protocol):
    """A task of any suite."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=TaskOfTemplate)


def measure(
    out: Path,
    conditions: dict[str, str],
    tasks: Sequence[T],
    play: Callable[[Sequence[T]], Iterator[TaskResult]],
    catalogue: CatalogueFacts,
) -> Breakdown:
    """Have the tasks that are left played, keep their results, and report on all."""
    with ResultFile(out, conditions) as results:
        left = [task for task in tasks if not results.is_done(task.name)]
        print(f"{len(tasks):,} tasks, {len(tasks) - len(left):,} of them done already")
        if conditions["split"] in (Split.TEST, ALL) and left:
            print(note_look(conditions["policy"], len(left)))
        _keep(play(left), len(left), results)
        wanted = {task.name for task in tasks}
        ours = [result for result in results.results if result.task in wanted]
    found = break_down(ours)
    write_report(out, conditions, found, catalogue)
    overall = found.overall
    print(f"solved {format_share(overall.success)} of {overall.tasks:,}; {overall.faults:,} faults")
    for name, one in found.groups().items():
        print(f"  {name:<12} {format_share(one.success):>24} of {one.tasks:,}")
    if levels := done_levels(ours):
        print(describe_levels(levels))
    print(out / PAGE)
    return found


def _keep(played: Iterator[TaskResult], total: int, results: ResultFile) -> None:
    progress = CollectionProgress(total)
    end = "\r" if sys.stderr.isatty() else "\n"
    for result in played:
        results.add(result)
        progress.advance(1)
        if end == "\r" or progress.done % 25 == 0 or progress.done == progress.total:
            print(f"{progress} ", end=end, file=sys.stderr, flush=True)

"""From results to figures: by kind, level, seen or unseen template, wording and start, and for each
template.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from phoneworld import Start, WordingSet, parse_task_name
from phoneworld.tasks.starts import PLACES
from trainer.evaluation.result import TaskResult
from trainer.evaluation.statistics import Proportion, quantile

ALL = "all"
SEEN, UNSEEN = "seen", "unseen"
_KINDS = ("single-app", "mini-app", "cross-app")
_LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What some results say together. Faults are counted, and count nowhere else.

    `step_ratio` is how many steps solved tasks took for each of the oracle's.
    """

    tasks: int
    faults: int
    success: Proportion
    false_done: Proportion
    with_side_effects: Proportion
    ran_out: Proportion
    unreadable: Proportion
    """Of all steps."""
    impossible: Proportion
    """Of all steps."""
    guard_questions: int
    guard_refusals: int
    steps: int
    step_ratio: float
    seconds_median: float
    seconds_p95: float
    resident_mb: float
    """The most that the server took; 0 without one."""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The figures of all results, and of groups of them in a fixed order."""

    overall: Figures
    by_kind: dict[str, Figures]
    by_level: dict[str, Figures]
    by_seen: dict[str, Figures]
    by_wording: dict[str, Figures]
    """Only where goals were drawn from several sets of wordings."""
    by_start: dict[str, Figures]
    by_template: dict[str, Figures]
    faults: tuple[tuple[str, str], ...]
    failures: tuple[tuple[str, int], ...]
    """How failed episodes ended, most frequent first."""

    def groups(self) -> dict[str, Figures]:
        """The groups that a table shows: the starts only where not everything began at home."""
        starts = self.by_start if set(self.by_start) - {Start.HOME} else {}
        from_starts = {f"from {name}": figures for name, figures in starts.items()}
        return {**self.by_kind, **self.by_level, **self.by_seen, **self.by_wording, **from_starts}


def _start_of(result: TaskResult) -> str:
    named = parse_task_name(result.task)
    return (Start.HOME if named is None else named.start).value


def break_down(results: Sequence[TaskResult]) -> Breakdown:
    """All figures of an evaluation."""
    ordered = sorted(results, key=lambda result: result.task)
    endings = Counter(result.ending for result in ordered if result.success is False)
    worded = _by(ordered, wording_word, tuple(f"{kind} wordings" for kind in WordingSet))
    return Breakdown(
        overall=figures_of(ordered),
        by_kind=_by(ordered, lambda result: result.kind, _KINDS),
        by_level=_by(ordered, lambda result: result.level, _LEVELS),
        by_seen=_by(ordered, seen_word, (SEEN, UNSEEN)),
        by_wording=worded if len(worded) > 1 else {},
        by_start=_by(ordered, _start_of, PLACES),
        by_template=_by(ordered, lambda result: result.template),
        faults=tuple((result.task, result.fault) for result in ordered if result.success is None),
        failures=tuple(sorted(endings.items(), key=lambda pair: (-pair[1], pair[0]))),
    )


def seen_word(result: TaskResult) -> str:
    """Whether training has seen the template."""
    return SEEN if result.seen else UNSEEN


def wording_word(result: TaskResult) -> str:
    """The set of wordings that the goal was drawn from."""
    named = parse_task_name(result.task)
    return f"{named.wording if named is not None else WordingSet.STANDARD} wordings"


def figures_of(results: Iterable[TaskResult]) -> Figures:
    """The figures of some results."""
    everything = list(results)
    judged = [result for result in everything if result.success is not None]
    tasks = len(judged)
    steps = sum(result.steps for result in judged)
    solved = [result for result in judged if result.success and result.oracle_steps]
    needed = sum(result.oracle_steps or 0 for result in solved)
    seconds = [second for result in judged for second in result.seconds]
    return Figures(
        tasks=tasks,
        faults=len(everything) - tasks,
        success=Proportion(sum(bool(result.success) for result in judged), tasks),
        false_done=Proportion(sum(result.false_done for result in judged), tasks),
        with_side_effects=Proportion(sum(result.side_effects > 0 for result in judged), tasks),
        ran_out=Proportion(sum(result.ending.startswith("ran out") for result in judged), tasks),
        unreadable=Proportion(sum(result.unreadable for result in judged), steps),
        impossible=Proportion(sum(result.impossible for result in judged), steps),
        guard_questions=sum(result.guard_questions for result in judged),
        guard_refusals=sum(result.guard_refusals for result in judged),
        steps=steps,
        step_ratio=sum(result.steps for result in solved) / needed if needed else 0.0,
        seconds_median=quantile(seconds, 0.5),
        seconds_p95=quantile(seconds, 0.95),
        resident_mb=max((result.resident_mb for result in judged), default=0.0),
    )


def _by(
    results: Sequence[TaskResult], key: Callable[[TaskResult], str], order: Sequence[str] = ()
) -> dict[str, Figures]:
    groups: dict[str, list[TaskResult]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    known = [name for name in order if name in groups]
    others = sorted(set(groups) - set(known))
    return {name: figures_of(groups[name]) for name in (*known, *others)}

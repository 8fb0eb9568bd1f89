"""What each arm of a comparison solves, by measurement and kind of task: over its seeds, and policy by policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from trainer.comparison.plan import ComparisonPlan, TrainedPolicy
from trainer.evaluation.comparison import Measured, groups_in, judged
from trainer.evaluation.statistics import crossed_interval

Results = Mapping[str, Mapping[str, Measured]]
"""By measurement and policy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmShare:
    """How much of a group of tasks an arm solves, as the mean over its seeds; the interval (95 %) is over tasks
    and seeds. `false_done` is the share that it says to be done and that is not.
    """

    arm: str
    tasks: int
    seeds: int
    value: float
    low: float
    high: float
    false_done: float


@dataclass(frozen=True, slots=True)
class ArmTable:
    """By measurement and group: the share that every policy solved, and that of every arm."""

    shares: dict[str, dict[str, dict[str, float]]]
    tasks: dict[str, dict[str, int]]
    arms: dict[str, dict[str, tuple[ArmShare, ...]]]


def arm_table(plan: ComparisonPlan, results: Results) -> ArmTable:
    """The table of all measurements."""
    shares: dict[str, dict[str, dict[str, float]]] = {}
    tasks: dict[str, dict[str, int]] = {}
    arms: dict[str, dict[str, tuple[ArmShare, ...]]] = {}
    by_arm: dict[str, list[TrainedPolicy]] = {}
    for policy in plan.policies:
        by_arm.setdefault(policy.arm, []).append(policy)
    for name, by_policy in results.items():
        for group in groups_of(by_policy):
            solved = {
                policy.name: judged(by_policy[policy.name], group) for policy in plan.policies
            }
            shares.setdefault(name, {})[group] = {
                policy: sum(found.values()) / max(len(found), 1) for policy, found in solved.items()
            }
            tasks.setdefault(name, {})[group] = max(map(len, solved.values()))
            arms.setdefault(name, {})[group] = tuple(
                found
                for arm, policies in by_arm.items()
                if (found := _share(arm, [by_policy[one.name] for one in policies], group))
            )
    return ArmTable(shares, tasks, arms)


def groups_of(results: Mapping[str, Measured]) -> list[str]:
    """The groups of tasks of a measurement."""
    return groups_in([result for one in results.values() for result in one.results])


def _share(arm: str, measured: Sequence[Measured], group: str) -> ArmShare | None:
    """None where no task of the group was judged for all seeds."""
    solved = [judged(one, group) for one in measured]
    tasks = sorted(set.intersection(*map(set, solved)))
    if not tasks:
        return None
    rows = [[float(found[task]) for task in tasks] for found in solved]
    low, high = crossed_interval(rows)
    claimed = [
        result.false_done
        for one in measured
        for result in one.results
        if f"{result.task}@{result.realism}" in set(tasks)
    ]
    return ArmShare(
        arm=arm,
        tasks=len(tasks),
        seeds=len(rows),
        value=sum(map(sum, rows)) / (len(rows) * len(tasks)),
        low=low,
        high=high,
        false_done=sum(claimed) / len(claimed),
    )


def arm_lines(table: ArmTable, name: str) -> list[str]:
    """A measurement as lines of Markdown, a row for each group and a column for each arm."""
    groups = table.arms[name]
    arms = list(dict.fromkeys(one.arm for found in groups.values() for one in found))
    lines = [f"| tasks | n | {' | '.join(arms)} |", f"|---|---:|{'---:|' * len(arms)}"]
    for group, found in groups.items():
        told = {
            one.arm: f"{100 * one.value:.1f} % ({100 * one.low:.1f}-{100 * one.high:.1f})"
            for one in found
        }
        cells = [told.get(arm, "") for arm in arms]
        lines.append(f"| {group} | {table.tasks[name][group]} | {' | '.join(cells)} |")
    claimed = {one.arm: f"{100 * one.false_done:.1f} %" for one in next(iter(groups.values()))}
    cells = [claimed.get(arm, "") for arm in arms]
    return [*lines, f"| said to be done, and is not | | {' | '.join(cells)} |"]

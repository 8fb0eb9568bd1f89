"""What came of a comparison: arms over their seeds, hypotheses with Holm's correction, controls apart.

Differences are paired: the same task by both, the same seed by both where both have seeds. Intervals
are over tasks and seeds; p is that of signs flipped by chance over tasks, each task's difference being
its mean over seeds. Only the recipe's hypotheses are corrected and tested; everything else is there to
be looked at, and says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from trainer.comparison.arm_table import ArmTable, Results, arm_lines, arm_table, groups_of
from trainer.comparison.dose import Dose
from trainer.comparison.plan import ComparisonPlan, TrainedPolicy, result_folder
from trainer.comparison.recipe import SHUFFLED, START, ComparisonRecipe
from trainer.errors import EvaluationError
from trainer.evaluation.comparison import Measured, judged
from trainer.evaluation.figures import ALL
from trainer.evaluation.result_file import read_results
from trainer.evaluation.statistics import crossed_interval, holm, sign_flip

PAGE, FIGURES = "results.md", "results.json"
LEVEL = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmDifference:
    """How much more of a group of tasks the arm `better` solves than `than`, over seeds."""

    better: str
    than: str
    measurement: str
    group: str
    tasks: int
    seeds: int
    value: float
    low: float
    high: float
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HypothesisResult:
    """A hypothesis of the recipe: its difference, Holm's p, and whether it stands."""

    name: str
    difference: ArmDifference
    p_holm: float
    stands: bool


@dataclass(frozen=True, slots=True)
class ComparisonResults:
    """All of it."""

    table: ArmTable
    hypotheses: tuple[HypothesisResult, ...]
    controls: tuple[ArmDifference, ...]
    others: tuple[ArmDifference, ...]
    doses: tuple[Dose, ...]


def read_all(recipe: ComparisonRecipe, plan: ComparisonPlan, out: Path) -> Results:
    """The results of all measurements, those of exports too."""
    names = [name for one in recipe.measurements for name in one.names]
    return {
        name: {
            policy.name: Measured(
                policy.name, tuple(read_results(result_folder(out, policy, name))[1])
            )
            for policy in plan.policies
        }
        for name in names
    }


def analyse(
    recipe: ComparisonRecipe, plan: ComparisonPlan, results: Results, doses: Sequence[Dose]
) -> ComparisonResults:
    """Test the hypotheses, and hold every arm against the start and against its shuffled twin."""

    def between(better: str, than: str, measurement: str, group: str) -> ArmDifference | None:
        pairs = _pairs(plan, better, than)
        return _difference(results[measurement], pairs, better, than, measurement, group)

    wanted = [
        (one.name, between(one.better, one.than, one.measurement, one.group))
        for one in recipe.hypotheses
    ]
    missing = [name for name, found in wanted if found is None]
    if missing:
        raise EvaluationError(f"no task was judged for both sides of {', '.join(missing)}")
    tested = [(name, found) for name, found in wanted if found is not None]
    corrected = holm([found.p for _, found in tested])
    hypotheses = tuple(
        HypothesisResult(
            name=name, difference=found, p_holm=p, stands=p < LEVEL and found.value > 0
        )
        for (name, found), p in zip(tested, corrected, strict=True)
    )
    arms = list(dict.fromkeys(policy.arm for policy in plan.policies if not policy.shuffled))[1:]
    twins = [arm for arm in arms if f"{arm}-{SHUFFLED}" in {one.arm for one in plan.policies}]
    others = [(arm, START) for arm in arms]
    others += [(later, arm) for at, arm in enumerate(arms) for later in arms[at + 1 :]]
    return ComparisonResults(
        arm_table(plan, results),
        hypotheses,
        tuple(
            found
            for name in results
            for arm in twins
            for than in (START, arm)
            if (found := between(f"{arm}-{SHUFFLED}", than, name, ALL)) is not None
        ),
        tuple(
            found
            for name in results
            for better, than in others
            for group in groups_of(results[name])
            if (found := between(better, than, name, group)) is not None
        ),
        tuple(doses),
    )


def _pairs(
    plan: ComparisonPlan, better: str, than: str
) -> list[tuple[TrainedPolicy, TrainedPolicy]]:
    """The policies that are held against each other: of one seed, or each against the start."""
    first = [one for one in plan.policies if one.arm == better]
    second = {one.seed: one for one in plan.policies if one.arm == than}
    return [
        (one, other)
        for one in first
        if (other := second.get(one.seed) or second.get(None)) is not None
    ]


def _difference(
    results: Mapping[str, Measured],
    pairs: Sequence[tuple[TrainedPolicy, TrainedPolicy]],
    better: str,
    than: str,
    measurement: str,
    group: str,
) -> ArmDifference | None:
    played = [
        (judged(results[one.name], group), judged(results[other.name], group))
        for one, other in pairs
    ]
    if not played:
        return None
    # Only tasks that all seeds of both have tried without a fault.
    tasks = sorted(set.intersection(*({*one} & {*other} for one, other in played)))
    if not tasks:
        return None
    rows = [[float(one[task]) - float(other[task]) for task in tasks] for one, other in played]
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    low, high = crossed_interval(rows)
    return ArmDifference(
        better=better,
        than=than,
        measurement=measurement,
        group=group,
        tasks=len(tasks),
        seeds=len(rows),
        value=sum(means) / len(means),
        low=low,
        high=high,
        p=sign_flip(means),
    )


def write_results(out: Path, results: ComparisonResults) -> Path:
    """Write the page and the figures; where the page is."""
    body = json.dumps(asdict(results), indent=1)
    (out / FIGURES).write_text(f"{body}\n", encoding="utf-8")
    (out / PAGE).write_text(results_page(results), encoding="utf-8")
    return out / PAGE


def results_page(results: ComparisonResults) -> str:
    """The results as Markdown."""
    lines = ["# Results", "", "## Hypotheses", ""]
    lines += [
        "Corrected by Holm for their number; a hypothesis stands if its p is below 0.05 then.",
        "",
        "| hypothesis | measured on | n x seeds | points (95 %, tasks and seeds) | p | p (Holm) | |",
        "|---|---|---:|---:|---:|---:|---|",
    ]
    lines += [
        f"| {one.name}: {one.difference.better} over {one.difference.than} {_rest(one.difference)} "
        f"| {one.p_holm:.3g} | {'stands' if one.stands else 'not shown'} |"
        for one in results.hypotheses
    ]
    heads = "| | measured on | n x seeds | points (95 %, tasks and seeds) | p |"
    for title, found in (
        ("Shuffled rewards: nothing can be learnt", results.controls),
        ("All differences, not corrected: to look at, not to conclude from", results.others),
    ):
        lines += ["", f"## {title}", "", heads, "|---|---|---:|---:|---:|"]
        lines += [f"| {one.better} over {one.than} {_rest(one)} |" for one in found]
    for name, groups in results.table.shares.items():
        policies = list(next(iter(groups.values())))
        lines += ["", f"## Solved: {name}", "", "Means over seeds (95 %, tasks and seeds):", ""]
        lines += [*arm_lines(results.table, name), "", "Policy by policy:", ""]
        lines += [f"| tasks | n | {' | '.join(policies)} |"]
        lines.append(f"|---|---:|{'---:|' * len(policies)}")
        lines += [
            f"| {group} | {results.table.tasks[name][group]} | "
            + " | ".join(f"{100 * share:.1f} %" for share in shares.values())
            + " |"
            for group, shares in groups.items()
        ]
    lines += ["", "## Doses, from the logs", ""]
    lines += ["| | iterations | tries | faults | updates | tasks tried twice |"]
    lines += ["|---|---:|---:|---:|---:|---:|"]
    lines += [
        f"| {one.name} | {one.iterations:,} | {one.tries:,} | {one.faults:,} | {one.updates:,} "
        f"| {one.repeated:,} |"
        for one in results.doses
    ]
    return "\n".join([*lines, ""])


def _rest(one: ArmDifference) -> str:
    points = f"{100 * one.value:+.1f} ({100 * one.low:+.1f} to {100 * one.high:+.1f})"
    return f"| {one.measurement}, {one.group} | {one.tasks} x {one.seeds} | {points} | {one.p:.3g}"

"""A comparison's charts: what each arm solves by kind of task, and how that came about."""

from __future__ import annotations

from pathlib import Path

from trainer.comparison.arm_table import ArmShare, ArmTable
from trainer.comparison.held_out_curves import held_out_chart, held_out_curve
from trainer.comparison.plan import ComparisonPlan
from trainer.evaluation.svg import Bar, bar_chart
from trainer.rl import held_out

HELD_OUT = "held-out.svg"


def write_charts(
    out: Path, table: ArmTable, plan: ComparisonPlan, trained: ComparisonPlan
) -> list[Path]:
    """Write them into a folder; where they are. `trained` is the plan whose folders the trainings have."""
    written: list[Path] = []
    for name, groups in table.arms.items():
        arms = list(dict.fromkeys(one.arm for found in groups.values() for one in found))
        bars: dict[str, list[Bar | None]] = {}
        for group, found in groups.items():
            by_arm = {one.arm: one for one in found}
            bars[group] = [_bar(by_arm[arm]) if arm in by_arm else None for arm in arms]
        chart = bar_chart(f"Solved: {name}", arms, bars)
        written.append(_write(out / f"{name}.svg", chart))
    folders: dict[str, list[Path]] = {}
    names = {policy.name for policy in plan.policies}
    for policy in trained.policies:
        folder = policy.folder.parent
        if policy.name in names and (folder / held_out.FILE).is_file():
            folders.setdefault(policy.arm, []).append(folder)
    if folders:
        curves = {arm: held_out_curve(found) for arm, found in folders.items()}
        written.append(
            _write(out / HELD_OUT, held_out_chart("Held-out tasks solved, by tries", curves))
        )
    return written


def _bar(one: ArmShare) -> Bar:
    return Bar(one.value, one.low, one.high, f"{100 * one.value:.1f} %")


def _write(path: Path, chart: str) -> Path:
    path.write_text(chart, encoding="utf-8")
    return path

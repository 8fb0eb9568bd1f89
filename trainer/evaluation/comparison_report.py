"""A comparison as JSON, a page of Markdown tables, and SVG charts."""

from __future__ import annotations

import json
from pathlib import Path

from trainer.evaluation.comparison import Comparison, Difference
from trainer.evaluation.report import bar_of, format_share, plain
from trainer.evaluation.svg import Bar, bar_chart, difference_chart

JSON_FILE, PAGE = "comparison.json", "comparison.md"
SUCCESS, DIFFERENCES = "comparison.svg", "differences.svg"


def write_comparison(folder: Path, found: Comparison) -> None:
    """Write the comparison's files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(plain(found), indent=2, ensure_ascii=False)
    (folder / JSON_FILE).write_text(text + "\n", encoding="utf-8")
    (folder / PAGE).write_text(comparison_page(found), encoding="utf-8")
    groups = {
        group: [bar_of(one) if one.tasks else None for one in by_policy.values()]
        for group, by_policy in found.figures.items()
    }
    chart = bar_chart("Success by kind of task", found.policies, groups)
    (folder / SUCCESS).write_text(chart, encoding="utf-8")
    rows = {
        f"{one.first} → {one.second}": _bar(one) for one in found.differences if one.group == "all"
    }
    chart = difference_chart("Difference in success, percentage points", rows)
    (folder / DIFFERENCES).write_text(chart, encoding="utf-8")


def comparison_page(found: Comparison) -> str:
    """The comparison as Markdown."""
    lines = ["# Comparison", "", "Success, with Wilson's 95 % intervals:", ""]
    lines += [f"| tasks | {' | '.join(found.policies)} |", "|---|" + "---:|" * len(found.policies)]
    for group, by_policy in found.figures.items():
        cells = [f"{format_share(one.success)}, n={one.tasks}" for one in by_policy.values()]
        lines.append(f"| {group} | {' | '.join(cells)} |")
    lines += [
        "",
        (
            "Differences on equal tasks, in percentage points: mean with a paired bootstrap's 95 % "
            "interval; tasks that only the second or only the first solved; McNemar's exact p."
        ),
        "",
        "| from | to | tasks | n | difference | gained | lost | p |",
        "|---|---|---|---:|---:|---:|---:|---:|",
    ]
    for one in found.differences:
        lines.append(
            f"| {one.first} | {one.second} | {one.group} | {one.tasks} | {_points(one)} "
            f"| {one.gained} | {one.lost} | {one.p:.3g} |"
        )
    return "\n".join([*lines, ""])


def _points(one: Difference) -> str:
    return f"{100 * one.value:+.1f} ({100 * one.low:+.1f} to {100 * one.high:+.1f})"


def _bar(one: Difference) -> Bar:
    return Bar(one.value, one.low, one.high, f"{100 * one.value:+.1f}")

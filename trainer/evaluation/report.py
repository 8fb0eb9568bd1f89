"""An evaluation as people and programs read it: JSON, a page of Markdown tables, SVG charts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from phoneworld.catalogue import CatalogueFacts
from runtime.record_codec import to_json
from trainer.evaluation.figures import Breakdown, Figures
from trainer.evaluation.statistics import Proportion
from trainer.evaluation.svg import Bar, bar_chart

JSON_FILE, PAGE, CHART = "report.json", "report.md", "success.svg"
MOST_FAULTS = 20
MIXED = "mixed"
"""The split of tasks that somebody else draws, also from worlds that were trained on."""


def write_report(
    folder: Path, conditions: Mapping[str, str], found: Breakdown, catalogue: CatalogueFacts
) -> None:
    """Write the report's files into a folder. `catalogue` is what the tasks were chosen from."""
    contents = {
        "conditions": dict(conditions),
        "catalogue": to_json(CatalogueFacts, catalogue),
        "figures": plain(found),
    }
    text = json.dumps(contents, indent=2, ensure_ascii=False)
    (folder / JSON_FILE).write_text(text + "\n", encoding="utf-8")
    (folder / PAGE).write_text(page(conditions, found, catalogue), encoding="utf-8")
    (folder / CHART).write_text(chart(conditions.get("policy", ""), found), encoding="utf-8")


def plain(value: Any) -> Any:  # noqa: ANN401  any dataclass of ours, as JSON
    """Figures as JSON values; a share with its value and interval."""
    if isinstance(value, Proportion):
        low, high = value.interval
        return {**asdict(value), "value": value.value, "low": low, "high": high}
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def page(conditions: Mapping[str, str], found: Breakdown, catalogue: CatalogueFacts) -> str:
    """The report as Markdown."""
    overall = found.overall
    lines = [f"# {conditions.get('policy', 'policy')}", ""]
    lines += [", ".join(f"{name} {value}" for name, value in conditions.items() if value), ""]
    lines += [
        (
            f"**{format_share(overall.success)}** of {overall.tasks:,} tasks solved; {overall.faults:,} faults "
            "of the environment are counted nowhere else. Intervals are Wilson's, 95 %."
        ),
        "",
    ]
    if conditions.get("split") == MIXED:
        mixed = (
            "The split is mixed: the server chose the tasks, and some may be of worlds that were trained "
            "on. Seen and unseen are about templates only."
        )
        lines += [mixed, ""]
    groups = {"all": overall, **found.groups()}
    lines += _table(groups)
    lines += ["", "## Along the way", ""]
    lines += [
        f"- steps: {overall.steps:,}; solved tasks took {overall.step_ratio:.2f} times the oracle's",
        f"- a step took {overall.seconds_median:.3f} s (median), {overall.seconds_p95:.3f} s (p95)",
        f"- unreadable replies: {format_share(overall.unreadable)} of all steps",
        f"- actions that could not be done: {format_share(overall.impossible)} of all steps",
        f"- guard: {overall.guard_questions:,} questions, {overall.guard_refusals:,} refusals",
    ]
    if overall.resident_mb:
        lines.append(f"- the server took {overall.resident_mb:,.0f} MB of memory at most")
    if found.failures:
        lines += ["", "## How failed tasks ended", ""]
        lines += [f"- {ending}: {count:,}" for ending, count in found.failures]
    if found.faults:
        lines += ["", "## Faults", ""]
        lines += [f"- {task}: {error}" for task, error in found.faults[:MOST_FAULTS]]
        if len(found.faults) > MOST_FAULTS:
            lines.append(f"- and {len(found.faults) - MOST_FAULTS:,} more: see {JSON_FILE}")
    lines += ["", "## Chosen from", "", *(f"- {line}" for line in catalogue.lines())]
    lines += ["", "## Templates", "", *_template_table(found.by_template), ""]
    return "\n".join(lines)


def chart(policy: str, found: Breakdown) -> str:
    """Success by group."""
    groups = {"all": found.overall, **found.groups()}
    return bar_chart(
        f"Success of {policy}", [policy], {name: [bar_of(one)] for name, one in groups.items()}
    )


def bar_of(figures: Figures) -> Bar:
    """The success of a group as a bar."""
    low, high = figures.success.interval
    note = f"{figures.success.count}/{figures.success.total}"
    return Bar(figures.success.value, low, high, note)


def format_share(share: Proportion) -> str:
    """A share in words: `37.5 % (30.1-45.5)`."""
    if not share.total:
        return "-"
    low, high = share.interval
    return f"{100 * share.value:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def _table(groups: Mapping[str, Figures]) -> list[str]:
    lines = [
        "| tasks | n | success | false done | side effects | ran out | steps / oracle's | faults |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, one in groups.items():
        ratio = f"{one.step_ratio:.2f}" if one.step_ratio else "-"
        cells = [
            format_share(s)
            for s in (one.success, one.false_done, one.with_side_effects, one.ran_out)
        ]
        lines.append(f"| {name} | {one.tasks} | {' | '.join(cells)} | {ratio} | {one.faults} |")
    return lines


def _template_table(templates: Mapping[str, Figures]) -> list[str]:
    lines = [
        "| template | solved | n | false done | side effects | steps | faults |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, one in templates.items():
        lines.append(
            f"| {name} | {one.success.count} | {one.tasks} | {one.false_done.count} "
            f"| {one.with_side_effects.count} | {one.steps} | {one.faults} |"
        )
    return lines

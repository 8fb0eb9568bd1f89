"""One policy under several conditions: its own sentences, a stranger's, other starts, busy phones.

`trainer eval --regimes` plays each regime as an evaluation of its own, and writes one table of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from phoneworld import Catalogue, Kind, Split, Start, Task, Template, WordingSet
from phoneworld.unserved import UnservedRequest
from trainer.data.task_selection import ALL
from trainer.data.trials import OFF
from trainer.evaluation.figures import UNSEEN, Breakdown, Figures
from trainer.evaluation.report import format_share, plain
from trainer.evaluation.suites import choose_suite

TABLE, FIGURES = "regimes.md", "regimes.json"


class HoldOutAxis(StrEnum):
    """Ways to hold templates out of training besides one by one."""

    FAMILY = "family"
    APP = "app"


@dataclass(frozen=True, slots=True)
class Regime:
    """Conditions under which the same templates are played."""

    name: str
    title: str
    wordings: WordingSet = WordingSet.STANDARD
    start: str = Start.HOME.value
    realism: str = OFF
    held_out: HoldOutAxis | None = None
    """Played with templates that are held out in this way; without, with those that are in neither."""


STANDARD = Regime("standard", "its own sentences, from the home screen")
HELD_OUT = Regime("held-out", "held-out wordings", wordings=WordingSet.HELD_OUT)
REGIMES = (
    STANDARD,
    HELD_OUT,
    Regime("anywhere", "started anywhere", start=Start.ANYWHERE.value),
    Regime("events", "phones with events", realism="events"),
    Regime(
        "stranger",
        "held-out wordings, started anywhere, with events",
        wordings=WordingSet.HELD_OUT,
        start=Start.ANYWHERE.value,
        realism="events",
    ),
)
NOT_ITS_OWN = Regime(
    "not-its-own",
    "requests that no app serves (solved: declined in words)",
    wordings=WordingSet.HELD_OUT,
)
EVERY_REGIME = (
    *REGIMES,
    Regime("family", "families never trained on", held_out=HoldOutAxis.FAMILY),
    Regime("app", "apps never trained on", held_out=HoldOutAxis.APP),
    NOT_ITS_OWN,
)


@dataclass(frozen=True, slots=True)
class RegimeFigures:
    """What came of a regime."""

    regime: Regime
    found: Breakdown


def tasks_of(
    regime: Regime, catalogue: Catalogue, suite: str, split: str, per_template: int | None
) -> list[Task]:
    """The tasks of a regime; the requests that no app serves are one of their own. None where nothing is
    held out as it wants.
    """
    if regime is NOT_ITS_OWN:
        return _requests(catalogue, split)
    # An app that is never trained on is played with what walking through it has found, too.
    suites = (suite, Kind.NAVIGATION.value) if regime.held_out is HoldOutAxis.APP else (suite,)
    chosen = [
        task
        for one in suites
        for task in choose_suite(
            catalogue,
            one,
            split=split,
            per_template=per_template,
            wordings=(regime.wordings,),
            start=regime.start,
        )
    ]
    return [
        task
        for task in chosen
        if task.template.name != UnservedRequest.template
        and _held_out(catalogue, task.template) is regime.held_out
    ]


def _held_out(catalogue: Catalogue, template: Template) -> HoldOutAxis | None:
    """How a template is held out; one that is of a held-out family and app counts for the app."""
    if catalogue.splits.holds_out_app(template.apps):
        return HoldOutAxis.APP
    return HoldOutAxis.FAMILY if catalogue.splits.holds_out_family(template.name) else None


def _requests(catalogue: Catalogue, split: str) -> list[Task]:
    """Every held-out request, on phones of the split."""
    name, kind = UnservedRequest.template, WordingSet.HELD_OUT
    seeds = range(4) if split == ALL else catalogue.splits.seeds(Split(split), 4)
    return [
        catalogue.task(f"{name}#{seeds[number % len(seeds)]}~{kind}.{number}")
        for number in range(len(catalogue.wordings.of(name, kind)))
    ]


def rows(figures: Sequence[RegimeFigures]) -> dict[str, Figures]:
    """The lines of the table, by their titles."""
    lines: dict[str, Figures] = {}
    for one in figures:
        lines[one.regime.title] = one.found.overall
        if one.regime in (STANDARD, HELD_OUT):
            lines |= {f"- {kind}": found for kind, found in _kinds(one).items()}
        if one.regime is STANDARD and UNSEEN in one.found.by_seen:
            lines["- templates never trained on"] = one.found.by_seen[UNSEEN]
    return lines


def _kinds(one: RegimeFigures) -> Mapping[str, Figures]:
    return {f"{kind}, {one.regime.name}": found for kind, found in one.found.by_kind.items()}


def table(figures: Sequence[RegimeFigures]) -> list[str]:
    """One table in Markdown."""
    lines = ["| regime | n | solved | said to be done, and is not |", "|---|---:|---:|---:|"]
    for title, found in rows(figures).items():
        lines.append(
            f"| {title} | {found.tasks} | {format_share(found.success)} | {format_share(found.false_done)} |"
        )
    first = figures[0].found.overall
    step = f"A step took {first.seconds_median:.3f} s (median), {first.seconds_p95:.3f} s (95 %)."
    return [*lines, "", f"{step} Intervals are Wilson's, 95 %."]


def write_regimes(folder: Path, policy: str, figures: Sequence[RegimeFigures]) -> None:
    """The table as Markdown, and all figures as JSON."""
    page = [f"# {policy}", "", *table(figures), ""]
    (folder / TABLE).write_text("\n".join(page), encoding="utf-8")
    body = {one.regime.name: plain(one) for one in figures}
    (folder / FIGURES).write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")

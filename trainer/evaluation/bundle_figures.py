"""What an evaluation found, written into the bundle that was evaluated: policy.json and its card.

The bundle is written anew beside itself and takes its own place, so that it is whole at any moment.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from runtime.policies.bundle import Figure, Manifest
from runtime.policies.manifest import read_manifest
from runtime.policies.writing import write_bundle
from trainer.checkpoints import PART, publish_folder
from trainer.evaluation.figures import Breakdown, Figures
from trainer.evaluation.report import told

CARD = "README.md"
_TITLE = "## On tasks"
_PREFIX = "tasks: "


def keep_in_bundle(folder: Path, conditions: Mapping[str, str], found: Breakdown) -> Manifest:
    """Put the figures of an evaluation into a bundle, in place of those of an earlier one."""
    folder = folder.resolve()
    manifest = read_manifest(folder)
    part = folder.with_name(f"{folder.name}{PART}")
    shutil.rmtree(part, ignore_errors=True)
    files = {file.path: folder / file.path for file in manifest.files}
    if CARD in files:
        part.mkdir()
        files[CARD] = part / CARD
        before = (folder / CARD).read_text(encoding="utf-8").partition(f"\n{_TITLE}\n")[0]
        text = f"{before.rstrip()}\n\n{_section(conditions, found)}"
        files[CARD].write_text(text, encoding="utf-8")
    earlier = tuple(one for one in manifest.figures if not one.name.startswith(_PREFIX))
    figures = (*earlier, *_figures(conditions, found))
    whole = write_bundle(part, replace(manifest, figures=figures, files=()), files)
    publish_folder(part, folder)
    return whole


def _groups(found: Breakdown) -> dict[str, Figures]:
    return {"all": found.overall, **found.by_kind, **found.by_level, **found.by_seen}


def _figures(conditions: Mapping[str, str], found: Breakdown) -> list[Figure]:
    how = _how(conditions)
    solved = [
        Figure(
            f"{_PREFIX}solved, {name}",
            100 * one.success.value,
            "%",
            f"{told(one.success)} of {one.tasks}; {how}",
        )
        for name, one in _groups(found).items()
    ]
    overall = found.overall
    memory = Figure(f"{_PREFIX}memory of the server, most", overall.resident_mb, "MB", how)
    return [
        *solved,
        Figure(f"{_PREFIX}false done", 100 * overall.false_done.value, "%", how),
        Figure(f"{_PREFIX}with side effects", 100 * overall.with_side_effects.value, "%", how),
        Figure(f"{_PREFIX}a step, median", overall.seconds_median, "s", how),
        *([memory] if overall.resident_mb else []),
    ]


def _how(conditions: Mapping[str, str]) -> str:
    told_of = ("through", "split", "realism", "guard", "steps")
    return "trainer eval, " + ", ".join(
        f"{name} {conditions[name]}" for name in told_of if conditions.get(name)
    )


def _section(conditions: Mapping[str, str], found: Breakdown) -> str:
    about = (
        f"PhoneWorld tasks that it was not trained on ({_how(conditions)}), with Wilson's 95 % "
        "intervals. Unseen templates were never trained on with any seed."
    )
    lines = [
        _TITLE,
        "",
        about,
        "",
        "| tasks | n | solved | false done | side effects |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, one in _groups(found).items():
        shares = (one.success, one.false_done, one.with_side_effects)
        lines.append(f"| {name} | {one.tasks} | {' | '.join(told(share) for share in shares)} |")
    median, late = found.overall.seconds_median, found.overall.seconds_p95
    lines += ["", f"A step took {median:.3f} s (median), {late:.3f} s (95 %).", ""]
    if found.overall.resident_mb:
        lines[-2] += f" The server took {found.overall.resident_mb:,.0f} MB of memory at most."
    return "\n".join(lines)

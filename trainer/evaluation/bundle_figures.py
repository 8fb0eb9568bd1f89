"""What an evaluation found, written into the bundle that was evaluated: policy.json and its card.

Each of the two is replaced at once, and the card is not listed while it is: whoever is ended in between
leaves a bundle that verifies. Nothing else in its folder is touched.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from phoneworld import Split
from runtime.policies.bundle import FILE, BundleFile, Figure, PolicyManifest
from runtime.policies.manifest import read_manifest, write_manifest
from trainer.checkpoints import PART
from trainer.errors import EvaluationError
from trainer.evaluation.figures import Breakdown, Figures
from trainer.evaluation.regimes import RegimeFigures, rows, table
from trainer.evaluation.report import format_share

CARD = "README.md"
TITLE = "## On tasks"
_PREFIX = "tasks: "
_TASKS = {
    Split.TRAIN: "PhoneWorld tasks of the split that it was trained on",
    Split.VALIDATION: "PhoneWorld tasks that it was not trained on, of the split to choose by",
    Split.TEST: "PhoneWorld tasks that it was not trained on",
}
_ANY_TASKS = "PhoneWorld tasks, some of which it may have been trained on"


def keep_in_bundle(folder: Path, conditions: Mapping[str, str], found: Breakdown) -> PolicyManifest:
    """Put the figures of an evaluation into a bundle, in place of those of an earlier one."""
    return _keep(folder, _figures(conditions, found), _section(conditions, found))


def keep_table(folder: Path, how: str, regimes: Sequence[RegimeFigures]) -> PolicyManifest:
    """Put the table of all regimes into a bundle, in place of what an earlier evaluation found."""
    figures = [
        Figure(f"{_PREFIX}{what}, {title}", 100 * share.value, "%", f"{format_share(share)}; {how}")
        for title, one in rows(regimes).items()
        for what, share in (("solved", one.success), ("false done", one.false_done))
    ]
    step = Figure(f"{_PREFIX}a step, median", regimes[0].found.overall.seconds_median, "s", how)
    section = [TITLE, "", f"PhoneWorld tasks ({how}).", "", *table(regimes), ""]
    return _keep(folder, [*figures, step], "\n".join(section))


def _keep(folder: Path, figures: Sequence[Figure], section: str) -> PolicyManifest:
    folder = folder.resolve()
    manifest = read_manifest(folder)
    earlier = tuple(one for one in manifest.figures if not one.name.startswith(_PREFIX))
    whole = replace(manifest, figures=(*earlier, *figures))
    try:
        if (folder / CARD).is_file():
            others = tuple(file for file in manifest.files if file.path != CARD)
            card = _card(folder / CARD, section)
            listed = BundleFile(CARD, len(card), hashlib.sha256(card).hexdigest())
            files = sorted((*others, listed), key=lambda file: file.path)
            whole = replace(whole, files=tuple(files))
            _put(folder / FILE, write_manifest(replace(manifest, files=others)))
            _put(folder / CARD, card)
        _put(folder / FILE, write_manifest(whole))
    except OSError as error:
        raise EvaluationError(f"the figures cannot be written into {folder}: {error}") from error
    return whole


def _card(path: Path, section: str) -> bytes:
    before = path.read_text(encoding="utf-8").partition(f"\n{TITLE}\n")[0]
    return f"{before.rstrip()}\n\n{section}".encode()


def _put(path: Path, data: bytes) -> None:
    """Replace a file by one rename."""
    part = path.with_name(f".{path.name}{PART}")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _groups(found: Breakdown) -> dict[str, Figures]:
    return {"all": found.overall, **found.groups()}


def _figures(conditions: Mapping[str, str], found: Breakdown) -> list[Figure]:
    how = _how(conditions)
    solved = [
        Figure(
            f"{_PREFIX}solved, {name}",
            100 * one.success.value,
            "%",
            f"{format_share(one.success)} of {one.tasks}; {how}",
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
    reported = (
        "measured on",
        "through",
        "split",
        "wordings",
        "start",
        "with",
        "hold out",
        "realism",
        "guard",
        "steps",
    )
    return "trainer eval, " + ", ".join(
        f"{name} {conditions[name]}" for name in reported if conditions.get(name)
    )


def _section(conditions: Mapping[str, str], found: Breakdown) -> str:
    split = conditions.get("split", "")
    tasks = _TASKS[Split(split)] if split in set(Split) else _ANY_TASKS
    about = (
        f"{tasks} ({_how(conditions)}), with Wilson's 95 % intervals. Unseen templates were never "
        "trained on with any seed."
    )
    lines = [
        TITLE,
        "",
        about,
        "",
        "| tasks | n | solved | false done | side effects |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, one in _groups(found).items():
        shares = (one.success, one.false_done, one.with_side_effects)
        lines.append(
            f"| {name} | {one.tasks} | {' | '.join(format_share(share) for share in shares)} |"
        )
    median, late = found.overall.seconds_median, found.overall.seconds_p95
    lines += ["", f"A step took {median:.3f} s (median), {late:.3f} s (95 %).", ""]
    if found.overall.resident_mb:
        lines[-2] += f" The server took {found.overall.resident_mb:,.0f} MB of memory at most."
    return "\n".join(lines)

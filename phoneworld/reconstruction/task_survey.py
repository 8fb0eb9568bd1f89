"""How many sound tasks recordings give, each rebuilt for itself, and why the other tasks are none."""

from __future__ import annotations

import multiprocessing
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from phoneworld.errors import PhoneWorldError
from phoneworld.reconstruction.demonstrations import add_demonstrations
from phoneworld.reconstruction.generated_tasks import candidates, check_all
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.recording.sources import import_place, places_in
from phoneworld.system import launcher
from phoneworld.workshop import Workshop

FEWEST_STEPS = 50
"""Recordings with fewer steps promise nothing."""
ENOUGH = 10
"""So many sound tasks make an app worth practising on."""
KINDS = (
    *("switch", "state", "choose", "add", "remove", "look_up", "change", "act", "mark", "enter"),
    *("listed", "compare", "open", "find", "read", "message", "count", "after", "demonstrated"),
)
"""The kinds of generated tasks, as they stand in their names."""
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”|\{.*\}|[\w.]+/\w+|com\.[\w.]+|\b\d+\b")


@dataclass(frozen=True, slots=True)
class TaskCount:
    """What one recording gave: its sound tasks, and the findings about the others."""

    app: str
    steps: int
    sound: tuple[str, ...]
    wrong: tuple[str, ...]
    why: str = ""


def count_tasks(
    folders: Iterable[Path], *, fewest: int = FEWEST_STEPS, jobs: int | None = None
) -> list[TaskCount]:
    """Rebuild every recording of enough steps, without its look, and check its tasks on two seeds."""
    places = [(place, fewest) for folder in folders for place in places_in(folder)]
    with multiprocessing.get_context("spawn").Pool(jobs or os.cpu_count()) as pool:
        found = pool.map(_counted, places, chunksize=1)
    return [one for one in found if one is not None]


def _counted(job: tuple[Path, int]) -> TaskCount | None:
    place, fewest = job
    try:
        recording = import_place(place)
        steps = 0 if recording is None else sum(len(one.steps) for one in recording.episodes)
        if recording is None or steps < fewest:
            return None
        spec, _ = add_demonstrations(rebuild(recording, look=False).spec, recording)
    except PhoneWorldError as error:
        return TaskCount(place.name, 0, (), (), str(error))
    app = make_app(spec)
    workshop = Workshop({launcher.APP.package: launcher.APP, app.package: app})
    sound, wrong = check_all(candidates(spec), workshop, (0, 1))
    names = tuple(f"{one.name}: {one.goals[0]}" for one in sound)
    return TaskCount(f"{place.name}: {spec.label}", steps, names, tuple(wrong))


def format_counts(found: Sequence[TaskCount]) -> str:
    """A table in Markdown, the share with enough tasks, and the causes of refusal by frequency."""
    lines = ["| app | steps | sound tasks | others |", "|---|---|---|---|"]
    built = [one for one in found if not one.why]
    lines += [
        f"| {one.app} | {one.steps} | {len(one.sound)} | {len(one.wrong)} |"
        for one in sorted(built, key=lambda one: (len(one.sound), one.app))
    ]
    enough = sum(len(one.sound) >= ENOUGH for one in built)
    lines += [
        "",
        (
            f"{enough} of {len(found)} apps have at least {ENOUGH} sound tasks; "
            f"{sum(len(one.sound) for one in found)} sound tasks in all"
        ),
        *(f"Not built: {one.app}: {one.why}" for one in found if one.why),
        "",
        "Why the others are not sound:",
    ]
    causes = Counter(cause_of(finding) for one in found for finding in one.wrong)
    lines += [f"{count:5} {cause}" for cause, count in causes.most_common(40)]
    kinds = Counter(
        next((kind for kind in KINDS if f".{kind}." in name), "other")
        for one in built
        for name in one.sound
    )
    lines += ["", "Sound tasks by kind:", ", ".join(f"{k} {n}" for k, n in kinds.most_common())]
    return "\n".join(lines)


def cause_of(finding: str) -> str:
    """A finding without the names in it: kind of task, check, and the beginning of what is said."""
    task, _, rest = finding.partition("#")
    kind = next((one for one in KINDS if f".{one}." in task), "other")
    told = _QUOTED.sub("…", rest.partition(": ")[2].split(";")[0])
    return f"{kind}: {told[:70]}"

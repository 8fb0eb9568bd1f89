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
from phoneworld.reconstruction.combined_tasks import pairs_of
from phoneworld.reconstruction.demonstrations import add_demonstrations
from phoneworld.reconstruction.generated_tasks import check_all, plans_of
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.recording.sources import import_place, places_in
from phoneworld.system import launcher
from phoneworld.workshop import Workshop

FEWEST_STEPS = 50
"""Recordings with fewer steps promise nothing."""
ENOUGH = 10
"""So many sound tasks make an app worth practising on."""
OF_A_KIND = 3
"""So many tasks of one kind count as different from each other; more of them are more of the same."""
KINDS = (
    *("switch", "state", "choose", "add", "remove", "look_up", "change", "act", "mark", "enter"),
    *("listed", "compare", "open", "find", "read", "message", "count", "after", "demonstrated"),
    *("options", "chosen", "among", "order", "heading", "begins", "where", "tick", "show", "fill"),
    *("button", "says", "hint", "last", "spot"),
)
"""The kinds of generated tasks, as they stand in their names."""
PAIR = "two in a row"
SEEDS = (0, 1)
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”|\{.*\}|[\w.]+/\w+|com\.[\w.]+|\b\d+\b")


@dataclass(frozen=True, slots=True)
class TaskCount:
    """What one recording gave: its sound tasks, and the findings about the others."""

    app: str
    steps: int
    sound: tuple[str, ...]
    wrong: tuple[str, ...]
    why: str = ""

    @property
    def kinds(self) -> Counter[str]:
        """The sound tasks by kind."""
        return Counter(kind_of(one.partition(": ")[0]) for one in self.sound)

    @property
    def different(self) -> int:
        """The sound tasks, of one kind at most `OF_A_KIND`."""
        return sum(min(count, OF_A_KIND) for count in self.kinds.values())


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
    plans = list(plans_of(spec))
    sound, wrong = check_all([plan.template for plan in plans], workshop, SEEDS)
    simple = {one.name for one in sound}
    pairs, wrong_pairs = check_all(
        pairs_of([plan for plan in plans if plan.template.name in simple]), workshop, SEEDS
    )
    names = tuple(f"{one.name}: {one.goals[0]}" for one in (*sound, *pairs))
    return TaskCount(f"{place.name}: {spec.label}", steps, names, (*wrong, *wrong_pairs))


def format_counts(found: Sequence[TaskCount]) -> str:
    """A table in Markdown, the share with enough tasks, and the causes of refusal by frequency."""
    lines = ["| app | steps | sound tasks | different | others |", "|---|---|---|---|---|"]
    built = [one for one in found if not one.why]
    lines += [
        f"| {one.app} | {one.steps} | {len(one.sound)} | {one.different} | {len(one.wrong)} |"
        for one in sorted(built, key=lambda one: (one.different, len(one.sound), one.app))
    ]
    enough = sum(len(one.sound) >= ENOUGH for one in built)
    different = sum(one.different >= ENOUGH for one in built)
    lines += [
        "",
        (
            f"{enough} of {len(found)} apps have at least {ENOUGH} sound tasks; "
            f"{sum(len(one.sound) for one in found)} sound tasks in all"
        ),
        f"{different} of {len(found)} where at most {OF_A_KIND} tasks of a kind count (different)",
        *(f"Not built: {one.app}: {one.why}" for one in found if one.why),
        "",
        "Why the others are not sound:",
    ]
    causes = Counter(cause_of(finding) for one in found for finding in one.wrong)
    lines += [f"{count:5} {cause}" for cause, count in causes.most_common(40)]
    kinds = sum((one.kinds for one in built), Counter[str]())
    lines += ["", "Sound tasks by kind:", ", ".join(f"{k} {n}" for k, n in kinds.most_common())]
    return "\n".join(lines)


def cause_of(finding: str) -> str:
    """A finding without the names in it: kind of task, check, and the beginning of what is said."""
    task, _, rest = finding.partition("#")
    kind = kind_of(task)
    told = _QUOTED.sub("…", rest.partition(": ")[2].split(";")[0])
    return f"{kind}: {told[:70]}"


def kind_of(task: str) -> str:
    """The kind of a task, by its name."""
    if "+" in task:
        return PAIR
    return next((one for one in KINDS if f".{one}." in task), "other")

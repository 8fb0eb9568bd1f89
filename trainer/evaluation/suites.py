"""Which tasks a policy is measured on: a suite, a kind or a pattern of templates, a split, seeds."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld import Catalogue, Split, Start, Task, WordingSet
from phoneworld.catalogue import suite_names
from trainer.data.task_selection import ALL, KINDS, choose_tasks
from trainer.errors import InvalidDataRequest

UNSEEN = "unseen"
"""All templates that are never trained on."""


def split_of_suite(suite: str, wanted: str | None) -> str:
    """The split that a suite is played from: its own for a fixed one, else the one that is wanted."""
    own = Split.TEST.value if suite in (*suite_names(), UNSEEN) else None
    if own is not None and wanted not in (own, None):
        raise InvalidDataRequest(
            f"the tasks of {suite} are of the split {own}: leave out --split {wanted}"
        )
    return own or wanted or Split.VALIDATION.value


def choose_suite(
    catalogue: Catalogue,
    suite: str = ALL,
    *,
    split: str = Split.TEST.value,
    seeds: range | None = None,
    per_template: int | None = None,
    wordings: Sequence[WordingSet] = (WordingSet.STANDARD,),
    start: str = Start.HOME.value,
) -> list[Task]:
    """The tasks of a suite, always in the same order: a fixed one (`paper-150`), `all`, a kind,
    `unseen`, or patterns such as `mail.*,notes.pin`. A fixed one has its own seeds.

    Without `seeds` these are the first of the split, one for each template or `per_template`. With
    them, `per_template` bounds how many of them each template gets in each set of wordings.
    """
    if per_template is not None and per_template < 1:
        raise InvalidDataRequest(f"each template gets 1 task or more, not {per_template}")
    if suite in suite_names():
        if seeds is not None or per_template is not None:
            raise InvalidDataRequest(
                f"{suite} says which tasks it has: leave out --seeds and --per-template"
            )
        return _fixed(catalogue, suite, wordings, start)
    if suite == UNSEEN:
        unseen = [name for name in catalogue.templates if catalogue.holds_out(name)]
        suite = ",".join(unseen)
    patterns = [] if suite == ALL or suite in KINDS else suite.split(",")
    kinds = [suite] if suite in KINDS else []
    count = per_template or 1
    if seeds is not None:
        wanted = list(seeds)
    else:
        wanted = list(range(count)) if split == ALL else _first_seeds(catalogue, split, count)
    found = choose_tasks(
        catalogue,
        seeds=wanted,
        patterns=patterns,
        kinds=kinds,
        split=split,
        wordings=wordings,
        start=start,
    )
    if per_template is not None:
        found = _at_most(found, per_template)
    if not found:
        named = ", ".join(wordings)
        raise InvalidDataRequest(
            f"no task of the split {split} is among {suite} with these seeds in {named} wordings: what "
            "is held out is in the test split alone"
        )
    return found


def _fixed(
    catalogue: Catalogue, suite: str, wordings: Sequence[WordingSet], start: str
) -> list[Task]:
    """The tasks of a fixed suite, in the sets of wordings that their templates have."""
    return [
        Task(task.template, task.seed, Start(start), catalogue.wording(task.template.name, kind))
        for task in catalogue.suite(suite)
        for kind in dict.fromkeys(wordings)
        if catalogue.has_wording(task.template.name, kind)
    ]


def _first_seeds(catalogue: Catalogue, split: str, count: int) -> list[int]:
    try:
        return catalogue.splits.seeds(Split(split), count)
    except ValueError as error:
        known = ", ".join((*Split, ALL))
        raise InvalidDataRequest(f"there is no split {split!r}: choose one of {known}") from error


def _at_most(tasks: list[Task], most: int) -> list[Task]:
    counts: dict[tuple[str, WordingSet], int] = {}
    kept: list[Task] = []
    for task in tasks:
        name = task.template.name, task.wording.kind
        counts[name] = counts.get(name, 0) + 1
        if counts[name] <= most:
            kept.append(task)
    return kept

"""Which tasks a policy is measured on: a kind or a pattern of templates, a split, seeds."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld import Catalogue, Split, Start, Task, WordingSet
from trainer.data.task_selection import ALL, KINDS, choose_tasks
from trainer.errors import InvalidDataRequest


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
    """The tasks of a suite, always in the same order: `all`, a kind, or patterns such as
    `mail.*,notes.pin`.

    Without `seeds` these are the first of the split, one for each template or `per_template`. With
    them, `per_template` bounds how many of them each template gets in each set of wordings.
    """
    if per_template is not None and per_template < 1:
        raise InvalidDataRequest(f"each template gets 1 task or more, not {per_template}")
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

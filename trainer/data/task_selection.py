"""Which tasks are meant: templates by pattern and kind, seeds by range, and a split."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from phoneworld import Catalogue, Kind, Split, Start, Task, WordingSet
from phoneworld.tasks.names import INJECTION, NAVIGATION
from trainer.errors import InvalidDataRequest

ALL = "all"
SPLITS = (*(split.value for split in Split), ALL)
KINDS = tuple(kind.value for kind in Kind)
STARTS = tuple(start.value for start in Start)


def parse_seeds(text: str) -> range:
    """`10:34` is 10 up to 33, `7` is 7 alone."""
    first, colon, last = text.partition(":")
    if not first.isdecimal() or (colon and not last.isdecimal()):
        raise InvalidDataRequest(
            f"seeds are given as FIRST:END (10:34 is 10 up to 33), not {text!r}"
        )
    seeds = range(int(first), int(last)) if colon else range(int(first), int(first) + 1)
    if not seeds:
        raise InvalidDataRequest(f"there are no seeds in {text!r}: the end comes after the first")
    return seeds


def choose_tasks(
    catalogue: Catalogue,
    *,
    seeds: Sequence[int],
    patterns: Sequence[str] = (),
    kinds: Sequence[str] = (),
    split: str = Split.TRAIN.value,
    wordings: Sequence[WordingSet] = (WordingSet.STANDARD,),
    start: str = Start.HOME.value,
) -> list[Task]:
    """The tasks of templates, kinds and seeds that belong to a split, one seed after the other; each in
    every set of wordings that its template has.

    They begin at `start`, or each where its seed says if that is `anywhere`.
    """
    known = dict(catalogue.templates)
    if Kind.INJECTION in kinds or any(pattern.startswith(INJECTION) for pattern in patterns):
        known.update(catalogue.injections)
    if Kind.NAVIGATION in kinds or any(pattern.startswith(NAVIGATION) for pattern in patterns):
        known.update(catalogue.navigation)
    if split not in SPLITS:
        raise InvalidDataRequest(f"there is no split {split!r}: choose one of {', '.join(SPLITS)}")
    if start not in STARTS:
        raise InvalidDataRequest(f"there is no start {start!r}: choose one of {', '.join(STARTS)}")
    for kind in kinds:
        if kind not in KINDS:
            raise InvalidDataRequest(f"there is no kind {kind!r}: choose from {', '.join(KINDS)}")
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in known):
            raise InvalidDataRequest(
                f"no template is called {pattern!r}: `phoneworld tasks` lists them"
            )
    chosen = [
        template
        for name, template in known.items()
        if (not patterns or any(fnmatchcase(name, pattern) for pattern in patterns))
        and (not kinds or template.kind.value in kinds)
    ]
    wordings_of = {
        template.name: [
            catalogue.wording(template.name, kind)
            for kind in dict.fromkeys(wordings)
            if catalogue.has_wording(template.name, kind)
        ]
        for template in chosen
    }
    splits = catalogue.splits
    return [
        Task(template, seed, Start(start), wording)
        for seed in seeds
        for template in chosen
        for wording in wordings_of[template.name]
        if split == ALL
        or splits.of_task(template.name, seed, apps=template.apps, wording=wording.kind) == split
    ]


def unworded(
    catalogue: Catalogue, tasks: Sequence[Task], wordings: Sequence[WordingSet]
) -> dict[WordingSet, int]:
    """For each set of wordings, how many of the tasks' templates have none and were left out."""
    names = {task.template.name for task in tasks}
    counts = {
        kind: sum(not catalogue.has_wording(name, kind) for name in names) for kind in wordings
    }
    return {kind: count for kind, count in counts.items() if count}

"""Who is trained on and who is tested on: decided by a task's template and seed alone.

Seeds that share a life on the phone (see `phoneworld.workshop.WORLDS`) share their split, so that a
test also shows names, contacts and messages that training never did. Besides, about one template
in twenty is never trained on, whatever the seed: those show generalisation. They are chosen by a
hash of their name, so that a new template changes nothing for the others.

    train        trained templates, training seeds
    validation   trained templates, validation seeds: what choices during training rest on
    test         all templates, test seeds: held-out templates are reported apart
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import count, islice

from phoneworld.tasks.starts import MARK, Start
from phoneworld.workshop import WORLDS

VALIDATION_WORLDS = range(2, 6)
TEST_WORLDS = range(6, 10)
HELD_OUT_SHARE = 0.05

_SALT = "unseen "


class Split(StrEnum):
    """What a task may be used for."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


def split_of_seed(seed: int) -> Split:
    """The split that a seed belongs to."""
    world = seed % WORLDS
    if world in VALIDATION_WORLDS:
        return Split.VALIDATION
    if world in TEST_WORLDS:
        return Split.TEST
    return Split.TRAIN


def is_held_out(template: str) -> bool:
    """Whether a template, by its name, is never trained on."""
    digest = hashlib.sha256(f"{_SALT}{template}".encode()).digest()
    return int.from_bytes(digest[:8]) < HELD_OUT_SHARE * 2**64


def held_out(templates: Iterable[str]) -> list[str]:
    """Those of the templates that are never trained on, sorted."""
    return sorted(name for name in templates if is_held_out(name))


def split_of(template: str, seed: int) -> Split | None:
    """The split of a task; None for a held-out template on seeds that are not for testing."""
    split = split_of_seed(seed)
    return None if is_held_out(template) and split is not Split.TEST else split


def seeds_of(split: Split, how_many: int, *, start: int = 0) -> list[int]:
    """The first so many seeds of a split, from `start` on."""
    return list(islice(_seeds(split, start), how_many))


def _seeds(split: Split, start: int) -> Iterator[int]:
    return (seed for seed in count(start) if split_of_seed(seed) is split)


def split_of_task(task: str) -> Split | None:
    """The split of a task as episodes name it (`contacts.add#7`); None where it has none."""
    template, seed = parse_task(task)
    return split_of(template, seed) if seed is not None else None


def parse_task(task: str) -> tuple[str, int | None]:
    """The template and seed of a task as episodes name it; no seed where it names no such task."""
    template, seed, _ = _parts(task)
    return (template, int(seed)) if seed else (task, None)


def start_of_task(task: str) -> Start:
    """Where a task as episodes name it begins: at home where its name does not say."""
    return _parts(task)[2]


def _parts(task: str) -> tuple[str, str, Start]:
    """Template, seed and start; no seed where it names no task of PhoneWorld."""
    template, _, rest = task.rpartition("#")
    seed, mark, start = rest.partition(MARK)
    if not template or not seed.isdecimal() or (mark and start not in set(Start)):
        return task, "", Start.HOME
    return template, seed, Start(start) if mark else Start.HOME

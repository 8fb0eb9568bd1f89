"""What is trained on and what is tested on: decided by a task's seed, template, wording and apps.

Seeds that share a life on the phone (see `phoneworld.workshop.WORLDS`) share their split, so that a
test also shows names, contacts and messages that training never did. Besides, some things are held
out: about one template in twenty, chosen by a hash of its name, so that a new template changes
nothing for the others; the injection suite; the wordings that are called so; every template of a family, which is
a pattern of names (`*.ask_which`, `settings.*`); and every template that takes an app which is not to be trained on. What is held out is in the test split alone, whatever the seed.

    train        training seeds, nothing that is held out
    validation   validation seeds, nothing that is held out: what choices during training rest on
    test         test seeds, and all templates, wordings and apps: what is held out is reported apart
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from itertools import count, islice

from phoneworld.tasks.names import INJECTION
from phoneworld.tasks.wordings import WordingSet
from phoneworld.workshop import WORLDS

_SALT = "unseen "


class Split(StrEnum):
    """What a task may be used for."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Splits:
    """The rules. `held_out_apps` are the labels of apps that are never trained on, and
    `held_out_families` patterns of the names of templates that are not.
    """

    validation_worlds: tuple[int, ...] = (2, 3, 4, 5)
    test_worlds: tuple[int, ...] = (6, 7, 8, 9)
    held_out_share: float = 0.05
    """Of the templates."""
    held_out_apps: tuple[str, ...] = ()
    held_out_families: tuple[str, ...] = ()

    def of_seed(self, seed: int) -> Split:
        """The split that a seed belongs to."""
        world = seed % WORLDS
        if world in self.validation_worlds:
            return Split.VALIDATION
        return Split.TEST if world in self.test_worlds else Split.TRAIN

    def holds_out(self, template: str, apps: tuple[str, ...] = ()) -> bool:
        """Whether a template of that name, which takes these apps, is never trained on."""
        if template.startswith(INJECTION) or self.holds_out_app(apps):
            return True
        if self.holds_out_family(template):
            return True
        digest = hashlib.sha256(f"{_SALT}{template}".encode()).digest()
        return int.from_bytes(digest[:8]) < self.held_out_share * 2**64

    def holds_out_app(self, apps: tuple[str, ...]) -> bool:
        """Whether one of these apps is never trained on."""
        return any(app in self.held_out_apps for app in apps)

    def holds_out_family(self, template: str) -> bool:
        """Whether a template is of a family that is never trained on."""
        return any(fnmatchcase(template, pattern) for pattern in self.held_out_families)

    def of_task(
        self,
        template: str,
        seed: int,
        *,
        apps: tuple[str, ...] = (),
        wording: WordingSet = WordingSet.STANDARD,
    ) -> Split | None:
        """The split of a task; None for what is held out, on seeds that are not for testing."""
        split = self.of_seed(seed)
        held_out = wording is WordingSet.HELD_OUT or self.holds_out(template, apps)
        return None if held_out and split is not Split.TEST else split

    def seeds(self, split: Split, how_many: int, *, start: int = 0) -> list[int]:
        """The first so many seeds of a split, from `start` on."""
        return list(islice(self._seeds(split, start), how_many))

    def _seeds(self, split: Split, start: int) -> Iterator[int]:
        return (seed for seed in count(start) if self.of_seed(seed) is split)

"""Tasks drawn at random from a split of the catalogue, or from one template."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from phoneworld import Catalogue, Split, WordingSet
from phoneworld.tasks.names import TaskName
from trainer.errors import InvalidDataRequest

MOST_SEED = 2**31
_TRIES = 10_000


@dataclass(frozen=True, slots=True)
class TaskPool:
    """Which tasks may be drawn. Without a split, any seed is good; without a template, any template is."""

    catalogue: Catalogue
    template: str = ""
    split: str = ""
    wording: str = WordingSet.STANDARD.value

    def __post_init__(self) -> None:
        if self.template:
            self.catalogue.template(self.template)
        if self.split and self.split not in set(Split):
            raise InvalidDataRequest(
                f"there is no split {self.split!r}: choose one of {', '.join(Split)}"
            )

    def draw(self, below: Callable[[int], int]) -> str:
        """A task's name. `below(n)` gives a random number from 0 to n - 1."""
        templates = [self.template] if self.template else list(self.catalogue.templates)
        wording = WordingSet(self.wording)
        for _ in range(_TRIES):
            template = templates[below(len(templates))]
            if not self.catalogue.has_wording(template, wording):
                continue
            name = str(TaskName(template, below(MOST_SEED), wording=wording))
            if not self.split or self.catalogue.split_of(name) == self.split:
                return name
        raise InvalidDataRequest(
            f"no task of {self.template or 'any template'} is in the split {self.split!r}"
        )

    def draw_seed(self, template: str, below: Callable[[int], int]) -> str:
        """A task of another template, by the same rules."""
        return TaskPool(self.catalogue, template, self.split, self.wording).draw(below)

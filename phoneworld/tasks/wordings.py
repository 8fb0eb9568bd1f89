"""Which sentences a task's goal is drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from phoneworld.errors import TaskError
from phoneworld.world import stream


class WordingSet(StrEnum):
    """Who wrote the sentence: the template itself, a file of the catalogue, or whoever asks."""

    STANDARD = "standard"
    TRAIN = "train"
    HELD_OUT = "held-out"
    """Never trained on."""
    GIVEN = "given"
    """In somebody's own words; `sentence` only tells such tasks apart."""


IN_CATALOGUE = (WordingSet.STANDARD, WordingSet.TRAIN, WordingSet.HELD_OUT)
"""The sets that a catalogue has sentences of."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A set of sentences; `sentence` is the one that is meant, None for one drawn by the seed.

    `sentences` is empty for the standard set: those are the template's own goals.
    """

    kind: WordingSet = WordingSet.STANDARD
    sentences: tuple[str, ...] = ()
    sentence: int | None = None

    def choose(self, goals: tuple[str, ...], rng: Random, template: str, seed: int) -> str:
        """The sentence of a task, its parameters still in braces.

        `rng` is the stream that the task's parameters were drawn from; only the standard set draws
        from it, so that a task has the same parameters in any wording.
        """
        known = goals if self.kind is WordingSet.STANDARD else self.sentences
        if not known:
            raise TaskError(
                f"{template} has no {self.kind.value} wordings: add some, or leave it out"
            )
        if self.kind is WordingSet.GIVEN:
            return known[0]
        if self.sentence is not None:
            if self.sentence >= len(known):
                raise TaskError(
                    f"{template} has {len(known)} {self.kind.value} wordings, numbered from 0: "
                    f"there is no number {self.sentence}"
                )
            return known[self.sentence]
        if self.kind is WordingSet.STANDARD:
            return rng.choice(known)
        return stream("wording", self.kind.value, template, seed).choice(known)


STANDARD = Wording()

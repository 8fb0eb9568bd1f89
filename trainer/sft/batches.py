"""Batches: which sequences are read together, in an order that only the seed decides.

Sequences of like length go together, as many as a budget of tokens holds. The batches of an epoch
are a function of seed and epoch alone, so the batch of any step is known without those before it,
and a resumed training goes on with the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np

from trainer.errors import DataError

_BLUR = 24
"""Random noise on lengths, so that other sequences meet in every epoch."""


class BatchOrder:
    """The endless series of batches of sequences that have these lengths."""

    def __init__(self, lengths: Sequence[int], *, budget: int, seed: int) -> None:
        self._lengths = list(lengths)
        self._budget = budget
        self._seed = seed
        self._sizes: list[int] = []
        self._newest: tuple[int, list[tuple[int, ...]]] = (-1, [])

    def batch(self, step: int) -> tuple[int, tuple[int, ...]]:
        """The epoch and the sequences of a step; `DataError` where there is no sequence at all."""
        if not self._lengths:
            raise DataError(
                "there is nothing to train on: the data set is empty, or all of its samples are longer than "
                "`longest` of the configuration allows"
            )
        for epoch in count():
            if epoch == len(self._sizes):
                self._sizes.append(len(self._epoch(epoch)))
            if step < self._sizes[epoch]:
                return epoch, self._epoch(epoch)[step]
            step -= self._sizes[epoch]
        raise AssertionError("epochs never end")

    def _epoch(self, epoch: int) -> list[tuple[int, ...]]:
        known, batches = self._newest
        if known != epoch:
            batches = plan_batches(self._lengths, budget=self._budget, seed=self._seed, epoch=epoch)
            self._newest = (epoch, batches)
        return batches


def plan_batches(
    lengths: Sequence[int], *, budget: int, seed: int, epoch: int
) -> list[tuple[int, ...]]:
    """Every sequence once, in batches of at most `budget` tokens with their padding.

    One that is longer than the budget has a batch of its own.
    """
    random = np.random.default_rng([seed, epoch])
    blurred = np.asarray(lengths) + random.random(len(lengths)) * _BLUR
    batches: list[tuple[int, ...]] = []
    together: list[int] = []
    longest = 0
    for index in np.argsort(blurred, kind="stable").tolist():
        longest = max(longest, lengths[index])
        if together and longest * (len(together) + 1) > budget:
            batches.append(tuple(together))
            together, longest = [], lengths[index]
        together.append(index)
    if together:
        batches.append(tuple(together))
    order = random.permutation(len(batches))
    return [batches[index] for index in order]

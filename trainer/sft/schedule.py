"""Hard example mining: samples that are often decided wrongly are drawn more often.

Most steps of most tasks are easy soon: opening an app is the same a thousand times. For each kind of
sample (the same step of the same task) there is an estimate of how often it is still wrong, and samples
are drawn by it. Draws are made for a round of batches at a time, from the estimates at its beginning, so
that what a step reads follows from the seed, its number and what a checkpoint keeps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from trainer.sft.batches import plan_batches

_INERTIA = 2.0
"""An estimate weighs as much as so many new samples."""
_UNKNOWN = 0.5
_SPARE = 1.1
"""So many times the samples that a round should hold are drawn: batches are not all full."""


@dataclass(frozen=True, slots=True)
class SampleScheduleState:
    """What a checkpoint keeps: the round, the estimates at its beginning and those of now."""

    round: int
    drawn_by: list[float]
    wrong: list[float]


class SampleSchedule:
    """The endless series of batches of samples that have these lengths and kinds."""

    def __init__(
        self,
        lengths: Sequence[int],
        kinds: Sequence[int],
        *,
        budget: int,
        batches: int,
        floor: float,
        seed: int,
    ) -> None:
        """A round has so many batches; `floor` is added to every estimate, so that all come up."""
        self._lengths = np.asarray(lengths)
        self._kinds = np.asarray(kinds)
        self._budget = budget
        self._batches = batches
        self._floor = floor
        self._seed = seed
        count = int(self._kinds.max(initial=-1)) + 1
        self._wrong: NDArray[np.float64] = np.full(count, _UNKNOWN)
        self._round = 0
        self._drawn_by = self._wrong
        self._plan: list[tuple[int, ...]] = []

    @property
    def kinds(self) -> int:
        """How many kinds there are."""
        return len(self._wrong)

    def batch(self, step: int) -> tuple[int, tuple[int, ...]]:
        """The round and the samples of a step. Steps are asked for in their order."""
        asked = step // self._batches
        if asked != self._round:
            self._round, self._drawn_by, self._plan = asked, self._wrong, []
        if not self._plan:
            self._plan = self._draw()
        return asked, self._plan[step % self._batches % len(self._plan)]

    def learn(self, counts: Tensor, wrong: Tensor) -> None:
        """Take in how many samples of each kind were seen, and how many of them would be wrong."""
        seen, missed = counts.double().numpy(), wrong.double().numpy()
        self._wrong = (self._wrong * _INERTIA + missed) / (_INERTIA + seen)

    def state(self) -> SampleScheduleState:
        return SampleScheduleState(self._round, self._drawn_by.tolist(), self._wrong.tolist())

    def restore(self, state: SampleScheduleState) -> None:
        """Go on where a schedule of the same samples was."""
        self._round, self._plan = state.round, []
        self._drawn_by, self._wrong = np.array(state.drawn_by), np.array(state.wrong)

    def _draw(self) -> list[tuple[int, ...]]:
        random = np.random.default_rng([self._seed, 2, self._round])
        weights = self._drawn_by[self._kinds] + self._floor
        wanted = int(self._batches * self._budget / self._lengths.mean() * _SPARE) + 1
        # The smallest of exponential waiting times: a draw by weights without putting back.
        waits = random.exponential(size=len(weights)) / weights
        drawn = np.sort(np.argsort(waits, kind="stable")[:wanted])
        batches = plan_batches(
            self._lengths[drawn].tolist(), budget=self._budget, seed=self._seed, epoch=self._round
        )
        return [tuple(drawn[list(batch)].tolist()) for batch in batches[: self._batches]]

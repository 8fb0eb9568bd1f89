"""Intervals and tests for shares: how far a figure can be trusted, and a difference."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

Z95 = 1.959963984540054
RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Proportion:
    """So many of so many, with Wilson's 95 % interval. Of none, nothing is known: 0 to 1."""

    count: int
    total: int

    @property
    def value(self) -> float:
        return self.count / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.count, self.total)


def wilson(count: int, total: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval of a share."""
    if total == 0:
        return 0.0, 1.0
    share = count / total
    square = z * z
    middle = (share + square / (2 * total)) / (1 + square / total)
    reach = z * math.sqrt(share * (1 - share) / total + square / (4 * total * total))
    reach /= 1 + square / total
    # At the ends the interval reaches them exactly, whatever rounding says.
    low = 0.0 if count == 0 else max(0.0, middle - reach)
    high = 1.0 if count == total else min(1.0, middle + reach)
    return low, high


def mcnemar(gained: int, lost: int) -> float:
    """The exact two-sided probability of such a difference on equal tasks, if there is none.

    `gained` tasks were solved only by the second, `lost` only by the first.
    """
    differing = gained + lost
    if differing == 0:
        return 1.0
    tail = ways = 1
    for number in range(1, min(gained, lost) + 1):
        ways = ways * (differing - number + 1) // number
        tail += ways
    # As a ratio of whole numbers: neither is a float for large ones.
    return min(1.0, 2 * tail / (1 << differing))


def paired_interval(
    differences: Sequence[int], *, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[float, float]:
    """The 95 % bootstrap interval of the mean of differences (-1, 0 or 1) on equal tasks."""
    if not differences:
        return -1.0, 1.0
    rng = random.Random(seed)
    count = len(differences)
    means = sorted(sum(rng.choices(differences, k=count)) / count for _ in range(resamples))
    return means[int(0.025 * resamples)], means[min(resamples - 1, int(0.975 * resamples))]


def quantile(values: Sequence[float], share: float) -> float:
    """The value that so large a share lies at or below; 0 where there is none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, math.ceil(share * len(ordered)) - 1))]

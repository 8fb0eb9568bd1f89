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


def holm(values: Sequence[float]) -> list[float]:
    """Holm's adjusted probabilities, in the order given: what is below 0.05 then stands, however many
    were tested.
    """
    adjusted = [1.0] * len(values)
    reached = 0.0
    for place, number in enumerate(sorted(range(len(values)), key=lambda at: values[at])):
        reached = max(reached, min(1.0, (len(values) - place) * values[number]))
        adjusted[number] = reached
    return adjusted


def sign_flip(
    differences: Sequence[float], *, seed: int = 0, resamples: int = 20 * RESAMPLES
) -> float:
    """The two-sided probability of so large a mean of paired differences, if their signs were chance.

    Exact where there are few that are not 0; else by resampling, and then never 0.
    """
    sizes = [abs(value) for value in differences if value]
    reached = abs(sum(differences)) - 1e-12
    if not sizes:
        return 1.0
    if 1 << len(sizes) <= resamples:
        sums = [0.0]
        for size in sizes:
            sums = [total + sign for total in sums for sign in (size, -size)]
        return sum(abs(total) >= reached for total in sums) / len(sums)
    rng = random.Random(seed)
    beyond = 0
    for _ in range(resamples):
        signs = rng.getrandbits(len(sizes))
        total = sum(size if signs >> place & 1 else -size for place, size in enumerate(sizes))
        beyond += abs(total) >= reached
    return (beyond + 1) / (resamples + 1)


def crossed_interval(
    rows: Sequence[Sequence[float]], *, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[float, float]:
    """The 95 % bootstrap interval of the mean of a table, a row for each seed and a column for each task:
    rows and columns are drawn anew, so that it holds for other seeds and other tasks.
    """
    if not rows or not rows[0]:
        return -1.0, 1.0
    rng = random.Random(seed)
    tasks = range(len(rows[0]))
    means: list[float] = []
    for _ in range(resamples):
        drawn = rng.choices(rows, k=len(rows))
        chosen = rng.choices(tasks, k=len(tasks))
        means.append(sum(row[at] for row in drawn for at in chosen) / (len(rows) * len(tasks)))
    means.sort()
    return means[int(0.025 * resamples)], means[min(resamples - 1, int(0.975 * resamples))]

"""A share of something that was measured: so many of so many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FidelityShare:
    """A share: so many of so many."""

    right: int
    total: int

    @property
    def value(self) -> float:
        return self.right / self.total if self.total else 0.0

    def __add__(self, other: FidelityShare) -> FidelityShare:
        return FidelityShare(self.right + other.right, self.total + other.total)

    def __str__(self) -> str:
        if not self.total:
            return "-"
        return f"{100 * self.value:.1f} % ({self.right}/{self.total})"


NOTHING = FidelityShare(0, 0)


def share_where(right: Iterable[bool]) -> FidelityShare:
    """How many of these are true."""
    found = list(right)
    return FidelityShare(sum(found), len(found))

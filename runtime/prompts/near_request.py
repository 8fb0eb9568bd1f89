"""A known request that is near what somebody asked. Apart from the ranking, which needs numpy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NearRequest:
    """A sentence and how near it is to what was asked: the logarithm of a likelihood, up to a constant."""

    sentence: str
    score: float

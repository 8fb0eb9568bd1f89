"""The readings of a goal: what it means as each of the known requests that are near.

Where a policy is not sure which known request is meant, it is asked to read the goal as each of them: a
request whose values cannot be found in the goal is an unlikely one. Chosen is the reading that is likeliest
by the words (how near the request is) and by the policy (how sure it is of its values) together, and its
confidence is the product of both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from runtime.actions import Output
from runtime.engine import Decided
from runtime.prompts.near_request import NearRequest
from runtime.prompts.restating import number_of

SURE = 0.7
"""A policy that is at least so sure is not asked again."""


class Readings:
    """Of one goal. `following` is the number of the known request to read it as next, 0 once it is settled."""

    def __init__(self, near: Sequence[NearRequest]) -> None:
        self._near = near
        self._first: Decided | None = None
        self._read: dict[int, Decided] = {}
        self._open: list[int] = []

    @property
    def following(self) -> int:
        return self._open[0] if self._open else 0

    @property
    def known(self) -> tuple[str, ...]:
        """The known requests that are shown, nearest first."""
        return tuple(one.sentence for one in self._near)

    def take(self, answer: Decided) -> None:
        """The answer to what was asked: first without a reading, then with the one that follows."""
        if self._first is None:
            self._first = answer
            doubtful = answer.confidence is not None and answer.confidence < SURE
            if number_of(answer.decision) and doubtful:
                self._open = list(range(1, len(self._near) + 1))
            return
        self._read[self._open.pop(0)] = answer

    def likeliest(self) -> Decided:
        """What is gone on with."""
        if self._first is None:
            raise RuntimeError("nothing was read yet")
        able = [n for n, read in self._read.items() if isinstance(read.decision.action, Output)]
        if not able:
            return self._first
        chosen = max(able, key=self._likelihood)
        return replace(self._read[chosen], confidence=self._likelihood(chosen))

    def _likelihood(self, number: int) -> float:
        highest = max(one.score for one in self._near)
        by_words = [math.exp(one.score - highest) for one in self._near]
        return by_words[number - 1] / sum(by_words) * (self._read[number].confidence or 0.0)

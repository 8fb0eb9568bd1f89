"""The goals of episodes in other words, as tokens, to be drawn from when a sample is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Tokens = NDArray[np.int32 | np.int64]


@dataclass(frozen=True, slots=True)
class GoalTokens:
    """Goals of all episodes in one array.

    Episode `e` has the goals `firsts[e]` to before `firsts[e + 1]`; goal `g` is
    `tokens[ends[g]:ends[g + 1]]`. In a sample of the episode it stands at `spans[e]`, counted from the
    sample's first token.
    """

    tokens: NDArray[np.int32]
    ends: NDArray[np.int64]
    firsts: NDArray[np.int64]
    spans: NDArray[np.int64]

    def draw(self, episode: int, random: Generator) -> tuple[slice, Tokens] | None:
        """Where the goal stands, and what may stand there instead; None if there is nothing else."""
        first, end = self.firsts[episode : episode + 2].tolist()
        if first == end:
            return None
        goal = int(random.integers(first, end))
        start, stop = self.spans[episode].tolist()
        return slice(start, stop), self.tokens[self.ends[goal] : self.ends[goal + 1]]


class GoalWriter:
    """Takes down the goals of one episode after the other."""

    def __init__(self, encode: Callable[[str], Sequence[int]]) -> None:
        self._encode = encode
        self._tokens: list[int] = []
        self._lengths: list[int] = []
        self._counts: list[int] = []
        self._spans: list[tuple[int, int]] = []

    def add(self, span: tuple[int, int], texts: Sequence[str]) -> None:
        """The goals of the next episode."""
        for text in texts:
            encoded = self._encode(text)
            self._tokens.extend(encoded)
            self._lengths.append(len(encoded))
        self._counts.append(len(texts))
        self._spans.append(span)

    def finish(self) -> GoalTokens | None:
        """All of them; None if no episode had any."""
        if not self._lengths:
            return None
        return GoalTokens(
            np.array(self._tokens, np.int32),
            np.array(list(accumulate(self._lengths, initial=0)), np.int64),
            np.array(list(accumulate(self._counts, initial=0)), np.int64),
            np.array(self._spans, np.int64).reshape(-1, 2),
        )

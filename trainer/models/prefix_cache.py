"""What a model made of earlier prompts, kept: a prompt that begins like one of them is read from there on.

The next prompt of a try begins like its last one (the goal, the steps before), and so do those of other
tries at the same task. What is kept holds for the weights it was read with, and is forgotten with them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from torch import Tensor

_WORTH_IT = 12
"""So many tokens must be spared: reading on from somewhere costs a little itself."""


@dataclass(frozen=True, slots=True)
class CachedPrompt:
    """A prompt, with what each layer needs of it: heads by place of attention, inputs of convolutions."""

    tokens: tuple[int, ...]
    keys: tuple[Tensor, ...]
    values: tuple[Tensor, ...]
    fed: tuple[Tensor, ...]


@dataclass(slots=True)
class PrefixCache:
    """The prompts that were read last. Not for several threads."""

    _read: list[CachedPrompt] = field(default_factory=list[CachedPrompt])
    _weights: tuple[float, ...] = ()

    def keep_for(self, weights: tuple[float, ...]) -> None:
        """Forget all, unless it was read with the weights of this fingerprint."""
        if weights != self._weights:
            self._read, self._weights = [], weights

    def beginning_of(self, prompt: Sequence[int]) -> tuple[CachedPrompt | None, int]:
        """The prompt that begins most like this one, and how many tokens they share.

        Of a prompt that was read before, all but the last token: somebody asks what follows.
        """
        tokens = tuple(prompt)
        # In alphabetical order, what begins most alike stands next to it.
        place = bisect_left(self._read, tokens, key=lambda read: read.tokens)
        found, most = None, 0
        for read in self._read[max(place - 1, 0) : place + 1]:
            shared = _shared(read.tokens, tokens)
            if shared > most:
                found, most = read, shared
        most = min(most, len(tokens) - 1)
        return (found, most) if most >= _WORTH_IT else (None, 0)

    def renew(self, read: Iterable[CachedPrompt]) -> None:
        """Keep these, and nothing else."""
        self._read = sorted(read, key=lambda each: each.tokens)


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens both begin with."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))

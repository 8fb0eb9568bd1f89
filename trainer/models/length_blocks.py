"""Which sequences are read together: padding costs, and so does every pass more."""

from __future__ import annotations

from collections.abc import Sequence

_START_TOKENS = 64
"""A block more costs about as much as reading so many tokens more in one (measured, tiny model)."""
_MOST_TOKENS = 4096
"""So many stay in a processor's cache; more at once are read no faster."""


def plan_blocks(lengths: Sequence[int]) -> list[range]:
    """Which of some prompts, sorted by length, are read together: what costs least in all.

    A block costs its tokens with padding, and its start.
    """
    least = [0.0]
    begins: list[int] = []
    for end, longest in enumerate(lengths, 1):
        cost, begin = min(
            (least[begin] + (end - begin) * longest + _START_TOKENS, begin)
            for begin in range(end)
            if end - begin == 1 or (end - begin) * longest <= _MOST_TOKENS
        )
        least.append(cost)
        begins.append(begin)
    blocks: list[range] = []
    end = len(lengths)
    while end:
        blocks.append(range(begins[end - 1], end))
        end = begins[end - 1]
    return blocks[::-1]

"""The numbers of one page."""

from __future__ import annotations

from phoneworld.packs.androidworld.chrome.data import Chances

COUNT = 5
HIGHEST = 10


def shown_numbers(seed: int) -> tuple[int, ...]:
    """The numbers that the page shows, one after the other."""
    chances = Chances(seed)
    return tuple(chances.below(HIGHEST) + 1 for _ in range(COUNT))

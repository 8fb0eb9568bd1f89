"""Which recorded rows of a list a row is most like: by the texts beside its name, and by how they are written.

What a row opens may depend on what kind of row it is: a checklist opens otherwise than a note. The rows that
were recorded tell, and of those the ones that read most alike.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from phoneworld.reconstruction.specification import TransitionSpec

NEIGHBOURS = 3
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[^\W\d_]+")


def likeness(label: str, other: str) -> float:
    """0 for rows that have nothing in common beside their place, 2 for rows that only have other names."""
    mine, theirs = _fragments(label), _fragments(other)
    return _shared(mine, theirs) + _shared(_shapes(mine), _shapes(theirs))


def nearest_rows(transitions: Sequence[TransitionSpec], label: str) -> list[TransitionSpec]:
    """Of touches on rows those that led where most of the nearest ones did, the nearest first."""
    rated = sorted(
        ((likeness(label, one.label), one.count, one) for one in transitions),
        key=lambda item: (-item[0], -item[1], item[2].label, item[2].nth),
    )
    weights: dict[str, float] = defaultdict(float)
    for rate, _, one in rated[:NEIGHBOURS]:
        weights[one.outcomes[0].screen] += 0.1 + rate
    best = max(sorted(weights), key=lambda screen: weights[screen])
    return [one for _, _, one in rated if one.outcomes[0].screen == best]


def _fragments(label: str) -> Counter[str]:
    """The texts of a row besides its name."""
    return Counter(label.split(", ")[1:])


def _shapes(fragments: Counter[str]) -> Counter[str]:
    return Counter(
        _WORDS.sub("a", _DIGITS.sub("0", text))
        for text in fragments
        for _ in range(fragments[text])
    )


def _shared(one: Counter[str], other: Counter[str]) -> float:
    every = (one | other).total()
    return (one & other).total() / every if every else 1.0

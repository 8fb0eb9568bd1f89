"""Which words of a goal are the values of a request: the likeliest places that do not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from runtime.engines.reader.graph import Scores

_BEGINS = 6
"""So many places are tried for the begin and for the end of a value."""
_BEAM = 8

Span = tuple[int, int]


def likeliest_spans(
    begins: Sequence[Scores], ends: Sequence[Scores]
) -> tuple[float, list[Span]] | None:
    """For each slot the first and the last token of its value, and the log-probability of all together;
    None if there is no room for all of them.
    """
    beams: list[tuple[float, list[Span]]] = [(0.0, [])]
    for begin, end in zip(begins, ends, strict=True):
        candidates = _candidates(begin, end)
        grown = [
            (score + more, [*taken, span])
            for score, taken in beams
            for more, span in candidates
            if all(span[1] < first or span[0] > last for first, last in taken)
        ]
        if not grown:
            return None
        beams = sorted(grown, key=lambda one: -one[0])[:_BEAM]
    return beams[0]


def _candidates(begin: Scores, end: Scores) -> list[tuple[float, Span]]:
    firsts, lasts = (
        np.argsort(-scores, kind="stable")[:_BEGINS].tolist() for scores in (begin, end)
    )
    found = [
        (float(begin[first] + end[last]), (first, last))
        for first, last in product(firsts, lasts)
        if first <= last
    ]
    return sorted(found, key=lambda one: -one[0])[:_BEAM]

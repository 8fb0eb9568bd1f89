"""How many rows each band gets, where there are so many for all.

Every band has one. What is left goes first to lines of text, then to height as on the phone, and last to
the empty space between bands. Bands of a kind get it together or not at all: a list whose rows differ in
height for no reason is hard to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Need:
    """Of a band: lines that say all, rows that are as high as on the phone, empty rows below it."""

    lines: int
    natural: float
    gap: float
    grows: bool
    """Looks better higher: pictures, large keys, rows of a list."""
    alone: bool
    """A text, which may have more lines than its neighbours."""


@dataclass(frozen=True, slots=True)
class Given:
    """Of a band: its rows, and the empty rows below it."""

    rows: int
    gap: int


def share_out(needs: Sequence[Need], rows: int, *, pinned: bool = False) -> list[Given]:
    """Rows for bands; at least one for each, even if that is more than there are.

    A last band that is pinned stands at the lower edge, whatever is left above it.
    """
    given = [1] * len(needs)
    left = rows - len(needs)
    for _ in range(_MOST_ROUNDS):
        asking = [n for n, need in enumerate(needs) if need.lines > given[n]]
        if not asking or left <= 0:
            break
        if len(asking) > left:
            asking = [n for n in asking if needs[n].alone][:left]
            if not asking:
                break
        for number in asking:
            given[number] += 1
        left -= len(asking)
    for _ in range(_MOST_ROUNDS):
        asking = [n for n, need in enumerate(needs) if need.grows and need.natural >= given[n] + 1]
        if not asking or len(asking) > left:
            break
        for number in asking:
            given[number] += 1
        left -= len(asking)
    gaps = _gaps([need.gap for need in needs], max(left, 0))
    if pinned and len(needs) > 1:
        gaps[-2] += max(0, left - sum(gaps))
    return [Given(height, gap) for height, gap in zip(given, gaps, strict=True)]


def _gaps(wanted: Sequence[float], rows: int) -> list[int]:
    """Empty rows, in proportion to those on the phone and never more."""
    whole = sum(wanted)
    if whole <= 0 or rows <= 0:
        return [0] * len(wanted)
    scale = min(1.0, rows / whole)
    gaps = [int(gap * scale) for gap in wanted]
    left = min(rows, round(whole)) - sum(gaps)
    by_rest = sorted(range(len(wanted)), key=lambda n: gaps[n] - wanted[n] * scale)
    for number in by_rest[: max(left, 0)]:
        if wanted[number] * scale - gaps[number] >= 0.5:
            gaps[number] += 1
    return gaps

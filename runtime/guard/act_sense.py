"""How much a button sounds like an act that binds, by the pieces of its words: for those that no rule names.

A linear model over pieces of a button's label, of the page's title and of the package, hashed into a small table of
weights. It was learnt from the sketched screens and names of acts in `tests/runtime/guard` (`scripts/train_act_sense.py`).
Rules ask it last (`sounds`): it decides about nothing that a word of theirs names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from zlib import crc32

BUCKETS = 1 << 15
WEIGHTS = Path(__file__).parent / "act_sense.bin"
"""A byte for each bucket, signed, in units of `UNIT`; two more for what every button has."""
UNIT = 1 / 32
_LONGEST_LABEL = 48
_LONGEST_TITLE = 40
_PIECES = (2, 3, 4, 5)
_PARTS = re.compile(r"[^\W_]+")


def features(label: str, title: str, package: str, *, amount: bool) -> tuple[int, ...]:
    """The buckets that a button falls into, without order or repetition."""
    return tuple(
        sorted(
            {crc32(one.encode()) % BUCKETS for one in _said(label, title, package, amount=amount)}
        )
    )


def _said(label: str, title: str, package: str, *, amount: bool) -> Iterator[str]:
    line = f"^{label[:_LONGEST_LABEL].casefold()}$"
    for length in _PIECES:
        for start in range(len(line) - length + 1):
            yield f"l{line[start : start + length]}"
    for word in _PARTS.findall(line):
        yield f"w{word}"
    for word in _PARTS.findall(title[:_LONGEST_TITLE].casefold()):
        yield f"t{word}"
    for part in _PARTS.findall(package.casefold()):
        if len(part) > 2:
            yield f"a{part}"
    yield f"m{amount}"


@lru_cache(maxsize=2048)
def sense(label: str, title: str, package: str, *, amount: bool) -> float:
    """Above 0 where what is like it in the examples is mostly asked about, below where it is mostly not."""
    weights, bias = _weights()
    buckets = features(label, title, package, amount=amount)
    return bias + sum(weights[one] for one in buckets) * UNIT / max(1.0, len(buckets) ** 0.5)


@cache
def _weights() -> tuple[memoryview, float]:
    stored = WEIGHTS.read_bytes()
    bias = int.from_bytes(stored[BUCKETS:], "big", signed=True) / 256
    return memoryview(stored[:BUCKETS]).cast("b"), bias

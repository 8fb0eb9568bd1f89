"""How much a button sounds like an act that binds, by its words, its place and what the page is made of.

A linear model over pieces of a button's name, of its id, of the page's title and of the package, and over the
page's structure (whether it is the page's own button, stands beside others, ends a field, shows an amount),
hashed into a small table of weights. It was learnt from the sketched screens and names of acts in
`tests/runtime/guard` (`scripts/train_act_sense.py`). Rules ask it last (`sounds`): it decides about nothing that
a word of theirs names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from zlib import crc32

from runtime.guard.amount_due import is_checkout, shows_amount
from runtime.guard.labels import read_label
from runtime.guard.scene import GuardedScreen, short_id
from runtime.guard.shape import (
    ends_field,
    is_in_bar,
    is_in_last_row,
    is_in_parts,
    is_pressable,
    is_primary,
    is_unnamed,
)
from runtime.observation import CLICKABLE, Element

BUCKETS = 1 << 15
WEIGHTS = Path(__file__).parent / "act_sense.bin"
"""A byte for each bucket, signed, in units of `UNIT`; two more for what every button has."""
UNIT = 1 / 32
_LONGEST_LABEL = 48
_LONGEST_TITLE = 40
_LONGEST_ID = 48
_PIECES = (2, 3, 4, 5)
_MOST_COUNTED = 9
_PARTS = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def features(element: Element, scene: GuardedScreen) -> tuple[int, ...]:
    """The buckets that a button falls into, without order or repetition."""
    return _buckets(_seen(element, scene))


def features_of_name(label: str) -> tuple[int, ...]:
    """The buckets of a name alone, without a screen."""
    return _buckets(_spelt(label))


def sense(element: Element, scene: GuardedScreen) -> float:
    """Above 0 where what is like it in the examples is mostly asked about, below where it is mostly not."""
    known = scene.once("sense", _nothing_known)
    if element.index not in known:
        weights, bias = _weights()
        buckets = features(element, scene)
        total = sum(weights[one] for one in buckets) * UNIT
        known[element.index] = bias + total / max(1.0, len(buckets) ** 0.5)
    return known[element.index]


def name_of(element: Element) -> str:
    """What can be read of an element: its text, unless that is a letter of an icon font, or its description."""
    texts = (element.text, element.description, element.hint)
    return next((text for text in texts if text and read_label(text).label), "")


def _buckets(pieces: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted({crc32(one.encode()) % BUCKETS for one in pieces}))


def _spelt(label: str) -> Iterator[str]:
    line = f"^{label[:_LONGEST_LABEL].casefold()}$"
    for length in _PIECES:
        for start in range(len(line) - length + 1):
            yield f"l{line[start : start + length]}"
    for word in _PARTS.findall(line):
        yield f"w{word}"


def _seen(element: Element, scene: GuardedScreen) -> Iterator[str]:
    yield from _spelt(name_of(element))
    for word in _PARTS.findall(scene.title[:_LONGEST_TITLE].casefold()):
        yield f"t{word}"
    for part in _PARTS.findall(scene.package.casefold()):
        if len(part) > 2:
            yield f"a{part}"
    for word in _PARTS.findall(_HUMP.sub(" ", short_id(element)[:_LONGEST_ID]).casefold()):
        yield f"i{word}"
    yield from _placed(element, scene)


def _placed(element: Element, scene: GuardedScreen) -> Iterator[str]:
    """What the page is made of, and where on it the button is."""
    elements = scene.elements
    primary = is_primary(element, scene.observation)
    amount = shows_amount(scene)
    tappable = sum(1 for one in elements if one.flags & CLICKABLE)
    yield f"m{amount}"
    yield f"primary {primary}, amount {amount}"
    yield f"primary {primary}, pressable {is_pressable(element, elements)}"
    yield f"in bar {is_in_bar(element, elements)}"
    yield f"last row {is_in_last_row(element, scene.observation)}"
    yield f"in parts {is_in_parts(element)}"
    yield f"unnamed {is_unnamed(element)}"
    yield f"ends field {ends_field(element, elements) is not None}"
    yield f"role {element.role}"
    yield f"dialog {scene.dialog}"
    yield f"fields {bool(scene.fields)}, written {scene.written}"
    yield f"checkout {is_checkout(scene)}"
    yield f"tappable {min(tappable, _MOST_COUNTED)}"


def _nothing_known(scene: GuardedScreen) -> dict[int, float]:
    del scene
    return {}


@cache
def _weights() -> tuple[memoryview, float]:
    stored = WEIGHTS.read_bytes()
    bias = int.from_bytes(stored[BUCKETS:], "big", signed=True) / 256
    return memoryview(stored[:BUCKETS]).cast("b"), bias

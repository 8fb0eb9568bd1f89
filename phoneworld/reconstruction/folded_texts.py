"""Texts that a list shows on one line and a detail on several.

A list folds them: every break is a space there. What the rows were opened for tells where the breaks are; the rows
that nobody opened break where the same kinds of words stood beside each other.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise

FOLDED = "folded"
"""The type of a column that a list shows on one line."""

_PIECES = re.compile(r"\S+|\s+")


def fold(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def is_folded(shown: str, whole: str) -> bool:
    """Whether a text is another one on one line."""
    return "\n" in whole.strip() and fold(whole) == shown


class Breaks:
    """Where whole texts break, learnt from some of them."""

    def __init__(self, wholes: Iterable[str]) -> None:
        self._seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for whole in wholes:
            pieces = _PIECES.findall(whole.strip())
            for before, gap, after in zip(pieces[::2], pieces[1::2], pieces[2::2], strict=False):
                self._seen[_kind(before), _kind(after)][gap] += 1

    def unfold(self, line: str) -> str:
        """The text that a line most likely is."""
        words = line.split()
        text = words[0] if words else ""
        for before, after in pairwise(words):
            seen = self._seen.get((_kind(before), _kind(after)))
            text += (seen.most_common(1)[0][0] if seen else " ") + after
        return text


def _kind(word: str) -> str:
    """What kind of word it is: a number or a word, capital or not, and what it ends with."""
    core = word.rstrip(".,:;!?")
    if any(c.isdigit() for c in core):
        kind = "0"
    else:
        kind = "A" if core[:1].isupper() else "a" if core[:1].isalpha() else core[:1]
    return kind + word[len(core) :]

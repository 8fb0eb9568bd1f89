"""Labels as they are compared: without what apps put around the words of a button.

Nothing is decided here. Look-alike letters of other alphabets are not seen through.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from runtime.guard.money import AMOUNT

LONGEST_LABEL = 160
"""What is longer than this is prose, not the name of a button, and has no names."""

LONGEST_HEAD, LONGEST_TAIL = 480, 160
"""Of a longer text, its beginning and its end are read: matching must take no time worth naming."""

_EDGES = frozenset(" .!?:;…¿¡»«›‹<>•·-–—")
_MARKS = frozenset({"So", "Sm", "Sk", "Co"})
"""Pictures, arrows and letters of an app's own icon font, by their Unicode category."""
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e01ef]"
)
_PARTS = re.compile(r",| [•·|] ")
_BETWEEN = r"[\s,;:•·|–—-]"
_COUNT = (
    r"(?:\([^()]*\d[^()]*\)?|[x×]\s?\d{1,3}|\d{1,3}\s?[x×]"
    r"|\d{1,3} (?:items?|artikel|artículos?|articles?|articoli|itens|artikelen))"
)
_FOR = r"(?:(?:for|total|of|at|from|für|ab|por|de|desde|pour|à|dès|per|da|voor|van):?\s)"
_EACH = r"(?:\s?(?:/|per|an?|each|every|pro|im|al?|por|par|ogni|elke)\s?[^\W\d]+)"
_TAIL = re.compile(rf"(?<!{_BETWEEN}){_BETWEEN}++(?:{_FOR}?{AMOUNT}{_EACH}?|{_COUNT})\W*$")
_HEAD = re.compile(rf"^(?:{AMOUNT}|{_COUNT}){_BETWEEN}+(?=\w)")
_AMID = re.compile(r"(?<=\w) \d{1,3}(?:-[^\W\d]+)? (?=[^\W\d])")


@dataclass(frozen=True, slots=True)
class Label:
    """A text as words are compared with it.

    `line` is all of it, `label` the same in lower case and without marks at its edges, `names` what it
    may be called, with and without amounts and counts, and `heads` what its first part may.
    """

    line: str
    label: str = ""
    names: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()


# Kept, though it is state: a label is compared with every list of words there is.
@lru_cache(maxsize=1024)
def read_label(text: str) -> Label:
    """How a text is compared."""
    line = plain(text)
    if not line or len(line) > LONGEST_LABEL:
        return Label(line)
    label = normal(line)
    head = _trimmed(_PARTS.split(label, maxsplit=1)[0])
    names, heads = ({one, _bare(one)} - {""} for one in (label, head))
    return Label(line, label, frozenset(names), frozenset(heads))


def plain(text: str) -> str:
    """A text in one line, in the usual form of its characters, without those that nobody sees."""
    text = _cut(text)
    if not text.isascii():
        text = _UNSEEN.sub("", unicodedata.normalize("NFKC", text)).replace("\u2019", "'")
    # Some single characters become whole phrases.
    return _cut(" ".join(text.split()))


def _cut(text: str) -> str:
    if len(text) <= LONGEST_HEAD + LONGEST_TAIL:
        return text
    return f"{text[:LONGEST_HEAD]} … {text[-LONGEST_TAIL:]}"


def normal(line: str) -> str:
    """A plain text in lower case, without the marks and pictures at its edges."""
    # The Turkish capital of i folds to two characters.
    return _trimmed(line.casefold().replace("i\u0307", "i"))


def _trimmed(label: str) -> str:
    start, end = 0, len(label)
    while start < end and _is_mark(label[start]):
        start += 1
    while end > start and _is_mark(label[end - 1]):
        end -= 1
    return label[start:end]


def _is_mark(letter: str) -> bool:
    return letter in _EDGES or unicodedata.category(letter) in _MARKS


def _bare(label: str) -> str:
    """A label without its amounts and counts: "buy 2 tickets • $9" is "buy tickets"."""
    cut = _HEAD.sub("", label, count=1)
    while (shorter := _TAIL.sub("", cut, count=1)) != cut:
        cut = shorter
    return _trimmed(_AMID.sub(" ", cut))

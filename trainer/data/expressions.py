"""Distinctive parts of texts: numbers, names, and the times, dates and amounts that numbers belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_EXPRESSIONS = (
    # 5:25 am, 14:30 – 16:00
    r"\d{1,2}:\d{2}(?:\s?[ap]m\b)?(?:\s?[–-]\s?\d{1,2}:\d{2}(?:\s?[ap]m\b)?)?",
    # Sunday, 17 May 2026; May 29
    rf"(?:[a-z]{{3,9}},?\s)?\d{{1,2}}\.?\s{_MONTH}(?:\s\d{{4}})?",
    rf"{_MONTH}\s\d{{1,2}}(?:,\s\d{{4}})?",
    r"\d{4}-\d{2}-\d{2}",
)
_EXPRESSION = re.compile("|".join(_EXPRESSIONS), re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_EDGES = ".,:;?!\"'()…"


def has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)


def is_distinctive(word: str) -> bool:
    """Whether a word is a number, a code or a name rather than a common word."""
    return has_digit(word) or (word[:1].isupper() and len(word) > 2)


def distinctive_parts(text: str) -> Iterator[str]:
    """The text itself, then its runs of words that begin and end with a distinctive one, longest first.

    The first word of a text has its capital anyway: alone, it is not distinctive.
    """
    words = [word for word in (word.strip(_EDGES) for word in text.split()) if word]
    if words:
        yield " ".join(text.split()).strip(_EDGES)
    for length in range(len(words) - 1, 0, -1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            alone = length == 1 and start == 0 and not has_digit(run[0])
            if is_distinctive(run[0]) and is_distinctive(run[-1]) and not alone:
                yield _between(text, run)


def _between(text: str, run: list[str]) -> str:
    """The run of words as it stands in the text, with what is between them."""
    pattern = r"\W+?".join(re.escape(word) for word in run)
    found = re.search(pattern, text)
    return " ".join((found.group() if found else " ".join(run)).split())


def numbers_in(text: str) -> set[int]:
    """The whole numbers in a text, whatever stands around them."""
    return {int(found) for found in _NUMBER.findall(text) if found.isascii() and len(found) < 16}


def expression_containing(number: int, text: str) -> str:
    """The time or date in a text that a number belongs to; empty if there is none."""
    for match in _EXPRESSION.finditer(text):
        if number in numbers_in(match.group()):
            return match.group()
    return ""

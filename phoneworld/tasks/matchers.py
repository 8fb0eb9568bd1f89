"""When a value matches the one that was asked for.

A plain text matches whatever its case and spacing, because people and policies type it; a number
matches its value. Where that is too loose or too strict, an expectation says so with a matcher.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any


@dataclass(frozen=True, slots=True)
class Exact:
    """The very same value: codes, passwords."""

    value: Any


@dataclass(frozen=True, slots=True)
class Digits:
    """The same digits, whatever stands between them: phone numbers."""

    number: str


@dataclass(frozen=True, slots=True)
class Contains:
    """A text, or the bytes of one, that contains all of these, as whole words: `3 May` is not in `13 May`."""

    parts: tuple[str, ...]

    def __init__(self, *parts: str) -> None:
        object.__setattr__(self, "parts", parts)


@dataclass(frozen=True, slots=True)
class StartsWith:
    """A text that begins like this, to the letter."""

    start: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """Any of these values."""

    values: tuple[Any, ...]

    def __init__(self, *values: Any) -> None:
        object.__setattr__(self, "values", values)


@dataclass(frozen=True, slots=True)
class Between:
    """A number in a range, ends included."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Alike:
    """A text, or the bytes of one, that is nearly this: whatever its case and the space around it, and
    with a similarity (difflib's ratio) of at least `ratio`.
    """

    text: str
    ratio: float = 0.9


@dataclass(frozen=True, slots=True)
class Near:
    """A number, or a text that is one, less than `within` away; exactly this number without it."""

    number: float
    within: float = 0.0


@dataclass(frozen=True, slots=True)
class Anything:
    """Whatever it is."""


def fold(text: str) -> str:
    """A text without what does not matter: case, and how words are spaced."""
    return " ".join(text.split()).casefold()


def matches(wanted: Any, found: Any) -> bool:
    """Whether a value is the one that was asked for. `Any`: columns hold anything."""
    match wanted:
        case Anything():
            return True
        case Exact(value):
            return bool(found == value)
        case Digits(number):
            return re.sub(r"\D", "", str(found)) == re.sub(r"\D", "", number)
        case Contains(parts):
            return all(says(_text(found), part) for part in parts)
        case StartsWith(start):
            return isinstance(found, str) and found.startswith(start)
        case OneOf(values):
            return any(matches(value, found) for value in values)
        case Alike(text, ratio):
            return _likeness(text, found) >= ratio
        case Near(number, within):
            away = _distance(number, found)
            return away == 0 or away < within
        case Between(low, high):
            return isinstance(found, int | float) and low <= found <= high
        case str():
            return isinstance(found, str) and fold(found) == fold(wanted)
        case bool() | int() | float():
            return isinstance(found, int | float) and abs(found - wanted) < 1e-6
        case _:
            return bool(found == wanted)


def _text(found: object) -> str:
    return found.decode("utf-8", "replace") if isinstance(found, bytes) else str(found)


def _likeness(text: str, found: object) -> float:
    if isinstance(found, bytes):
        found = _text(found)
    if not isinstance(found, str):
        return 0.0
    return SequenceMatcher(None, found.strip().lower(), text.strip().lower()).ratio()


def _distance(number: float, found: object) -> float:
    try:
        return abs(float(str(found).strip()) - number)
    except ValueError:
        return math.inf


_WORD = re.compile(r"[^\W_]+(?:[.,:@'+/-][^\W_]+)*", re.UNICODE)


def words_of(text: str) -> list[str]:
    """The words of an answer; numbers without grouping commas and trailing zeros."""
    return [_plain(word) for word in _WORD.findall(text.casefold())]


def _plain(word: str) -> str:
    number = word.replace(",", "") if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", word) else word
    if re.fullmatch(r"\d+\.\d+", number):
        return number.rstrip("0").rstrip(".")
    return number


def says(answer: str, wanted: str) -> bool:
    """Whether an answer contains the words of `wanted`, in a row."""
    said, sought = words_of(answer), words_of(wanted)
    if not sought:
        return False
    return any(said[i : i + len(sought)] == sought for i in range(len(said) - len(sought) + 1))

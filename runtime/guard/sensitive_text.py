"""Finds in a text what must not be kept: one-time codes, card numbers, account numbers.

A code is a short number that a word for codes belongs to (`one_time_codes`); a card number must pass its
checksum (Luhn), an IBAN its own. Phone numbers, prices, dates and times are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from runtime.guard.one_time_codes import find_codes

_CARD = re.compile(r"(?<![\d+.,-])(?:\d[ -]?){12,18}\d(?![\d.,]*\d)")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30}\b")
_CARD_LENGTHS = {"4": (13, 16, 19), "5": (16,), "2": (16,), "3": (14, 15), "6": (16, 17, 18, 19)}


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text, and what it is: `code`, `card` or `iban`."""

    start: int
    end: int
    kind: str


def find_sensitive(text: str) -> list[Span]:
    """All sensitive parts, in order, without overlaps."""
    if not any(character.isdigit() for character in text):
        return []
    found = [*_ibans(text), *_cards(text)]
    found += [Span(start, end, "code") for start, end in find_codes(text)]
    kept: list[Span] = []
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


def _cards(text: str) -> Iterator[Span]:
    for match in _CARD.finditer(text):
        digits = [int(character) for character in match.group() if character.isdigit()]
        if len(digits) in _CARD_LENGTHS.get(str(digits[0]), ()) and _passes_luhn(digits):
            yield Span(match.start(), match.end(), "card")


def _passes_luhn(digits: list[int]) -> bool:
    total = sum(digits[-1::-2])
    for digit in digits[-2::-2]:
        double = digit * 2
        total += double - 9 if double > 9 else double
    return total % 10 == 0 and any(digits)


def _ibans(text: str) -> Iterator[Span]:
    for match in _IBAN.finditer(text):
        # Words after the number can look like a part of it: the longest reading that checks out.
        written = match.group()
        while len(written) >= 15:
            if _passes_iban(written.replace(" ", "")):
                yield Span(match.start(), match.start() + len(written), "iban")
                break
            written = written[:-1].rstrip()


def _passes_iban(iban: str) -> bool:
    turned = iban[4:] + iban[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1

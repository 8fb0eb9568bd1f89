"""The phone's language: a phrase book for the words of the interface.

Only whole phrases are translated, and only those in the book; what people wrote stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from phoneworld.ui.env import same_words

BOOK = Path(__file__).parent / "assets" / "phrases.json"


@cache
def phrases() -> dict[str, dict[str, str]]:
    """Language -> English phrase -> phrase."""
    return json.loads(BOOK.read_text(encoding="utf-8"))


@cache
def translator(locale: str) -> Callable[[str], str]:
    """A function that translates English phrases. For English and unknown languages it changes nothing."""
    language = locale.partition("-")[0]
    if language == "en" or language not in phrases():
        return same_words
    book = phrases()[language]
    return lambda words: book.get(words, words)


@cache
def readings(words: str) -> frozenset[str]:
    """A phrase in every language of the book, for a phone whose language is not known."""
    return frozenset({words, *(book[words] for book in phrases().values() if words in book)})

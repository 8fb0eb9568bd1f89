"""When two names of apps are the same, or nearly."""

from __future__ import annotations

import difflib
import unicodedata

CLOSE = 0.8


def plain(text: str) -> str:
    """A name without the differences that do not matter: case, width of letters, blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def alike(wanted: str, label: str) -> bool:
    """Whether two plain names differ by a slip only."""
    return difflib.SequenceMatcher(None, wanted, label).ratio() >= CLOSE

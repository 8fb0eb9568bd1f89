"""Where one SQL statement ends and the next one starts, in time that grows with the text only."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PIECE = re.compile(
    r"'[^']*(?:''[^']*)*(?:'|\Z)|\"[^\"]*(?:\"\"[^\"]*)*(?:\"|\Z)|`[^`]*(?:`|\Z)|\[[^\]]*(?:\]|\Z)"
    r"|--[^\n]*|/\*.*?(?:\*/|\Z)|;|[^'\"`\[;/-]+|.",
    re.DOTALL,
)
_TRIGGER = re.compile(r"\s*CREATE\s+(TEMP\w*\s+)?TRIGGER\b", re.IGNORECASE)


def statement_end(text: str, start: int) -> int:
    """Where a statement that starts somewhere ends: behind its semicolon, or with the text."""
    is_trigger = _TRIGGER.match(text, start) is not None
    last, before_last = "", ""
    for found in _PIECE.finditer(text, start):
        piece = found.group()
        # A trigger has semicolons inside; it ends with `; END ;`.
        ends = last.strip().upper() == "END" and before_last == ";" if is_trigger else True
        if piece == ";" and ends:
            return found.end()
        if not piece.isspace() and not piece.startswith(("--", "/*")):
            last, before_last = piece, last
    return len(text)


def _says_something(statement: str) -> bool:
    return any(
        piece.strip() and piece != ";" and not piece.startswith(("--", "/*"))
        for piece in (found.group() for found in _PIECE.finditer(statement))
    )


def split_statements(text: str) -> Iterator[str]:
    """The statements of a text, without those that are empty."""
    at = 0
    while at < len(text):
        end = statement_end(text, at)
        if _says_something(text[at:end]):
            yield text[at:end]
        at = end

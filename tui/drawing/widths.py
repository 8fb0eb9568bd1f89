"""Texts measured in cells: cut with an ellipsis, and broken into lines at spaces."""

from __future__ import annotations

from rich.cells import cell_len

ELLIPSIS = "…"
_BROKEN = 16
"""In lines of so many cells, parts of a broken word can still be read together."""


def cut(text: str, width: int) -> str:
    """The text in at most so many cells; what is missing is told by an ellipsis."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return text
    return f"{_head(text, width - 1).rstrip()}{ELLIPSIS}"


def wrap(text: str, width: int, most: int, *, breaks: bool = False) -> list[str]:
    """The text in at most `most` lines of so many cells; the last is cut where more is left.

    Words that are longer than a line are cut in narrow places, unless they may be broken there too.
    """
    if width <= 0 or most <= 0:
        return []
    lines: list[str] = []
    for paragraph in text.split("\n"):
        words = paragraph.split()
        if width < _BROKEN and not breaks:
            words = [cut(word, width) for word in words]
        lines += _lines(words, width)
    if len(lines) <= most:
        return lines
    left = " ".join(lines[most - 1 :])
    return [*lines[: most - 1], cut(left, width)]


def _lines(words: list[str], width: int) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if cell_len(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        rest = word
        while cell_len(rest) > width and (head := _head(rest, width)):
            lines.append(head)
            rest = rest[len(head) :]
        # Nothing is wider than a line but a wide character in a line of one cell.
        line = rest if cell_len(rest) <= width else ELLIPSIS
    return [*lines, line] if line else lines


def _head(text: str, width: int) -> str:
    if len(text) == cell_len(text):
        return text[:width]
    taken = 0
    for place, char in enumerate(text):
        taken += cell_len(char)
        if taken > width:
            return text[:place]
    return text

"""How wide text is and where its lines break. Loads the fonts on first use, never at import."""

from __future__ import annotations

from functools import lru_cache

from phoneworld.text.fallback import length_of
from phoneworld.text.shaping import FIRST_RTL, starts_rtl


def width_of(text: str, size_px: float, weight: int) -> int:
    """The width of one line of text in pixels, rounded up."""
    return int(length_of(text, weight) * size_px) + 1


def reads_from_right(text: str) -> bool:
    """Whether a line starts at the right, as Arabic and Hebrew do."""
    return not text.isascii() and max(text) >= FIRST_RTL and starts_rtl(text)


@lru_cache(maxsize=16384)
def break_lines(
    text: str, size_px: float, weight: int, width_px: int, max_lines: int
) -> tuple[str, ...]:
    """The lines of a text set in a width; what exceeds `max_lines` (0: no limit) ends in an ellipsis."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if width_of(paragraph, size_px, weight) <= width_px:
            lines.append(paragraph)
        else:
            lines.extend(_wrap(paragraph, size_px, weight, width_px))
        if max_lines and len(lines) > max_lines:
            break
    if max_lines and len(lines) > max_lines:
        last = lines[max_lines - 1]
        while last and width_of(last + "…", size_px, weight) > width_px:
            last = last[:-1]
        return (*lines[: max_lines - 1], last.rstrip() + "…")
    return tuple(lines)


def _wrap(paragraph: str, size_px: float, weight: int, width_px: int) -> list[str]:
    lines: list[str] = []
    line = ""
    # No more characters than this fit, so that a word of 10,000 is not measured over and over.
    most = max(2, int(width_px / (size_px * 0.15)))
    for word in paragraph.split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer, size_px, weight) <= width_px:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while len(line) > 1 and width_of(line[:most], size_px, weight) > width_px:
            cut = _fitting(line[:most], size_px, weight, width_px)
            lines.append(line[:cut])
            line = line[cut:]
    lines.append(line)
    return lines


def _fitting(word: str, size_px: float, weight: int, width_px: int) -> int:
    """How many characters of a word fit, at least one."""
    low, high = 1, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(word[:middle], size_px, weight) <= width_px:
            low = middle
        else:
            high = middle - 1
    return low

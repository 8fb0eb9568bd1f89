"""Text that is safe to show, and amounts in words.

What a phone shows or a policy writes is of foreign origin: before it reaches a terminal, everything
that could steer the terminal or turn the direction of reading is taken out.
"""

from __future__ import annotations

import unicodedata

LONGEST = 60
"""Of what is quoted within a line."""


def plain(text: str) -> str:
    """The text without what steers terminals or turns reading direction; lines are kept."""
    return "".join(map(_safe, text.replace("\r\n", "\n")))


def _safe(char: str) -> str:
    # ASCII first: this runs over every streamed character.
    if " " <= char <= "~" or char == "\n":
        return char
    category = unicodedata.category(char)
    # Format characters have no width of their own; the others would leave words glued together.
    if category == "Cf":
        return ""
    return " " if category in _UNPRINTABLE else char


_UNPRINTABLE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})


def one_line(text: str, longest: int = 0) -> str:
    """The text in one line, cut to `longest` characters where that is given."""
    line = " ".join(plain(text).split())
    return line if not longest or len(line) <= longest else f"{line[: longest - 1]}…"


def quoted(text: str) -> str:
    """The text as it is quoted within a line."""
    return f"'{one_line(text, LONGEST)}'"


def duration_words(seconds: float) -> str:
    """A length of time: 0.4 s, 12 s, 3 min 20 s."""
    if seconds < 9.95:
        return f"{max(seconds, 0.0):.1f} s"
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def steps_words(steps: int) -> str:
    """A number of steps: 1 step, 5 steps."""
    return "1 step" if steps == 1 else f"{steps} steps"


def size_words(size: int) -> str:
    """An amount of bytes: 5 B, 12 kB, 2.6 GB."""
    amount = float(size)
    for unit in ("B", "kB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}" if amount >= 10 or unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"


def money_words(dollars: float) -> str:
    """So many dollars, with digits enough to tell what little it was."""
    return f"${dollars:.2f}" if dollars >= 1 or not dollars else f"${dollars:.4f}"

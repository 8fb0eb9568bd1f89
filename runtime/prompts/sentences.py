"""Sentences with parameters in braces: filling them in, and finding what stands in their places.

Set an alarm for {time}.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_PARAMETER = re.compile(r"\{([^}]*)\}")


def parameters_of(sentence: str) -> list[str]:
    """The names of the parameters of a sentence, in their order."""
    return _PARAMETER.findall(sentence)


def fill_in(sentence: str, value: Callable[[str], str]) -> str:
    """A sentence with something in the place of each parameter."""
    return _PARAMETER.sub(lambda found: value(found[1]), sentence)


@dataclass(frozen=True, slots=True)
class LiteralParts:
    """A line that begins and ends as a sentence does: where its values are, and what stands between them."""

    line: str
    begin: int
    end: int
    between: tuple[str, ...]


def literal_parts(line: str, sentence: str) -> LiteralParts | None:
    """The words of a sentence with parameters in a line; None where the line begins or ends otherwise."""
    line = bare(line)
    written = folded(line)
    first, *between, last = map(folded, _PARAMETER.split(bare(sentence))[::2])
    if not written.startswith(first) or not written.endswith(last):
        return None
    return LiteralParts(line, len(first), len(line) - len(last), tuple(between))


def values_of(line: str, sentence: str) -> list[str] | None:
    """What stands in a line in the place of each parameter; None if it is not that sentence. A value ends
    where the words after it stand for the first time.

    Never goes back, so that no line takes long.
    """
    names = parameters_of(sentence)
    if not names:
        return [] if folded(bare(line)) == folded(bare(sentence)) else None
    parts = literal_parts(line, sentence)
    if parts is None:
        return None
    written = folded(parts.line)
    at, end = parts.begin, parts.end
    values: list[str] = []
    for part in parts.between:
        found = written.find(part, at + 1, end)
        if found < 0:
            return None
        values.append(parts.line[at:found])
        at = found + len(part)
    if at >= end:
        return None
    values.append(parts.line[at:end])
    # A parameter that stands twice has one value.
    return values if len(set(zip(names, values, strict=True))) == len(set(names)) else None


def folded(text: str) -> str:
    """Without capitals, letter by letter: places in it are places in the text."""
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def bare(text: str) -> str:
    """Without the spaces and the mark at its end."""
    return " ".join(text.split()).rstrip(".!")

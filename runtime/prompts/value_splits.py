"""Where one value of a known sentence ends and the next begins, if its words alone do not tell.

    Turn {name} {state}.        Turn Night Light off    ->    Night Light | off

Of all ways to divide a request, the one is taken whose values are most like those that were seen: the same
words, the same form (`Thursday, 28 May` is like `Friday, 15 May`), or as many words. The first way wins
among equals. What a request means is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from runtime.prompts.said_values import as_written, in_24_hours
from runtime.prompts.sentences import folded, literal_parts, parameters_of, values_of

Examples = Mapping[str, Sequence[str]]
"""Values that parameters of a sentence have had, by name."""

_LONGEST = 400
"""Characters of a request that is divided in more than one way: the work grows with the square of them."""
_KNOWN, _FORM, _COUNT, _ODD = 0.0, 1.0, 2.0, 4.0
_EITHER = 2
_MARKS = (".", "!")
_SHAPES = re.compile(r"\d+|[^\W\d_]+")


def likeliest_values(line: str, sentence: str, examples: Examples) -> list[str] | None:
    """What stands in a line in the place of each parameter; None if it is not that sentence."""
    values = values_of(line, sentence)
    names = parameters_of(sentence)
    if not values or not any(map(examples.get, names)):
        return values
    found = literal_parts(line, sentence)
    if found is not None and len(values) > 1 and found.end - found.begin <= _LONGEST:
        divided = _cheapest(found.line, found.begin, found.end, found.between, names, examples)
        # A parameter that stands twice has one value.
        if divided and len(set(zip(names, divided, strict=True))) == len(set(names)):
            values = divided
    if sentence.endswith("}"):
        values[-1] += _full_stop(line, examples.get(names[-1], ()))
    return values


def can_be(values: Sequence[str], sentence: str, examples: Examples) -> bool:
    """Whether each value is one that its parameter can have, as far as that is known: one that was seen to be
    either of two words is no third.
    """
    for name, value in zip(parameters_of(sentence), values, strict=True):
        seen = {one.lower() for one in examples.get(name, ())}
        are_words = not any(map(str.isdigit, "".join(seen)))
        if len(seen) == _EITHER and are_words and value.lower() not in seen:
            return False
    return True


def written_like(value: str, seen: Sequence[str]) -> str | None:
    """A value in a form that was seen, where all that were seen have digits (times, dates, amounts): `7` as
    `07:00`, and times in 24 hours where some were. None where it cannot be read as one. Of other values nothing is known: texts have any form.
    """
    if not seen or not all(any(map(str.isdigit, one)) for one in seen):
        return value
    forms = {form_of(one) for one in seen}
    read = value if form_of(value) in forms else as_written(value, seen)
    return in_24_hours(read, seen) if form_of(read) in forms else None


def _full_stop(line: str, seen: Sequence[str]) -> str:
    """The mark that a request ends with, if it belongs to its last value as it did to others."""
    end = line.rstrip()[-1:]
    return end if end in _MARKS and any(one.endswith(end) for one in seen) else ""


def _cheapest(
    line: str,
    begin: int,
    end: int,
    between: Sequence[str],
    names: Sequence[str],
    examples: Examples,
) -> list[str]:
    """The division of line[begin:end] whose values cost least, value by value from the left."""
    written = folded(line)
    # Where a value may begin, with the cost of the values before it and these.
    ways: dict[int, tuple[float, tuple[str, ...]]] = {begin: (0.0, ())}
    for part, name in zip([*between, None], names, strict=True):
        seen = tuple(examples.get(name, ()))
        following: dict[int, tuple[float, tuple[str, ...]]] = {}
        for at, (cost, values) in ways.items():
            # A value may be left out if it was before.
            least = at if "" in seen else at + 1
            for stop in _ends(written, part, least, end):
                whole = cost + _oddness(line[at:stop], seen)
                after = stop + len(part or "")
                if after not in following or whole < following[after][0]:
                    following[after] = (whole, (*values, line[at:stop]))
        ways = following
    return list(ways[end][1]) if end in ways else []


def _ends(written: str, part: str | None, least: int, end: int) -> list[int]:
    """Where a value may end: before each place where the words after it stand, or at the end."""
    if part is None:
        return [end] if least <= end else []
    if not part:
        return list(range(least, end + 1))
    places: list[int] = []
    found = written.find(part, least, end)
    while found >= 0:
        places.append(found)
        found = written.find(part, found + 1, end)
    return places


def _oddness(value: str, seen: tuple[str, ...]) -> float:
    """How unlike the values that were seen it is."""
    if not seen:
        return _COUNT
    known, forms, counts = _looks_of(seen)
    if value.lower() in known:
        return _KNOWN
    if form_of(value) in forms:
        return _FORM
    return _COUNT if len(value.split()) in counts else _ODD


@lru_cache(maxsize=4096)
def _looks_of(seen: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str], frozenset[int]]:
    return (
        frozenset(one.lower() for one in seen),
        frozenset(map(form_of, seen)),
        frozenset(len(one.split()) for one in seen),
    )


def form_of(value: str) -> str:
    """Digits and words by their kind; what stands between them as it is."""

    def kind(found: re.Match[str]) -> str:
        word = found[0]
        if word.isdigit():
            return "0"
        return "A" if word[0].isupper() else "a"

    return _SHAPES.sub(kind, value)

"""The sentences that a policy has learnt to act on, and which of them a request is, word for word but for capitals.

Sentences have their parameters in braces: `Set an alarm for {time}.` Several may mean the same; a request
that is one of them is said again as the one that stands for it, with its values in brackets:

    Wake me at 7:30.    ->    Set an alarm for [7:30].
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_PARAMETER = re.compile(r"\{([^}]*)\}")
_VALUE = re.compile(r"\[([^\[\]]*)\]")
_BRACKETS = str.maketrans("[]", "()")


@dataclass(frozen=True, slots=True)
class PlainSentences:
    """Sentences, and for each the one that stands for it (itself where there is no other)."""

    sentences: tuple[str, ...]
    means: tuple[str, ...]

    def __contains__(self, request: str) -> bool:
        """Whether a request is one of the sentences, whatever its parameters are."""
        return self._match(request) is not None

    def said_plainly(self, request: str) -> str:
        """The sentence that stands for a request, its values in brackets; the request itself if it is
        none of these sentences.
        """
        found = self._match(request)
        if found is None:
            return request
        place, values = found
        names = parameters_of(self.sentences[place])
        of = dict(zip(names, values, strict=True))
        return in_brackets(self.means[place], lambda name: of[name])

    def _match(self, request: str) -> tuple[int, list[str]] | None:
        """The sentence that shares most letters with a request, by its number, and the values."""
        line = _bare(request)
        best: tuple[int, list[str]] | None = None
        least = len(line) + 1
        for place, sentence in enumerate(self.sentences):
            values = values_of(line, sentence)
            if values is not None and (open_letters := sum(map(len, values))) < least:
                best, least = (place, values), open_letters
        return best


NO_SENTENCES = PlainSentences((), ())


def plain_sentences(ways: dict[str, tuple[str, ...]]) -> PlainSentences:
    """From sentences, each with others that mean the same. One that lacks a parameter of the sentence it
    means stands for itself.
    """
    means: dict[str, str] = {}
    for plain, others in ways.items():
        for sentence in (plain, *others):
            whole = set(parameters_of(plain)) <= set(parameters_of(sentence))
            means.setdefault(sentence, plain if whole else sentence)
    return PlainSentences(tuple(means), tuple(means.values()))


def parameters_of(sentence: str) -> list[str]:
    """The names of the parameters of a sentence, in their order."""
    return _PARAMETER.findall(sentence)


def fill_in(sentence: str, value: Callable[[str], str]) -> str:
    """A sentence with something in the place of each parameter."""
    return _PARAMETER.sub(lambda found: value(found[1]), sentence)


def in_brackets(sentence: str, value: Callable[[str], str]) -> str:
    """A sentence with its values in brackets, as it is said plainly."""
    return fill_in(sentence, lambda name: f"[{' '.join(value(name).split()).translate(_BRACKETS)}]")


def values_in(goal: str) -> list[str]:
    """The values of a goal that was said plainly."""
    return _VALUE.findall(goal)


def outside_brackets(goal: str) -> str:
    """The words of a goal that are no values."""
    return _VALUE.sub(" ", goal)


def values_of(line: str, sentence: str) -> list[str] | None:
    """What stands in a line in the place of each parameter; None if it is not that sentence.

    Never goes back, so that no line takes long.
    """
    line = _bare(line)
    written = _folded(line)
    first, *others = map(_folded, _PARAMETER.split(_bare(sentence))[::2])
    if not others:
        return [] if written == first else None
    last = others.pop()
    if not written.startswith(first) or not written.endswith(last):
        return None
    at, end = len(first), len(line) - len(last)
    values: list[str] = []
    for part in others:
        found = written.find(part, at + 1, end)
        if found < 0:
            return None
        values.append(line[at:found])
        at = found + len(part)
    if at >= end:
        return None
    values.append(line[at:end])
    names = parameters_of(sentence)
    # A parameter that stands twice has one value.
    return values if len(set(zip(names, values, strict=True))) == len(set(names)) else None


def _folded(text: str) -> str:
    """Without capitals, letter by letter: places in it are places in the text."""
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def _bare(text: str) -> str:
    return " ".join(text.split()).rstrip(".!")

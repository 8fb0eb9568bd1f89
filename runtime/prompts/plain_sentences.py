"""The sentences that a policy has learnt to act on, and which of them a request is, word for word but for capitals.

Sentences have their parameters in braces: `Set an alarm for {time}.` Several may mean the same; a request
that is one of them is said again as the one that stands for it, with its values in brackets:

    Wake me at 7:30.    ->    Set an alarm for [7:30].
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from runtime.prompts.sentences import bare, fill_in, parameters_of, values_of
from runtime.prompts.value_splits import Examples, can_be, likeliest_values, written_like

_VALUE = re.compile(r"\[([^\[\]]*)\]")
_BRACKETS = str.maketrans("[]", "()")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
FEWEST_OWN_WORDS = 3
"""So many words besides its parameters make a sentence one that means nothing else."""


@dataclass(frozen=True, slots=True)
class PlainSentences:
    """Sentences, and for each the one that stands for it (itself where there is no other). `examples` are
    values that parameters have had, by the sentence that stands for others.
    """

    sentences: tuple[str, ...]
    means: tuple[str, ...]
    examples: Mapping[str, Examples] = field(default_factory=dict[str, Examples])

    def __contains__(self, request: str) -> bool:
        """Whether a request is one of the sentences, whatever its parameters are."""
        return self._match(request) is not None

    def are_meant(self, request: str) -> bool:
        """Whether a request can mean nothing but the sentence that it is, with values as they are written in it.
        One of few words besides its parameters tells too little: nearly anything could be opened by
        `Open {title}.` The 7 of `Set an alarm for 7.` is a time, and the `x` of `Set an alarm for x.` none.
        """
        found = self._match(request)
        if found is None or own_words(self.sentences[found[0]]) < FEWEST_OWN_WORDS:
            return False
        return None not in self._written(*found)

    def said_plainly(self, request: str) -> str:
        """The sentence that stands for a request, its values in brackets; the request itself if it is
        none of these sentences.
        """
        found = self._match(request)
        if found is None:
            return request
        place, values = found
        sentence, means = self.sentences[place], self.means[place]
        names = parameters_of(sentence)
        written = self._written(place, values)
        of = {
            name: value if read is None else read
            for name, value, read in zip(names, values, written, strict=True)
        }
        return in_brackets(means, lambda name: of[name])

    def _written(self, place: int, values: Sequence[str]) -> list[str | None]:
        """The values of a sentence as they are written in it, None for those that cannot be read so."""
        examples = self.examples.get(self.means[place], {})
        names = parameters_of(self.sentences[place])
        return [
            written_like(value, examples.get(name, ()))
            for name, value in zip(names, values, strict=True)
        ]

    def _match(self, request: str) -> tuple[int, list[str]] | None:
        """The sentence that shares most letters with a request, by its number, and the values: of those whose
        values can be what they are (`turn on do not disturb` is no `Turn {name} {state}`).
        """
        line = bare(request)
        found: list[tuple[int, int, list[str]]] = []
        for place, sentence in enumerate(self.sentences):
            values = values_of(line, sentence)
            if values is not None:
                found.append((sum(map(len, values)), place, values))
        for _, place, values in sorted(found):
            sentence = self.sentences[place]
            examples = self.examples.get(self.means[place], {})
            divided = likeliest_values(request, sentence, examples) or values
            if can_be(divided, sentence, examples):
                return place, divided
        return None


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


def own_words(sentence: str) -> int:
    """How many words a sentence has besides its parameters, any number where it has none of these."""
    if not parameters_of(sentence):
        return FEWEST_OWN_WORDS
    return len(_WORD.findall(fill_in(sentence, lambda _name: " ")))


def in_brackets(sentence: str, value: Callable[[str], str]) -> str:
    """A sentence with its values in brackets, as it is said plainly."""
    return fill_in(sentence, lambda name: f"[{' '.join(value(name).split()).translate(_BRACKETS)}]")


def values_in(goal: str) -> list[str]:
    """The values of a goal that was said plainly."""
    return _VALUE.findall(goal)


def outside_brackets(goal: str) -> str:
    """The words of a goal that are no values."""
    return _VALUE.sub(" ", goal)

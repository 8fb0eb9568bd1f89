r"""The words that rules look for, compiled: whole labels, globs and regular expressions.

How a word is written decides how it is compared, always without regard to case:

    send            the whole label, or its first part ("Send, to Ada" starts with "Send")
    delete *        a glob over the whole label; `*` is any text
    /[$€]\s?\d/       a regular expression that must be found somewhere
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from runtime.errors import GuardError

LONGEST_LABEL = 160
"""What is longer than this is prose, not the name of a button: only expressions look into it."""

_EDGES = " \t\n.!?:;…¿¡»«›‹>"


def normal(text: str) -> str:
    """A label as it is compared: in lower case, with plain apostrophes, without edge marks."""
    return text.casefold().replace("\u2019", "'").replace("\u00a0", " ").strip(_EDGES)


@dataclass(frozen=True, slots=True)
class Phrases:
    """A compiled list of words. An empty one matches nothing."""

    whole: frozenset[str]
    globs: re.Pattern[str] | None
    expressions: re.Pattern[str] | None

    def match(self, text: str) -> bool:
        """Whether one of the words fits a text."""
        if not text:
            return False
        if self.expressions is not None and self.expressions.search(text):
            return True
        if len(text) > LONGEST_LABEL:
            return False
        label = normal(text)
        if label in self.whole:
            return True
        head, comma, _ = label.partition(",")
        if comma and head.rstrip(_EDGES) in self.whole:
            return True
        return self.globs is not None and self.globs.fullmatch(label) is not None


def compile_phrases(words: Iterable[str]) -> Phrases:
    """Phrases of a list of words, or `GuardError` for one that cannot be read."""
    whole: set[str] = set()
    globs: list[str] = []
    expressions: list[str] = []
    for word in words:
        if len(word) > 2 and word.startswith("/") and word.endswith("/"):
            expressions.append(_expression(word[1:-1]))
        elif "*" in word:
            parts = (re.escape(part) for part in normal_glob(word).split("*"))
            globs.append(".*".join(parts))
        elif normal(word):
            whole.add(normal(word))
        else:
            raise GuardError(f"{word!r} has no letters to look for: write a word, or leave it out")
    return Phrases(frozenset(whole), _either(globs), _either(expressions))


def normal_glob(word: str) -> str:
    """A glob as it is compared: normal, but with its spaces, which part words."""
    return word.casefold().replace("\u2019", "'")


def _either(patterns: list[str]) -> re.Pattern[str] | None:
    if not patterns:
        return None
    return re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE | re.DOTALL)


def _expression(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise GuardError(f"/{text}/ is not a regular expression: {error}") from error
    return text

r"""The words that rules look for, compiled: whole labels, globs and regular expressions.

How a word is written decides how it is compared, always without regard to case:

    send            the whole label, or its first part ("Send, to Ada" starts with "Send"); amounts
                    and counts do not matter ("Buy now • $4.99" is "Buy now")
    delete *        a glob over the whole label; `*` is any text
    /[$€]\s?\d/       a regular expression that must be found somewhere
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from runtime.errors import GuardError
from runtime.guard.labels import normal, plain, read_label
from runtime.pattern_cost import pieces_of, runs_away


@dataclass(frozen=True, slots=True, eq=False)
class _WordList:
    """One compiled list. Told apart by what it is, not by what it holds: lists are compiled once."""

    whole: frozenset[str]
    globs: re.Pattern[str] | None
    openings: re.Pattern[str] | None
    """Expressions that hold at the beginning of a text or nowhere."""
    expressions: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Phrases:
    """Compiled lists of words. Without any, nothing matches."""

    lists: tuple[_WordList, ...]

    def match(self, text: str) -> bool:
        """Whether one of the words fits a text."""
        return bool(text) and any(_fits(one, text) for one in self.lists)

    def name(self, text: str) -> bool:
        """Whether a text is one of the whole words and nothing else but amounts and counts."""
        names = read_label(text).names
        return any(not one.whole.isdisjoint(names) for one in self.lists)


# Kept, as labels are: rules that share a list ask it about the same label again and again.
@lru_cache(maxsize=8192)
def _fits(words: _WordList, text: str) -> bool:
    read = read_label(text)
    return (
        not words.whole.isdisjoint(read.names)
        or not words.whole.isdisjoint(read.heads)
        or (words.globs is not None and words.globs.fullmatch(read.label) is not None)
        or (words.openings is not None and words.openings.match(read.line) is not None)
        or (words.expressions is not None and words.expressions.search(read.line) is not None)
    )


def compile_phrases(*lists: Iterable[str]) -> Phrases:
    """Phrases of lists of words, or `GuardError` for a word that cannot be read."""
    return Phrases(tuple(_word_list(tuple(words)) for words in lists))


# Rules share lists of words: each is compiled once.
@cache
def _word_list(words: tuple[str, ...]) -> _WordList:
    whole: set[str] = set()
    globs: list[str] = []
    openings: list[str] = []
    expressions: list[str] = []
    for word in words:
        if len(word) > 2 and word.startswith("/") and word.endswith("/"):
            expression = _expression(word[1:-1])
            (openings if _is_opening(expression) else expressions).append(expression)
        elif "*" in word:
            globs.append(".*".join(map(re.escape, plain(word).casefold().split("*"))))
        elif label := normal(plain(word)):
            whole.add(label)
        else:
            raise GuardError(f"{word!r} has no letters to look for: write a word, or leave it out")
    return _WordList(
        frozenset(whole),
        _either(tuple(globs)),
        _either(tuple(openings)),
        _either(tuple(expressions)),
    )


@cache
def _either(patterns: tuple[str, ...]) -> re.Pattern[str] | None:
    if not patterns:
        return None
    return re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE | re.DOTALL)


@cache
def _expression(text: str) -> str:
    if runs_away(text):
        raise GuardError(
            f"/{text}/ repeats what already repeats, which can take for ever: write it flat"
        )
    try:
        re.compile(text)
    except re.error as error:
        raise GuardError(f"/{text}/ is not a regular expression: {error}") from error
    return text


@cache
def _is_opening(pattern: str) -> bool:
    """Whether each way in which a pattern can hold starts at the beginning: no other place is tried then."""
    depth = 0
    begins = True
    for piece in pieces_of(pattern):
        if begins and piece != "^":
            return False
        begins = piece == "|" and depth == 0
        depth += (piece == "(") - (piece == ")")
    return not begins


def forget_labels() -> None:
    """Forget what was found out about labels: for measurements of a first look."""
    read_label.cache_clear()
    _fits.cache_clear()

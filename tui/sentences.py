"""What a policy wrote, made fit for people: sentences, quotations, thoughts that add something.

A policy may write fragments and numbers of elements, which mean nothing to a person. They are left out
of thoughts and quoted where they are all that it said.
"""

from __future__ import annotations

import re

from tui.plain_text import one_line

_NUMBER = re.compile(r"\s*\(?(?:element\s+)?#\d+\)?")
_WORD = re.compile(r"\w+")
# They say that something is done, not what is done.
_EMPTY_WORDS = frozenset(
    """a an and app at button click complete completed do done element end ends finish finished give
    gives giving i in into it next now of on open press refuse refuses scroll select tap task text that
    the then this to type up with will""".split()
)
_SHORTEST = 3
"""Words of a sentence, at least."""


def is_sentence(text: str) -> bool:
    """Whether a person reads this as a sentence: some words, a capital first, no element's number."""
    first = text[:1]
    return (
        len(_WORD.findall(text)) >= _SHORTEST
        and (first.isupper() or first.isdecimal())
        and not _NUMBER.search(text)
    )


def ended(text: str) -> str:
    """The text with a full stop, where it has no end of its own."""
    return text if text.endswith((".", "!", "?", "…", '."', '!"', '?"')) else f"{text}."


def says(claim: str, text: str) -> str:
    """A claim of ours, and what the policy said with it: as a sentence of its own, or quoted."""
    said = one_line(text)
    if not said:
        return f"{claim}."
    if is_sentence(said):
        return f"{claim}: {ended(said)}"
    return f'{claim} and said: "{said}".'


def thought_words(thought: str, action: str) -> str:
    """What a thought adds to the action it led to; empty where it only repeats it."""
    said = one_line(_NUMBER.sub("", thought))
    words, known = _words(said), _words(action)
    return said if words - known - _EMPTY_WORDS else ""


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text))

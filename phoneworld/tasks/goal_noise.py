"""A goal as somebody in a hurry types it: other case, less punctuation, a typo, words before and after.

`reword` draws such a goal from a sentence whose parameters are still in braces. What is drawn never
touches a parameter's own letters, which may have to be typed as they stand; a value that can be written
in another way (`value_forms`) may be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from string import Formatter
from typing import Any

from phoneworld.tasks.synonyms import exchange
from phoneworld.tasks.value_forms import other_forms

_BEFORE = (
    *("hey", "hi,", "ok", "ok so", "please", "hey there,", "quick one:", "um", "so", "yo"),
    *("Hey, could you do this for me?", "can you do this please:", "I need a hand.", "Task:"),
    *("Hello! Small favour.", "when you get a sec,", "good morning,", "hi there, one thing:"),
)
_AFTER = (
    *("please", "thanks", "thanks!", "thx", "pls", "thank you", "asap", "ok?", "cheers", "now"),
    *(
        "Thanks a lot.",
        "That would be great.",
        "I'm in a hurry.",
        "if you can",
        "please and thanks",
    ),
)
_PUNCTUATION = re.compile(r"[,\"'“”‘’]")
_WORD = re.compile(r"[A-Za-z]{5,}")
_NAME = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+){0,2}")


@dataclass(frozen=True, slots=True)
class NoiseLevel:
    """How often each kind of noise is drawn."""

    lower: float = 0.2
    bare: float = 0.2
    """Without commas, quotes and the full stop at the end."""
    typo: float = 0.15
    before: float = 0.12
    after: float = 0.12
    forms: float = 0.35
    """For each value: written in another way, if it has one."""
    synonyms: float = 0.0
    """For each phrase that has some: another one in its place."""
    small_names: float = 0.0
    """Names among the values without their capitals, which nobody could type as they stand."""


USUAL = NoiseLevel()
QUIET = NoiseLevel(lower=0, bare=0, typo=0, before=0, after=0, forms=0)
STRANGER = NoiseLevel(
    lower=0.35, bare=0.3, typo=0.25, before=0.15, after=0.15, synonyms=0.15, small_names=0.35
)
"""For goals that are read for their meaning only, and never typed from."""


def reword(
    sentence: str, parameters: Mapping[str, Any], rng: Random, level: NoiseLevel = USUAL
) -> str:
    """A goal: the sentence with noise drawn, and its parameters filled in. `Any`: plain values."""
    pieces: list[str] = []
    lower, bare = rng.random() < level.lower, rng.random() < level.bare
    misspelt = rng.random() < level.typo
    small = bool(level.small_names) and rng.random() < level.small_names
    parsed = list(Formatter().parse(sentence))
    longest = max((len(text) for text, *_ in parsed), default=0)
    for text, field, spec, conversion in parsed:
        misspells = misspelt and len(text) == longest
        written = exchange(text, rng, level.synonyms) if level.synonyms else text
        written = _misspell(written, rng) if misspells else written
        misspelt = misspelt and not misspells
        if bare:
            written = _PUNCTUATION.sub("", written) if field is not None else written.rstrip(".!")
        pieces.append(written.lower() if lower else written)
        if field is not None:
            braces = f"{{{field}{f'!{conversion}' if conversion else ''}:{spec or ''}}}"
            value = _value(braces.format_map(parameters), rng, level)
            pieces.append(value.lower() if small and _NAME.fullmatch(value) else value)
    goal = " ".join("".join(pieces).split())
    if rng.random() < level.before:
        goal = f"{rng.choice(_BEFORE)} {goal}"
    if rng.random() < level.after:
        goal = f"{goal} {rng.choice(_AFTER)}"
    return goal


def _value(text: str, rng: Random, level: NoiseLevel) -> str:
    forms = other_forms(text)
    return rng.choice(forms) if forms and rng.random() < level.forms else text


def _misspell(text: str, rng: Random) -> str:
    """One of the longer words with two letters exchanged, one doubled, or one left out."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    word = rng.choice(words)
    place = rng.randrange(word.start() + 1, word.end() - 1)
    one, two = text[place], text[place + 1]
    wrong = rng.choice((two + one, one + one + two, one))
    return f"{text[:place]}{wrong}{text[place + 2 :]}"

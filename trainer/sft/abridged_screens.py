"""Samples with shorter screens: what is pointed at, and a few of the other lines.

Reading the screen takes most of the time of a decision, and most of its lines do not matter. With few
of them, what to do and where to point is learnt on many more decisions in the same time; choosing among
all of them is left to samples as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.random import Generator

from trainer.sft.tokens import Tokens, TokenSet
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

_POINTER = re.compile(rb" #(\d+)")
_NUMBER = re.compile(rb"#(\d+)(?: [^#\n]*)?\n$")
_FROM_SCREEN = re.compile(rb"(?:Note: |Say\b)")
"""Replies that say what stands on the screen."""


def abridge(tokens: TokenSet, tokenizer: PolicyTokenizer, *, most: int, seed: int) -> TokenSet:
    """The same samples, each with at most `most` lines of its screen besides the one pointed at."""
    pieces = [tokenizer.piece(token) for token in range(tokenizer.size)]
    line_end = tokenizer.encode("\n")[0]
    parts: list[Tokens] = []
    places = np.empty_like(tokens.places)
    at = 0
    for sample, (start, newest, reply, end, episode, kind) in enumerate(tokens.places.tolist()):
        whole = tokens.tokens[start:end]
        screen = whole[newest - start : reply - start]
        said = b"".join(pieces[token] for token in whole[reply - start :].tolist())
        random = np.random.default_rng([seed, sample])
        shorter = _shorter(_lines(screen, line_end), said, pieces, most, random)
        parts += (whole[: newest - start], *shorter, whole[reply - start :])
        lost = len(screen) - sum(map(len, shorter))
        places[sample] = (
            at,
            at + newest - start,
            at + reply - start - lost,
            at + end - start - lost,
            episode,
            kind,
        )
        at += end - start - lost
    return replace(tokens, tokens=np.concatenate(parts), places=places)


def _shorter(
    lines: list[Tokens], said: bytes, pieces: Sequence[bytes], most: int, random: Generator
) -> list[Tokens]:
    """The first line, which names the screen, the last, and some of those between.

    The last ends in the question, in one token with the end of its line: what is pointed at there is
    not found, and that screen stays whole.
    """
    pointers = set(_POINTER.findall(said.partition(b"\n{")[0]))
    if _FROM_SCREEN.match(said) or len(pointers) > 1 or len(lines) <= most + 2:
        return lines
    between = range(1, len(lines) - 1)
    target: set[int] = set()
    if pointers:
        texts = {number: b"".join(pieces[token] for token in lines[number]) for number in between}
        target = {
            number
            for number, text in texts.items()
            if (found := _NUMBER.search(text)) and found[1] in pointers
        }
        if len(target) != 1:
            return lines
    count = int(random.integers(0, most + 1))
    kept = {0, len(lines) - 1, *target, *random.choice(between, count, replace=False).tolist()}
    return [line for number, line in enumerate(lines) if number in kept]


def _lines(tokens: Tokens, line_end: int) -> list[Tokens]:
    """Each with the token that ends it."""
    ends = np.flatnonzero(tokens == line_end) + 1
    return [line for line in np.split(tokens, ends) if len(line)]

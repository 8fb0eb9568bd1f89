"""Lessons in copying, made up: lines of random words and numbers, then the same lines in another order.

Policies must copy what the goal says and point at what the screen shows. Recorded episodes teach it
too slowly: their names and numbers come from small stocks, so that guessing is nearly as good as
looking. Here nothing can be guessed, and every token but the first of a repeated line can be known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from trainer.sft.config import CopyingConfig
from trainer.sft.samples import TrainingSequence
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

_DIGIT = re.compile(rb"[0-9]")
_NO_WORD = re.compile(rb'<\||[{"\n]|\s*$')
"""Markup, parts of calls, ends of lines and blanks are no words."""
_LONGEST_NAME, _LONGEST_VALUE = 5, 8
_MOST_ELEMENTS = 60


class CopySamples:
    """A batch for each step, of lines that grow from `shortest` to `longest` tokens in all."""

    def __init__(self, tokenizer: PolicyTokenizer, config: CopyingConfig, *, seed: int) -> None:
        pieces = {token: tokenizer.piece(token) for token in range(tokenizer.size)}
        self._digits = [token for token, piece in pieces.items() if _DIGIT.fullmatch(piece)]
        self._words = [
            token
            for token, piece in pieces.items()
            if token not in self._digits and not _NO_WORD.match(piece)
        ]
        self._numbers = [tokenizer.encode(f" #{number}\n") for number in range(_MOST_ELEMENTS)]
        self._colon, self._line_end = tokenizer.encode(": "), tokenizer.encode("\n")
        self._config = config
        self._seed = seed

    def rows(self, step: int) -> list[TrainingSequence]:
        random = np.random.default_rng([self._seed, step])
        config = self._config
        grown = min(step / max(config.steps, 1), 1.0)
        longest = round(config.shortest + grown * (config.longest - config.shortest))
        count = max(1, config.batch_tokens // longest)
        sequences = [self._sequence(random, longest) for _ in range(count)]
        share = 1 / max(sum(len(places) for _, places in sequences), 1)
        # Once decisions are learnt, the loss that is logged is theirs.
        counts = step < config.steps
        return [
            TrainingSequence(
                np.array(tokens, np.int32),
                np.array(places, np.int64),
                np.full(len(places), share, np.float32),
                len(places) if counts else 0,
            )
            for tokens, places in sequences
        ]

    def _sequence(self, random: Generator, longest: int) -> tuple[list[int], list[int]]:
        """The tokens, and the places whose next token can be known."""
        lines: list[list[int]] = []
        room = longest // 2
        while (line := self._line(random)) and (len(line) <= room or not lines):
            lines.append(line)
            room -= len(line)
        tokens = [token for line in lines for token in line]
        places: list[int] = []
        for number in random.permutation(len(lines)):
            places += range(len(tokens), len(tokens) + len(lines[number]) - 1)
            tokens += lines[number]
        return tokens, places

    def _line(self, random: Generator) -> list[int]:
        """An element with its number, or a name with a value."""
        name = self._words_of(random, _LONGEST_NAME)
        if random.random() < 0.5:
            return name + self._numbers[random.integers(len(self._numbers))]
        return name + self._colon + self._words_of(random, _LONGEST_VALUE) + self._line_end

    def _words_of(self, random: Generator, longest: int) -> list[int]:
        """Words, digits, or both mixed."""
        count = int(random.integers(1, longest + 1))
        kind = random.random()
        if kind < 0.5:
            return _drawn(random, self._words, count)
        if kind < 0.8:
            return _drawn(random, self._digits, count + 1)
        words, digits = (_drawn(random, stock, count) for stock in (self._words, self._digits))
        takes = random.random(count) < 0.5
        return [
            word if take else digit for word, digit, take in zip(words, digits, takes, strict=True)
        ]


def _drawn(random: Generator, stock: Sequence[int], count: int) -> list[int]:
    return [stock[place] for place in random.integers(len(stock), size=count)]

"""Trains the tokenizer of a small policy.

A small policy fails not at planning but at copying, so a copied word must have the same tokens in the
task, on the screen and after a quote of JSON. Ordinary byte-level BPE breaks that (`ĠMia` against
`"Mia`). Here merges are learnt on bare words and never join a space to one; digits are single. Only
words of the interface, which everyone sees often enough to learn both forms, exist with their space
too, and no capitalised one that opens a longer word. The constant pieces of prompts and replies are one token
each (see `skeletons`).

The same samples give the same tokenizer, whatever their order.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trainer.tokenizer.policy_tokenizer import END, PAD

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_WORD = re.compile(r"[^\W\d_]+")
_SPACE = "Ġ"
"""How byte-level tokenizers write a space."""
_LARGEST_WEIGHT = 200
_RARELY = 0.1


@dataclass(frozen=True, slots=True)
class TokenizerSettings:
    """How many tokens come from words, and in which share of the texts a word is the interface's."""

    words: int = 2000
    interface_share: float = 0.004


def train_tokenizer(
    texts: Iterable[str], pieces: Iterable[str], settings: TokenizerSettings | None = None
) -> Tokenizer:
    """A tokenizer for such texts; each of the constant `pieces` is one token of it."""
    from tokenizers import AddedToken, Tokenizer, decoders, models

    settings = settings or TokenizerSettings()
    counts, spread, how_many = _count(texts)
    tokens, merges = _learn_words(counts, settings.words)
    _join(tokens, merges, "#")
    bare = _bare(tokens, merges)
    known = [word for word in sorted(spread) if spread[word] >= settings.interface_share * how_many]
    for word in _without_openers(known, counts, tokens, bare):
        _join(tokens, merges, word)
    tokenizer = Tokenizer(models.BPE(vocab=tokens, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizer()
    tokenizer.decoder = decoders.ByteLevel()
    special = [AddedToken(token, special=True, normalized=False) for token in (PAD, END)]
    tokenizer.add_special_tokens(special)
    tokenizer.add_tokens([AddedToken(piece, normalized=False) for piece in pieces])
    return tokenizer


def pre_tokenizer():  # noqa: ANN201  its type is known to the library only
    """Digits one by one, then GPT-2's words: what llama.cpp calls `smollm`."""
    from tokenizers import pre_tokenizers

    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )


def _count(texts: Iterable[str]) -> tuple[Counter[str], Counter[str], int]:
    """How often words occur, in how many texts, and the number of texts."""
    counts: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    how_many = 0
    for text in texts:
        words = _WORD.findall(text)
        counts.update(words)
        spread.update(set(words))
        how_many += 1
    return counts, spread, how_many


def _learn_words(counts: Counter[str], size: int) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Byte-level BPE on bare words, each with the root of its count, so that rare ones count too."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    learner = Tokenizer(models.BPE())
    learner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        min_frequency=2,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    weighted = (
        word
        for word in sorted(counts)
        for _ in range(min(_LARGEST_WEIGHT, 1 + int(counts[word] ** 0.5)))
    )
    learner.train_from_iterator(weighted, trainer)
    learnt = json.loads(learner.to_str())["model"]
    return learnt["vocab"], [(left, right) for left, right in learnt["merges"]]


def _join(tokens: dict[str, int], merges: list[tuple[str, str]], word: str) -> None:
    """Let a word, which is a token already, be one with a space before it."""
    tokens.setdefault(_SPACE + word, len(tokens))
    merges.append((_SPACE, word))


def _bare(tokens: dict[str, int], merges: list[tuple[str, str]]) -> Tokenizer:
    from tokenizers import Tokenizer, models

    tokenizer = Tokenizer(models.BPE(vocab=tokens, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizer()
    return tokenizer


def _without_openers(
    words: list[str], counts: Counter[str], tokens: dict[str, int], bare: Tokenizer
) -> list[str]:
    """Those of the words that are one token, and not the first token of longer words.

    `ĠMar` for the month would split ` Maria` otherwise than `"Maria`. Small words open others now
    and then (`as`, `asparagus`), and are far too frequent to go without.
    """
    opened: Counter[str] = Counter()
    for word, count in counts.items():
        first, *rest = bare.encode(word, add_special_tokens=False).tokens
        if rest:
            opened[first] += count
    return [
        word
        for word in words
        if word in tokens
        and (not opened[word] or (word.islower() and opened[word] < _RARELY * counts[word]))
    ]

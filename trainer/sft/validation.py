"""How well a policy decides what it has not seen: loss and accuracies on held-out samples.

The reply is given token by token and each next token is asked for, so this is quick and never runs a
phone; `trainer eval` measures what it is worth on one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from trainer.process_group import ProcessGroup
from trainer.sft.reply_classes import TokenClass, classify
from trainer.sft.samples import TrainingSequence, collate
from trainer.sft.tokens import TokenSet
from trainer.token_scorer import TokenScorer
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

_ROWS = 32


@dataclass(frozen=True, slots=True)
class ValidationScores:
    """`loss` is the mean negative log-probability of reply tokens; the others are shares that are
    right: of tokens by class, of all tokens, of whole replies.
    """

    loss: float
    whole: float
    tokens: float
    by_class: dict[str, float]

    def flat(self) -> dict[str, float]:
        """All figures under one name each."""
        return {"loss": self.loss, "whole": self.whole, "tokens": self.tokens, **self.by_class}


class Validation:
    """A fixed choice of held-out samples."""

    def __init__(
        self, tokens: TokenSet, tokenizer: PolicyTokenizer, *, samples: int, longest: int
    ) -> None:
        fitting = [index for index in range(len(tokens)) if tokens.length(index) <= longest]
        # Spread over the whole set, the same ones every time.
        spread = np.linspace(0, len(fitting) - 1, min(samples, len(fitting)))
        chosen = sorted({fitting[round(place)] for place in spread}, key=tokens.length)
        self._rows = [_row(tokens, index) for index in chosen]
        self._classes = [
            classify(tokens.reply(index).tolist(), tokenizer.piece) for index in chosen
        ]
        self._pad = tokenizer.pad

    def __len__(self) -> int:
        return len(self._rows)

    @torch.no_grad()
    def score(self, reader: TokenScorer, process_group: ProcessGroup) -> ValidationScores:
        """Ask for every token; processes of a group share the samples."""
        counts = torch.zeros(len(TokenClass) * 2 + 3, dtype=torch.float64)
        parts = [slice(start, start + _ROWS) for start in range(0, len(self._rows), _ROWS)]
        for first in range(0, len(parts), process_group.size):
            for (there,), counted in process_group.shares(
                parts[first : first + process_group.size]
            ):
                counts += counted * self._count(reader, self._rows[there], self._classes[there])
        process_group.add_up(counts)
        right, asked = counts[: len(TokenClass)], counts[len(TokenClass) : -3]
        loss, whole, replies = counts[-3:].tolist()
        return ValidationScores(
            loss=loss / float(asked.sum()),
            whole=whole / replies,
            tokens=float(right.sum() / asked.sum()),
            by_class={
                kind.name.lower(): float(right[kind] / asked[kind])
                for kind in TokenClass
                if asked[kind]
            },
        )

    def _count(
        self,
        reader: TokenScorer,
        rows: Sequence[TrainingSequence],
        classes: Sequence[Sequence[TokenClass]],
    ) -> torch.Tensor:
        batch = collate(rows, pad=self._pad)
        scores = reader.states(batch.ids, batch.wanted) @ reader.head.T
        targets = batch.targets.to(scores.device)
        losses = torch.nn.functional.cross_entropy(scores, targets, reduction="sum")
        right = (scores.argmax(-1) == targets).cpu()
        kinds = torch.tensor([kind for reply in classes for kind in reply])
        size = len(TokenClass)
        whole = sum(bool(part.all()) for part in right.split([len(reply) for reply in classes]))
        return torch.cat(
            (
                torch.bincount(kinds[right], minlength=size).double(),
                torch.bincount(kinds, minlength=size).double(),
                torch.tensor([float(losses), whole, len(rows)], dtype=torch.float64),
            )
        )


def _row(tokens: TokenSet, sample: int) -> TrainingSequence:
    whole = tokens.whole(sample)
    places = np.arange(tokens.prompt_length(sample) - 1, len(whole) - 1)
    return TrainingSequence(whole, places, np.ones(len(places), np.float32), len(places))

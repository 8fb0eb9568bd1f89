"""Samples replies in batches: prompts are read first, then it goes token by token with what was read kept.

All rows go on at the same place; rows that have ended leave the batch. The log-probabilities are those
that the training pass gives the same tokens (tested to 1e-4), so that a sampled reply can be learnt
from; with `half` they are those of weights rounded to bfloat16, and training must correct for it. What a row draws depends on its own seed, not on the rows beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from trainer.errors import ModelError
from trainer.models.lean_replies import LeanReplies
from trainer.models.prefix_cache import CachedPrompt, PrefixCache
from trainer.models.trainable_model import Model, bare
from trainer.prefill import PrefilledPrompts, prefill
from trainer.vision.encoder import VisionEncoder

if TYPE_CHECKING:
    from runtime.engines.constraint import Constraint

Constrain = Callable[[int], "Constraint | None"]
"""From a prompt's number to what keeps its reply to a grammar."""

Chance = torch.Generator | Sequence[torch.Generator]
"""Where randomness comes from: one source for a whole batch, or one for each prompt."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A reply: its tokens, with the one that ended it, and the log-probability of each.

    These are the model's own odds at the temperature (at 1 for a greedy reply), whatever a
    constraint forbade. `ended` is False for one that reached the most tokens allowed.
    """

    tokens: tuple[int, ...]
    log_probs: tuple[float, ...]
    ended: bool


@dataclass(slots=True)
class _Row:
    """A reply in the making."""

    number: int
    random: np.random.Generator
    constraint: Constraint | None
    tokens: list[int] = field(default_factory=list)
    log_probs: list[float] = field(default_factory=list)
    ended: bool = False

    def result(self) -> Sampled:
        return Sampled(tuple(self.tokens), tuple(self.log_probs), self.ended)


class Sampler:
    """Replies of a model. `ends` are the tokens that end one, the usual one first."""

    def __init__(
        self,
        model: Model,
        *,
        ends: Sequence[int],
        pad: int,
        batch_tokens: int = 16_384,
        encoder: VisionEncoder | None = None,
        lean: bool = True,
        half: bool = False,
    ) -> None:
        """`batch_tokens` bounds the prompts of one batch, padding included. With `encoder`, prompts may
        show pictures. LFM2 goes through the lean pass, unless it is not to; `half` computes that pass in
        bfloat16, with a copy of the weights that is made anew when they change.
        """
        self._model = model
        self._ends = tuple(ends)
        self._pad = pad
        self._batch_tokens = batch_tokens
        self._eyes = encoder
        # Additions of LoRA work in the model's own pass only.
        self._lean = lean and model.config.model_type == "lfm2" and bare(model) is model
        if half and not self._lean:
            raise ModelError(
                "only a whole LFM2 is sampled in bfloat16: leave `half` out for other models, and for LoRA"
            )
        self._half = half
        self._rounded: tuple[tuple[float, ...], Model] | None = None
        self._recollection = PrefixCache()

    def sample(
        self,
        prompts: Sequence[Sequence[int]],
        *,
        most_tokens: int,
        temperature: float = 0.0,
        random: Chance | None = None,
        constrain: Constrain | None = None,
    ) -> list[Sampled]:
        """A reply to each prompt, in their order; greedy at temperature 0.

        With a source of its own for each prompt, a reply does not depend on what is asked beside it.
        What prompts share with those of the call before is not read again.
        """
        seeds = _seeds(len(prompts), random)
        rows = [
            _Row(number, np.random.default_rng(seed), constrain(number) if constrain else None)
            for number, seed in enumerate(seeds)
        ]
        was_training = self._model.training
        self._model.eval()
        try:
            with torch.inference_mode():
                if self._lean:
                    weights = _fingerprint(self._model)
                    self._recollection.keep_for(weights)
                    self._round_for(weights)
                read: list[CachedPrompt] = []
                for together in self._batches(prompts):
                    batch = [rows[number] for number in together]
                    asked = [prompts[number] for number in together]
                    replies = self._read(asked, most_tokens)
                    self._reply(batch, replies, most_tokens, temperature)
                    if isinstance(replies, LeanReplies):
                        read += replies.read
                self._recollection.renew(read)
        finally:
            self._model.train(was_training)
        return [row.result() for row in rows]

    def _round_for(self, weights: tuple[float, ...]) -> None:
        """Round the model's weights, unless those of this fingerprint are rounded already."""
        if self._half and (self._rounded is None or self._rounded[0] != weights):
            rounded = deepcopy(self._model).to(torch.bfloat16)
            # Angles are made of these: places far along a prompt need all their digits.
            rounded.model.rotary_emb.inv_freq = self._model.model.rotary_emb.inv_freq
            self._rounded = weights, rounded

    def _batches(self, prompts: Sequence[Sequence[int]]) -> list[list[int]]:
        """Prompts of like length together."""
        batches: list[list[int]] = []
        for number in sorted(range(len(prompts)), key=lambda number: len(prompts[number])):
            width = len(prompts[number])
            if batches and width * (len(batches[-1]) + 1) <= self._batch_tokens:
                batches[-1].append(number)
            else:
                batches.append([number])
        return batches

    def _read(
        self, prompts: Sequence[Sequence[int]], most_tokens: int
    ) -> PrefilledPrompts | LeanReplies:
        if self._lean:
            model = self._model if self._rounded is None else self._rounded[1]
            return LeanReplies(model, prompts, room=most_tokens, recollection=self._recollection)
        return prefill(self._model, prompts, pad=self._pad, encoder=self._eyes)

    def _reply(
        self,
        rows: list[_Row],
        replies: PrefilledPrompts | LeanReplies,
        most_tokens: int,
        temperature: float,
    ) -> None:
        while True:
            tokens = self._choose(rows, replies.scores.float(), temperature)
            going = self._take(rows, tokens, most_tokens)
            if not going:
                return
            if len(going) < len(rows):
                replies.keep(going)
                rows = [rows[index] for index in going]
                tokens = tokens[going]
            replies.go_on(tokens)

    def _choose(self, rows: Sequence[_Row], scores: Tensor, temperature: float) -> Tensor:
        """A token for each row; it and its log-probability are written down."""
        odds = torch.log_softmax(scores / temperature if temperature > 0 else scores, -1)
        best = scores.argmax(-1).tolist()
        likely = odds.double().exp().numpy() if temperature > 0 else None
        chosen: list[int] = []
        for index, row in enumerate(rows):
            if row.constraint is not None and row.constraint.complete:
                token = self._ends[0]
            elif likely is not None:
                token = _draw(row, likely[index])
            elif row.constraint is not None:
                token = row.constraint.likeliest(scores[index].numpy())
            else:
                token = best[index]
            chosen.append(token)
        tokens = torch.tensor(chosen)
        log_probs = odds.gather(1, tokens[:, None])[:, 0].tolist()
        for row, token, log_prob in zip(rows, chosen, log_probs, strict=True):
            row.tokens.append(token)
            row.log_probs.append(log_prob)
        return tokens

    def _take(self, rows: list[_Row], tokens: Tensor, most_tokens: int) -> list[int]:
        """Let rows go on with their tokens; those that have not ended."""
        going: list[int] = []
        for index, (row, token) in enumerate(zip(rows, tokens.tolist(), strict=True)):
            row.ended = token in self._ends
            if row.constraint is not None and not row.ended:
                row.constraint.take([token])
            if not row.ended and len(row.tokens) < most_tokens:
                going.append(index)
        return going


def _fingerprint(model: Model) -> tuple[float, ...]:
    """What tells weights from others. Torch's own count of changes leaves those of fused optimizers out."""
    return tuple(weight.double().sum().item() for weight in model.parameters())


def _seeds(count: int, random: Chance | None) -> list[int]:
    if random is None or isinstance(random, torch.Generator):
        return torch.randint(2**62, (count,), generator=random).tolist()
    if len(random) != count:
        raise ValueError(f"{count} prompts have {len(random)} sources of randomness")
    return [int(torch.randint(2**62, (), generator=each)) for each in random]


def _draw(row: _Row, likely: NDArray[np.float64]) -> int:
    """A token by chance, from those allowed."""
    if row.constraint is not None:
        likely = likely * row.constraint.allowed()[: len(likely)]
    possible = np.flatnonzero(likely)
    sums = np.cumsum(likely[possible])
    drawn = np.searchsorted(sums, row.random.random() * sums[-1], side="right")
    return int(possible[min(drawn, len(possible) - 1)])

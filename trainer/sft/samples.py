"""What each phase reads: sequences of tokens, and at which places of them there is loss.

    packed      consecutive steps of an episode in one sequence, loss everywhere: learning to copy
    decisions   one step, loss on its reply, a little on a random part of what it reads

Where there is loss is decided by seed, epoch and sample alone: processes that share a batch agree on it
without asking each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from trainer.sft.batches import BatchOrder
from trainer.sft.config import DecisionsConfig, PackedConfig
from trainer.sft.schedule import SampleSchedule
from trainer.sft.tokens import DrawnSample, Tokens, TokenSet

_PAD_TO = 8
"""Rows are a multiple of this long: sizes that processors like."""


@dataclass(frozen=True, slots=True)
class TrainingSequence:
    """A sequence; `places` are those whose next token counts `weights`. The loss that is logged is
    that of the first `replies` of them. `kind` is that of the sample, where samples are drawn by kind.
    """

    tokens: Tokens
    places: NDArray[np.int64]
    weights: NDArray[np.float32]
    replies: int
    kind: int | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows as tensors. `wanted` counts through the rows; `counted` marks those whose loss is logged."""

    ids: Tensor
    wanted: Tensor
    targets: Tensor
    weights: Tensor
    counted: Tensor
    tokens: int


class SampleStream(Protocol):
    """A phase's sequences."""

    def rows(self, step: int) -> list[TrainingSequence]:
        """The rows of the batch of a step; the weights of all of them make a mean."""
        ...


class PackedSamples:
    """Consecutive steps of an episode, as many as fit, each after the reply to the one before."""

    def __init__(self, tokens: TokenSet, config: PackedConfig, *, seed: int) -> None:
        self._tokens = tokens
        self._packs = pack_episodes(tokens, longest=config.longest)
        lengths = [_pack_length(tokens, pack) for pack in self._packs]
        self._order = BatchOrder(lengths, budget=config.batch_tokens, seed=seed)

    def rows(self, step: int) -> list[TrainingSequence]:
        _, chosen = self._order.batch(step)
        sequences = [self._sequence(self._packs[index]) for index in chosen]
        share = 1 / sum(len(_predictable(sequence)) for sequence in sequences)
        return [_everywhere(sequence, share) for sequence in sequences]

    def _sequence(self, pack: Sequence[int]) -> Tokens:
        first, *others = pack
        pieces = [self._tokens.whole(first), *(self._tokens.newest(other) for other in others)]
        return np.concatenate(pieces)


class DecisionSamples:
    """One step each."""

    def __init__(self, tokens: TokenSet, config: DecisionsConfig, *, seed: int) -> None:
        self._tokens = tokens
        self._config = config
        self._seed = seed
        self._samples = [
            sample for sample in range(len(tokens)) if tokens.length(sample) <= config.longest
        ]
        lengths = [tokens.length(sample) for sample in self._samples]
        self.resampling: SampleSchedule | None = None
        if config.resample_batches:
            self.resampling = SampleSchedule(
                lengths,
                [tokens.kind(sample) for sample in self._samples],
                budget=config.batch_tokens,
                batches=config.resample_batches,
                floor=config.resample_floor,
                seed=seed,
            )
        self._order = self.resampling or BatchOrder(lengths, budget=config.batch_tokens, seed=seed)

    def rows(self, step: int) -> list[TrainingSequence]:
        epoch, chosen = self._order.batch(step)
        samples = [self._samples[index] for index in chosen]
        drawn = [self._tokens.draw(sample, (self._seed, epoch)) for sample in samples]
        observed = [
            self._observed(shown, (self._seed, epoch, sample))
            for sample, shown in zip(samples, drawn, strict=True)
        ]
        replies = sum(len(self._tokens.reply(sample)) for sample in samples)
        others = sum(map(len, observed))
        reply_weight = 1 / replies
        other_weight = self._config.observation_weight / others if others else 0.0
        return [
            self._row(sample, shown, places, reply_weight, other_weight)
            for sample, shown, places in zip(samples, drawn, observed, strict=True)
        ]

    def _observed(self, shown: DrawnSample, seed: Sequence[int]) -> NDArray[np.int64]:
        """The places of a prompt that count this time."""
        if not self._config.observation_weight:
            return np.zeros(0, np.int64)
        before_reply = shown.prompt - 1
        drawn = np.random.default_rng(seed).random(before_reply) < self._config.observation_share
        # A picture cannot be predicted.
        return np.flatnonzero(drawn & (shown.tokens[1 : before_reply + 1] >= 0))

    def _row(
        self,
        sample: int,
        shown: DrawnSample,
        observed: NDArray[np.int64],
        weight: float,
        other: float,
    ) -> TrainingSequence:
        tokens = shown.tokens
        places = np.arange(shown.prompt - 1, len(tokens) - 1)
        weights = np.full(len(places) + len(observed), other, np.float32)
        weights[: len(places)] = weight
        kind = self._tokens.kind(sample) if self.resampling else None
        return TrainingSequence(
            tokens, np.concatenate((places, observed)), weights, len(places), kind
        )


def pack_episodes(tokens: TokenSet, *, longest: int) -> list[tuple[int, ...]]:
    """Consecutive samples of an episode, together no longer than `longest` where that can be."""
    packs: list[list[int]] = []
    together: list[int] = []
    length = 0
    for sample in range(len(tokens)):
        goes_on = bool(together) and tokens.episode(sample) == tokens.episode(together[-1])
        if goes_on and length + tokens.newest_length(sample) <= longest:
            together.append(sample)
            length += tokens.newest_length(sample)
            continue
        if together:
            packs.append(together)
        together, length = [sample], tokens.length(sample)
    if together:
        packs.append(together)
    return [tuple(pack) for pack in packs if len(pack) > 1 or tokens.length(pack[0]) <= longest]


def collate(rows: Sequence[TrainingSequence], *, pad: int) -> Batch:
    """Rows as one batch, padded on the right."""
    longest = max((len(row.tokens) for row in rows), default=1)
    width = -(-longest // _PAD_TO) * _PAD_TO
    ids = np.full((len(rows), width), pad, np.int64)
    for number, row in enumerate(rows):
        ids[number, : len(row.tokens)] = row.tokens
    wanted = np.concatenate([row.places + number * width for number, row in enumerate(rows)])
    counted = np.concatenate([np.arange(len(row.places)) < row.replies for row in rows])
    return Batch(
        ids=torch.from_numpy(ids),
        wanted=torch.from_numpy(wanted),
        # A row's last token is never wanted, so that the next place is in the same row.
        targets=torch.from_numpy(ids.reshape(-1)[wanted + 1]),
        weights=torch.from_numpy(np.concatenate([row.weights for row in rows])),
        counted=torch.from_numpy(counted),
        tokens=sum(len(row.tokens) for row in rows),
    )


def _predictable(sequence: Tokens) -> NDArray[np.int64]:
    """The places before tokens of text: a picture cannot be predicted."""
    return np.flatnonzero(sequence[1:] >= 0)


def _everywhere(sequence: Tokens, share: float) -> TrainingSequence:
    places = _predictable(sequence)
    return TrainingSequence(sequence, places, np.full(len(places), share, np.float32), len(places))


def _pack_length(tokens: TokenSet, pack: Sequence[int]) -> int:
    first, *others = pack
    return tokens.length(first) + sum(tokens.newest_length(other) for other in others)

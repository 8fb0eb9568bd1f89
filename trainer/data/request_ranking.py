"""Learns which known request is meant: corrections to how near words alone put it.

A softmax regression over the same words, pairs and parts of words. Only those that stand in several
wordings get corrections: the others are values, or learnt by heart. One pass, because a second one
already learns by heart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from zlib import crc32

import numpy as np
import torch
from torch import Tensor

from phoneworld import Catalogue, Split
from runtime.prompts.known_requests import Corrections, KnownRequests, learn_requests
from trainer.data.restatements import (
    Restatement,
    Restatements,
    known_sentences,
    ways_to_ask,
)
from trainer.data.rewording import plain_goals

FOLDS = 3
_LEAST_WORDINGS = 6
_BATCH = 256
_RATE = 0.03
_SMOOTHING = 0.05
_UNIT = 0.04


@dataclass(frozen=True, slots=True)
class RequestRanking:
    """Known requests as they are served, and for each part of the training wordings known requests that
    were learnt without it: what a training shows is ranked as if it had never been seen.
    """

    known: KnownRequests
    without: tuple[KnownRequests, ...]
    learnt: frozenset[str]

    def near(self, wording: str, asked: str, most: int) -> tuple[str, ...]:
        """Those near a request that is a wording filled in."""
        known = self.without[_fold(wording)] if wording in self.learnt else self.known
        return known.near(asked, most)


def learn_known(catalogue: Catalogue, *, seeds: int) -> KnownRequests:
    """From all training wordings of a catalogue, filled in with values of so many training seeds."""
    ways, asked = _lessons(catalogue, seeds)
    return correct(learn_requests(ways, plain_goals(catalogue)), asked)


def learn_ranking(catalogue: Catalogue, *, seeds: int) -> RequestRanking:
    """The same, and once for each part of the wordings, without it."""
    ways, asked = _lessons(catalogue, seeds)
    without = tuple(
        correct(
            learn_requests(
                {
                    plain: [way for way in others if _fold(way) != fold]
                    for plain, others in ways.items()
                }
            ),
            [one for one in asked if _fold(one.wording) != fold],
        )
        for fold in range(FOLDS)
    )
    learnt = frozenset(way for others in ways.values() for way in others)
    return RequestRanking(
        correct(learn_requests(ways, plain_goals(catalogue)), asked), without, learnt
    )


def correct(known: KnownRequests, asked: Sequence[Restatement]) -> KnownRequests:
    """Known requests with corrections that these restatements teach."""
    wordings: Counter[int] = Counter()
    for wording in {one.wording for one in asked}:
        wordings.update(known.features(wording).keys())
    buckets = sorted(key for key, count in wordings.items() if count >= _LEAST_WORDINGS)
    if not buckets or not asked:
        return known
    row = {bucket: place for place, bucket in enumerate(buckets)}
    column = {sentence: place for place, sentence in enumerate(known.sentences)}
    table = torch.nn.EmbeddingBag(
        len(buckets),
        len(column),
        mode="sum",
        sparse=True,
        _weight=torch.zeros(len(buckets), len(column)),
    )
    optimizer = torch.optim.SparseAdam(list(table.parameters()), lr=_RATE)
    order = list(asked)
    Random("request ranking").shuffle(order)
    for start in range(0, len(order), _BATCH):
        some = order[start : start + _BATCH]
        by_words = torch.from_numpy(np.stack([known.scores(one.asked) for one in some]))
        added = table(*_bags(known, some, row))
        wanted = torch.tensor([column[one.request] for one in some])
        loss = torch.nn.functional.cross_entropy(
            by_words + added, wanted, label_smoothing=_SMOOTHING
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    learnt = (table.weight.detach() / _UNIT).round().clamp(-127, 127).to(torch.int8)
    return replace(
        known, corrections=Corrections(np.array(buckets, np.int32), learnt.numpy(), _UNIT)
    )


def _lessons(catalogue: Catalogue, seeds: int) -> tuple[dict[str, list[str]], list[Restatement]]:
    ways = ways_to_ask(catalogue, known_sentences(catalogue))
    drawn = Restatements(catalogue).draw(catalogue.splits.seeds(Split.TRAIN, seeds))
    return ways, [one for one in drawn if one.request in ways]


def _bags(
    known: KnownRequests, some: Sequence[Restatement], row: dict[int, int]
) -> tuple[Tensor, Tensor, Tensor]:
    """Rows of the table, where each request's begin, and how much each counts."""
    rows: list[int] = []
    begins: list[int] = []
    amounts: list[float] = []
    for one in some:
        begins.append(len(rows))
        found = [
            (row[key], amount) for key, amount in known.features(one.asked).items() if key in row
        ]
        rows += [place for place, _ in found]
        amounts += [amount for _, amount in found]
    return torch.tensor(rows, dtype=torch.long), torch.tensor(begins), torch.tensor(amounts)


def _fold(wording: str) -> int:
    return crc32(wording.encode()) % FOLDS

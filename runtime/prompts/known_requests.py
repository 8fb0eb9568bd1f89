"""The requests that a policy knows: plain sentences, and which of them are near what somebody asked.

Sentences have their parameters in braces: `Set an alarm for {time}.` Each was learnt with other ways
to ask for it; what is kept of these are weights of words, of pairs of words and of parts of words. Near
is what shares many and rare ones: no model, so that a sentence that is added is found at once.
"""

from __future__ import annotations

import math
import re
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from runtime.errors import UnsupportedPolicy

BUCKETS = 1 << 16
_LONGEST = 2_000
"""Characters of a request that are looked at."""
_PARAMETERS = re.compile(r"\{[^}]*\}")
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PART = 4


@dataclass(frozen=True, slots=True)
class KnownRequests:
    """Sentences, and for each bucket of features which of them have it, and how much it weighs.

    Bucket `b` has the entries `ends[b]` to before `ends[b + 1]` of `owners` and `weights`. `plain` are
    sentences that need not be restated: the policy has learnt to act on them as they stand.
    """

    sentences: tuple[str, ...]
    plain: tuple[str, ...]
    ends: NDArray[np.int64]
    owners: NDArray[np.int32]
    weights: NDArray[np.float32]
    rarity: NDArray[np.float32]

    def is_plain(self, request: str) -> bool:
        """Whether a request is one of the plain sentences, whatever its parameters are."""
        line = _bare(request)
        return any(_fits(line, sentence) for sentence in self.plain)

    def near(self, request: str, most: int, *, without: str = "") -> tuple[str, ...]:
        """The nearest sentences, nearest first; `without` is left out."""
        scores = np.zeros(len(self.sentences), np.float32)
        for bucket, count in _features(request).items():
            there = slice(self.ends[bucket], self.ends[bucket + 1])
            share = (1 + math.log(count)) * self.rarity[bucket]
            scores[self.owners[there]] += self.weights[there] * share
        order: list[int] = np.argsort(-scores, kind="stable")[: most + 1].tolist()
        found = [self.sentences[place] for place in order]
        return tuple(one for one in found if one != without)[:most]

    def save(self, path: Path) -> None:
        """Write to a file."""
        with path.open("wb") as file:
            np.savez_compressed(
                file,
                sentences=np.array(self.sentences),
                plain=np.array(self.plain),
                ends=self.ends,
                owners=self.owners.astype(np.int16),
                weights=self.weights.astype(np.float16),
                rarity=self.rarity.astype(np.float16),
            )


def learn_requests(ways: Mapping[str, Sequence[str]], plain: Sequence[str] = ()) -> KnownRequests:
    """From each sentence with the ways in which people ask for it."""
    sentences = tuple(ways)
    asked = [[_features(way) for way in (sentence, *ways[sentence])] for sentence in sentences]
    seen = Counter(bucket for each in asked for way in each for bucket in way)
    count = sum(map(len, asked))
    rarity = np.zeros(BUCKETS, np.float32)
    for bucket, times in seen.items():
        rarity[bucket] = math.log(count / times)
    entries: list[tuple[int, int, float]] = []
    for owner, each in enumerate(asked):
        total: Counter[int] = Counter()
        for way in each:
            weights = {key: (1 + math.log(n)) * float(rarity[key]) for key, n in way.items()}
            length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
            for key, weight in weights.items():
                total[key] += weight / length  # pyright: ignore[reportArgumentType]  sums of shares
        length = math.sqrt(sum(weight**2 for weight in total.values())) or 1.0
        entries += [(key, owner, weight / length) for key, weight in total.items()]
    entries.sort()
    buckets = np.array([bucket for bucket, *_ in entries], np.int64)
    return KnownRequests(
        sentences,
        tuple(plain),
        np.searchsorted(buckets, np.arange(BUCKETS + 1)),
        np.array([owner for _, owner, _ in entries], np.int32),
        np.array([weight for *_, weight in entries], np.float32),
        rarity,
    )


def read_requests(path: Path) -> KnownRequests:
    """What `save` wrote; `UnsupportedPolicy` if it is something else."""
    try:
        with np.load(path, allow_pickle=False) as file:
            known = KnownRequests(
                tuple(file["sentences"].tolist()),
                tuple(file["plain"].tolist()),
                file["ends"].astype(np.int64),
                file["owners"].astype(np.int32),
                file["weights"].astype(np.float32),
                file["rarity"].astype(np.float32),
            )
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise UnsupportedPolicy(f"{path} does not hold known requests: {error}") from error
    sound = (
        known.ends.shape == (BUCKETS + 1,)
        and known.rarity.shape == (BUCKETS,)
        and known.owners.shape == known.weights.shape == (int(known.ends[-1]),)
        and bool((np.diff(known.ends) >= 0).all())
        and bool(((known.owners >= 0) & (known.owners < len(known.sentences))).all())
    )
    if not sound:
        raise UnsupportedPolicy(f"{path} does not hold known requests: its parts do not fit")
    return known


def _fits(line: str, sentence: str) -> bool:
    """Whether a line is a sentence with something in the place of each parameter. Never goes back, so
    that no line takes long.
    """
    first, *others = _PARAMETERS.split(_bare(sentence))
    if not others:
        return line == first
    last = others.pop()
    if not line.startswith(first) or not line.endswith(last):
        return False
    at, end = len(first), len(line) - len(last)
    for part in others:
        at = line.find(part, at + 1, end)
        if at < 0:
            return False
        at += len(part)
    return at < end


def _bare(text: str) -> str:
    return " ".join(text.split()).rstrip(".!")


def _features(text: str) -> Counter[int]:
    """Buckets of words, pairs of neighbouring words, and parts of words."""
    words = _WORDS.findall(_PARAMETERS.sub(" ", text[:_LONGEST]).lower())
    found = [*words, *(f"{one} {two}" for one, two in pairwise(words))]
    for word in words:
        framed = f"<{word}>"
        found += [framed[at : at + _PART] for at in range(max(1, len(framed) - _PART + 1))]
    return Counter(crc32(feature.encode()) % BUCKETS for feature in found)

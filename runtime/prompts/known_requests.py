"""The requests that a policy knows: plain sentences, and which of them are near what somebody asked.

Sentences have their parameters in braces: `Set an alarm for {time~}.` Each was learnt with other ways
to ask for it; what is kept of these are weights of words, of pairs of words and of parts of words. Near
is what shares many and rare ones: a sentence that is added is found at once. A trainer may add
corrections to these scores, learnt from many requests: what tells alike sentences apart.
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
from runtime.prompts.near_request import NearRequest
from runtime.prompts.plain_sentences import NO_SENTENCES, PlainSentences
from runtime.prompts.value_splits import Examples

BUCKETS = 1 << 16
_LONGEST = 2_000
"""Characters of a request that are looked at."""
_PARAMETERS = re.compile(r"\{[^}]*\}")
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PART = 4
_EXAMPLES = ("example_of", "example_name", "example")
_SHARPNESS = 12.0
"""How much of a score the likeness of words is, beside the corrections."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """What some buckets add to the score of each sentence, in units of `unit`.

    `weights` has a row for each of `buckets`, which are in rising order, and a column for each sentence.
    """

    buckets: NDArray[np.int32]
    weights: NDArray[np.int8]
    unit: float

    def of(self, features: Mapping[int, float]) -> NDArray[np.float32]:
        """The sum for a request's features."""
        wanted = np.array(list(features), np.int32)
        places = np.searchsorted(self.buckets, wanted)
        places[places == len(self.buckets)] = 0
        there = self.buckets[places] == wanted if len(self.buckets) else np.zeros(len(wanted), bool)
        amounts = np.array(list(features.values()), np.float32)[there]
        return (amounts @ self.weights[places[there]].astype(np.float32)) * np.float32(self.unit)


@dataclass(frozen=True, slots=True)
class KnownRequests:
    """Sentences, and for each bucket of features which of them have it, and how much it weighs.

    Bucket `b` has the entries `ends[b]` to before `ends[b + 1]` of `owners` and `weights`. `plain` are
    sentences that need not be restated: the policy has learnt to act on them.
    """

    sentences: tuple[str, ...]
    plain: PlainSentences
    ends: NDArray[np.int64]
    owners: NDArray[np.int32]
    weights: NDArray[np.float32]
    rarity: NDArray[np.float32]
    corrections: Corrections | None = None

    def must_restate(self, request: str) -> bool:
        """Whether it is to be asked what a request means: no plain sentence tells, and some requests are known."""
        return bool(self.sentences) and not self.plain.are_meant(request)

    def near(self, request: str, most: int, *, without: str = "") -> tuple[str, ...]:
        """The nearest sentences, nearest first; `without` is left out."""
        found = (one.sentence for one in self.ranked(request, most + 1))
        return tuple(one for one in found if one != without)[:most]

    def ranked(self, request: str, most: int) -> tuple[NearRequest, ...]:
        """The nearest sentences with their scores, nearest first."""
        scores = self.scores(request)
        order: list[int] = np.argsort(-scores, kind="stable")[:most].tolist()
        return tuple(NearRequest(self.sentences[place], float(scores[place])) for place in order)

    def scores(self, request: str) -> NDArray[np.float32]:
        """How near each sentence is."""
        features = self.features(request)
        scores = np.zeros(len(self.sentences), np.float32)
        for bucket, amount in features.items():
            there = slice(self.ends[bucket], self.ends[bucket + 1])
            scores[self.owners[there]] += self.weights[there] * (_SHARPNESS * amount)
        return scores if self.corrections is None else scores + self.corrections.of(features)

    def features(self, request: str) -> dict[int, float]:
        """Buckets of a request and how much each counts, as a vector of length 1."""
        found = {
            bucket: (1 + math.log(count)) * float(self.rarity[bucket])
            for bucket, count in _features(request).items()
        }
        length = math.sqrt(sum(amount**2 for amount in found.values())) or 1.0
        return {bucket: amount / length for bucket, amount in found.items() if amount}

    def save(self, path: Path) -> None:
        """Write to a file."""
        learnt = self.corrections or _no_corrections(len(self.sentences))
        of, names, examples = _example_columns(self.plain.examples)
        with path.open("wb") as file:
            np.savez_compressed(
                file,
                sentences=np.array(self.sentences),
                plain=np.array(self.plain.sentences),
                means=np.array(self.plain.means),
                example_of=of,
                example_name=names,
                example=examples,
                ends=self.ends,
                owners=self.owners.astype(np.int16),
                weights=self.weights.astype(np.float16),
                rarity=self.rarity.astype(np.float16),
                corrected=learnt.buckets,
                corrections=learnt.weights,
                unit=np.float32(learnt.unit),
            )


def _example_columns(examples: Mapping[str, Examples]) -> list[NDArray[np.str_]]:
    """Three columns: a sentence, one of its parameters, and a value."""
    rows = [
        (sentence, name, value)
        for sentence, of in examples.items()
        for name, values in of.items()
        for value in values
    ]
    return [np.array([row[column] for row in rows], np.str_) for column in range(3)]


def _examples_in(file: Mapping[str, NDArray[np.str_]]) -> dict[str, Examples]:
    """None in files that were written before there were any."""
    if _EXAMPLES[0] not in file:
        return {}
    found: dict[str, dict[str, list[str]]] = {}
    for sentence, name, value in zip(*(file[key].tolist() for key in _EXAMPLES), strict=True):
        found.setdefault(sentence, {}).setdefault(name, []).append(value)
    return {
        sentence: {name: tuple(values) for name, values in of.items()}
        for sentence, of in found.items()
    }


def _no_corrections(sentences: int) -> Corrections:
    return Corrections(np.zeros(0, np.int32), np.zeros((0, sentences), np.int8), 1.0)


def learn_requests(
    ways: Mapping[str, Sequence[str]], plain: PlainSentences = NO_SENTENCES
) -> KnownRequests:
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
        plain,
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
                PlainSentences(
                    tuple(file["plain"].tolist()), tuple(file["means"].tolist()), _examples_in(file)
                ),
                file["ends"].astype(np.int64),
                file["owners"].astype(np.int32),
                file["weights"].astype(np.float32),
                file["rarity"].astype(np.float32),
                Corrections(
                    file["corrected"].astype(np.int32),
                    file["corrections"].astype(np.int8),
                    float(file["unit"]),
                ),
            )
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise UnsupportedPolicy(f"{path} does not hold known requests: {error}") from error
    learnt = known.corrections or _no_corrections(len(known.sentences))
    sound = (
        learnt.weights.shape == (len(learnt.buckets), len(known.sentences))
        and bool((np.diff(learnt.buckets) > 0).all())
        and known.ends.shape == (BUCKETS + 1,)
        and len(known.plain.means) == len(known.plain.sentences)
        and known.rarity.shape == (BUCKETS,)
        and known.owners.shape == known.weights.shape == (int(known.ends[-1]),)
        and bool((np.diff(known.ends) >= 0).all())
        and bool(((known.owners >= 0) & (known.owners < len(known.sentences))).all())
    )
    if not sound:
        raise UnsupportedPolicy(f"{path} does not hold known requests: its parts do not fit")
    return known


def _features(text: str) -> Counter[int]:
    """Buckets of words, pairs of neighbouring words, and parts of words."""
    words = _WORDS.findall(_PARAMETERS.sub(" ", text[:_LONGEST]).lower())
    found = [*words, *(f"{one} {two}" for one, two in pairwise(words))]
    for word in words:
        framed = f"<{word}>"
        found += [framed[at : at + _PART] for at in range(max(1, len(framed) - _PART + 1))]
    return Counter(crc32(feature.encode()) % BUCKETS for feature in found)

"""A data set as tokens: all samples in one array, so that processes can share it through a file."""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from runtime.observation import Screenshot
from runtime.prompts.format import Part, TextPart
from trainer.data.rewording import RewordedGoals
from trainer.sft.goal_tokens import GoalTokens, GoalWriter, Tokens
from trainer.tokenizer.policy_tokenizer import FILE, PolicyTokenizer
from trainer.vision.pictures import ImageFile

_PLACES = 6
_REMEMBERED = 50_000


class TextSample(Protocol):
    """A prompt in parts, of which the first `stable` begin later prompts too, and the reply."""

    @property
    def episode(self) -> str: ...
    @property
    def texts(self) -> tuple[str, ...]: ...
    @property
    def stable(self) -> int: ...
    @property
    def reply(self) -> str: ...


class RewordedSample(TextSample, Protocol):
    """A sample whose goal may be said in other words."""

    @property
    def goals(self) -> RewordedGoals: ...


@dataclass(frozen=True, slots=True)
class DrawnSample:
    """A sample as it is read this time; `stable` and `prompt` are the lengths of these parts."""

    tokens: Tokens
    stable: int
    prompt: int


@dataclass(frozen=True, slots=True)
class TokenSet:
    """Samples as tokens, those of an episode one after the other.

    A row of `places` says where a sample begins in `tokens`, where its newest parts, its reply and
    its end are, and the numbers of its episode and of its kind. Negative tokens are keys of `pictures`.
    """

    tokens: Tokens
    places: NDArray[np.int64]
    pictures: ImageFile | None = None
    goals: GoalTokens | None = None

    def __len__(self) -> int:
        return len(self.places)

    def length(self, sample: int) -> int:
        """How many tokens prompt and reply have."""
        return int(self.places[sample, 3] - self.places[sample, 0])

    def prompt_length(self, sample: int) -> int:
        return int(self.places[sample, 2] - self.places[sample, 0])

    def newest_length(self, sample: int) -> int:
        """How many tokens the newest parts and the reply have."""
        return int(self.places[sample, 3] - self.places[sample, 1])

    def episode(self, sample: int) -> int:
        return int(self.places[sample, 4])

    def kind(self, sample: int) -> int:
        """Samples of one kind are the same step of the same task with other parameters."""
        return int(self.places[sample, 5])

    def whole(self, sample: int) -> Tokens:
        """Prompt and reply."""
        return self.tokens[self.places[sample, 0] : self.places[sample, 3]]

    def draw(self, sample: int, seed: Sequence[int]) -> DrawnSample:
        """Prompt and reply, with one of the goals that the sample can have, drawn by a seed."""
        whole = self.whole(sample)
        start, newest, reply = self.places[sample, :3].tolist()
        drawn = None
        if self.goals is not None:
            random = np.random.default_rng([*seed, sample])
            drawn = self.goals.draw(self.episode(sample), random)
        if drawn is None:
            return DrawnSample(whole, newest - start, reply - start)
        there, goal = drawn
        longer = len(goal) - (there.stop - there.start)
        return DrawnSample(
            np.concatenate((whole[: there.start], goal, whole[there.stop :])),
            newest - start + longer,
            reply - start + longer,
        )

    def newest(self, sample: int) -> Tokens:
        """The newest parts and the reply."""
        return self.tokens[self.places[sample, 1] : self.places[sample, 3]]

    def reply(self, sample: int) -> Tokens:
        return self.tokens[self.places[sample, 2] : self.places[sample, 3]]


class SeenSample(TextSample, Protocol):
    """A sample whose prompt may show pictures."""

    @property
    def parts(self) -> tuple[Part, ...]: ...


def encode_samples(samples: Iterable[TextSample], tokenizer: PolicyTokenizer) -> TokenSet:
    """Samples as tokens, in their order; only what is text of them."""
    return _encode(((sample, sample.texts) for sample in samples), tokenizer, array("i"))


def encode_reworded(samples: Iterable[RewordedSample], tokenizer: PolicyTokenizer) -> TokenSet:
    """Samples as tokens, with the goals that may stand in them."""
    writer = GoalWriter(tokenizer.encode)
    newest = ""

    def each() -> Iterator[tuple[TextSample, Sequence[str]]]:
        nonlocal newest
        for sample in samples:
            if sample.episode != newest:
                newest = sample.episode
                writer.add(_span(sample, tokenizer), sample.goals.texts)
            yield sample, sample.texts

    tokens = _encode(each(), tokenizer, array("i"))
    return replace(tokens, goals=writer.finish())


def _span(sample: RewordedSample, tokenizer: PolicyTokenizer) -> tuple[int, int]:
    """Where the goal stands in a sample's tokens."""
    *before, goal = (len(tokenizer.encode(text)) for text in sample.texts[: sample.goals.part + 1])
    start = len(tokenizer.opening) + sum(before)
    return start, start + goal


def encode_seen(
    samples: Iterable[SeenSample],
    tokenizer: PolicyTokenizer,
    show: Callable[[Screenshot], list[int]],
) -> TokenSet:
    """Samples as tokens, with the pictures that prompts show in their places."""

    def pieces(sample: SeenSample) -> list[str | list[int]]:
        return [
            part.text if isinstance(part, TextPart) else show(part.screenshot)
            for part in sample.parts
        ]

    # Keys of pictures are longer numbers than tokens.
    return _encode(((sample, pieces(sample)) for sample in samples), tokenizer, array("q"))


def _encode(
    samples: Iterable[tuple[TextSample, Sequence[str | list[int]]]],
    tokenizer: PolicyTokenizer,
    tokens: array[int],
) -> TokenSet:
    places: list[tuple[int, ...]] = []
    episodes: dict[str, int] = {}
    kinds: dict[tuple[str, int], int] = {}
    steps: Counter[str] = Counter()
    # The history of earlier steps has the same words sample after sample.
    encode = lru_cache(_REMEMBERED)(lambda text: tuple(tokenizer.encode(text)))
    for sample, pieces in samples:
        start = len(tokens)
        tokens.extend(tokenizer.opening)
        for piece in pieces[: sample.stable]:
            tokens.extend(encode(piece) if isinstance(piece, str) else piece)
        newest = len(tokens)
        tokens.extend(tokenizer.encode_newest(pieces[sample.stable :]))
        reply = len(tokens)
        tokens.extend(tokenizer.encode_reply(sample.reply))
        episode = episodes.setdefault(sample.episode, len(episodes))
        # Episodes of tasks are named template#seed.
        same = (sample.episode.partition("#")[0], steps[sample.episode])
        steps[sample.episode] += 1
        kind = kinds.setdefault(same, len(kinds))
        places.append((start, newest, reply, len(tokens), episode, kind))
    return TokenSet(
        np.array(tokens, dtype=np.int32 if tokens.typecode == "i" else np.int64),
        np.array(places, dtype=np.int64).reshape(-1, _PLACES),
    )


def save_tokens(tokens: TokenSet, path: Path) -> None:
    """Write to a file, which appears whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        arrays = {"tokens": tokens.tokens, "places": tokens.places}
        if tokens.goals is not None:
            arrays |= {f"goal_{name}": value for name, value in asdict(tokens.goals).items()}
        np.savez(file, **arrays)
    part.replace(path)


def load_tokens(path: Path) -> TokenSet:
    """Read what `save_tokens` wrote."""
    with np.load(path) as file:
        goals = None
        if "goal_tokens" in file:
            goals = GoalTokens(*(file[f"goal_{each.name}"] for each in fields(GoalTokens)))
        return TokenSet(file["tokens"], file["places"], goals=goals)


def tokens_stem(name: str, prompt: object, tokenizer: PolicyTokenizer) -> str:
    """How the names of a data set's tokens begin: otherwise when prompts or tokenizer change."""
    digest = hashlib.sha256((tokenizer.folder / FILE).read_bytes())
    digest.update(f"{prompt!r} {_PLACES}".encode())
    return f"{name}-{digest.hexdigest()[:16]}"

"""Keeps a reply to its grammar, token by token: what both local engines decode under.

Made on llguidance, whose grammars work on the model's own tokens. The likely token is checked alone
(2 µs) and the whole vocabulary is masked (200 µs) only where that token is refused; tokens without
an alternative are given ahead, so that they cost no decoding of their own.
"""

from __future__ import annotations

import math
import time
from bisect import bisect_right
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from runtime.errors import EngineError

if TYPE_CHECKING:
    from llguidance import LLMatcher, LLTokenizer

Logits = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Tokens:
    """What llguidance wants to know of a tokenizer; the names are its own."""

    tokens: list[bytes]
    special_token_ids: list[int]
    eos_token_id: int
    tokenize: Callable[[bytes], list[int]]
    bos_token_id: int | None = None

    def __call__(self, text: bytes | str) -> list[int]:
        return self.tokenize(text if isinstance(text, bytes) else text.encode())


class TokenVocabulary:
    """The tokens of a model, prepared once (0.2 s for 50,000) for all replies. Safe in any thread."""

    def __init__(
        self,
        tokens: Sequence[bytes],
        *,
        special: Sequence[int],
        end: int,
        tokenize: Callable[[bytes], list[int]],
    ) -> None:
        """`tokens` are the bytes each stands for, `special` those that are markup, `end` ends a
        reply, `tokenize` gives the model's own tokens of plain text, without markup.
        """
        from llguidance import LLTokenizer, TokenizerWrapper

        # An empty token would match anything: such ones get bytes that no grammar allows.
        named = [token or b"\xff%d" % index for index, token in enumerate(tokens)]
        about = _Tokens(named, list(special), end, tokenize)
        self.size = len(named)
        self.end = end
        self._tokenizer: LLTokenizer = LLTokenizer(TokenizerWrapper(about), n_vocab=self.size)
        self._tokens = named
        self._sorted = sorted(named)

    def canonical_prefix(self, tokens: Sequence[int]) -> list[int]:
        """The first of some tokens: those that the model would say so itself, whatever follows.

        Where one longer token begins like all that is left, the model may have learnt to say that one. Pieces
        in its place are another text to it, and what it says next is worth nothing.
        """
        rest = b"".join(self._tokens[token] for token in tokens)
        for count, token in enumerate(tokens):
            after = bisect_right(self._sorted, rest)
            if after < len(self._sorted) and self._sorted[after].startswith(rest):
                return list(tokens[:count])
            rest = rest[len(self._tokens[token]) :]
        return list(tokens)

    def constrain(self, grammar: str) -> Constraint:
        """A new reply under a grammar (llguidance's Lark dialect); 2 ms."""
        from llguidance import LLMatcher

        matcher = LLMatcher(self._tokenizer, LLMatcher.grammar_from_lark(grammar), log_level=0)
        if matcher.is_error():
            raise EngineError(f"the grammar of replies is not one: {matcher.get_error()}")
        return Constraint(matcher, self)


class Constraint:
    """One reply in the making; used by one thread at a time. `spent_s` is what it has cost."""

    def __init__(self, matcher: LLMatcher, vocabulary: TokenVocabulary) -> None:
        self._matcher = matcher
        self._vocabulary = vocabulary
        self.spent_s = 0.0

    @property
    def complete(self) -> bool:
        """Nothing can follow."""
        if self._matcher.is_error():  # it stops for that too
            raise EngineError(
                f"the reply cannot be kept to its grammar: {self._matcher.get_error()}"
            )
        return self._matcher.is_stopped()

    def forced(self) -> list[int]:
        """The tokens that must come next, because there is no alternative; often none."""
        with self._counted():
            if self.complete:
                return []
            return self._vocabulary.canonical_prefix(self._matcher.compute_ff_tokens())

    def take(self, tokens: Sequence[int]) -> None:
        """Go on with these tokens, which must be allowed."""
        with self._counted():
            taken = self._matcher.consume_tokens(list(tokens))
        if not taken:
            raise EngineError(
                f"the tokens {list(tokens)} are outside the grammar of replies, or it is too complex: "
                f"{self._matcher.get_error()}"
            )

    def allows(self, token: int) -> bool:
        """Whether this token may come next."""
        with self._counted():
            return self._matcher.validate_tokens([token]) == 1

    def likeliest(self, logits: Logits) -> int:
        """The likeliest token that is allowed."""
        best = int(logits.argmax())
        if self.allows(best):
            return best
        with self._counted():
            choices = self._choices()
            return int(choices[logits[choices].argmax()])

    def sample(
        self, logits: Logits, *, temperature: float, top_p: float, random: np.random.Generator
    ) -> int:
        """A token drawn from what is allowed; the likeliest at temperature 0."""
        if temperature <= 0:
            return self.likeliest(logits)
        with self._counted():
            choices = self._choices()
        drawn = draw(logits[choices], temperature=temperature, top_p=top_p, random=random)
        return int(choices[drawn])

    def allowed(self) -> NDArray[np.bool_]:
        """Which tokens may come next."""
        packed = np.frombuffer(self._matcher.compute_bitmask(), dtype=np.uint8)
        bits = np.unpackbits(packed, bitorder="little")
        return bits[: self._vocabulary.size].astype(np.bool_)

    @contextmanager
    def _counted(self) -> Generator[None]:
        began_s = time.perf_counter()
        try:
            yield
        finally:
            self.spent_s += time.perf_counter() - began_s

    def _choices(self) -> NDArray[np.intp]:
        choices = np.flatnonzero(self.allowed())
        if not len(choices):
            raise EngineError(
                f"the grammar of replies leaves no token to go on with: {self._matcher.get_error()}"
            )
        return choices


def log_odds(logits: Logits, token: int) -> float:
    """The log-probability of a token, whatever is allowed."""
    top = float(logits.max())
    return float(logits[token]) - top - math.log(float(np.exp(logits - top).sum()))


def draw(logits: Logits, *, temperature: float, top_p: float, random: np.random.Generator) -> int:
    """One of the scores, by chance: each as likely as it says, the least likely ones left out.

    What is kept are the likeliest that together have at least `top_p` of the odds.
    """
    scaled = logits.astype(np.float64) / temperature
    odds = np.exp(scaled - scaled.max())
    odds /= odds.sum()
    if top_p >= 1:
        return int(random.choice(len(odds), p=odds))
    order = np.argsort(-odds)
    kept = order[: int(np.searchsorted(np.cumsum(odds[order]), top_p)) + 1]
    return int(random.choice(kept, p=odds[kept] / odds[kept].sum()))

"""One reply in the making: tokens chosen from scores, kept to the grammar, streamed as text."""

from __future__ import annotations

import codecs
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from runtime.engines.constraint import Constraint, Logits, draw, log_odds
from runtime.engines.sampling import TokenSampling
from runtime.engines.tokens import PolicyTokens
from runtime.prompts.format import ChatMarkup


@dataclass(frozen=True, slots=True)
class ReplyRules:
    """How a reply is made: how tokens are drawn, and what is said of it in the chat markup."""

    sampling: TokenSampling
    chat: ChatMarkup


class ReplyDecoder:
    """Grows by `advance` until that gives nothing more to evaluate."""

    def __init__(
        self,
        tokens: PolicyTokens,
        rules: ReplyRules,
        *,
        constraint: Constraint | None,
        random: np.random.Generator,
        on_text: Callable[[str], None],
    ) -> None:
        self._tokens = tokens
        self._rules = rules
        self._constraint = constraint
        self._random = random
        self._on_text = on_text
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pieces: list[str] = []
        self.count = 0
        self.forced_count = 0
        self._log_prob = 0.0
        self._ended = False

    @property
    def text(self) -> str:
        """The reply so far, with what the markup has opened of it."""
        return "".join(self._pieces)

    @property
    def confidence(self) -> float:
        """The model's own probability of what it chose so far."""
        return math.exp(self._log_prob)

    @property
    def grammar_s(self) -> float:
        """What keeping it to its grammar has cost."""
        return self._constraint.spent_s if self._constraint is not None else 0.0

    def begin(self) -> list[int]:
        """The tokens that every reply must begin with: they are evaluated with the prompt."""
        self._emit(self._rules.chat.reply_opening)
        forced = self._force()
        if forced and self._is_whole():
            self._finish()
        return forced

    def advance(self, logits: Logits) -> list[int]:
        """Choose what comes next and give the tokens to evaluate; none when the reply is whole."""
        if self._ended:
            return []
        token = self._choose(logits)
        self._log_prob += log_odds(logits, token)
        if self._constraint is not None:
            self._constraint.take([token])
        if token in self._tokens.ends:
            return self._finish()
        self.count += 1
        self._write([token])
        if self._is_whole():
            return self._finish()
        forced = self._force()
        if self._is_whole():
            return self._finish()
        return [token, *forced]

    def _choose(self, logits: Logits) -> int:
        sampling = self._rules.sampling
        if self._constraint is not None:
            return self._constraint.sample(
                logits,
                temperature=sampling.temperature,
                top_p=sampling.top_p,
                random=self._random,
            )
        if sampling.temperature <= 0:
            return int(logits.argmax())
        return draw(
            logits, temperature=sampling.temperature, top_p=sampling.top_p, random=self._random
        )

    def _force(self) -> list[int]:
        """Take the tokens that have no alternative."""
        if self._constraint is None:
            return []
        forced = self._constraint.forced()[: self._rules.sampling.max_reply_tokens - self.count]
        if forced:
            self._constraint.take(forced)
            self.count += len(forced)
            self.forced_count += len(forced)
            self._write(forced)
        return forced

    def _is_whole(self) -> bool:
        if self.count >= self._rules.sampling.max_reply_tokens:
            return True
        if self._constraint is not None:
            return self._constraint.complete
        end = self._rules.chat.reply_end
        return bool(end) and end in self.text

    def _finish(self) -> list[int]:
        self._ended = True
        self._emit(self._decoder.decode(b"", final=True))
        return []

    def _write(self, tokens: list[int]) -> None:
        data = b"".join(self._tokens.bytes_of(token) for token in tokens)
        self._emit(self._decoder.decode(data))

    def _emit(self, piece: str) -> None:
        if piece:
            self._pieces.append(piece)
            self._on_text(piece)

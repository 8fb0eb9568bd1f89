"""How an engine chooses the tokens of a reply."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TokenSampling:
    """How tokens are chosen: greedily at temperature 0."""

    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    max_reply_tokens: int = 512

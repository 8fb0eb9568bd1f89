"""What each loaded policy may use of this machine, whatever its bundle says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineLimits:
    """Bounds for one engine. 0 leaves the choice to the engine."""

    context_tokens: int = 0
    """The longest context; a bundle may ask for less."""
    sessions: int = 8
    """Runs whose evaluated tokens are kept between their steps."""
    queue: int = 64
    """Questions that may wait; one more is refused."""
    threads: int = 0
    threads_batch: int = 0
    kv_bytes: int = 512 << 20
    """For the evaluated tokens of all sessions."""

    def context_of(self, wanted: int, trained: int) -> int:
        """The context for a bundle that wants so many tokens, by a model trained with so many."""
        bounds = [tokens for tokens in (wanted or trained, self.context_tokens) if tokens]
        return min(bounds, default=0)

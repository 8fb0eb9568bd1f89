"""The contract between the training loop and what it trains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from trainer.rl.trajectories import Tokens

if TYPE_CHECKING:
    from torch import Tensor, nn

    from trainer.sampler import Chance


@dataclass(frozen=True, slots=True)
class Said:
    """A sampled reply, with the token that ended it, and how likely each of its tokens was."""

    reply: Tokens
    log_probs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PolicyScores:
    """Log-probabilities of the replies' tokens, row after row, with gradient where one is wanted,
    and the entropy of the odds at each, without.
    """

    log_probs: Tensor
    entropies: Tensor


class ReplyScorer(Protocol):
    """What replies are scored by."""

    def score(self, prompts: Sequence[Tokens], replies: Sequence[Tokens]) -> PolicyScores:
        """How likely each token of each reply is after its prompt."""
        ...


class Policy(ReplyScorer, Protocol):
    """A policy that is sampled from and trained. Both see the same odds for the same tokens."""

    @property
    def model(self) -> nn.Module:
        """What the optimizer changes."""
        ...

    def sample(self, prompts: Sequence[Tokens], generator: Chance) -> list[Said]:
        """A reply to each prompt, all in one batch."""
        ...

    def save(self, folder: Path) -> None:
        """Write the policy as evaluation and export read it; the folder appears whole or not at all."""
        ...

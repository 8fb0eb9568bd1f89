"""The loss of a policy that learns from rewards: pure functions of log-probabilities, token by token.

`new` are the log-probabilities of the policy being trained, with gradient; `old` those of the policy
at the start of the update, from which it must not go far at once; `behaviour` those of whoever made
the rollout, which is an older policy where rollouts are stale.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Clip:
    """How far one update may go: the odds of a token fall to `1 - low` or rise to `1 + high` of
    what they were, then there is no gradient any more. More room upwards keeps rare replies alive.
    """

    low: float = 0.2
    high: float = 0.28


def clipped_loss(new: Tensor, old: Tensor, advantages: Tensor, clip: Clip) -> Tensor:
    """Each token's loss: the advantage by the ratio of odds, the more cautious of clipped or not."""
    import torch

    ratio = (new - old).exp()
    cautious = ratio.clamp(1 - clip.low, 1 + clip.high)
    return -torch.min(ratio * advantages, cautious * advantages)


def is_clipped(new: Tensor, old: Tensor, advantages: Tensor, clip: Clip) -> Tensor:
    """Where the clip takes the gradient away."""
    ratio = (new - old).exp()
    too_high = (ratio > 1 + clip.high) & (advantages > 0)
    too_low = (ratio < 1 - clip.low) & (advantages < 0)
    return too_high | too_low


def truncated_weights(old: Tensor, behaviour: Tensor, cap: float) -> Tensor:
    """Importance weights of stale rollouts: how much likelier the policy says this now, at most `cap`."""
    return (old - behaviour).exp().clamp(max=cap).detach()


def divergence(new: Tensor, reference: Tensor) -> Tensor:
    """Each token's estimate of the KL divergence from a reference policy: never below zero."""
    less = reference - new
    return less.exp() - less - 1

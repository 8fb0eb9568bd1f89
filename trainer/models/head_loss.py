"""The loss of a language model's head, in pieces that stay in the processor's cache.

Scores of thousands of places times thousands of tokens are the largest tensor of a training step by
far. Here they exist for a few hundred places at a time: the gradients are made on the way forward,
while the scores are at hand, and only scaled on the way back.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

PLACES = 512
"""How many places are scored at a time."""


def head_loss(
    states: Tensor, head: Tensor, targets: Tensor, weights: Tensor
) -> tuple[Tensor, Tensor]:
    """The weighted sum of the negative log-probabilities of the targets, and each of these.

    `states` are what the head reads, a row for each place, `head` its matrix. The second result has
    no gradient.
    """
    return _HeadLoss.apply(states, head, targets, weights)  # pyright: ignore[reportReturnType]


class _HeadLoss(torch.autograd.Function):
    """`Any`: what autograd hands from forward to backward."""

    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401
        states: Tensor,
        head: Tensor,
        targets: Tensor,
        weights: Tensor,
    ) -> tuple[Tensor, Tensor]:
        of_states = torch.empty_like(states)
        of_head = torch.zeros_like(head)
        losses = torch.empty(len(targets), dtype=states.dtype, device=states.device)
        for start in range(0, len(targets), PLACES):
            here = slice(start, start + PLACES)
            wanted = targets[here, None]
            scores = states[here] @ head.T
            total = scores.logsumexp(-1, keepdim=True)
            losses[here] = (total - scores.gather(1, wanted))[:, 0]
            # The gradient of a place's loss by its scores: the odds, less one at the target.
            odds = scores.sub_(total).exp_()
            odds.scatter_add_(1, wanted, odds.new_full(wanted.shape, -1.0))
            odds.mul_(weights[here, None])
            torch.mm(odds, head, out=of_states[here])
            of_head.addmm_(odds.T, states[here])
        ctx.save_for_backward(of_states, of_head)
        ctx.mark_non_differentiable(losses)
        return (losses * weights).sum(), losses

    @staticmethod
    def backward(
        ctx: Any,  # noqa: ANN401
        *gradients: Tensor,
    ) -> tuple[Tensor, Tensor, None, None]:
        of_states, of_head = ctx.saved_tensors
        return of_states * gradients[0], of_head * gradients[0], None, None

from __future__ import annotations

import torch
from torch.nn.functional import cross_entropy

from trainer.models.head_loss import PLACES, head_loss


def test_it_is_the_weighted_cross_entropy_with_its_gradients() -> None:
    random = torch.Generator().manual_seed(0)
    places = PLACES * 2 + 7
    states = torch.randn(places, 8, generator=random).requires_grad_()
    head = torch.randn(30, 8, generator=random).requires_grad_()
    targets = torch.randint(30, (places,), generator=random)
    weights = torch.rand(places, generator=random) / places

    ours, losses = head_loss(states, head, targets, weights)
    (3 * ours).backward()
    found = (states.grad, head.grad)
    states.grad = head.grad = None
    each = cross_entropy(states @ head.T, targets, reduction="none")
    theirs = (each * weights).sum()
    (3 * theirs).backward()

    assert torch.allclose(losses, each.detach(), atol=1e-5)
    assert torch.allclose(ours, theirs, atol=1e-6)
    for gradient, weight in zip(found, (states, head), strict=True):
        assert gradient is not None
        assert weight.grad is not None
        assert torch.allclose(gradient, weight.grad, atol=1e-6)


def test_nothing_to_score_is_no_loss() -> None:
    states = torch.zeros(0, 4, requires_grad=True)
    head = torch.ones(5, 4, requires_grad=True)
    loss, losses = head_loss(states, head, torch.zeros(0, dtype=torch.long), torch.zeros(0))
    loss.backward()
    assert float(loss.detach()) == 0
    assert len(losses) == 0

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from trainer.rl.losses import Clip, clipped_loss, divergence, is_clipped, truncated_weights

CLIP = Clip(0.2, 0.28)
LOG_PROBS = st.floats(-8.0, 0.0, width=32)
ADVANTAGES = st.floats(-2.0, 2.0, width=32).filter(lambda value: abs(value) > 1e-3)


def _one(value: float) -> Tensor:
    return torch.tensor([value])


def _gradient(new: float, old: float, advantage: float) -> float:
    said = _one(new).requires_grad_()
    clipped_loss(said, _one(old), _one(advantage), CLIP).sum().backward()
    assert said.grad is not None
    return float(said.grad[0])


@given(LOG_PROBS, ADVANTAGES)
def test_at_the_old_policy_the_gradient_is_the_advantage(old: float, advantage: float) -> None:
    assert _gradient(old, old, advantage) == pytest.approx(-advantage, rel=1e-5)


@given(LOG_PROBS, LOG_PROBS, ADVANTAGES)
def test_the_clip_takes_the_gradient_and_nothing_else_does(
    new: float, old: float, advantage: float
) -> None:
    clipped = bool(is_clipped(_one(new), _one(old), _one(advantage), CLIP)[0])

    assert (_gradient(new, old, advantage) == 0) is clipped


@pytest.mark.parametrize(
    ("ratio", "advantage", "clipped"),
    [
        (1.25, 1.0, False),
        (1.30, 1.0, True),
        (0.79, 1.0, False),
        (0.85, -1.0, False),
        (0.79, -1.0, True),
        (1.30, -1.0, False),
    ],
)
def test_there_is_more_room_upwards_and_the_way_back_is_open(
    ratio: float, advantage: float, *, clipped: bool
) -> None:
    new = torch.tensor([ratio]).log()

    assert bool(is_clipped(new, _one(0.0), _one(advantage), CLIP)[0]) is clipped


@given(LOG_PROBS, LOG_PROBS, ADVANTAGES)
def test_the_loss_is_never_more_hopeful_than_without_a_clip(
    new: float, old: float, advantage: float
) -> None:
    loss = clipped_loss(_one(new), _one(old), _one(advantage), CLIP)

    assert float(loss[0]) >= -float((_one(new) - _one(old)).exp()[0]) * advantage - 1e-4


@given(LOG_PROBS, LOG_PROBS, st.floats(0.5, 4.0))
def test_importance_weights_are_truncated_ratios(now: float, then: float, cap: float) -> None:
    weight = float(truncated_weights(_one(now), _one(then), cap)[0])

    assert 0 < weight <= cap + 1e-6
    assert weight == pytest.approx(min(cap, float((_one(now) - _one(then)).exp()[0])), rel=1e-5)


@given(LOG_PROBS)
def test_fresh_rollouts_weigh_one(said: float) -> None:
    assert float(truncated_weights(_one(said), _one(said), 1.0)[0]) == 1.0


@given(LOG_PROBS, LOG_PROBS)
def test_divergence_is_zero_at_the_reference_and_positive_elsewhere(
    new: float, reference: float
) -> None:
    assert float(divergence(_one(new), _one(new))[0]) == 0
    assert float(divergence(_one(new), _one(reference))[0]) >= -1e-6


def test_divergence_estimates_the_kl_of_two_policies() -> None:
    ours, theirs = torch.tensor([0.7, 0.2, 0.1]), torch.tensor([0.5, 0.3, 0.2])

    estimate = (ours * divergence(ours.log(), theirs.log())).sum()

    exact = (ours * (ours / theirs).log()).sum()
    assert float(estimate) == pytest.approx(float(exact), rel=1e-5)

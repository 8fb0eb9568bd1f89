from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from trainer.optimizers import Optimizer, OptimizerConfig, orthogonalized


class Small(nn.Module):
    """A model with one of everything."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(10, 6)
        self.wide = nn.Linear(6, 12, bias=False)
        self.narrow = nn.Linear(12, 6, bias=False)
        self.square = nn.Linear(6, 6)
        self.lm_head = nn.Linear(6, 10, bias=False)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        states = self.embed(ids)
        states = states + self.narrow(torch.tanh(self.wide(states)))
        return self.lm_head(self.square(states))


def small() -> Small:
    torch.manual_seed(0)
    return Small()


def learn(model: Small, optimizer: Optimizer, steps: int) -> list[float]:
    ids = torch.arange(10)
    losses: list[float] = []
    for _ in range(steps):
        loss = nn.functional.cross_entropy(model(ids), (ids * 3) % 10)
        loss.backward()
        optimizer.step(1.0)
        losses.append(float(loss.detach()))
    return losses


@given(
    rows=st.integers(2, 12),
    more=st.integers(0, 12),
    scale=st.sampled_from([1e-4, 1.0, 1e4]),
    seed=st.integers(0, 1000),
)
def test_orthogonalized_matrices_have_singular_values_near_one(
    rows: int, more: int, scale: float, seed: int
) -> None:
    random = torch.Generator().manual_seed(seed)
    matrices = torch.randn(2, rows, rows + more + 4, generator=random) * scale
    values = torch.linalg.svdvals(orthogonalized(matrices))
    assert float(values.max()) < 1.3
    assert float(values.min()) > 0.3


def test_each_matrix_of_a_batch_is_turned_for_itself() -> None:
    matrices = torch.randn(3, 4, 9, generator=torch.Generator().manual_seed(0))
    together = orthogonalized(matrices)
    for matrix, turned in zip(matrices, together, strict=True):
        assert torch.allclose(orthogonalized(matrix[None])[0], turned, atol=1e-5)


@pytest.mark.parametrize("kind", ["muon", "adamw"])
def test_both_learn(kind: str) -> None:
    model = small()
    losses = learn(model, Optimizer(model, OptimizerConfig(kind=kind, adamw_rate=0.02)), 40)
    assert losses[-1] < 0.2 * losses[0]


def test_muon_moves_hidden_matrices_by_its_rate_and_adamw_the_rest() -> None:
    model = small()
    before = {name: weight.detach().clone() for name, weight in model.named_parameters()}
    config = OptimizerConfig(muon_rate=0.5, adamw_rate=0.001, weight_decay=0.0)
    learn(model, Optimizer(model, config), 1)
    moved = {
        name: float((weight.detach() - before[name]).abs().max())
        for name, weight in model.named_parameters()
    }
    for name, far in moved.items():
        is_hidden = name in {"wide.weight", "narrow.weight", "square.weight"}
        assert (far > 0.01) == is_hidden, name


def test_the_share_scales_the_step() -> None:
    far: list[float] = []
    for share in (1.0, 0.5):
        model = small()
        before = model.wide.weight.detach().clone()
        optimizer = Optimizer(model, OptimizerConfig(weight_decay=0.0))
        nn.functional.cross_entropy(model(torch.arange(10)), torch.arange(10)).backward()
        optimizer.step(share)
        far.append(float((model.wide.weight.detach() - before).norm()))
    assert far[1] == pytest.approx(far[0] / 2, rel=1e-4)


def test_large_gradients_are_clipped() -> None:
    model = small()
    optimizer = Optimizer(model, OptimizerConfig(kind="adamw", clip=1.0))
    (1e6 * model(torch.arange(10)).sum()).backward()
    assert optimizer.step(0.0) > 1.0


def test_going_on_from_a_state_is_going_on() -> None:
    straight, stopped = small(), small()
    learn(straight, Optimizer(straight, OptimizerConfig()), 6)
    first = Optimizer(stopped, OptimizerConfig())
    learn(stopped, first, 3)
    second = Optimizer(stopped, OptimizerConfig())
    second.load_state_dict(first.state_dict())
    learn(stopped, second, 3)
    for ours, theirs in zip(stopped.parameters(), straight.parameters(), strict=True):
        assert torch.equal(ours, theirs)


def test_what_is_frozen_stays() -> None:
    model = small()
    model.wide.weight.requires_grad_(False)
    before = model.wide.weight.clone()
    learn(model, Optimizer(model, OptimizerConfig()), 2)
    assert torch.equal(model.wide.weight, before)

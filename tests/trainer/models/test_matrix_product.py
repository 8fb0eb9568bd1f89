"""oneDNN's products are those of torch's own layers, forwards and backwards."""

import pytest
import torch
from torch import Tensor
from torch.nn import Linear

from trainer.models.matrix_product import linear

SHAPES = ((1, 24), (9, 24), (4, 33, 24), (300, 24), (3, 0, 24))


def layer_of(*, bias: bool) -> Linear:
    torch.manual_seed(0)
    return Linear(24, 40, bias=bias)


def gradients_of(made: Tensor, states: Tensor, layer: Linear) -> list[Tensor]:
    torch.manual_seed(1)
    (made * torch.randn(made.shape)).sum().backward()
    assert states.grad is not None
    found = [states.grad, *(weight.grad for weight in layer.parameters())]
    return [one for one in found if one is not None]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("bias", [False, True])
def test_gives_what_the_layer_gives(shape: tuple[int, ...], *, bias: bool) -> None:
    layer, states = layer_of(bias=bias), torch.randn(shape)
    with torch.inference_mode():
        torch.testing.assert_close(linear(layer, states), layer(states), atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("bias", [False, True])
def test_has_the_layer_s_gradients(shape: tuple[int, ...], *, bias: bool) -> None:
    values = torch.randn(shape)
    both: list[list[Tensor]] = []
    for product in (linear, Linear.__call__):
        layer, states = layer_of(bias=bias), values.clone().requires_grad_()
        both.append(gradients_of(product(layer, states), states, layer))
    assert len(both[0]) == 2 + bias
    for ours, usual in zip(*both, strict=True):
        torch.testing.assert_close(ours, usual, atol=1e-4, rtol=1e-4)


def test_frozen_weights_and_inputs_get_no_gradient() -> None:
    layer, states = layer_of(bias=False), torch.randn(30, 24)
    linear(layer, states).sum().backward()
    assert layer.weight.grad is not None
    assert states.grad is None
    layer.weight.grad = None
    layer.requires_grad_(False)
    linear(layer, states.requires_grad_()).sum().backward()
    assert layer.weight.grad is None
    assert states.grad is not None


def test_states_that_do_not_lie_row_by_row() -> None:
    layer, states = layer_of(bias=False), torch.randn(24, 7, 30).transpose(0, 2)
    torch.testing.assert_close(linear(layer, states), layer(states), atol=1e-5, rtol=1e-5)


def test_bfloat16_stays_bfloat16() -> None:
    layer, states = layer_of(bias=True).bfloat16(), torch.randn(30, 24).bfloat16()
    torch.testing.assert_close(linear(layer, states), layer(states))

"""A linear layer's product in float32 on a CPU, by oneDNN: forwards and backwards.

PyTorch multiplies float32 matrices with MKL, which leaves AVX-512 unused on processors that are not
Intel's: there oneDNN takes less than half the time for the sizes of a small policy. Both give the same numbers up to
rounding. What oneDNN does not do here (other types and devices, a graph that is compiled) goes the usual way.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch.nn import Linear, functional

_FEW_ROWS = 8
"""Up to so many, MKL is as quick: a call of oneDNN costs more."""


def linear(layer: Linear, states: Tensor) -> Tensor:
    """What `layer(states)` gives."""
    weight, bias = layer.weight, layer.bias
    # First: what is compiled must not be looked into.
    if torch.compiler.is_compiling() or not (_takes(states) and _takes(weight)):
        return functional.linear(states, weight, bias)
    if torch.is_grad_enabled() and (states.requires_grad or weight.requires_grad):
        made: Tensor = _Product.apply(states, weight)  # pyright: ignore[reportAssignmentType]
        return made if bias is None else made + bias
    return product(states, weight, bias)


def product(states: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """`states @ weight.T`, with a bias; both float32 on a CPU that has oneDNN."""
    # The one way to it: torch's own layers ask oneDNN for float32 in compiled graphs only.
    call = torch.ops.mkldnn._linear_pointwise  # noqa: SLF001
    return call(states, weight, bias, "none", [], "")


def _takes(values: Tensor) -> bool:
    return (
        values.dtype is torch.float32
        and values.device.type == "cpu"
        and values.numel() > _FEW_ROWS * values.shape[-1]
        and torch.backends.mkldnn.is_available()
        and not torch.is_autocast_enabled("cpu")
    )


class _Product(torch.autograd.Function):
    """The product and its gradients, three products of the same kind."""

    @staticmethod
    def forward(ctx: Any, states: Tensor, weight: Tensor) -> Tensor:  # noqa: ANN401
        ctx.save_for_backward(states, weight)
        return product(states, weight)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, Tensor | None]:  # noqa: ANN401
        (gradient,) = gradients
        states, weight = ctx.saved_tensors
        of_states = of_weight = None
        if ctx.needs_input_grad[0]:
            of_states = product(gradient, weight.T)
        if ctx.needs_input_grad[1]:
            of_weight = product(gradient.flatten(0, -2).T, states.flatten(0, -2).T)
        return of_states, of_weight

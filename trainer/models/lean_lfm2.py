"""LFM2's forward pass for training, on transformers' own weights: the same numbers, fewer operations.

No cache and no masks: sequences begin at position 0 and are padded on the right, where causal layers
never look. Short convolutions are shifts, and what only the last layer's output needs (its feed
forward, most of its arithmetic) is computed for the wanted positions alone. Written to be compiled:
one graph serves all sizes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import torch
from torch import Tensor
from torch.nn import functional

from trainer.models.matrix_product import linear

if TYPE_CHECKING:
    from transformers import Lfm2ForCausalLM
    from transformers.models.lfm2.modeling_lfm2 import Lfm2Attention, Lfm2MLP, Lfm2ShortConv

# What stands in a list of modules, and a norm: decorated, so their types are lost.
Layer: TypeAlias = Any
Norm: TypeAlias = Any


def lean_states(model: Lfm2ForCausalLM, ids: Tensor, wanted: Tensor) -> Tensor:
    """The last hidden states, as the head reads them, at the `wanted` places.

    `ids` are rows of tokens, padded on the right; `wanted` counts through them row by row.
    """
    decoder = model.model
    places = torch.arange(ids.shape[1], dtype=torch.float32, device=ids.device)
    angles = angles_at(places, decoder.rotary_emb.inv_freq)
    states = functional.embedding(ids, decoder.embed_tokens.weight)
    last = len(decoder.layers) - 1
    layers = cast("Iterable[Layer]", decoder.layers)
    for number, layer in enumerate(layers):
        read = norm(states, layer.operator_norm)
        if layer.is_attention_layer:
            mixed, out = _attend(layer.self_attn, read, angles), layer.self_attn.out_proj
        else:
            mixed, out = convolve(layer.conv, read), layer.conv.out_proj
        if number == last:
            states, mixed = (pick(value, wanted) for value in (states, mixed))
        states = states + linear(out, mixed)
        states = states + feed(layer.feed_forward, norm(states, layer.ffn_norm))
    return norm(states, decoder.embedding_norm)


def pick(states: Tensor, wanted: Tensor) -> Tensor:
    """The states at places counted through the rows."""
    return states.flatten(0, 1).index_select(0, wanted)


def norm(states: Tensor, layer: Norm) -> Tensor:
    """Root mean square norm."""
    scale = torch.rsqrt(states.square().mean(-1, keepdim=True) + layer.variance_epsilon)
    return layer.weight * (states * scale)


def angles_at(places: Tensor, frequencies: Tensor) -> tuple[Tensor, Tensor]:
    """Cosines and sines for `turn`, a row for each place."""
    angles = (places[:, None] * frequencies)[:, None]
    return angles.cos(), angles.sin()


def turn(heads: Tensor, angles: tuple[Tensor, Tensor]) -> Tensor:
    """Rotary position embedding."""
    cos, sin = angles
    first, second = heads.chunk(2, -1)
    return torch.cat((first * cos - second * sin, second * cos + first * sin), -1)


def _attend(layer: Lfm2Attention, states: Tensor, angles: tuple[Tensor, Tensor]) -> Tensor:
    query, key, value = heads_of(layer, states, angles)
    mixed = functional.scaled_dot_product_attention(
        query.transpose(1, 2),
        key.transpose(1, 2),
        value.transpose(1, 2),
        is_causal=True,
        enable_gqa=layer.num_key_value_groups > 1,
    )
    return mixed.transpose(1, 2).reshape(*states.shape[:2], -1)


def heads_of(
    layer: Lfm2Attention, states: Tensor, angles: tuple[Tensor, Tensor]
) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values by head, before heads and places change places."""
    heads = (*states.shape[:2], -1, layer.head_dim)
    query = turn(norm(linear(layer.q_proj, states).view(heads), layer.q_layernorm), angles)
    key = turn(norm(linear(layer.k_proj, states).view(heads), layer.k_layernorm), angles)
    return query, key, linear(layer.v_proj, states).view(heads)


def convolve(layer: Lfm2ShortConv, states: Tensor) -> Tensor:
    """A short convolution, before its last projection."""
    after, gated = gate(layer, states)
    weight = layer.conv.weight[:, 0]
    newest = weight.shape[1] - 1
    mixed = gated * weight[:, newest]
    for back in range(1, newest + 1):
        shifted = functional.pad(gated, (0, 0, back, 0))[:, : gated.shape[1]]
        mixed = mixed + shifted * weight[:, newest - back]
    if layer.conv.bias is not None:
        mixed = mixed + layer.conv.bias
    return after * mixed


def gate(layer: Lfm2ShortConv, states: Tensor) -> tuple[Tensor, Tensor]:
    """What a convolution's result is multiplied with, and what it reads."""
    before, after, inner = linear(layer.in_proj, states).chunk(3, -1)
    return after, before * inner


def feed(layer: Lfm2MLP, states: Tensor) -> Tensor:
    """The feed forward part of a layer."""
    inner = functional.silu(linear(layer.w1, states)) * linear(layer.w3, states)
    return linear(layer.w2, inner)

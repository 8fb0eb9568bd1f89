"""Weights of an LFM2 graph as onnxruntime-genai's builder writes it, by the names that torch knows.

Rounded weights (8 bits, in blocks) come out as they were stored. Other graphs are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch

from trainer.errors import ExportError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ROUNDED, _SCALES = ".MatMul.weight_Q8", ".MatMul.weight_scales"
_ZERO = 128
_PLAIN = {
    "operator_norm": "operator_layernorm",
    "ffn_norm": "ffn_layernorm",
    "self_attn.q_layernorm": "attn.q_norm.layernorm",
    "self_attn.k_layernorm": "attn.k_norm.layernorm",
}
_PRODUCTS = {
    "feed_forward.w1": "mlp.gate_proj",
    "feed_forward.w2": "mlp.down_proj",
    "feed_forward.w3": "mlp.up_proj",
    "self_attn.out_proj": "attn.o_proj",
    "conv.in_proj": "conv.in_proj",
    "conv.out_proj": "conv.out_proj",
}
_EMBEDDING = "model.embed_tokens.weight"
_JOINED = ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj")


def read_graph_weights(path: Path, wanted: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The weights of a graph in the place of those of a model of the same shape."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    try:
        found = {name: _weight(stored, name, wanted) for name in wanted}
    except KeyError as error:
        raise ExportError(
            f"{path} has no weights called {error}: only int8 graphs of LFM2 that the builder wrote "
            "can be taken apart"
        ) from error
    for name, weights in found.items():
        if weights.shape != wanted[name].shape:
            raise ExportError(
                f"{path} has {name} as {tuple(weights.shape)}, and the model as "
                f"{tuple(wanted[name].shape)}: they are not of the same shape"
            )
    return found


def _weight(
    stored: Mapping[str, NDArray[np.float32]], name: str, wanted: Mapping[str, torch.Tensor]
) -> torch.Tensor:
    if name == "lm_head.weight":
        name = _EMBEDDING  # one matrix, which the graph keeps in 16 bits where it looks tokens up
    if name == "model.embedding_norm.weight":
        layers = {one.split(".")[2] for one in wanted if one.startswith("model.layers.")}
        return _plain(stored, f"model.layers.{len(layers)}.final_norm_layernorm.weight")
    if not name.startswith("model.layers."):
        return _plain(stored, name)
    layer, part = ".".join(name.split(".")[:3]), ".".join(name.split(".")[3:-1])
    if part in _PRODUCTS:
        return _product(stored, f"{layer}.{_PRODUCTS[part]}")
    if part in _JOINED:
        sizes = [wanted[f"{layer}.{one}.weight"].shape[0] for one in _JOINED]
        joined = _product(stored, f"{layer}.attn.qkv_proj")
        return joined.split(sizes)[_JOINED.index(part)].contiguous()
    return _plain(stored, f"{layer}.{_PLAIN.get(part, part)}.weight")


def _plain(stored: Mapping[str, NDArray[np.float32]], name: str) -> torch.Tensor:
    return torch.from_numpy(np.array(stored[name], np.float32))


def _product(stored: Mapping[str, NDArray[np.float32]], name: str) -> torch.Tensor:
    rounded = stored[name + _ROUNDED].astype(np.float32) - _ZERO
    rows, blocks, _ = rounded.shape
    scales = stored[name + _SCALES].reshape(rows, blocks, 1)
    return torch.from_numpy((rounded * scales).reshape(rows, -1))

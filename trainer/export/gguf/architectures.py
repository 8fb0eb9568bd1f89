"""What each architecture has otherwise in llama.cpp than in transformers: its numbers and its rows.

Names of tensors come from the `gguf` package. Knows dense models only: no mixture of experts, no
multi-token prediction, no scaled rotary positions; whatever else there is is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trainer.errors import ExportError
from trainer.export.gguf.qwen35 import describe_qwen35, qwen35_rows
from trainer.models.tensors import Array, Weights

if TYPE_CHECKING:
    import gguf

Config = dict[str, Any]  # a config.json
Rows = Callable[[str, Array], tuple[str, Array]]
"""A tensor under the name that `gguf` knows, with its rows as llama.cpp wants them."""


@dataclass(frozen=True, slots=True)
class Architecture:
    """One architecture: its name in `gguf`, its own numbers, its own rows."""

    name: str
    describe: Callable[[gguf.GGUFWriter, Config], None]
    rows: Callable[[Config], Rows]
    feed_forward: str = "layers.0.mlp.gate_proj.weight"
    """The end of the name of a tensor with a row for each number of the first feed-forward part."""


def find_architecture(config: Config) -> Architecture:
    """The architecture of a config.json (of its text part, for a model that sees)."""
    kind = config.get("model_type", "")
    found = _ARCHITECTURES.get(kind)
    if found is None:
        raise ExportError(
            f"models of type {kind!r} cannot be written as GGUF by this trainer, which knows "
            f"{', '.join(_ARCHITECTURES)}: export it as ONNX, or convert it with llama.cpp's own tool"
        )
    rope = _rope(config).get("rope_type", "default")
    if rope != "default":
        raise ExportError(
            f"this {kind} model has {rope!r} rotary positions, and only 'default' ones can be "
            "written as GGUF: convert it with llama.cpp's own tool"
        )
    return found


def describe(
    writer: gguf.GGUFWriter, architecture: Architecture, config: Config, weights: Weights
) -> None:
    """Write the numbers that all have, then the architecture's own."""
    try:
        writer.add_context_length(config["max_position_embeddings"])
        writer.add_embedding_length(config["hidden_size"])
        writer.add_block_count(config["num_hidden_layers"])
        # The config may say another number, which the model then adjusts.
        writer.add_feed_forward_length(_feed_forward(architecture, weights))
        writer.add_head_count(config["num_attention_heads"])
        writer.add_layer_norm_rms_eps(config.get("rms_norm_eps") or config["norm_eps"])
        writer.add_rope_freq_base(_rope(config).get("rope_theta", 10000.0))
        writer.add_vocab_size(config["vocab_size"])
        architecture.describe(writer, config)
    except KeyError as error:
        raise ExportError(
            f"the checkpoint's config.json or weights have no {error}, which a "
            f"{config.get('model_type')} model needs: save the checkpoint again"
        ) from error


def _feed_forward(architecture: Architecture, weights: Weights) -> int:
    for name in weights.names():
        if name.endswith(architecture.feed_forward):
            return weights.shape(name)[0]
    raise KeyError(architecture.feed_forward)


def _rope(config: Config) -> Mapping[str, Any]:
    given = config.get("rope_parameters") or config.get("rope_scaling") or {}
    older = {"rope_theta": config["rope_theta"]} if "rope_theta" in config else {}
    return older | {key: value for key, value in given.items() if value is not None}


def _head_size(config: Config) -> int:
    return config.get("head_dim") or config["hidden_size"] // config["num_attention_heads"]


def _describe_llama(writer: gguf.GGUFWriter, config: Config) -> None:
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_rope_dimension_count(_head_size(config))
    _describe_heads(writer, config)


def _describe_qwen(writer: gguf.GGUFWriter, config: Config) -> None:
    writer.add_head_count_kv(config["num_key_value_heads"])
    _describe_heads(writer, config)


def _describe_heads(writer: gguf.GGUFWriter, config: Config) -> None:
    # llama.cpp divides the width by the heads; where that is wrong, the size must be written.
    size = _head_size(config)
    if size * config["num_attention_heads"] != config["hidden_size"]:
        writer.add_key_length(size)
        writer.add_value_length(size)


def _describe_lfm2(writer: gguf.GGUFWriter, config: Config) -> None:
    heads = config["num_key_value_heads"]
    layers = range(config["num_hidden_layers"])
    kinds = config.get("layer_types") or [
        "full_attention" if layer in config["full_attn_idxs"] else "conv" for layer in layers
    ]
    # A layer without key-value heads is one of convolution.
    writer.add_head_count_kv([0 if kind == "conv" else heads for kind in kinds])
    writer.add_shortconv_l_cache(config["conv_L_cache"])


def _as_they_are(_config: Config) -> Rows:
    return lambda name, array: (name, array)


def _llama_rows(config: Config) -> Rows:
    def rows(name: str, array: Array) -> tuple[str, Array]:
        for part, heads in (("q_proj", "num_attention_heads"), ("k_proj", "num_key_value_heads")):
            if part in name:
                # The halves of each rotary pair lie side by side.
                pairs = array.reshape(config[heads], 2, -1, *array.shape[1:])
                return name, pairs.swapaxes(1, 2).reshape(array.shape)
        return name, array

    return rows


def _lfm2_rows(_config: Config) -> Rows:
    return lambda name, array: (name, array.squeeze(1) if "conv.conv.weight" in name else array)


_ARCHITECTURES = {
    "llama": Architecture("llama", _describe_llama, _llama_rows),
    "qwen2": Architecture("qwen2", _describe_qwen, _as_they_are),
    "qwen3": Architecture("qwen3", _describe_qwen, _as_they_are),
    "lfm2": Architecture("lfm2", _describe_lfm2, _lfm2_rows, "layers.0.feed_forward.w1.weight"),
    "qwen3_5_text": Architecture("qwen35", describe_qwen35, qwen35_rows),
}

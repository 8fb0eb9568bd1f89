"""The text part of a Qwen3.5 for llama.cpp: gated delta nets, gated attention, norms from zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from trainer.models.tensors import Array

if TYPE_CHECKING:
    import gguf


def describe_qwen35(writer: gguf.GGUFWriter, config: dict[str, Any]) -> None:
    """The numbers that only a Qwen3.5 has; `config` is its `text_config`."""
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_key_length(config["head_dim"])
    writer.add_value_length(config["head_dim"])
    rope = config["rope_parameters"]
    writer.add_rope_dimension_count(int(config["head_dim"] * rope["partial_rotary_factor"]))
    writer.add_rope_dimension_sections([*rope["mrope_section"], 0])
    value_heads = config["linear_num_value_heads"]
    writer.add_ssm_conv_kernel(config["linear_conv_kernel_dim"])
    writer.add_ssm_state_size(config["linear_key_head_dim"])
    writer.add_ssm_group_count(config["linear_num_key_heads"])
    writer.add_ssm_time_step_rank(value_heads)
    writer.add_ssm_inner_size(config["linear_value_head_dim"] * value_heads)
    writer.add_full_attention_interval(config["layer_types"].index("full_attention") + 1)


def qwen35_rows(config: dict[str, Any]) -> Callable[[str, Array], tuple[str, Array]]:
    """Names and rows of its tensors."""
    key_heads, value_heads = config["linear_num_key_heads"], config["linear_num_value_heads"]
    width = config["linear_value_head_dim"]
    keys = 2 * key_heads * config["linear_key_head_dim"]

    def tiled(array: Array, size: int) -> Array:
        # transformers: value heads by key head; llama.cpp: the first of every key head, then ...
        grouped = array.reshape(key_heads, value_heads // key_heads, size, -1)
        return grouped.swapaxes(0, 1).reshape(array.shape)

    def rows(name: str, array: Array) -> tuple[str, Array]:
        name = name.replace("model.language_model.", "model.")
        match name.rpartition("linear_attn.")[2]:
            case "in_proj_qkv.weight" | "conv1d.weight":
                array = array.squeeze(1) if array.ndim == 3 else array
                return name, np.concatenate([array[:keys], tiled(array[keys:], width)])
            case "in_proj_z.weight":
                return name, tiled(array, width)
            case "in_proj_a.weight" | "in_proj_b.weight":
                return name, tiled(array, 1)
            case "out_proj.weight":
                return name, np.ascontiguousarray(tiled(array.T.copy(), width).T)
            case "A_log":
                return name, -np.exp(tiled(array, 1))
            case "dt_bias":
                return name.replace("dt_bias", "dt_proj.bias"), tiled(array, 1)
            case "norm.weight":
                return name, array
            case _ if name.endswith("norm.weight"):
                # Stored as what is added to one.
                return name, array + 1
        return name, array

    return rows

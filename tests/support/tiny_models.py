"""Tiny randomly initialised models, made in well under a second each and kept in the caller's folder.

Each is a GGUF file and, beside it, a folder of the same weights for transformers (`torch_folder`), so
that the two can be compared. Nothing is fetched and torch is not needed to make them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tiny_tokenizer import END, TinyTokenizer, learn_tokenizer

HIDDEN = 64
INNER = 128
CONTEXT = 4096
CHATML_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
THINKING_TEMPLATE = CHATML_TEMPLATE.replace("assistant\n", "assistant\n<think>\n")

Shapes = dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class TinyVlm:
    """A model that sees: text part, vision part (mmproj), and both for transformers."""

    text: Path
    projector: Path
    torch_folder: Path


def torch_folder(model: Path) -> Path:
    """Where the transformers form of a tiny GGUF model lies."""
    return model.with_suffix("")


def tiny_llama(folder: Path, seed: int = 0) -> Path:
    """A two-layer Llama; another seed gives other weights."""
    from tiny_gguf import write_text_part

    tokenizer = learn_tokenizer()
    config = {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "head_dim": HIDDEN // 4,
        "num_hidden_layers": 2,
        "rms_norm_eps": 1e-5,
        **_common(tokenizer),
    }
    shapes = _embedding("model.", tokenizer)
    for layer in range(2):
        shapes |= _attention(f"model.layers.{layer}.self_attn.", query=HIDDEN, key=HIDDEN // 2)
        shapes |= _block(f"model.layers.{layer}.")
    model = folder / f"tiny-llama-{seed}.gguf"
    if not model.exists():
        weights = _draw(shapes, seed)
        _save_for_torch(torch_folder(model), config, weights, tokenizer)
        _whole(model, lambda at: write_text_part(at, config, weights, tokenizer, CHATML_TEMPLATE))
    return model


def tiny_lfm2(folder: Path, seed: int = 0) -> Path:
    """A hybrid: LFM2 with a convolution layer and an attention layer."""
    from tiny_gguf import write_text_part

    tokenizer = learn_tokenizer()
    config = {
        "architectures": ["Lfm2ForCausalLM"],
        "model_type": "lfm2",
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "num_hidden_layers": 2,
        "layer_types": ["conv", "full_attention"],
        "conv_L_cache": 3,
        "conv_bias": False,
        "block_auto_adjust_ff_dim": False,
        "norm_eps": 1e-5,
        **_common(tokenizer),
    }
    shapes: Shapes = {
        "model.embed_tokens.weight": (config["vocab_size"], HIDDEN),
        "model.embedding_norm.weight": (HIDDEN,),
        "model.layers.0.conv.conv.weight": (HIDDEN, 1, 3),
        "model.layers.0.conv.in_proj.weight": (3 * HIDDEN, HIDDEN),
        "model.layers.0.conv.out_proj.weight": (HIDDEN, HIDDEN),
        "model.layers.1.self_attn.q_proj.weight": (HIDDEN, HIDDEN),
        "model.layers.1.self_attn.k_proj.weight": (HIDDEN // 2, HIDDEN),
        "model.layers.1.self_attn.v_proj.weight": (HIDDEN // 2, HIDDEN),
        "model.layers.1.self_attn.out_proj.weight": (HIDDEN, HIDDEN),
        "model.layers.1.self_attn.q_layernorm.weight": (HIDDEN // 4,),
        "model.layers.1.self_attn.k_layernorm.weight": (HIDDEN // 4,),
    }
    for layer in range(2):
        shapes |= {
            f"model.layers.{layer}.feed_forward.w1.weight": (INNER, HIDDEN),
            f"model.layers.{layer}.feed_forward.w2.weight": (HIDDEN, INNER),
            f"model.layers.{layer}.feed_forward.w3.weight": (INNER, HIDDEN),
            f"model.layers.{layer}.operator_norm.weight": (HIDDEN,),
            f"model.layers.{layer}.ffn_norm.weight": (HIDDEN,),
        }
    model = folder / f"tiny-lfm2-{seed}.gguf"
    if not model.exists():
        weights = _draw(shapes, seed)
        _save_for_torch(torch_folder(model), config, weights, tokenizer)
        _whole(model, lambda at: write_text_part(at, config, weights, tokenizer, CHATML_TEMPLATE))
    return model


def tiny_qwen35(folder: Path, seed: int = 0) -> TinyVlm:
    """A Qwen3.5 that sees: gated delta nets and attention by turns, M-RoPE, a vision tower."""
    from tiny_gguf import write_qwen35_projector, write_text_part

    tokenizer = learn_tokenizer()
    head, width, see, patch, merge = 32, 32, 64, 16, 2
    text = {
        "model_type": "qwen3_5_text",
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "head_dim": head,
        "num_hidden_layers": 4,
        "layer_types": ["linear_attention", "full_attention"] * 2,
        # More value heads than key heads, as the published ones have: llama.cpp orders them its way.
        "linear_num_key_heads": 2,
        "linear_num_value_heads": 4,
        "linear_key_head_dim": width,
        "linear_value_head_dim": width,
        "linear_conv_kernel_dim": 4,
        "rms_norm_eps": 1e-6,
        **_common(tokenizer),
    }
    text["rope_parameters"] |= {
        "partial_rotary_factor": 0.5,
        "mrope_section": [3, 3, 2],
        "mrope_interleaved": True,
    }
    vision = {
        "model_type": "qwen3_5_vision",
        "depth": 2,
        "hidden_size": see,
        "intermediate_size": INNER,
        "num_heads": 2,
        "in_channels": 3,
        "patch_size": patch,
        "spatial_merge_size": merge,
        "temporal_patch_size": 2,
        "out_hidden_size": HIDDEN,
        "num_position_embeddings": 256,
        "hidden_act": "gelu_pytorch_tanh",
    }
    config = {
        "architectures": ["Qwen3_5ForConditionalGeneration"],
        "model_type": "qwen3_5",
        "text_config": text,
        "vision_config": vision,
        "tie_word_embeddings": True,
        "image_token_id": tokenizer.id_of("<|image_pad|>"),
        "video_token_id": tokenizer.id_of("<|video_pad|>"),
        "vision_start_token_id": tokenizer.id_of("<|vision_start|>"),
        "vision_end_token_id": tokenizer.id_of("<|vision_end|>"),
    }
    shapes = _embedding("model.language_model.", tokenizer)
    for layer, kind in enumerate(text["layer_types"]):
        place = f"model.language_model.layers.{layer}."
        shapes |= _block(place)
        if kind == "full_attention":
            # Twice the queries: the other half gates what attention gives.
            shapes |= _attention(f"{place}self_attn.", query=8 * head, key=2 * head, out=4 * head)
            shapes |= {f"{place}self_attn.{part}_norm.weight": (head,) for part in "qk"}
        else:
            shapes |= _delta_net(f"{place}linear_attn.", width)
    shapes |= _vision("model.visual.", depth=2, see=see, patch=patch, merged=see * merge * merge)
    name = f"tiny-qwen35-{seed}"
    model = TinyVlm(folder / f"{name}.gguf", folder / f"mmproj-{name}.gguf", folder / name)
    if not (model.text.exists() and model.projector.exists()):
        weights = _draw(shapes, seed)
        _save_for_torch(model.torch_folder, config, weights, tokenizer)
        _whole(model.projector, lambda at: write_qwen35_projector(at, config, weights))
        _whole(
            model.text, lambda at: write_text_part(at, text, weights, tokenizer, THINKING_TEMPLATE)
        )
    return model


def tiny_lora(folder: Path, base: Path, seed: int = 0) -> Path:
    """A LoRA adapter of rank 4 for a tiny Llama (its GGUF file), strong enough to change replies."""
    from tiny_gguf import write_lora

    random = np.random.default_rng(seed)
    shapes = {"attn_v": (HIDDEN // 2, HIDDEN), "ffn_down": (HIDDEN, INNER)}
    pairs = {
        f"blk.{layer}.{part}.weight": (
            random.normal(0, wide**-0.5, (4, wide)).astype(np.float32),
            random.normal(0, 0.5, (high, 4)).astype(np.float32),
        )
        for layer in range(2)
        for part, (high, wide) in shapes.items()
    }
    adapter = folder / f"lora-{seed}-for-{base.stem}.gguf"
    if not adapter.exists():
        _whole(adapter, lambda at: write_lora(at, "llama", 8.0, pairs))
    return adapter


def _common(tokenizer: TinyTokenizer) -> dict:
    return {
        "vocab_size": len(tokenizer.tokens),
        "hidden_size": HIDDEN,
        "intermediate_size": INNER,
        "max_position_embeddings": CONTEXT,
        "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0},
        "tie_word_embeddings": True,
        "eos_token_id": tokenizer.id_of(END),
        "bos_token_id": None,
        "pad_token_id": None,
    }


def _embedding(place: str, tokenizer: TinyTokenizer) -> Shapes:
    return {
        f"{place}embed_tokens.weight": (len(tokenizer.tokens), HIDDEN),
        f"{place}norm.weight": (HIDDEN,),
    }


def _attention(place: str, *, query: int, key: int, out: int = HIDDEN) -> Shapes:
    return {
        f"{place}q_proj.weight": (query, HIDDEN),
        f"{place}k_proj.weight": (key, HIDDEN),
        f"{place}v_proj.weight": (key, HIDDEN),
        f"{place}o_proj.weight": (HIDDEN, out),
    }


def _block(place: str) -> Shapes:
    return {
        f"{place}mlp.gate_proj.weight": (INNER, HIDDEN),
        f"{place}mlp.up_proj.weight": (INNER, HIDDEN),
        f"{place}mlp.down_proj.weight": (HIDDEN, INNER),
        f"{place}input_layernorm.weight": (HIDDEN,),
        f"{place}post_attention_layernorm.weight": (HIDDEN,),
    }


def _delta_net(place: str, width: int) -> Shapes:
    keys, values = 2 * width, 4 * width
    return {
        f"{place}in_proj_qkv.weight": (2 * keys + values, HIDDEN),
        f"{place}in_proj_z.weight": (values, HIDDEN),
        f"{place}in_proj_b.weight": (4, HIDDEN),
        f"{place}in_proj_a.weight": (4, HIDDEN),
        f"{place}conv1d.weight": (2 * keys + values, 1, 4),
        f"{place}dt_bias": (4,),
        f"{place}A_log": (4,),
        f"{place}norm.weight": (width,),
        f"{place}out_proj.weight": (HIDDEN, values),
    }


def _vision(place: str, *, depth: int, see: int, patch: int, merged: int) -> Shapes:
    shapes: Shapes = {
        f"{place}patch_embed.proj.weight": (see, 3, 2, patch, patch),
        f"{place}patch_embed.proj.bias": (see,),
        f"{place}pos_embed.weight": (256, see),
        f"{place}merger.norm.weight": (see,),
        f"{place}merger.norm.bias": (see,),
    }
    linear = {
        f"{place}merger.linear_fc1": (merged, merged),
        f"{place}merger.linear_fc2": (HIDDEN, merged),
    }
    for block in range(depth):
        inside = f"{place}blocks.{block}."
        for norm in ("norm1", "norm2"):
            shapes |= {f"{inside}{norm}.weight": (see,), f"{inside}{norm}.bias": (see,)}
        linear |= {
            f"{inside}attn.qkv": (3 * see, see),
            f"{inside}attn.proj": (see, see),
            f"{inside}mlp.linear_fc1": (INNER, see),
            f"{inside}mlp.linear_fc2": (see, INNER),
        }
    for name, (high, wide) in linear.items():
        shapes |= {f"{name}.weight": (high, wide), f"{name}.bias": (high,)}
    return shapes


def _draw(shapes: Shapes, seed: int) -> dict[str, np.ndarray]:
    """Weights that keep the size of what passes through, so that every part matters in the logits."""
    random = np.random.default_rng(seed)
    weights: dict[str, np.ndarray] = {}
    for name, shape in shapes.items():
        noise = random.normal(0, 1, shape)
        if len(shape) > 1:
            drawn = noise / np.sqrt(np.prod(shape[1:]))
        elif name.endswith("norm.weight") or "norm" in name.split(".")[-2]:
            drawn = noise / 8 + (0 if name.endswith(("dt_bias", ".bias")) else 1)
        else:
            drawn = noise / 8
        weights[name] = drawn.astype(np.float32)
    return weights


def _save_for_torch(
    folder: Path, config: dict, weights: dict[str, np.ndarray], tokenizer: TinyTokenizer
) -> None:
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config))
    _whole(
        folder / "model.safetensors",
        lambda at: save_file(weights, str(at), metadata={"format": "pt"}),
    )
    tokenizer.save(folder)


def _whole(path: Path, write: Callable[[Path], object]) -> None:
    """Written elsewhere first: several test processes may make the same file."""
    import os

    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    write(part)
    part.replace(path)

"""Builds a tiny Qwen3.5 with a vision encoder: transformers' own class, so that what trains it trains a large one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainer.models.config import DELTA, TinyQwen35

if TYPE_CHECKING:
    from transformers import Qwen3_5ForConditionalGeneration

    from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

VISION_TOKENS = ("<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>")
_PLACES_OF_EYES = 256
_ROTARY_SHARE = 0.5


def build_qwen35(shape: TinyQwen35, tokenizer: PolicyTokenizer) -> Qwen3_5ForConditionalGeneration:
    """A model with random weights; the same shape and seed give the same ones."""
    import torch
    from transformers import Qwen3_5Config, Qwen3_5ForConditionalGeneration

    start, end, image, video = (tokenizer.special(token) for token in VISION_TOKENS)
    head = shape.hidden // shape.heads
    text = {
        "vocab_size": tokenizer.size,
        "hidden_size": shape.hidden,
        "intermediate_size": shape.feed_forward,
        "num_hidden_layers": len(shape.layers),
        "layer_types": [
            "linear_attention" if kind == DELTA else "full_attention" for kind in shape.layers
        ],
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.kv_heads,
        "head_dim": head,
        "linear_key_head_dim": head,
        "linear_value_head_dim": head,
        "linear_num_key_heads": shape.kv_heads,
        "linear_num_value_heads": shape.heads,
        "max_position_embeddings": shape.context,
        "tie_word_embeddings": True,
        "pad_token_id": tokenizer.pad,
        "eos_token_id": tokenizer.end,
        "bos_token_id": None,
        "rope_parameters": {
            "rope_type": "default",
            "rope_theta": shape.rope_theta,
            "partial_rotary_factor": _ROTARY_SHARE,
            "mrope_section": _sections(int(head * _ROTARY_SHARE) // 2),
            "mrope_interleaved": True,
        },
    }
    encoder = {
        "depth": shape.eye_layers,
        "hidden_size": shape.eye_hidden,
        "intermediate_size": shape.eye_feed_forward,
        "num_heads": shape.eye_heads,
        "patch_size": 16,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
        "out_hidden_size": shape.hidden,
        "num_position_embeddings": _PLACES_OF_EYES,
    }
    config = Qwen3_5Config(
        text_config=text,
        vision_config=encoder,
        image_token_id=image,
        video_token_id=video,
        vision_start_token_id=start,
        vision_end_token_id=end,
        tie_word_embeddings=True,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(shape.seed)
        return Qwen3_5ForConditionalGeneration(config)


def _sections(frequencies: int) -> list[int]:
    """How many frequencies tell time, height and width."""
    height = width = frequencies // 3
    return [frequencies - height - width, height, width]

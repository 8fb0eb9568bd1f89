"""Builds the tiny LFM2 that our own policies are: transformers' class, so that everything reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainer.models.config import CONV, TinyLfm2

if TYPE_CHECKING:
    from transformers import Lfm2ForCausalLM

_KERNEL = 3
_CONV_BOUND = 0.58
"""Convolutions begin far from zero: from near zero they do not learn in the time that there is."""


def build_lfm2(shape: TinyLfm2, *, vocabulary: int, pad: int, end: int) -> Lfm2ForCausalLM:
    """A model with random weights; the same shape and seed give the same ones."""
    import torch
    from transformers import Lfm2Config, Lfm2ForCausalLM

    config = Lfm2Config(
        vocab_size=vocabulary,
        hidden_size=shape.hidden,
        num_hidden_layers=len(shape.layers),
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.kv_heads,
        intermediate_size=shape.feed_forward,
        block_auto_adjust_ff_dim=False,
        conv_L_cache=_KERNEL,
        max_position_embeddings=shape.context,
        tie_word_embeddings=True,
        rope_parameters={"rope_type": "default", "rope_theta": shape.rope_theta},
        layer_types=["conv" if kind == CONV else "full_attention" for kind in shape.layers],
        pad_token_id=pad,
        eos_token_id=end,
        bos_token_id=None,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(shape.seed)
        model = Lfm2ForCausalLM(config)
        for name, weight in model.named_parameters():
            if name.endswith("conv.conv.weight"):
                torch.nn.init.uniform_(weight, -_CONV_BOUND, _CONV_BOUND)
            if name.endswith(("q_layernorm.weight", "k_layernorm.weight")):
                torch.nn.init.constant_(weight, shape.sharpness)
    return model

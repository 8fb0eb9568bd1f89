"""How training reads sequences with a model: hidden states where there is loss, and the head's matrix.

LFM2 goes through the lean pass, compiled where a compiler is there; any other model, and one with LoRA
in it, through its own forward pass; one that is shown pictures, with these in place.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from trainer.models.lean_lfm2 import lean_states
from trainer.models.trainable_model import Model, bare
from trainer.sharding import as_forward, is_divided
from trainer.vision.encoder import VisionEncoder

States = Callable[[Tensor, Tensor], Tensor]
"""From rows of tokens, padded on the right, and wanted places to hidden states."""


class TokenScorer:
    """A model as training reads it."""

    def __init__(
        self,
        model: Model,
        *,
        compiled: bool = False,
        encoder: VisionEncoder | None = None,
        half: bool = False,
    ) -> None:
        """`compiled` costs half a minute at first, and saves a quarter of every step. With `encoder`,
        rows may show pictures. `half` computes in bfloat16; states and the head are float32 still.
        """
        inner = bare(model)
        divided = is_divided(inner)
        # The lean pass takes weights out of their layers, where divided ones are whole only in use.
        lean = inner.config.model_type == "lfm2" and inner is model and not divided
        self._plain: States = _lean(inner) if lean else _general(inner, encoder)
        if divided:
            self._plain = as_forward(inner, self._plain)
        # Inductor writes C++: without a compiler, the plain pass it is.
        can_compile = lean and compiled and shutil.which("g++") is not None
        self._fast = torch.compile(self._plain, dynamic=True) if can_compile else self._plain
        self._head: Any = inner.get_output_embeddings()
        self._half = half

    @property
    def head(self) -> Tensor:
        """The head's matrix. Where weights are divided, it is whole from `states` to the gradients."""
        return self._head.weight.float()

    def states(self, ids: Tensor, wanted: Tensor) -> Tensor:
        """The states that the head reads, at places counted through the rows."""
        device = self._head.weight.device
        ids, wanted = ids.to(device), wanted.to(device)
        with torch.autocast(device.type, torch.bfloat16, enabled=self._half):
            if not torch.is_grad_enabled():
                return self._plain(ids, wanted).float()
            if len(ids) == 1 and self._fast is not self._plain:
                # A compiler treats single rows as a case of their own, at half a minute each.
                ids = torch.cat((ids, ids))
            return self._fast(ids, wanted).float()


def _lean(model: Model) -> States:
    return lambda ids, wanted: lean_states(model, ids, wanted)


def _general(model: Model, encoder: VisionEncoder | None) -> States:
    decoder = model.get_decoder()

    def states(ids: Tensor, wanted: Tensor) -> Tensor:
        # Padding is on the right, where causal layers do not look: no mask is needed.
        if encoder is None:
            read = decoder(input_ids=ids, use_cache=False).last_hidden_state
        else:
            embeddings, places = encoder.read(ids)
            read = decoder(
                inputs_embeds=embeddings, position_ids=places, use_cache=False
            ).last_hidden_state
        return read.flatten(0, 1).index_select(0, wanted)

    return states

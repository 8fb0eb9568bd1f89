"""Reads prompts with any model of transformers and goes on from them: no prompt twice, little padding.

Prompts of like length are read together, and what was read of all of them is joined, so that replies
go on in one batch. Tries at one task see equal screens, so equal prompts are common in training by
reward: each is read once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from trainer.models.length_blocks import plan_blocks
from trainer.models.trainable_model import Model
from trainer.vision.encoder import VisionEncoder


@dataclass(slots=True)
class PrefilledPrompts:
    """Prompts that were read, a row each, padded on the left: the scores of what follows, the
    model's memory, what in it is no padding, and the places of the last tokens.
    """

    model: Model
    scores: Tensor
    past: Any  # transformers' caches differ from model to model
    mask: Tensor
    places: Tensor

    def keep(self, rows: Sequence[int]) -> None:
        """Leave only these rows, in this order; one may be there several times."""
        chosen = torch.tensor(rows)
        for layer in self.past.layers:
            # Layers with a convolution or a recurrence know only the second name.
            select = getattr(layer, "batch_select_indices", None) or layer.reorder_cache
            select(chosen)
        self.scores, self.mask, self.places = (
            value[chosen] for value in (self.scores, self.mask, self.places)
        )

    def go_on(self, tokens: Tensor) -> None:
        """Take a token for each row in."""
        self.mask = torch.cat((self.mask, self.mask.new_ones(len(tokens), 1)), 1)
        self.places = self.places + 1
        read = self.model(
            input_ids=tokens[:, None],
            attention_mask=self.mask,
            position_ids=self.places,
            past_key_values=self.past,
            use_cache=True,
            logits_to_keep=1,
        )
        self.scores, self.past = read.logits[:, -1], read.past_key_values


def prefill(
    model: Model,
    prompts: Sequence[Sequence[int]],
    *,
    pad: int,
    encoder: VisionEncoder | None = None,
) -> PrefilledPrompts:
    """Read them; rows are in the prompts' order. With `encoder`, they may show pictures."""
    numbers = {prompt: number for number, prompt in enumerate(dict.fromkeys(map(tuple, prompts)))}
    distinct = list(numbers)
    order = sorted(range(len(distinct)), key=lambda number: len(distinct[number]))
    parts: list[PrefilledPrompts] = []
    for part in plan_blocks([len(distinct[number]) for number in order]):
        parts.append(_read(model, [distinct[order[place]] for place in part], pad, encoder))
        if not _can_join(parts[0].past):
            order, parts = list(range(len(distinct))), [_read(model, distinct, pad, encoder)]
            break
    read = parts[0] if len(parts) == 1 else _join(parts)
    place_of = {number: place for place, number in enumerate(order)}
    rows = [place_of[numbers[tuple(prompt)]] for prompt in prompts]
    if rows != list(range(len(distinct))):
        read.keep(rows)
    return read


def _read(
    model: Model, prompts: Sequence[Sequence[int]], pad: int, encoder: VisionEncoder | None
) -> PrefilledPrompts:
    width = max(map(len, prompts))
    ids = torch.full((len(prompts), width), pad)
    mask = torch.zeros((len(prompts), width), dtype=torch.long)
    for row, prompt in enumerate(prompts):
        ids[row, width - len(prompt) :] = torch.as_tensor(prompt)
        mask[row, width - len(prompt) :] = 1
    rows: dict[str, Tensor]
    if encoder is None:
        places = (mask.cumsum(1) - 1).clamp(min=0)
        rows, last = {"input_ids": ids}, places[:, -1:]
    else:
        embeddings, places = encoder.read(ids, mask)
        # Prompts end with text, whose place is the same number in all three dimensions.
        rows, last = {"inputs_embeds": embeddings}, places[0, :, -1:]
    read = model(
        **rows,
        attention_mask=mask,
        position_ids=places,
        use_cache=True,
        logits_to_keep=1,
    )
    return PrefilledPrompts(model, read.logits[:, -1], read.past_key_values, mask, last)


def _can_join(past: Any) -> bool:  # noqa: ANN401
    """Whether every layer remembers keys and values of all tokens, or states of one size."""
    return all(
        # Windows and the like also count what they have seen.
        type(layer).__name__ in {"DynamicLayer", "LinearAttentionLayer"}
        for layer in past.layers
    )


def _join(parts: Sequence[PrefilledPrompts]) -> PrefilledPrompts:
    width = max(part.mask.shape[1] for part in parts)
    first, *others = (part.past for part in parts)
    for number, layer in enumerate(first.layers):
        layers = [layer, *(other.layers[number] for other in others)]
        if hasattr(layer, "keys"):
            layer.keys = torch.cat([_widened(one.keys, width, -2) for one in layers])
            layer.values = torch.cat([_widened(one.values, width, -2) for one in layers])
            continue
        for states in ("conv_states", "recurrent_states"):
            for state, tensor in getattr(layer, states).items():
                if tensor is not None:
                    together = torch.cat([getattr(one, states)[state] for one in layers])
                    getattr(layer, states)[state] = together
    return PrefilledPrompts(
        parts[0].model,
        torch.cat([part.scores for part in parts]),
        first,
        torch.cat([_widened(part.mask, width, -1) for part in parts]),
        torch.cat([part.places for part in parts]),
    )


def _widened(tensor: Tensor, width: int, side: int) -> Tensor:
    """With zeros before it, which a mask hides."""
    missing = width - tensor.shape[side]
    if not missing:
        return tensor
    shape = list(tensor.shape)
    shape[side] = missing
    return torch.cat((tensor.new_zeros(shape), tensor), side)

"""LFM2 going on from prompts token by token, on transformers' own weights.

Prompts of like length are read in one block each, padded on the right, where causal layers never look;
equal prompts are read once. From then on all rows go through the layers together, and each block attends
to a memory of its own width that is written in place: no row pays for the longest prompt of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor
from torch.nn import functional

from trainer.models.lean_lfm2 import angles_at, feed, gate, heads_of, norm
from trainer.models.length_blocks import plan_blocks

if TYPE_CHECKING:
    from transformers import Lfm2ForCausalLM
    from transformers.models.lfm2.modeling_lfm2 import Lfm2Attention, Lfm2ShortConv


@dataclass(slots=True)
class _Block:
    """Rows of like length. Keys and values have an entry for each layer of attention; `width` is
    where the longest row ends.
    """

    lengths: Tensor
    width: int
    keys: list[Tensor] = field(default_factory=list)
    values: list[Tensor] = field(default_factory=list)

    def take(self, rows: Sequence[int]) -> None:
        """Leave only these rows; one may be there several times."""
        chosen = torch.tensor(rows)
        self.lengths = self.lengths[chosen]
        self.keys = [keys[chosen] for keys in self.keys]
        self.values = [values[chosen] for values in self.values]


class LeanReplies:
    """Replies to prompts, in the making; `scores` are those of every row's next token."""

    def __init__(
        self, model: Lfm2ForCausalLM, prompts: Sequence[Sequence[int]], *, room: int
    ) -> None:
        """Read the prompts, with room for so many tokens after each."""
        self._model = model
        # `Any`: decorated modules, whose types are lost.
        self._layers: list[Any] = list(model.model.layers)
        self._head: Any = model.get_output_embeddings()
        self._frequencies: Tensor = model.model.rotary_emb.inv_freq
        self._blocks: list[_Block] = []
        self._tails: list[Tensor] = []
        """For each layer of convolution, what the newest tokens of every row gave it to read."""
        askers: dict[tuple[int, ...], list[int]] = {}
        for number, prompt in enumerate(prompts):
            askers.setdefault(tuple(prompt), []).append(number)
        distinct = sorted(askers, key=len)
        read = [
            self._read([distinct[place] for place in part], room)
            for part in plan_blocks([len(prompt) for prompt in distinct])
        ]
        self._tails = [
            torch.cat(tails) for tails in zip(*(tails for _, tails in read), strict=True)
        ]
        self._order: list[int] = []
        """Which of the caller's rows each inner row is."""
        asked = [(place, row) for place, prompt in enumerate(distinct) for row in askers[prompt]]
        self._rearrange(asked)
        scores = torch.cat([scores for scores, _ in read])
        self.scores = self._outwards(scores[[place for place, _ in asked]])

    def keep(self, rows: Sequence[int]) -> None:
        """Leave only these rows, in this order."""
        new = {row: number for number, row in enumerate(rows)}
        self._rearrange([(place, new[row]) for place, row in enumerate(self._order) if row in new])

    def go_on(self, tokens: Tensor) -> None:
        """Take a token for each row in."""
        lengths = torch.cat([block.lengths for block in self._blocks])
        states = functional.embedding(tokens[self._order], self._model.model.embed_tokens.weight)
        angles = angles_at(lengths.float(), self._frequencies)
        attention = convolution = 0
        for layer in self._layers:
            read = norm(states, layer.operator_norm)
            if layer.is_attention_layer:
                mixed = self._attend(layer.self_attn, read, angles, attention)
                states = states + layer.self_attn.out_proj(mixed)
                attention += 1
            else:
                mixed = self._convolve(layer.conv, read, convolution)
                states = states + layer.conv.out_proj(mixed)
                convolution += 1
            states = states + feed(layer.feed_forward, norm(states, layer.ffn_norm))
        for block in self._blocks:
            block.lengths = block.lengths + 1
            block.width += 1
        self.scores = self._outwards(self._head(norm(states, self._model.model.embedding_norm)))

    def _outwards(self, scores: Tensor) -> Tensor:
        """In the order of the caller's rows."""
        return torch.empty_like(scores).index_copy_(0, torch.tensor(self._order), scores)

    def _rearrange(self, chosen: Sequence[tuple[int, int]]) -> None:
        """Go on with inner rows, in ascending order, each as a row of the caller's."""
        start = 0
        blocks: list[_Block] = []
        inner = [place for place, _ in chosen]
        for block in self._blocks:
            size = len(block.lengths)
            local = [place - start for place in inner if start <= place < start + size]
            if local and local != list(range(size)):
                block.take(local)
            if local:
                blocks.append(block)
            start += size
        self._blocks = blocks
        places = torch.tensor(inner)
        self._tails = [tails[places] for tails in self._tails]
        self._order = [row for _, row in chosen]

    def _read(self, prompts: Sequence[Sequence[int]], room: int) -> tuple[Tensor, list[Tensor]]:
        """Read prompts as a new block: the scores of what follows, and the convolutions' tails."""
        width = max(map(len, prompts))
        ids = torch.zeros((len(prompts), width), dtype=torch.long)
        for row, prompt in enumerate(prompts):
            ids[row, : len(prompt)] = torch.as_tensor(prompt)
        lengths = torch.tensor([len(prompt) for prompt in prompts])
        block = _Block(lengths, width)
        tails: list[Tensor] = []
        states = functional.embedding(ids, self._model.model.embed_tokens.weight)
        angles = angles_at(torch.arange(width, dtype=torch.float32), self._frequencies)
        every = torch.arange(len(prompts))
        for layer in self._layers:
            read = norm(states, layer.operator_norm)
            if layer.is_attention_layer:
                query, key, value = heads_of(layer.self_attn, read, angles)
                key, value = key.transpose(1, 2), value.transpose(1, 2)
                mixed = functional.scaled_dot_product_attention(
                    query.transpose(1, 2),
                    key,
                    value,
                    is_causal=True,
                    enable_gqa=layer.self_attn.num_key_value_groups > 1,
                )
                mixed, out = mixed.transpose(1, 2).flatten(2), layer.self_attn.out_proj
                block.keys.append(functional.pad(key, (0, 0, 0, room)))
                block.values.append(functional.pad(value, (0, 0, 0, room)))
            else:
                mixed, tail = _convolve_rows(layer.conv, read, lengths)
                out = layer.conv.out_proj
                tails.append(tail)
            if layer is self._layers[-1]:
                # Only what follows the last token is asked for.
                states, mixed = (value[every, lengths - 1] for value in (states, mixed))
            states = states + out(mixed)
            states = states + feed(layer.feed_forward, norm(states, layer.ffn_norm))
        self._blocks.append(block)
        return self._head(norm(states, self._model.model.embedding_norm)), tails

    def _attend(
        self,
        layer: Lfm2Attention,
        states: Tensor,
        angles: tuple[Tensor, Tensor],
        number: int,
    ) -> Tensor:
        heads = heads_of(layer, states[:, None], (angles[0][:, None], angles[1][:, None]))
        query, key, value = (part.transpose(1, 2) for part in heads)
        mixed: list[Tensor] = []
        start = 0
        for block in self._blocks:
            rows = slice(start, start + len(block.lengths))
            start = rows.stop
            keys, values = block.keys[number], block.values[number]
            every = torch.arange(len(block.lengths))
            keys[every, :, block.lengths] = key[rows, :, 0]
            values[every, :, block.lengths] = value[rows, :, 0]
            seen = torch.arange(block.width + 1) <= block.lengths[:, None]
            mixed.append(
                functional.scaled_dot_product_attention(
                    query[rows],
                    keys[:, :, : block.width + 1],
                    values[:, :, : block.width + 1],
                    attn_mask=seen[:, None, None],
                    enable_gqa=layer.num_key_value_groups > 1,
                )
            )
        return torch.cat(mixed).flatten(1)

    def _convolve(self, layer: Lfm2ShortConv, states: Tensor, number: int) -> Tensor:
        after, gated = gate(layer, states)
        seen = torch.cat((self._tails[number], gated[:, None]), 1)
        self._tails[number] = seen[:, 1:]
        mixed = (seen * layer.conv.weight[:, 0].T).sum(1)
        if layer.conv.bias is not None:
            mixed = mixed + layer.conv.bias
        return after * mixed


def _convolve_rows(layer: Lfm2ShortConv, states: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
    """A short convolution over whole rows, and what the last tokens of each gave it to read."""
    after, gated = gate(layer, states)
    weight = layer.conv.weight[:, 0]
    newest = weight.shape[1] - 1
    # Zeros stand before every row.
    padded = functional.pad(gated, (0, 0, newest, 0))
    mixed = sum(
        padded[:, back : back + gated.shape[1]] * weight[:, back] for back in range(newest + 1)
    )
    if layer.conv.bias is not None:
        mixed = mixed + layer.conv.bias
    last = lengths[:, None] + torch.arange(newest)
    tail = padded[torch.arange(len(lengths))[:, None], last]
    return after * mixed, tail

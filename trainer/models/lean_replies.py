"""LFM2 going on from prompts token by token, on transformers' own weights.

Prompts of like length are read in one block each, padded on the right, where causal layers never look;
equal prompts are read once, and prompts that begin like one that is recollected only from there on. Then
all rows go through the layers together, and each block attends to a memory of its own width that is
written in place: no row pays for the longest prompt of all.
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
from trainer.models.matrix_product import linear
from trainer.models.prefix_cache import CachedPrompt, PrefixCache

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


@dataclass(frozen=True, slots=True)
class _Begun:
    """A prompt whose first `start` tokens were read before, as the beginning of another."""

    prompt: tuple[int, ...]
    earlier: CachedPrompt | None
    start: int

    @property
    def new(self) -> tuple[int, ...]:
        return self.prompt[self.start :]

    def keys(self, layer: int) -> Tensor | None:
        return None if self.earlier is None else self.earlier.keys[layer][:, : self.start]

    def values(self, layer: int) -> Tensor | None:
        return None if self.earlier is None else self.earlier.values[layer][:, : self.start]

    def fed(self, layer: int) -> Tensor | None:
        return None if self.earlier is None else self.earlier.fed[layer][: self.start]

    def read(self, row: int, block: _Block, fed: Sequence[Sequence[Tensor]]) -> CachedPrompt:
        """All of it, as a row of the block that it was just read in."""
        length = len(self.prompt)
        inputs = [
            new[row][: len(self.new)]
            if self.earlier is None
            else torch.cat((self.earlier.fed[layer][: self.start], new[row][: len(self.new)]))
            for layer, new in enumerate(fed)
        ]
        # Replies are written behind the prompt, in the same memory, or in a copy.
        return CachedPrompt(
            self.prompt,
            tuple(keys[row, :, :length] for keys in block.keys),
            tuple(values[row, :, :length] for values in block.values),
            tuple(inputs),
        )


class LeanReplies:
    """Replies to prompts, in the making; `scores` are those of every row's next token."""

    def __init__(
        self,
        model: Lfm2ForCausalLM,
        prompts: Sequence[Sequence[int]],
        *,
        room: int,
        recollection: PrefixCache | None = None,
    ) -> None:
        """Read the prompts, with room for so many tokens after each.

        With a recollection, from where it ends; `read` is then what may be recollected of these.
        """
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
        self.read: list[CachedPrompt] = []
        begun = [
            _Begun(
                prompt,
                *(recollection.beginning_of(prompt) if recollection is not None else (None, 0)),
            )
            for prompt in askers
        ]
        begun.sort(key=lambda one: len(one.new))
        distinct = [one.prompt for one in begun]
        read = [
            self._read([begun[place] for place in part], room, keeps=recollection is not None)
            for part in plan_blocks([len(one.new) for one in begun])
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
        angles = _angles(lengths.float(), self._frequencies, like=states)
        attention = convolution = 0
        for layer in self._layers:
            read = norm(states, layer.operator_norm)
            if layer.is_attention_layer:
                mixed = self._attend(layer.self_attn, read, angles, attention)
                states = states + linear(layer.self_attn.out_proj, mixed)
                attention += 1
            else:
                mixed = self._convolve(layer.conv, read, convolution)
                states = states + linear(layer.conv.out_proj, mixed)
                convolution += 1
            states = states + feed(layer.feed_forward, norm(states, layer.ffn_norm))
        for block in self._blocks:
            block.lengths = block.lengths + 1
            block.width += 1
        self.scores = self._outwards(
            linear(self._head, norm(states, self._model.model.embedding_norm))
        )

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

    def _read(
        self, rows: Sequence[_Begun], room: int, *, keeps: bool
    ) -> tuple[Tensor, list[Tensor]]:
        """Read prompts as a new block: the scores of what follows, and the convolutions' tails."""
        width = max(len(one.new) for one in rows)
        ids = torch.zeros((len(rows), width), dtype=torch.long)
        for row, one in enumerate(rows):
            ids[row, : len(one.new)] = torch.as_tensor(one.new)
        starts = torch.tensor([one.start for one in rows])
        lengths = torch.tensor([len(one.prompt) for one in rows])
        block = _Block(lengths, int(lengths.max()))
        goes_on = bool(starts.any())
        tails: list[Tensor] = []
        fed: list[list[Tensor]] = []
        states = functional.embedding(ids, self._model.model.embed_tokens.weight)
        if goes_on:
            places = starts[:, None] + torch.arange(width)
            cos, sin = _angles(places.flatten().float(), self._frequencies, like=states)
            shape = (len(rows), width, 1, -1)
            angles = cos.view(shape), sin.view(shape)
            seen = (torch.arange(block.width) <= places[..., None])[:, None]
        else:
            first = torch.arange(width, dtype=torch.float32)
            angles = _angles(first, self._frequencies, like=states)
            seen = None
        every = torch.arange(len(rows))
        for layer in self._layers:
            read = norm(states, layer.operator_norm)
            if layer.is_attention_layer:
                query, key, value = heads_of(layer.self_attn, read, angles)
                number = len(block.keys)
                key, value = key.transpose(1, 2), value.transpose(1, 2)
                if goes_on:
                    key = _after([one.keys(number) for one in rows], key, rows, block.width)
                    value = _after([one.values(number) for one in rows], value, rows, block.width)
                mixed = functional.scaled_dot_product_attention(
                    query.transpose(1, 2),
                    key,
                    value,
                    attn_mask=seen,
                    is_causal=seen is None,
                    enable_gqa=layer.self_attn.num_key_value_groups > 1,
                )
                mixed, out = mixed.transpose(1, 2).flatten(2), layer.self_attn.out_proj
                block.keys.append(functional.pad(key, (0, 0, 0, room)))
                block.values.append(functional.pad(value, (0, 0, 0, room)))
            else:
                before = [one.fed(len(tails)) for one in rows]
                mixed, tail, padded = _convolve_rows(layer.conv, read, before, lengths - starts)
                out = layer.conv.out_proj
                tails.append(tail)
                if keeps:
                    newest = padded.shape[1] - width
                    fed.append([row[newest:] for row in padded])
            if layer is self._layers[-1]:
                # Only what follows the last token is asked for.
                last = lengths - starts - 1
                states, mixed = (value[every, last] for value in (states, mixed))
            states = states + linear(out, mixed)
            states = states + feed(layer.feed_forward, norm(states, layer.ffn_norm))
        self._blocks.append(block)
        if keeps:
            self.read += [one.read(row, block, fed) for row, one in enumerate(rows)]
        return linear(self._head, norm(states, self._model.model.embedding_norm)), tails

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
            here = slice(block.width + 1)
            seen = torch.arange(block.width + 1) <= block.lengths[:, None]
            mixed.append(attend_last(query[rows], keys[:, :, here], values[:, :, here], seen))
        return torch.cat(mixed).flatten(1)

    def _convolve(self, layer: Lfm2ShortConv, states: Tensor, number: int) -> Tensor:
        after, gated = gate(layer, states)
        seen = torch.cat((self._tails[number], gated[:, None]), 1)
        self._tails[number] = seen[:, 1:]
        mixed = (seen * layer.conv.weight[:, 0].T).sum(1)
        if layer.conv.bias is not None:
            mixed = mixed + layer.conv.bias
        return after * mixed


def attend_last(query: Tensor, keys: Tensor, values: Tensor, seen: Tensor) -> Tensor:
    """Attention of one query a row, by head, to the places that its row has `seen`.

    On a CPU, torch's own is no quicker for a single query, and takes five times as long in bfloat16.
    """
    rows, heads, _, size = query.shape
    # The queries that share a head of keys stand below each other.
    grouped = query.reshape(rows, keys.shape[1], -1, size)
    scores = (grouped @ keys.transpose(2, 3)).float() * size**-0.5
    scores = scores.masked_fill(~seen[:, None, None], float("-inf"))
    mixed = scores.softmax(-1).to(values.dtype) @ values
    return mixed.reshape(rows, heads, 1, size)


def _angles(places: Tensor, frequencies: Tensor, *, like: Tensor) -> tuple[Tensor, Tensor]:
    """As exact as float32 has them, then in the precision of the states that they turn."""
    cos, sin = angles_at(places, frequencies)
    return cos.to(like.dtype), sin.to(like.dtype)


def _convolve_rows(
    layer: Lfm2ShortConv, states: Tensor, before: Sequence[Tensor | None], lengths: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """A short convolution over whole rows, what the last tokens of each gave it to read, and all it read.

    `before` is what a row had given it before; zeros stand where that is nothing.
    """
    after, gated = gate(layer, states)
    weight = layer.conv.weight[:, 0]
    newest = weight.shape[1] - 1
    padded = functional.pad(gated, (0, 0, newest, 0))
    for row, earlier in enumerate(before):
        if earlier is not None:
            padded[row, :newest] = earlier[-newest:]
    mixed = sum(
        padded[:, back : back + gated.shape[1]] * weight[:, back] for back in range(newest + 1)
    )
    if layer.conv.bias is not None:
        mixed = mixed + layer.conv.bias
    last = lengths[:, None] + torch.arange(newest)
    tail = padded[torch.arange(len(lengths))[:, None], last]
    return after * mixed, tail, padded


def _after(
    before: Sequence[Tensor | None], new: Tensor, rows: Sequence[_Begun], width: int
) -> Tensor:
    """Heads of rows as a whole: what was there before, then what is new."""
    whole = new.new_zeros((new.shape[0], new.shape[1], width, new.shape[3]))
    for row, (earlier, one) in enumerate(zip(before, rows, strict=True)):
        if earlier is not None:
            whole[row, :, : one.start] = earlier
        whole[row, :, one.start : len(one.prompt)] = new[row, :, : len(one.new)]
    return whole

"""A reader: an encoder with a score for each request, and for each slot where its value begins and ends."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

_SHARPNESS = 20.0
_POINTER = 128


class ReaderModel(nn.Module):
    """Goals as tokens in; scores of requests, and of the places of all slots' values, out."""

    def __init__(self, encoder: Any, *, requests: int, slots: int) -> None:  # noqa: ANN401
        """`requests` are those that it knows; it has one more score, for none of them."""
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.request = nn.Linear(width, requests + 1)
        self.pointer = nn.Linear(width, 2 * _POINTER)
        self.slot = nn.Embedding(slots, 2 * _POINTER)
        nn.init.zeros_(self.request.weight)
        nn.init.zeros_(self.request.bias)
        nn.init.normal_(self.slot.weight, std=0.02)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of requests, and for each token what slots are compared with."""
        states = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask
        ).last_hidden_state.float()
        said = attention_mask.unsqueeze(-1).float()
        mean = (states * said).sum(1) / said.sum(1)
        alike = nn.functional.normalize(mean, dim=-1) * _SHARPNESS
        # A product of three axes is one that exporters keep as such, and that can be kept in few bits.
        return self.request(alike.unsqueeze(1)).squeeze(1), self.pointer(states)

    def places(self, pointers: Tensor, slots: Tensor) -> tuple[Tensor, Tensor]:
        """Where a slot's value begins and ends in its goal: pointers (n, tokens, ...) and slots (n)."""
        wanted = self.slot(slots)
        begins = torch.einsum("ntd,nd->nt", pointers[..., :_POINTER], wanted[:, :_POINTER])
        ends = torch.einsum("ntd,nd->nt", pointers[..., _POINTER:], wanted[:, _POINTER:])
        return begins, ends


class WholeReader(nn.Module):
    """As it is exported: all slots at once, (goals, slots, tokens)."""

    def __init__(self, model: ReaderModel) -> None:
        super().__init__()
        self.model = model
        self.begin = nn.Linear(_POINTER, model.slot.num_embeddings, bias=False)
        self.end = nn.Linear(_POINTER, model.slot.num_embeddings, bias=False)
        self.begin.weight.data.copy_(model.slot.weight.data[:, :_POINTER])
        self.end.weight.data.copy_(model.slot.weight.data[:, _POINTER:])

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        requests, pointers = self.model(input_ids, attention_mask)
        begins = self.begin(pointers[..., :_POINTER]).transpose(1, 2)
        ends = self.end(pointers[..., _POINTER:]).transpose(1, 2)
        return requests, begins, ends

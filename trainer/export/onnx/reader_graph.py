"""A reader as an ONNX graph: scores of all requests and the places of all values in one run.

Its rows of words are most of it: they are kept in 8 bits, each row with a scale of its own.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from trainer.export.onnx.origins import forget_origins
from trainer.reader.folder import open_reader
from trainer.reader.model import WholeReader

_FREE = torch.export.Dim.DYNAMIC


def write_reader_graph(folder: Path, target: Path) -> None:
    """Write the graph of a trained reader in one file."""
    model, facts = open_reader(folder)
    _shorten(model.encoder.embeddings, facts.most_tokens)
    rows: Any = model.encoder.get_input_embeddings()
    model.encoder.set_input_embeddings(RowsInBytes(rows.weight.data))
    ids = torch.ones(2, 9, dtype=torch.long)
    with torch.no_grad(), warnings.catch_warnings():
        # torch warns of its own deprecations.
        warnings.simplefilter("ignore")
        program: Any = torch.onnx.export(
            WholeReader(model).eval(),
            (ids, torch.ones_like(ids)),
            dynamo=True,
            input_names=["input_ids", "attention_mask"],
            output_names=["requests", "begins", "ends"],
            dynamic_shapes=({0: _FREE, 1: _FREE}, {0: _FREE, 1: _FREE}),
            optimize=True,
            verbose=False,
        )
        target.parent.mkdir(parents=True, exist_ok=True)
        program.save(target, external_data=False)
        forget_origins(target)


def _shorten(embeddings: Any, tokens: int) -> None:  # noqa: ANN401  transformers' modules
    """No goal is read beyond so many tokens: places behind them need no rows."""
    places = embeddings.position_embeddings
    places.weight.data = places.weight.data[:tokens].clone()
    places.num_embeddings = tokens
    embeddings.position_ids = embeddings.position_ids[:, :tokens]


class RowsInBytes(nn.Module):
    """An embedding whose rows are bytes and a scale."""

    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        scale = weight.abs().amax(dim=1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("scale", scale)
        self.register_buffer("rows", (weight / scale).round().to(torch.int8))

    def forward(self, ids: Tensor) -> Tensor:
        rows: Any = self.rows
        scale: Any = self.scale
        return rows[ids].float() * scale[ids]

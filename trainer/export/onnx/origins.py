"""torch writes into a graph where each operation came from: lines of code, with the folders of whoever exported it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx


def forget_origins(path: Path) -> None:
    """Write a graph again, the same and with nothing of where it was made. Weights in other files stay there."""
    model = onnx.load(path, load_external_data=False)
    _clear(model)
    for function in model.functions:
        _clear_graph(function)
    _clear_graph(model.graph)
    onnx.save(model, path)


def _clear_graph(graph: Any) -> None:  # noqa: ANN401  graphs and functions have the same fields
    _clear(graph)
    for part in (*graph.node, *graph.value_info):
        _clear(part)
    for name in ("initializer", "input", "output"):
        for part in getattr(graph, name):
            if not isinstance(part, str):
                _clear(part)
    for node in graph.node:
        for attribute in node.attribute:
            for inner in (attribute.g, *attribute.graphs):
                if inner.node:
                    _clear_graph(inner)


def _clear(part: Any) -> None:  # noqa: ANN401  all parts of a model have these fields
    part.ClearField("doc_string")
    if "metadata_props" in part.DESCRIPTOR.fields_by_name:
        part.ClearField("metadata_props")

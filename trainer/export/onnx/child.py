"""The steps of an ONNX export, in a process of their own.

The libraries behind them print and log a lot, set up logging for the whole process on import, and
hold much memory. Run as `python -m trainer.export.onnx.child '["STEP", "ARGUMENT", ...]' ...`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from runtime.engines.onnx.telemetry import forbid_telemetry


def build(source: str, target: str, precision: str) -> None:
    """onnxruntime-genai's builder, for the CPU, scoring only what follows the last token."""
    builder: Any = import_module("onnxruntime_genai.models.builder")
    what = ("", source, target, precision, "cpu", f"{target}-cache")
    options = builder.parse_extra_options(*what, ["prune_lm_head=true"])
    builder.create_model(*what, **options)


def trace(source: str, target: str) -> None:
    """torch's own exporter."""
    from trainer.export.onnx.torch_graph import write_graph
    from trainer.models.checkpoint import open_checkpoint

    write_graph(open_checkpoint(Path(source)), Path(target))


def quantize(source: str, target: str, kind: str) -> None:
    """8 bits or fewer by one of onnxruntime's quantizers."""
    from trainer.export.onnx.int8 import by_blocks, dynamically, largest_in_four

    make = {"int8": by_blocks, "int4_int8": largest_in_four}.get(kind, dynamically)
    make(Path(source), Path(target))


def halve(graph: str) -> None:
    """The table of tokens in 16 bits."""
    from trainer.export.onnx.half_embedding import halve_embedding

    halve_embedding(Path(graph))


def reader(source: str, target: str) -> None:
    """A reader's graph, by torch's own exporter."""
    from trainer.export.onnx.reader_graph import write_reader_graph

    write_reader_graph(Path(source), Path(target))


_STEPS: dict[str, Callable[..., None]] = {
    "build": build,
    "trace": trace,
    "quantize": quantize,
    "halve": halve,
    "reader": reader,
}

if __name__ == "__main__":
    forbid_telemetry()
    for given in sys.argv[1:]:
        step, *arguments = json.loads(given)
        _STEPS[step](*arguments)

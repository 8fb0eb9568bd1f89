"""A checkpoint as an ONNX graph, by the exporter that suits its architecture.

onnxruntime-genai's builder comes first: its graphs keep their memory in place, decode several
sessions at once and are made in seconds. What it does not know is exported by torch itself; optimum is
there for whoever asks for it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from trainer.errors import ExportError
from trainer.export.onnx.by_optimum import export_by_optimum
from trainer.models.checkpoint import ModelCheckpoint

FILE = "model.onnx"
DATA = "model.onnx.data"

# What the builder's text decoders were tried with here, through the runtime's own engine.
_BUILT = frozenset(
    {
        "LlamaForCausalLM",
        "Qwen2ForCausalLM",
        "Qwen3ForCausalLM",
        "Lfm2ForCausalLM",
        "Qwen3_5ForConditionalGeneration",
    }
)


class Exporter(StrEnum):
    """What makes a graph of a checkpoint."""

    AUTO = "auto"
    GENAI = "genai"
    TORCH = "torch"
    OPTIMUM = "optimum"


def export_graph(
    checkpoint: ModelCheckpoint, folder: Path, kind: str, *, exporter: Exporter = Exporter.AUTO
) -> Path:
    """Write the graph, with its data beside it, in `fp32`, `int8` or `int8_dynamic`."""
    chosen = _choose(checkpoint, exporter)
    graph = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "fp32" or (kind == "int8" and chosen is Exporter.GENAI):
        following = () if kind == "fp32" else (("halve", graph),)
        _export(checkpoint, folder, kind, chosen, *following)
        return graph
    whole = folder.with_name(f"{folder.name}-whole")
    _export(checkpoint, whole, "fp32", chosen, ("quantize", whole / FILE, graph, kind))
    shutil.rmtree(whole)
    return graph


def _export(
    checkpoint: ModelCheckpoint,
    folder: Path,
    kind: str,
    exporter: Exporter,
    *following: Sequence[str | Path],
) -> None:
    what = f"this {checkpoint.architecture}, by {exporter} in {kind},"
    match exporter:
        case Exporter.OPTIMUM:
            export_by_optimum(checkpoint, folder)
            steps = following
        case Exporter.GENAI:
            steps = (("build", checkpoint.folder, folder, kind), *following)
        case _:
            steps = (("trace", checkpoint.folder, folder), *following)
    if steps:
        run_steps(*steps, what=what)
    for path in folder.iterdir():
        # The builder adds files for its own runtime.
        if path.name not in {FILE, DATA}:
            path.unlink()


def _choose(checkpoint: ModelCheckpoint, exporter: Exporter) -> Exporter:
    match exporter:
        case Exporter.AUTO:
            built = checkpoint.architecture in _BUILT
            return Exporter.GENAI if built else Exporter.TORCH
        case _:
            return exporter


def run_steps(*steps: Sequence[str | Path], what: str) -> None:
    """Steps of `trainer.export.onnx.child`, in a process of their own; `ExportError` with what it
    said last.
    """
    written = [json.dumps([str(word) for word in step]) for step in steps]
    ended = subprocess.run(
        [sys.executable, "-m", "trainer.export.onnx.child", *written],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "ORT_DISABLE_TELEMETRY": "1"},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if ended.returncode:
        said = [line for line in ended.stderr.splitlines() if line.strip()]
        last = said[-1].rpartition("ExportError: ")[2] if said else "it does not say why"
        raise ExportError(
            f"{what} cannot be exported to ONNX: {last}; see that the disk has room, or try another "
            "--exporter"
        )

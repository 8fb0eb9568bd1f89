"""A checkpoint as an ONNX graph by optimum, which runs in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from trainer.errors import ExportError
from trainer.export.onnx import optimum_worker
from trainer.export.onnx.optimum_home import bare_environment, cache_folder, open_home
from trainer.models.checkpoint import ModelCheckpoint

# What optimum-onnx 0.1.0 was tried with here, through the runtime's own engine.
KNOWN = frozenset({"LlamaForCausalLM", "Qwen2ForCausalLM", "Qwen3ForCausalLM"})


def export_by_optimum(checkpoint: ModelCheckpoint, folder: Path) -> None:
    """Write model.onnx in fp32, with its data beside it; `ExportError` where optimum cannot."""
    if checkpoint.architecture not in KNOWN:
        raise ExportError(
            f"optimum cannot export this {checkpoint.architecture}, only {', '.join(sorted(KNOWN))}: "
            "export with --exporter genai or torch"
        )
    python = open_home(cache_folder(os.environ), report=print_line)
    run_worker(python, checkpoint.folder, folder)


def run_worker(python: Path, source: Path, target: Path) -> None:
    """The export itself, by an interpreter that has optimum."""
    ended = subprocess.run(
        [str(python), optimum_worker.__file__, str(source.resolve()), str(target.resolve())],
        env={**bare_environment(), "HF_HUB_OFFLINE": "1", "ORT_DISABLE_TELEMETRY": "1"},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if ended.returncode:
        said = [line for line in ended.stderr.splitlines() if line.strip()]
        raise ExportError(
            f"optimum failed on {source}: {said[-1] if said else 'it does not say why'}; export with "
            "--exporter genai or torch"
        )


def print_line(line: str) -> None:
    """Tell the person who waits."""
    sys.stderr.write(f"{line}\n")

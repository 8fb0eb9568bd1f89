"""Runs inside optimum's environment, by path: `python optimum_worker.py SOURCE TARGET`.

Imports nothing of ours, which is not installed there. Writes model.onnx, with weights that do not fit
into it in model.onnx.data beside it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

TASK = "text-generation-with-past"
DATA = "model.onnx.data"
LARGEST_BYTES = 1 << 30


def older_config(config: dict[str, Any]) -> dict[str, Any]:
    """A configuration as transformers 4 reads it: turning has a key of its own in 5, and so have types."""
    older = dict(config)
    turning = dict(older.pop("rope_parameters", None) or {})
    if turning:
        older["rope_theta"] = turning.pop("rope_theta", 10_000.0)
        if turning.get("rope_type", "default") != "default":
            older["rope_scaling"] = turning
    if "dtype" in older:
        older["torch_dtype"] = older.pop("dtype")
    return older


def lay_out(source: Path, folder: Path) -> None:
    """The checkpoint for transformers 4: its weights as they are, without its tokenizer."""
    import json

    config = json.loads((source / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(older_config(config)), encoding="utf-8")
    for path in (*source.glob("*.safetensors"), *source.glob("*.safetensors.index.json")):
        (folder / path.name).symlink_to(path.resolve())


def export(source: Path, target: Path) -> None:
    """optimum's export with a memory of keys and values."""
    from optimum.exporters.onnx import main_export  # pyright: ignore[reportMissingImports]

    with tempfile.TemporaryDirectory() as place:
        older, made = Path(place) / "older", Path(place) / "made"
        older.mkdir()
        lay_out(source, older)
        main_export(str(older), str(made), task=TASK, device="cpu", do_validation=False)
        gather(made / "model.onnx", target)


def gather(graph: Path, target: Path) -> None:
    """Write the graph as one file, or two where one could not hold it."""
    import onnx

    target.mkdir(parents=True, exist_ok=True)
    model = onnx.load(graph)
    large = sum(path.stat().st_size for path in graph.parent.glob("model.onnx*")) > LARGEST_BYTES
    if large:
        onnx.save(model, target / "model.onnx", save_as_external_data=True, location=DATA)
    else:
        onnx.save(model, target / "model.onnx")


if __name__ == "__main__":
    export(Path(sys.argv[1]), Path(sys.argv[2]))

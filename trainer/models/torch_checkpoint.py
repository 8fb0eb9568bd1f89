"""A checkpoint in torch, whole or not at all: a tensor too few or too many is an error."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from trainer.errors import ExportError
from trainer.models.quiet_transformers import quiet_transformers


def load_model(folder: Path) -> Any:  # noqa: ANN401  transformers' types are loose
    """The model of a folder in 32-bit floats, ready to be asked. Nothing is ever fetched."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    import torch
    import transformers

    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    kind: Any = (
        transformers.AutoModelForImageTextToText
        if "vision_config" in config
        else transformers.AutoModelForCausalLM
    )
    quiet_transformers()
    try:
        model, report = kind.from_pretrained(
            folder,
            dtype=torch.float32,
            output_loading_info=True,
            # Told below, with their names.
            ignore_mismatched_sizes=True,
            local_files_only=True,
            trust_remote_code=False,
        )
    # safetensors and transformers raise nothing more precise for files that do not fit.
    except Exception as error:
        raise ExportError(
            f"{folder} cannot be loaded as a {config.get('model_type')} model: {error}"
        ) from error
    _check_whole(folder, report)
    return model.eval()


def _check_whole(folder: Path, report: dict[str, Any]) -> None:
    for what, names in report.items():
        odd = sorted(str(name) for name in names if not str(name).startswith("mtp."))
        if odd:
            listed = ", ".join(odd[:5]) + (f" and {len(odd) - 5} more" if len(odd) > 5 else "")
            raise ExportError(
                f"the weights in {folder} do not fit its config.json ({what.replace('_', ' ')}: "
                f"{listed}): the checkpoint is incomplete, or its config is another model's"
            )

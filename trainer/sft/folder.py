"""The folder of a training: what lies where in it."""

from __future__ import annotations

from pathlib import Path

from trainer.errors import TrainingError

MODEL = "model"
"""The trained policy."""
CHECKPOINTS = "checkpoints"
TOKENIZER = "tokenizer"
TOKENS = "tokens"


def refuse_overwriting(folder: Path, *, resume: bool) -> None:
    """`TrainingError` where a training lies that is not to be gone on with."""
    begun = folder / CHECKPOINTS
    if not resume and begun.is_dir() and any(begun.iterdir()):
        raise TrainingError(
            f"{folder} holds a training already: go on with --resume, or choose another folder"
        )

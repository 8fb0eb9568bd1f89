"""The folder of a training: what lies where in it."""

from __future__ import annotations

from pathlib import Path

from trainer.errors import TrainingError

MODEL = "model"
"""The trained policy."""
CHECKPOINTS = "checkpoints"
TOKENIZER = "tokenizer"
TOKENS = "tokens"


def has_begun(folder: Path) -> bool:
    """Whether a training lies there that can be gone on with."""
    checkpoints = folder / CHECKPOINTS
    return checkpoints.is_dir() and any(checkpoints.iterdir())


def refuse_overwriting(folder: Path, *, resume: bool) -> None:
    """`TrainingError` where a training lies that is not to be gone on with."""
    if not resume and has_begun(folder):
        raise TrainingError(
            f"{folder} holds a training already: go on with --resume, or choose another folder"
        )

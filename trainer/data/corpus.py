"""What a tokenizer is trained on: everything that is read and said in the episodes of data sets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from runtime.prompts.format import PromptFormat
from trainer.data.samples import read_samples
from trainer.errors import DataError


def episode_texts(folders: Sequence[Path], form: PromptFormat) -> list[str]:
    """A text for each episode, as prompts and replies are written."""
    samples = read_samples(folders, form)
    texts = [
        "\n".join(f"{sample.prompt}{sample.reply}" for sample in steps)
        for _, steps in groupby(samples, key=lambda sample: sample.episode)
    ]
    if not texts:
        raise DataError(f"no samples in {', '.join(map(str, folders))}: collect episodes first")
    return texts

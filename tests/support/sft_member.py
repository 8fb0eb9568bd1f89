"""One process of a small training: run by path in several processes, imported for one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tiny_policy import tiny_tokenizer, toy_samples

from trainer.models.config import ModelConfig, TinyLfm2
from trainer.process_group import ProcessGroup, join_process_group
from trainer.sft.config import (
    DecisionsConfig,
    PackedConfig,
    RunConfig,
    ScheduleConfig,
    SftConfig,
    ValidationConfig,
)
from trainer.sft.recipe import train
from trainer.sft.tokens import encode_samples
from trainer.sft.validation import ValidationScores

CONFIG = SftConfig(
    model=ModelConfig(TinyLfm2(hidden=16, heads=2, kv_heads=2, feed_forward=32, layers="ca")),
    packed=PackedConfig(steps=3, batch_tokens=400, longest=200),
    decisions=DecisionsConfig(steps=4, batch_tokens=400),
    schedule=ScheduleConfig(warmup_steps=2),
    validation=ValidationConfig(every=7, samples=40),
    run=RunConfig(compiled=False),
)


def train_as(process_group: ProcessGroup, folder: Path) -> ValidationScores:
    """Take part in the training; the scores at its end."""
    tokenizer = tiny_tokenizer(folder / f"tokenizer{process_group.rank}")
    training = encode_samples(toy_samples(40, seed=1), tokenizer)
    held_out = encode_samples(toy_samples(40, seed=2), tokenizer)
    scores = train(CONFIG, training, held_out, tokenizer, folder, process_group=process_group)
    assert scores is not None
    return scores


if __name__ == "__main__":
    with join_process_group(os.environ) as joined:
        found = train_as(joined, Path(sys.argv[1]))
        sys.stdout.write(f"{found.loss} {found.whole}\n")

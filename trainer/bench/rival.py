"""trl's `SFTTrainer` on given batches: what our training is compared with.

As it comes, but for what would slow it without need: it saves nothing, logs nowhere and does not
recompute what it has read (gradient checkpointing). Its LM head, too, works only where there is loss.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from trainer.bench.material import Material
from trainer.bench.resource_usage import ResourceUsage
from trainer.models.trainable_model import Model
from trainer.sft.samples import TrainingSequence
from trainer.tokenizer.policy_tokenizer import END, FILE, PAD

RATE = 1e-4
IGNORED = -100


def available() -> bool:
    """Whether trl is installed (pip install 'phonebuddy[bench]')."""
    return find_spec("trl") is not None and find_spec("datasets") is not None


@dataclass(slots=True)
class TrlSteps:
    """trl's training steps. One trainer for each run of batches, all on one model."""

    material: Material
    folder: Path
    spent: ResourceUsage = field(default_factory=ResourceUsage)
    tokens: int = 0
    _model: Model = field(init=False)

    def __post_init__(self) -> None:
        self._model = self.material.model()

    def run(self, batches: Sequence[Sequence[TrainingSequence]]) -> float:
        """A step on each batch; the mean of their losses. What it takes to set up is not counted."""
        with _quiet():
            trainer = self._trainer(batches)
            with self.spent.counting():
                trained = trainer.train()
        self.tokens += sum(len(row.tokens) for batch in batches for row in batch)
        return trained.training_loss

    def forget(self) -> None:
        """Count from here on."""
        self.spent, self.tokens = ResourceUsage(), 0

    def _trainer(self, batches: Sequence[Sequence[TrainingSequence]]) -> Any:  # noqa: ANN401  trl has no types
        from datasets import Dataset
        from torch.utils.data import DataLoader
        from transformers import PrinterCallback

        # Only where the extra `bench` is installed.
        from trl.trainer.sft_config import SFTConfig  # pyright: ignore[reportMissingImports]
        from trl.trainer.sft_trainer import SFTTrainer  # pyright: ignore[reportMissingImports]

        class InOrder(SFTTrainer):
            """Reads the batches as they are: its own samplers make them all of one size."""

            def _send_telemetry(self) -> None:
                """No usage statistics leave this machine."""

            def get_train_dataloader(self) -> Any:  # noqa: ANN401
                loader = DataLoader(
                    self.train_dataset,  # pyright: ignore[reportArgumentType]
                    batch_sampler=_numbers(batches),
                    collate_fn=self.data_collator,
                )
                return self.accelerator.prepare(loader)

        settings = SFTConfig(
            output_dir=str(self.folder),
            max_steps=len(batches),
            learning_rate=RATE,
            lr_scheduler_type="constant",
            completion_only_loss=True,
            max_length=None,
            bf16=False,
            use_cpu=True,
            gradient_checkpointing=False,
            dataloader_pin_memory=False,
            save_strategy="no",
            report_to="none",
            logging_steps=len(batches),
            disable_tqdm=True,
            dataset_kwargs={"skip_prepare_dataset": True},
        )
        rows = [row for batch in batches for row in batch]
        trainer = InOrder(
            model=self._model,
            args=settings,
            train_dataset=Dataset.from_list([_columns(row) for row in rows]),
            processing_class=self._tokenizer(),
        )
        trainer.remove_callback(PrinterCallback)
        return trainer

    def _tokenizer(self) -> Any:  # noqa: ANN401
        from transformers import PreTrainedTokenizerFast

        ours = self.material.tokenizer
        return PreTrainedTokenizerFast(
            tokenizer_file=str(ours.folder / FILE),
            pad_token=PAD,
            eos_token=END,
        )


def _columns(row: TrainingSequence) -> dict[str, list[int]]:
    tokens = row.tokens.tolist()
    labels = [IGNORED] * len(tokens)
    for place in row.places.tolist():
        labels[place + 1] = tokens[place + 1]
    return {"input_ids": tokens, "labels": labels}


def _numbers(batches: Sequence[Sequence[TrainingSequence]]) -> list[list[int]]:
    """Which rows of all, counted through, each batch has."""
    numbered: list[list[int]] = []
    start = 0
    for batch in batches:
        numbered.append(list(range(start, start + len(batch))))
        start += len(batch)
    return numbered


@contextmanager
def _quiet() -> Iterator[None]:
    """Neither its warnings nor its log are the bench's."""
    level = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(level)

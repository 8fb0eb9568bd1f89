"""Trains a reader, and leaves it as a folder: weights, tokenizer, and what it knows. Resumes where it stopped."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor

from runtime.engines.reader.about import ReaderFacts
from runtime.record_codec import to_json
from trainer.checkpoints import publish_folder
from trainer.errors import InvalidDataRequest
from trainer.rate_schedule import ScheduleConfig, rate_share
from trainer.reader.encoder import load_encoder, shorten_vocabulary
from trainer.reader.lessons import ReaderData, ReaderLesson
from trainer.reader.model import ReaderModel

ABOUT, WEIGHTS, TOKENIZER, FACTS = "reader.json", "model.pt", "tokenizer.json", "training.json"
_LONGEST = 128
_CHUNK = 16
"""So many batches are made of goals of about the same length."""
_SMOOTHING = 0.05
_NOWHERE = -1e4


@dataclass(frozen=True, slots=True)
class ReaderConfig:
    """A training: from which encoder, on how much, at which rates."""

    encoder: Path
    base: str = ""
    """What the encoder is called; empty: as its own folder says."""
    layers: tuple[int, ...] = (0, 2, 5)
    words: int = 8_000
    """So many words of the encoder are kept."""
    steps: int = 2_400
    batch: int = 96
    rate: float = 1.5e-4
    head_rate: float = 3e-3
    seed: int = 1
    half: bool = True
    checkpoint_every: int = 200


@dataclass(frozen=True, slots=True)
class _Batch:
    ids: Tensor
    mask: Tensor
    requests: Tensor
    goals: Tensor
    """For each place that is known, which goal of the batch it is in."""
    slots: Tensor
    begins: Tensor
    ends: Tensor


def train_reader(
    config: ReaderConfig,
    data: ReaderData,
    out: Path,
    *,
    resume: bool = False,
    report: Callable[[str], None] = print,
) -> None:
    """Train; `out` then holds the reader."""
    if (out / WEIGHTS).exists() and not resume:
        raise InvalidDataRequest(f"{out} holds a reader: choose another folder, or --resume")
    encoder = load_encoder(config.encoder, config.layers)
    texts = {lesson.asked for lesson in data.lessons}
    tokens = shorten_vocabulary(encoder, config.encoder, texts, words=config.words)
    base = config.base or str(getattr(encoder.config, "name_or_path", "") or config.encoder.name)
    about = ReaderFacts(
        data.requests, "", TOKENIZER, _LONGEST, f"{len(config.layers)} layers of {base}"
    )
    torch.manual_seed(config.seed)
    model = ReaderModel(encoder, requests=len(data.requests), slots=data.slots)
    report(
        f"{len(data.lessons):,} goals, {len(data.requests)} requests, {data.slots} slots, "
        f"{sum(weight.numel() for weight in model.parameters()):,} weights"
    )
    training = _Training(config, model, Tokenizer.from_str(tokens), data.lessons)
    before = out / "checkpoint.pt"
    if resume and before.is_file():
        training.load(before)
    out.mkdir(parents=True, exist_ok=True)
    training.run(before, report)
    part = out.with_name(f"{out.name}.part")
    part.mkdir(exist_ok=True)
    torch.save(model.state_dict(), part / WEIGHTS)
    (part / TOKENIZER).write_text(tokens, encoding="utf-8")
    encoder.config.save_pretrained(part)
    _write(part / ABOUT, to_json(ReaderFacts, about))
    facts = {**asdict(config), "encoder": config.encoder.name, "catalogue": asdict(data.catalogue)}
    _write(part / FACTS, facts)
    before.unlink(missing_ok=True)
    out.rmdir()
    publish_folder(part, out)


class _Training:
    """Weights, their optimizer, and how far they are."""

    def __init__(
        self,
        config: ReaderConfig,
        model: ReaderModel,
        tokenizer: Any,  # noqa: ANN401  tokenizers comes without types
        lessons: Sequence[ReaderLesson],
    ) -> None:
        self._config, self._model, self._lessons = config, model, lessons
        self._tokenizer = tokenizer
        tokenizer.enable_truncation(_LONGEST)
        tokenizer.enable_padding()
        heads = [
            weight for name, weight in model.named_parameters() if not name.startswith("encoder.")
        ]
        rates = ((list(model.encoder.parameters()), config.rate), (heads, config.head_rate))
        self._rates = [rate for _, rate in rates]
        self._optimizer = torch.optim.AdamW(
            [{"params": weights, "lr": rate} for weights, rate in rates], weight_decay=0.01
        )
        self._step = 0

    def load(self, path: Path) -> None:
        state = torch.load(path, weights_only=True)
        self._model.load_state_dict(state["model"])
        self._optimizer.load_state_dict(state["optimizer"])
        torch.set_rng_state(state["random"])
        self._step = state["step"]

    def run(self, checkpoint: Path, report: Callable[[str], None]) -> None:
        config = self._config
        schedule = ScheduleConfig(warmup_steps=60, decay_share=0.7)
        began_s, began = time.monotonic(), self._step
        self._model.train()
        for batch in self._batches():
            if self._step >= config.steps:
                break
            share = rate_share(self._step, config.steps, schedule)
            for group, rate in zip(self._optimizer.param_groups, self._rates, strict=True):
                group["lr"] = rate * share
            request_loss, place_loss = self._learn(batch)
            self._step += 1
            if self._step % 50 == 0:
                seconds = (time.monotonic() - began_s) / (self._step - began)
                report(
                    f"step {self._step} of {config.steps}, requests {request_loss:.3f}, values {place_loss:.3f}, "
                    f"{seconds * (config.steps - self._step) / 60:.0f} min left"
                )
            if self._step % config.checkpoint_every == 0:
                self._save(checkpoint)

    def _learn(self, batch: _Batch) -> tuple[float, float]:
        cross_entropy = torch.nn.functional.cross_entropy
        with torch.autocast("cpu", torch.bfloat16, enabled=self._config.half):
            scores, pointers = self._model(batch.ids, batch.mask)
        request_loss = cross_entropy(scores.float(), batch.requests, label_smoothing=_SMOOTHING)
        place_loss = torch.zeros(())
        if len(batch.goals):
            begins, ends = self._model.places(pointers.float()[batch.goals], batch.slots)
            nowhere = batch.mask[batch.goals] == 0
            place_loss = cross_entropy(begins.masked_fill(nowhere, _NOWHERE), batch.begins)
            place_loss = place_loss + cross_entropy(ends.masked_fill(nowhere, _NOWHERE), batch.ends)
        self._optimizer.zero_grad()
        (request_loss + place_loss).backward()
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
        self._optimizer.step()
        return request_loss.item(), place_loss.item()

    def _batches(self) -> Iterator[_Batch]:
        """Without end, from where the training stands."""
        size, at, round_number = self._config.batch, 0, 0
        lessons = list(self._lessons)
        step = 0
        while True:
            if at + size * _CHUNK > len(lessons) and at:
                at, round_number = 0, round_number + 1
                Random(f"{self._config.seed} {round_number}").shuffle(lessons)
            chunk = sorted(lessons[at : at + size * _CHUNK], key=lambda one: len(one.asked))
            at += size * _CHUNK
            batches = [chunk[place : place + size] for place in range(0, len(chunk), size)]
            Random(f"{self._config.seed} {round_number} {at}").shuffle(batches)
            for some in batches:
                if step >= self._step:
                    yield self._encoded(some)
                step += 1

    def _encoded(self, lessons: Sequence[ReaderLesson]) -> _Batch:
        encoded = self._tokenizer.encode_batch([lesson.asked for lesson in lessons])
        found: list[tuple[int, int, int, int]] = []
        for number, (lesson, goal) in enumerate(zip(lessons, encoded, strict=True)):
            for slot, begin, end in lesson.places:
                inside = [
                    place
                    for place, (first, last) in enumerate(goal.offsets)
                    if first < end and last > begin
                ]
                if inside:
                    found.append((number, slot, inside[0], inside[-1]))
        columns = torch.tensor(found, dtype=torch.long).reshape(-1, 4).unbind(1)
        return _Batch(
            torch.tensor([goal.ids for goal in encoded]),
            torch.tensor([goal.attention_mask for goal in encoded]),
            torch.tensor([lesson.request for lesson in lessons]),
            *columns,
        )

    def _save(self, path: Path) -> None:
        state = {
            "model": self._model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "random": torch.get_rng_state(),
            "step": self._step,
        }
        part = path.with_name(f"{path.name}.part")
        torch.save(state, part)
        part.replace(path)


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False, default=str), encoding="utf-8")

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tiny_policy import tiny_tokenizer, toy_samples
from torch import nn

from trainer.errors import CheckpointError, TrainingError
from trainer.models.config import Lora, ModelConfig, ModelFolder, TinyLfm2
from trainer.models.trainable_model import load_model
from trainer.optimizers import OptimizerConfig
from trainer.rate_schedule import rate_share
from trainer.sft.config import (
    CopyingConfig,
    DecisionsConfig,
    PackedConfig,
    RunConfig,
    ScheduleConfig,
    SftConfig,
    ValidationConfig,
)
from trainer.sft.folder import MODEL
from trainer.sft.recipe import Stopping, train
from trainer.sft.tokens import TokenSet, encode_samples
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

QUICK = SftConfig(
    model=ModelConfig(TinyLfm2(hidden=16, heads=2, kv_heads=2, feed_forward=32, layers="ca")),
    copying=CopyingConfig(steps=2, batch_tokens=300, longest=100, every=3),
    packed=PackedConfig(steps=3, batch_tokens=300, longest=200),
    decisions=DecisionsConfig(steps=5, batch_tokens=300),
    schedule=ScheduleConfig(warmup_steps=2),
    validation=ValidationConfig(every=4, samples=6),
    run=RunConfig(compiled=False, checkpoint_every=100),
)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


@pytest.fixture(scope="module")
def training(tokenizer: PolicyTokenizer) -> TokenSet:
    return encode_samples(toy_samples(300, seed=1), tokenizer)


@pytest.fixture(scope="module")
def held_out(tokenizer: PolicyTokenizer) -> TokenSet:
    return encode_samples(toy_samples(40, seed=2), tokenizer)


def weights_of(out: Path) -> dict[str, torch.Tensor]:
    return dict(load_model(out / MODEL).named_parameters())


def test_a_toy_task_is_learnt(
    tokenizer: PolicyTokenizer, training: TokenSet, held_out: TokenSet, tmp_path: Path
) -> None:
    shape = TinyLfm2(hidden=64, heads=4, kv_heads=4, feed_forward=128, layers="caca")
    config = replace(
        QUICK,
        model=ModelConfig(shape),
        optimizer=OptimizerConfig(adamw_rate=4e-3),
        copying=CopyingConfig(),
        packed=PackedConfig(steps=80, batch_tokens=900, longest=200),
        decisions=DecisionsConfig(steps=140, batch_tokens=900),
        schedule=ScheduleConfig(warmup_steps=10, decay_share=0.6),
        validation=ValidationConfig(every=220, samples=80),
    )
    scores = train(config, training, held_out, tokenizer, tmp_path)
    assert scores is not None
    assert scores.whole > 0.85
    assert scores.by_class["pointer"] > 0.9


def test_interrupted_and_resumed_it_is_the_same_policy_bit_by_bit(
    tokenizer: PolicyTokenizer, training: TokenSet, held_out: TokenSet, tmp_path: Path
) -> None:
    train(QUICK, training, held_out, tokenizer, tmp_path / "straight")
    torch.manual_seed(99)  # what ran before must not matter
    for steps in (2, 3, None):  # stops once in each phase
        train(
            QUICK,
            training,
            held_out,
            tokenizer,
            tmp_path / "stopped",
            resume=True,
            stop_after=steps,
        )
    straight, stopped = weights_of(tmp_path / "straight"), weights_of(tmp_path / "stopped")
    assert straight.keys() == stopped.keys()
    for name, weight in straight.items():
        assert torch.equal(weight, stopped[name]), name


def test_nothing_is_trained_over_by_accident(
    tokenizer: PolicyTokenizer, training: TokenSet, held_out: TokenSet, tmp_path: Path
) -> None:
    train(QUICK, training, held_out, tokenizer, tmp_path)
    with pytest.raises(TrainingError, match="--resume"):
        train(QUICK, training, held_out, tokenizer, tmp_path)


def test_another_configuration_does_not_resume(
    tokenizer: PolicyTokenizer, training: TokenSet, held_out: TokenSet, tmp_path: Path
) -> None:
    train(QUICK, training, held_out, tokenizer, tmp_path, stop_after=1)
    other = replace(QUICK, decisions=DecisionsConfig(steps=9))
    with pytest.raises(CheckpointError, match="decisions"):
        train(other, training, held_out, tokenizer, tmp_path, resume=True)


def test_it_stops_when_the_loss_no_longer_falls_and_keeps_the_best(
    tokenizer: PolicyTokenizer, training: TokenSet, held_out: TokenSet, tmp_path: Path
) -> None:
    config = replace(
        QUICK,
        # So high a rate makes the model worse and worse.
        optimizer=OptimizerConfig(kind="adamw", adamw_rate=0.5),
        packed=PackedConfig(steps=0),
        decisions=DecisionsConfig(steps=60, batch_tokens=300),
        schedule=ScheduleConfig(warmup_steps=40),
        validation=ValidationConfig(every=1, samples=6, patience=3),
    )
    train(config, training, held_out, tokenizer, tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    losses = [line["loss"] for line in lines if line["kind"] == "validation"]
    assert 3 < len(losses) < 60
    assert min(losses) == losses[-4]
    assert load_model(tmp_path / MODEL) is not None


def test_figures_are_logged(
    tokenizer: PolicyTokenizer, training: TokenSet, held_out: TokenSet, tmp_path: Path
) -> None:
    config = replace(QUICK, run=replace(QUICK.run, log_every=1))
    train(config, training, held_out, tokenizer, tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    logged = {
        kind: [line["step"] for line in lines if line["kind"] == kind]
        for kind in ("copying", "packed", "decisions")
    }
    # Copying that comes back later has no loss of its own to tell.
    assert logged == {"copying": [1, 2], "packed": [3, 5], "decisions": [6, 8, 9]}
    (last,) = [line for line in lines if line["kind"] == "validation" and line["step"] == 10]
    assert {"loss", "whole", "pointer", "label", "skeleton"} <= last.keys()


def test_the_policy_is_a_folder_that_transformers_reads(
    tokenizer: PolicyTokenizer, training: TokenSet, held_out: TokenSet, tmp_path: Path
) -> None:
    train(QUICK, training, held_out, tokenizer, tmp_path)
    loaded = PolicyTokenizer(tmp_path / MODEL)
    model = load_model(tmp_path / MODEL)
    assert isinstance(model, nn.Module)
    assert loaded.size <= model.config.vocab_size
    assert loaded.encode("Tap Mail #3") == tokenizer.encode("Tap Mail #3")


def test_with_lora_the_policy_is_merged_and_the_additions_lie_beside_it(
    tokenizer: PolicyTokenizer, training: TokenSet, held_out: TokenSet, tmp_path: Path
) -> None:
    train(QUICK, training, held_out, tokenizer, tmp_path / "base")
    source = ModelFolder(tmp_path / "base" / MODEL)
    config = replace(QUICK, model=ModelConfig(source, Lora(rank=2)))
    train(config, training, held_out, tokenizer, tmp_path / "lora")
    base, tuned = weights_of(tmp_path / "base"), weights_of(tmp_path / "lora")
    assert base.keys() == tuned.keys()
    changed = {name for name in base if not torch.equal(base[name], tuned[name])}
    assert changed
    assert all("proj" in name or "feed_forward" in name for name in changed)
    assert (tmp_path / "lora" / MODEL / "adapter" / "adapter_model.safetensors").is_file()


def test_rates_rise_stay_and_fall_to_nearly_nothing() -> None:
    schedule = ScheduleConfig(warmup_steps=10, decay_share=0.5)
    shares = [rate_share(step, 100, schedule) for step in range(100)]
    assert shares[0] == pytest.approx(0.1)
    assert shares[9:50] == [1.0] * 41
    assert shares[75] == pytest.approx(0.5)
    assert 0 < shares[-1] <= 0.02


def test_rates_are_lower_from_a_step_on() -> None:
    level = ScheduleConfig(warmup_steps=10, decay_share=0.5)
    lowered = ScheduleConfig(warmup_steps=10, decay_share=0.5, lower_from=30, lower_share=0.25)
    for step in range(100):
        share = 0.25 if step >= 30 else 1.0
        assert rate_share(step, 100, lowered) == share * rate_share(step, 100, level)


def test_patience_of_nothing_never_stops() -> None:
    stopping = Stopping(patience=0)
    for loss in (1.0, 2.0, 3.0, 4.0):
        stopping.sees(loss)
    assert not stopping.is_over

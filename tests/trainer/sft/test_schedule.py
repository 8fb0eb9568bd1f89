from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny_policy import tiny_tokenizer, toy_samples

from trainer.errors import BadConfig
from trainer.models.config import ModelConfig, TinyLfm2
from trainer.models.trainable_model import load_model
from trainer.sft.config import (
    DecisionsConfig,
    PackedConfig,
    RunConfig,
    SftConfig,
    ValidationConfig,
    read_config,
)
from trainer.sft.folder import MODEL
from trainer.sft.recipe import train
from trainer.sft.schedule import SampleSchedule
from trainer.sft.tokens import encode_samples

BUDGET, BATCHES = 400, 20


def schedule(
    lengths: list[int], kinds: list[int], *, seed: int = 0, floor: float = 0.1
) -> SampleSchedule:
    return SampleSchedule(lengths, kinds, budget=BUDGET, batches=BATCHES, floor=floor, seed=seed)


def learn(one: SampleSchedule, wrong: dict[int, float], *, times: int = 30) -> None:
    """Let every kind be seen often, each so often wrongly."""
    counts = torch.full((one.kinds,), float(times))
    missed = torch.tensor([wrong.get(kind, 0.0) * times for kind in range(one.kinds)])
    one.learn(counts, missed)


def seen(one: SampleSchedule, steps: range, kinds: list[int]) -> Counter[int]:
    return Counter(kinds[sample] for step in steps for sample in one.batch(step)[1])


def test_what_is_often_wrong_comes_up_more_often() -> None:
    kinds = [0, 1] * 500
    one = schedule([20] * 1000, kinds)
    learn(one, {0: 0.9, 1: 0.0}, times=1000)
    counts = seen(one, range(BATCHES, 2 * BATCHES), kinds)
    assert counts[0] > 4 * counts[1] > 0


def test_all_kinds_are_equal_before_anything_is_known() -> None:
    kinds = [0, 1] * 500
    counts = seen(schedule([20] * 1000, kinds), range(BATCHES), kinds)
    assert abs(counts[0] - counts[1]) < 0.25 * counts.total()


def test_estimates_change_draws_only_with_the_next_round() -> None:
    kinds = [0, 1] * 500
    one, other = schedule([20] * 1000, kinds), schedule([20] * 1000, kinds)
    one.batch(0)
    learn(one, {0: 0.9})
    assert [one.batch(step) for step in range(BATCHES)] == [
        other.batch(step) for step in range(BATCHES)
    ]
    assert one.batch(BATCHES) != other.batch(BATCHES)


@given(
    lengths=st.lists(st.integers(1, 500), min_size=1, max_size=60),
    seed=st.integers(0, 5),
    step=st.integers(0, 3 * BATCHES),
)
def test_batches_hold_different_samples_within_the_budget(
    lengths: list[int], seed: int, step: int
) -> None:
    kinds = [number % 3 for number in range(len(lengths))]
    _, batch = schedule(lengths, kinds, seed=seed).batch(step)
    assert batch
    assert len(set(batch)) == len(batch)
    assert len(batch) == 1 or max(lengths[sample] for sample in batch) * len(batch) <= BUDGET


def test_a_schedule_goes_on_where_it_was() -> None:
    kinds = [number % 7 for number in range(300)]
    lengths = [20 + number % 40 for number in range(300)]
    one, resumed = schedule(lengths, kinds), schedule(lengths, kinds)
    one.batch(BATCHES + 3)
    learn(one, {0: 0.9, 3: 0.4})
    resumed.restore(one.state())
    steps = range(BATCHES + 4, 3 * BATCHES)
    assert [one.batch(step) for step in steps] == [resumed.batch(step) for step in steps]


def test_a_resampled_training_resumes_to_the_same_policy(tmp_path: Path) -> None:
    tokenizer = tiny_tokenizer(tmp_path / "tokenizer")
    training = encode_samples(toy_samples(120, seed=1), tokenizer)
    held_out = encode_samples(toy_samples(10, seed=2), tokenizer)
    config = SftConfig(
        model=ModelConfig(TinyLfm2(hidden=16, heads=2, kv_heads=2, feed_forward=32, layers="ca")),
        packed=PackedConfig(steps=0),
        decisions=DecisionsConfig(steps=9, batch_tokens=300, resample_batches=3),
        validation=ValidationConfig(every=100, samples=4),
        run=RunConfig(compiled=False, checkpoint_every=100),
    )

    def go(out: Path, *, resume: bool = False, stop_after: int | None = None) -> None:
        train(config, training, held_out, tokenizer, out, resume=resume, stop_after=stop_after)

    go(tmp_path / "whole")
    go(tmp_path / "parts", stop_after=5)
    go(tmp_path / "parts", resume=True)
    whole, parts = (
        dict(load_model(tmp_path / name / MODEL).named_parameters()) for name in ("whole", "parts")
    )
    assert all(torch.equal(whole[name], parts[name]) for name in whole)

    plain = replace(config, decisions=replace(config.decisions, resample_batches=0))
    train(plain, training, held_out, tokenizer, tmp_path / "plain")
    uniform = dict(load_model(tmp_path / "plain" / MODEL).named_parameters())
    assert any(not torch.equal(whole[name], uniform[name]) for name in whole)


def test_resampling_without_a_floor_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "sft.toml"
    file.write_text("[decisions]\nresample_batches = 10\nresample_floor = 0\n")
    with pytest.raises(BadConfig, match="resample_floor more than 0"):
        read_config(file)

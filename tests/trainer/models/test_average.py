"""`trainer average`: one policy of several checkpoints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tiny_policy import tiny_tokenizer

from trainer.cli import main
from trainer.commands.average import average
from trainer.errors import InvalidDataRequest, ModelError
from trainer.facts import PolicyFacts, read_facts, write_facts
from trainer.models.config import TinyLfm2
from trainer.models.tiny_lfm2 import build_lfm2
from trainer.models.trainable_model import load_model, save_model

SHAPE = TinyLfm2(hidden=16, heads=2, kv_heads=2, feed_forward=32, layers="ca")
FACTS = PolicyFacts(history_steps=8, base="nothing", recipe=("SFT: 5 steps",))


def policy(folder: Path, *, seed: int, shape: TinyLfm2 = SHAPE, facts: PolicyFacts = FACTS) -> Path:
    tokenizer = tiny_tokenizer(folder / "tokenizer")
    made = build_lfm2(shape, vocabulary=tokenizer.size, pad=tokenizer.pad, end=tokenizer.pad)
    noise = torch.Generator().manual_seed(seed)
    for weight in made.parameters():
        weight.data += torch.randn(weight.shape, generator=noise)
    save_model(made, folder / "model")
    tokenizer.save(folder / "model")
    write_facts(folder / "model", facts)
    return folder / "model"


def test_weights_are_the_mean_and_the_last_recipe_is_kept(tmp_path: Path) -> None:
    later = replace(FACTS, recipe=("SFT: 5 steps", "SFT: 3 steps"))
    one = policy(tmp_path / "one", seed=1)
    two = policy(tmp_path / "two", seed=2, facts=later)
    assert main(["average", str(one), str(two), "--out", str(tmp_path / "mean")]) == 0

    first, second, mean = (
        load_model(folder).state_dict() for folder in (one, two, tmp_path / "mean")
    )
    for name, weight in mean.items():
        torch.testing.assert_close(weight, (first[name] + second[name]) / 2)
    assert not torch.equal(mean["lm_head.weight"], first["lm_head.weight"])
    facts = read_facts(tmp_path / "mean")
    assert facts.recipe == (*later.recipe, "the mean of 2 checkpoints of it")
    assert facts.history_steps == 8
    assert not list(tmp_path.glob("*.part"))


def test_what_cannot_be_averaged_is_refused(tmp_path: Path) -> None:
    one = policy(tmp_path / "one", seed=1)
    wider = policy(tmp_path / "wider", seed=1, shape=replace(SHAPE, feed_forward=64))
    asked = policy(tmp_path / "asked", seed=1, facts=replace(FACTS, history_steps=4))
    reading = policy(tmp_path / "reading", seed=1)
    (reading / "tokenizer.json").write_text("{}")
    out = tmp_path / "mean"
    with pytest.raises(InvalidDataRequest, match="at least two"):
        average([one], out)
    with pytest.raises(ModelError, match="another shape"):
        average([one, wider], out)
    with pytest.raises(ModelError, match="asked in another way"):
        average([one, asked], out)
    with pytest.raises(ModelError, match="another tokenizer"):
        average([one, reading], out)
    with pytest.raises(ModelError, match="cannot be read"):
        average([one, tmp_path / "none"], out)
    with pytest.raises(InvalidDataRequest, match="there already"):
        average([one, one], one)
    assert not out.exists()

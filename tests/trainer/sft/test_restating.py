"""Restating in supervised fine-tuning: which steps it takes, and what it leaves beside the policy."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tiny_policy import tiny_tokenizer, toy_samples

from runtime.prompts.known_requests import learn_requests
from trainer.errors import BadConfig
from trainer.facts import read_opening
from trainer.models.config import ModelConfig, TinyLfm2
from trainer.sft.config import (
    DecisionsConfig,
    PackedConfig,
    RestatingConfig,
    RunConfig,
    SftConfig,
    ValidationConfig,
    read_config,
)
from trainer.sft.folder import MODEL
from trainer.sft.preparation import RestatingData
from trainer.sft.recipe import Phases, train
from trainer.sft.tokens import TokenSet, encode_samples
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

CONFIG = SftConfig(
    model=ModelConfig(TinyLfm2(hidden=16, heads=2, kv_heads=2, feed_forward=32, layers="ca")),
    packed=PackedConfig(steps=0),
    decisions=DecisionsConfig(steps=4, batch_tokens=300),
    restating=RestatingConfig(share=0.5, batch_tokens=300),
    validation=ValidationConfig(every=4, samples=6),
    run=RunConfig(compiled=False, checkpoint_every=100),
)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


@pytest.fixture(scope="module")
def samples(tokenizer: PolicyTokenizer) -> TokenSet:
    return encode_samples(toy_samples(60, seed=1), tokenizer)


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_such_a_share_of_the_steps_restates_each_batch_once(
    tokenizer: PolicyTokenizer, samples: TokenSet, share: float
) -> None:
    config = replace(CONFIG, restating=replace(CONFIG.restating, share=share))
    phases = Phases(config, samples, tokenizer, samples)

    taken = [phases.samples(step) for step in range(100)]

    restated = [number for stream, number in taken if stream is not phases.decisions]
    assert restated == list(range(round(100 * share)))


def test_known_requests_go_with_the_policy_and_restating_is_scored(
    tokenizer: PolicyTokenizer, samples: TokenSet, tmp_path: Path
) -> None:
    known = learn_requests({"Set an alarm for {time}.": ("wake me up at {time}",)})

    train(
        CONFIG,
        samples,
        samples,
        tokenizer,
        tmp_path,
        restated=RestatingData(samples, samples, known),
    )

    read = read_opening(tmp_path / MODEL).known
    assert read is not None
    assert read.near("wake me up at 7", 3) == known.sentences
    logged = (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()
    assert {"validation", "restating"} <= {json.loads(line)["kind"] for line in logged}


def test_a_share_beyond_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[restating]\nshare = 1.5\n", encoding="utf-8")
    with pytest.raises(BadConfig, match=r"restating\.share"):
        read_config(path)

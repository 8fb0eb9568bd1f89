from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_policy import ToySample, tiny_tokenizer, toy_samples

from trainer.errors import DataError
from trainer.sft.batches import BatchOrder, plan_batches
from trainer.sft.config import DecisionsConfig, PackedConfig
from trainer.sft.samples import (
    DecisionSamples,
    PackedSamples,
    TrainingSequence,
    collate,
    pack_episodes,
)
from trainer.sft.tokens import TokenSet, encode_samples, load_tokens, save_tokens
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

LENGTHS = st.lists(st.integers(1, 300), min_size=1, max_size=120)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


@pytest.fixture(scope="module")
def samples() -> list[ToySample]:
    return list(toy_samples(30))


@pytest.fixture(scope="module")
def tokens(tokenizer: PolicyTokenizer, samples: list[ToySample]) -> TokenSet:
    return encode_samples(samples, tokenizer)


@given(lengths=LENGTHS, budget=st.integers(50, 2000), seed=st.integers(0, 9))
def test_an_epoch_has_every_sequence_once_within_the_budget(
    lengths: list[int], budget: int, seed: int
) -> None:
    batches = plan_batches(lengths, budget=budget, seed=seed, epoch=0)
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        longest = max(lengths[index] for index in batch)
        assert len(batch) == 1 or longest * len(batch) <= budget


@given(lengths=LENGTHS, step=st.integers(0, 200))
def test_the_batch_of_a_step_is_known_without_those_before_it(
    lengths: list[int], step: int
) -> None:
    walked = BatchOrder(lengths, budget=600, seed=1)
    for before in range(step):
        walked.batch(before)
    assert walked.batch(step) == BatchOrder(lengths, budget=600, seed=1).batch(step)


def test_epochs_differ() -> None:
    plans = [plan_batches(range(20, 220), budget=900, seed=0, epoch=epoch) for epoch in (0, 1)]
    assert plans[0] != plans[1]


def test_samples_come_back_as_they_were_encoded(
    tokenizer: PolicyTokenizer, samples: list[ToySample], tokens: TokenSet
) -> None:
    for index, sample in enumerate(samples):
        prompt = tokenizer.encode_prompt(sample.texts)
        assert tokens.whole(index).tolist() == prompt + tokenizer.encode_reply(sample.reply)
        assert tokens.prompt_length(index) == len(prompt)
        newest = tokenizer.encode_newest(sample.texts[sample.stable :])
        assert tokens.newest(index).tolist() == newest + tokenizer.encode_reply(sample.reply)


def test_tokens_survive_a_file(tokens: TokenSet, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("tokens") / "train.npz"
    save_tokens(tokens, path)
    loaded = load_tokens(path)
    assert np.array_equal(loaded.tokens, tokens.tokens)
    assert np.array_equal(loaded.places, tokens.places)


@pytest.mark.parametrize("longest", [40, 60, 100, 1000])
def test_packs_hold_every_step_of_one_episode_in_order(tokens: TokenSet, longest: int) -> None:
    packs = pack_episodes(tokens, longest=longest)
    packed = [sample for pack in packs for sample in pack]
    assert packed == sorted(packed)
    for pack in packs:
        assert len({tokens.episode(sample) for sample in pack}) == 1
        assert list(pack) == list(range(pack[0], pack[-1] + 1))
    if longest == 1000:
        assert len(packs) == 30
        assert packed == list(range(len(tokens)))


def test_packed_samples_count_every_token_alike(
    tokenizer: PolicyTokenizer, tokens: TokenSet, samples: list[ToySample]
) -> None:
    packed = PackedSamples(tokens, PackedConfig(batch_tokens=10_000, longest=500), seed=0)
    rows = packed.rows(0)
    assert sum(float(row.weights.sum()) for row in rows) == pytest.approx(1, rel=1e-5)
    texts = {tokenizer.decode(row.tokens.tolist()) for row in rows}
    first, second = samples[0], samples[1]
    whole = "".join(first.texts) + first.reply + second.texts[-1] + second.reply
    assert whole in texts


def test_decision_samples_count_replies_and_a_part_of_what_is_read(tokens: TokenSet) -> None:
    config = DecisionsConfig(batch_tokens=10_000, observation_weight=0.2, observation_share=0.25)
    rows = DecisionSamples(tokens, config, seed=0).rows(0)
    replies = sum(float(row.weights[: row.replies].sum()) for row in rows)
    others = sum(float(row.weights[row.replies :].sum()) for row in rows)
    assert replies == pytest.approx(1, rel=1e-4)
    assert others == pytest.approx(0.2, rel=1e-4)
    read = sum(len(row.tokens) - 1 - row.replies for row in rows)
    chosen = sum(len(row.places) - row.replies for row in rows)
    assert 0.18 < chosen / read < 0.32


def test_without_weight_on_what_is_read_only_replies_count(tokens: TokenSet) -> None:
    config = DecisionsConfig(batch_tokens=500, observation_weight=0.0)
    for row in DecisionSamples(tokens, config, seed=0).rows(3):
        assert len(row.places) == row.replies


def test_what_is_read_counts_elsewhere_in_the_next_epoch(tokens: TokenSet) -> None:
    samples = DecisionSamples(tokens, DecisionsConfig(batch_tokens=100_000), seed=0)
    first, second = (
        sorted((row.tokens.tolist(), row.places.tolist()) for row in samples.rows(step))
        for step in (0, 1)
    )
    assert [row for row, _ in first] == [row for row, _ in second]
    assert [places for _, places in first] != [places for _, places in second]


def test_collated_targets_are_the_next_tokens() -> None:
    rows = [
        TrainingSequence(
            np.array([5, 6, 7, 8], np.int32), np.array([2, 0]), np.ones(2, np.float32), 1
        ),
        TrainingSequence(
            np.arange(10, 22, dtype=np.int32), np.array([10]), np.ones(1, np.float32), 1
        ),
    ]
    batch = collate(rows, pad=0)
    assert batch.ids.shape == (2, 16)
    assert batch.targets.tolist() == [8, 6, 21]
    assert batch.ids.flatten()[batch.wanted].tolist() == [7, 5, 20]
    assert batch.counted.tolist() == [True, False, True]
    assert batch.tokens == 16


def test_no_sequence_at_all_is_said_and_not_waited_for() -> None:
    with pytest.raises(DataError, match="nothing to train on"):
        BatchOrder([], budget=100, seed=0).batch(0)

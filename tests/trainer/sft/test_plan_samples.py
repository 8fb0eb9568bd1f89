from __future__ import annotations

import pytest
from tiny_policy import ToySample, tiny_tokenizer, toy_samples

from trainer.sft.config import PlanningConfig
from trainer.sft.plan_samples import PlanSamples, find_plans
from trainer.sft.tokens import TokenSet, encode_samples
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

CONFIG = PlanningConfig(begin=10, steps=5, batch_tokens=200, every=4)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


@pytest.fixture(scope="module")
def samples() -> list[ToySample]:
    return list(toy_samples(30))


@pytest.fixture(scope="module")
def tokens(tokenizer: PolicyTokenizer, samples: list[ToySample]) -> TokenSet:
    return encode_samples(samples, tokenizer)


def test_every_episode_with_a_step_in_its_history_is_a_plan_once(
    tokens: TokenSet, samples: list[ToySample]
) -> None:
    planned = {sample.episode for sample in samples if sample.stable > 1}
    assert len(find_plans(tokens)) == len(planned)
    assert planned


def test_loss_is_on_the_steps_and_on_nothing_else(
    tokenizer: PolicyTokenizer, tokens: TokenSet, samples: list[ToySample]
) -> None:
    goals = {sample.texts[0] for sample in samples}
    for row in PlanSamples(tokens, CONFIG, seed=0).rows(10):
        text = "".join(tokenizer.piece(token).decode() for token in row.tokens.tolist())
        steps = "".join(
            tokenizer.piece(token).decode() for token in row.tokens[row.places + 1].tolist()
        )
        goal = text.removesuffix(steps)
        assert goal in goals
        assert steps.strip()
        assert row.replies == len(row.places)


def test_weights_make_a_mean_and_the_loss_of_later_plans_is_not_logged(tokens: TokenSet) -> None:
    samples = PlanSamples(tokens, CONFIG, seed=0)
    for step in (10, 12, 14, 17):
        rows = samples.rows(step)
        assert sum(float(row.weights.sum()) for row in rows) == pytest.approx(1, rel=1e-4)
        assert all((row.replies > 0) == (step < 15) for row in rows)
    assert [row.tokens.tolist() for row in samples.rows(11)] == [
        row.tokens.tolist() for row in PlanSamples(tokens, CONFIG, seed=0).rows(11)
    ]

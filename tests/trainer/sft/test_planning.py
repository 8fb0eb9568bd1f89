from __future__ import annotations

import pytest
from tiny_policy import ToySample, tiny_tokenizer, toy_samples

from trainer.sft.config import PlanningConfig
from trainer.sft.planning import PlanLessons, find_plans
from trainer.sft.tokens import TokenSet, encode_samples
from trainer.tokenizing.policy_tokenizer import PolicyTokenizer

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


def test_every_episode_that_told_of_a_step_is_a_plan_once(
    tokens: TokenSet, samples: list[ToySample]
) -> None:
    told = {sample.episode for sample in samples if sample.stable > 1}
    assert len(find_plans(tokens)) == len(told)
    assert told


def test_loss_is_on_the_steps_and_on_nothing_else(
    tokenizer: PolicyTokenizer, tokens: TokenSet, samples: list[ToySample]
) -> None:
    goals = {sample.texts[0] for sample in samples}
    for row in PlanLessons(tokens, CONFIG, seed=0).rows(10):
        text = "".join(tokenizer.piece(token).decode() for token in row.tokens.tolist())
        steps = "".join(
            tokenizer.piece(token).decode() for token in row.tokens[row.places + 1].tolist()
        )
        goal = text.removesuffix(steps)
        assert goal in goals
        assert steps.strip()
        assert row.replies == len(row.places)


def test_weights_make_a_mean_and_later_lessons_are_not_told(tokens: TokenSet) -> None:
    lessons = PlanLessons(tokens, CONFIG, seed=0)
    for step in (10, 12, 14, 17):
        rows = lessons.rows(step)
        assert sum(float(row.weights.sum()) for row in rows) == pytest.approx(1, rel=1e-4)
        assert all((row.replies > 0) == (step < 15) for row in rows)
    assert [row.tokens.tolist() for row in lessons.rows(11)] == [
        row.tokens.tolist() for row in PlanLessons(tokens, CONFIG, seed=0).rows(11)
    ]

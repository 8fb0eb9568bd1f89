from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from tiny_policy import ToySample, tiny_tokenizer, toy_samples

from trainer.data.rewording import NOT_REWORDED, RewordedGoals
from trainer.sft.config import DecisionsConfig, PlanningConfig
from trainer.sft.plan_samples import PlanSamples
from trainer.sft.samples import DecisionSamples
from trainer.sft.tokens import Tokens, TokenSet, encode_reworded, load_tokens, save_tokens
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

OTHERS = ("Task: do it.\n", "Task: could you please do this here for me today?\n")


@dataclass(frozen=True)
class WordedSample:
    """A sample of the toy, whose goal may be another."""

    toy: ToySample
    goals: RewordedGoals

    @property
    def episode(self) -> str:
        return self.toy.episode

    @property
    def texts(self) -> tuple[str, ...]:
        return self.toy.texts

    @property
    def stable(self) -> int:
        return self.toy.stable

    @property
    def reply(self) -> str:
        return self.toy.reply


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


@pytest.fixture(scope="module")
def samples() -> list[ToySample]:
    return list(toy_samples(30))


@pytest.fixture(scope="module")
def tokens(
    tokenizer: PolicyTokenizer, samples: list[ToySample], tmp_path_factory: pytest.TempPathFactory
) -> TokenSet:
    made = encode_reworded(
        (WordedSample(toy, RewordedGoals(0, OTHERS)) for toy in samples), tokenizer
    )
    path: Path = tmp_path_factory.mktemp("tokens") / "tokens.npz"
    save_tokens(made, path)
    return load_tokens(path)


def read(tokenizer: PolicyTokenizer, tokens: Tokens) -> str:
    return b"".join(tokenizer.piece(token) for token in tokens.tolist()).decode()


def test_drawn_sample_differs_in_its_goal_and_in_nothing_else(
    tokens: TokenSet, tokenizer: PolicyTokenizer, samples: list[ToySample]
) -> None:
    for number, sample in enumerate(samples):
        whole = read(tokenizer, tokens.whole(number))
        drawn = tokens.draw(number, (0, 1))
        assert read(tokenizer, drawn.tokens) in {
            whole.replace(sample.texts[0], other, 1) for other in OTHERS
        }
        assert read(tokenizer, drawn.tokens[drawn.prompt :]).startswith(sample.reply)
        assert read(tokenizer, drawn.tokens[: drawn.stable]).count("Task: ") == 1


def test_all_goals_are_drawn_in_time_and_a_seed_draws_the_same(
    tokens: TokenSet, tokenizer: PolicyTokenizer
) -> None:
    texts = [read(tokenizer, tokens.draw(0, (0, epoch)).tokens) for epoch in range(20)]
    assert len(set(texts)) == len(OTHERS)
    assert texts == [read(tokenizer, tokens.draw(0, (0, epoch)).tokens) for epoch in range(20)]


def test_lessons_read_the_drawn_goals_and_have_their_loss_where_it_belongs(
    tokens: TokenSet, tokenizer: PolicyTokenizer, samples: list[ToySample]
) -> None:
    replies = {sample.reply for sample in samples}
    decisions = DecisionSamples(tokens, DecisionsConfig(batch_tokens=400), seed=0)
    for row in decisions.rows(0):
        assert any(other in read(tokenizer, row.tokens) for other in OTHERS)
        asked = read(tokenizer, row.tokens[row.places[: row.replies] + 1])
        assert any(asked.startswith(reply) for reply in replies)
    config = PlanningConfig(begin=0, steps=5, batch_tokens=400)
    for row in PlanSamples(tokens, config, seed=0).rows(0):
        text, asked = read(tokenizer, row.tokens), read(tokenizer, row.tokens[row.places + 1])
        assert text.removesuffix(asked) in OTHERS


def test_episode_without_other_goals_keeps_its_own(
    tokenizer: PolicyTokenizer, samples: list[ToySample]
) -> None:
    tokens = encode_reworded((WordedSample(toy, NOT_REWORDED) for toy in samples), tokenizer)
    assert tokens.goals is None
    assert tokens.draw(3, (0, 0)).tokens.tolist() == tokens.whole(3).tolist()

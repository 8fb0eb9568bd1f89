from __future__ import annotations

import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_policy import tiny_tokenizer

from trainer.sft.choice_samples import ChoiceSamples
from trainer.sft.config import ChoosingConfig
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

CONFIG = ChoosingConfig(begin=100, steps=40, batch_tokens=900, every=4)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


@pytest.fixture(scope="module")
def samples(tokenizer: PolicyTokenizer) -> ChoiceSamples:
    return ChoiceSamples(tokenizer, CONFIG, seed=3)


@given(step=st.integers(0, 300))
def test_what_is_chosen_stands_in_the_goal_and_on_the_screen_and_was_not_chosen_before(
    tokenizer: PolicyTokenizer, samples: ChoiceSamples, step: int
) -> None:
    for row in samples.rows(step):
        reply_start = int(row.places[0]) + 1
        prompt = tokenizer.decode(row.tokens[:reply_start].tolist())
        reply = tokenizer.decode(row.tokens[reply_start:].tolist())
        goal, *lines = prompt.splitlines()
        before = [line for line in lines if line.startswith("- ")]
        thought, call = reply.split("\n")
        found = re.fullmatch(r"(Tap|Type in) (.+) #(\d+)", thought)
        assert found is not None
        word, label, number = found.groups()
        arguments = json.loads(call)["arguments"]
        assert arguments["index"] == int(number)
        shown = [line for line in lines if line.startswith(f"{label} #{number}")]
        assert len(shown) == 1
        assert label.split(", ")[0] in goal
        assert f"- {word} {label}" not in before
        if word == "Type in":
            assert arguments["text"] in goal
            assert shown == [f"{label} #{number} field"]


def test_loss_is_on_the_whole_reply_and_nothing_else(
    tokenizer: PolicyTokenizer, samples: ChoiceSamples
) -> None:
    rows = samples.rows(101)
    assert sum(float(row.weights.sum()) for row in rows) == pytest.approx(1)
    for row in rows:
        assert row.places.tolist() == list(range(int(row.places[0]), len(row.tokens) - 1))
        assert int(row.tokens[-1]) == tokenizer.end


def test_a_step_has_the_same_lessons_every_time(
    tokenizer: PolicyTokenizer, samples: ChoiceSamples
) -> None:
    again = ChoiceSamples(tokenizer, CONFIG, seed=3)
    for one, other in zip(samples.rows(7), again.rows(7), strict=True):
        assert np.array_equal(one.tokens, other.tokens)
    assert len(samples.rows(7)[0].tokens) > 0
    assert not np.array_equal(samples.rows(7)[0].tokens, samples.rows(8)[0].tokens)


def test_the_logged_loss_is_that_of_decisions_once_these_are_learnt(
    samples: ChoiceSamples,
) -> None:
    assert all(row.replies == len(row.places) for row in samples.rows(139))
    assert all(row.replies == 0 for row in samples.rows(140))

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_policy import tiny_tokenizer

from trainer.sft.config import CopyingConfig
from trainer.sft.copy_samples import CopySamples
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

CONFIG = CopyingConfig(steps=40, batch_tokens=900, shortest=40, longest=200, every=4)
STEPS = st.integers(0, 80)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


@pytest.fixture(scope="module")
def samples(tokenizer: PolicyTokenizer) -> CopySamples:
    return CopySamples(tokenizer, CONFIG, seed=3)


@given(step=STEPS)
def test_every_token_that_is_asked_for_can_be_known(
    tokenizer: PolicyTokenizer, samples: CopySamples, step: int
) -> None:
    line_end = tokenizer.encode("\n")[0]
    for row in samples.rows(step):
        tokens = row.tokens.tolist()
        half = int(row.places[0])
        said, repeated = (_lines(part, line_end) for part in (tokens[:half], tokens[half:]))
        assert sorted(said) == sorted(repeated)
        firsts = np.cumsum([0, *map(len, repeated)])[:-1] + half
        asked_for = set((row.places + 1).tolist())
        assert asked_for == set(range(half, len(tokens))) - set(firsts.tolist())


@given(step=STEPS)
def test_a_batch_is_known_by_its_step_alone_and_its_weights_make_a_mean(
    tokenizer: PolicyTokenizer, samples: CopySamples, step: int
) -> None:
    rows, again = samples.rows(step), CopySamples(tokenizer, CONFIG, seed=3).rows(step)
    assert [row.tokens.tolist() for row in rows] == [row.tokens.tolist() for row in again]
    assert sum(float(row.weights.sum()) for row in rows) == pytest.approx(1, rel=1e-4)


def test_other_steps_and_seeds_have_other_lines(
    tokenizer: PolicyTokenizer, samples: CopySamples
) -> None:
    first = samples.rows(0)[0].tokens.tolist()
    assert first != samples.rows(1)[0].tokens.tolist()
    assert first != CopySamples(tokenizer, CONFIG, seed=4).rows(0)[0].tokens.tolist()


def test_lines_grow_to_the_longest(samples: CopySamples) -> None:
    def mean(step: int) -> float:
        return float(np.mean([len(row.tokens) for row in samples.rows(step)]))

    assert mean(0) <= CONFIG.shortest
    assert mean(20) < mean(40) <= CONFIG.longest
    assert mean(80) <= CONFIG.longest


def test_loss_is_logged_only_while_copying_is_what_is_learnt(samples: CopySamples) -> None:
    assert all(row.replies == len(row.places) for row in samples.rows(CONFIG.steps - 1))
    assert all(row.replies == 0 for row in samples.rows(CONFIG.steps))


def _lines(tokens: list[int], line_end: int) -> list[list[int]]:
    lines: list[list[int]] = [[]]
    for token in tokens:
        lines[-1].append(token)
        if token == line_end:
            lines.append([])
    assert not lines.pop()
    return lines

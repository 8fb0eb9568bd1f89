import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from trainer.models.config import TinyLfm2
from trainer.models.tiny_lfm2 import build_lfm2
from trainer.rl.reply_scores import arrange, score_replies
from trainer.token_scorer import TokenScorer

TOKENS = st.lists(st.integers(1, 30), min_size=1, max_size=8).map(tuple)
PAD = 0


@pytest.fixture(scope="module")
def reader() -> TokenScorer:
    shape = TinyLfm2(hidden=32, heads=2, kv_heads=2, feed_forward=32, layers="ca", context=64)
    return TokenScorer(build_lfm2(shape, vocabulary=32, pad=PAD, end=31).eval())


@given(st.lists(st.tuples(TOKENS, TOKENS), min_size=1, max_size=6))
def test_exactly_the_tokens_of_replies_are_scored(rows: list) -> None:
    prompts, replies = [row[0] for row in rows], [row[1] for row in rows]

    ids, places, said = arrange(prompts, replies, pad=PAD)

    flat = ids.flatten()
    assert flat[places + 1].tolist() == said.tolist() == [t for reply in replies for t in reply]
    assert int((ids != PAD).sum()) == sum(len(p) + len(r) for p, r in rows)


def test_scores_are_those_of_the_model_alone_and_unpadded(reader: TokenScorer) -> None:
    prompts, replies = [(3, 4, 5), (7,)], [(6, 31), (8, 9, 10, 31)]

    together = score_replies(reader, prompts, replies, pad=PAD).log_probs
    apart = torch.cat(
        [
            score_replies(reader, [prompt], [reply], pad=PAD).log_probs
            for prompt, reply in zip(prompts, replies, strict=True)
        ]
    )

    torch.testing.assert_close(together, apart, atol=1e-5, rtol=0)


def test_temperature_flattens_the_odds(reader: TokenScorer) -> None:
    cool = score_replies(reader, [(3, 4)], [(5, 6)], pad=PAD, temperature=0.5)
    warm = score_replies(reader, [(3, 4)], [(5, 6)], pad=PAD, temperature=5.0)

    assert bool((warm.entropies > cool.entropies).all())


def test_a_reply_to_nothing_is_refused(reader: TokenScorer) -> None:
    with pytest.raises(ValueError, match="nothing comes before"):
        score_replies(reader, [()], [(5,)], pad=PAD)

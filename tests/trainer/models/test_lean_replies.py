from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from trainer.models.config import TinyLfm2
from trainer.models.lean_replies import LeanReplies
from trainer.models.length_blocks import plan_blocks
from trainer.models.prefix_cache import PrefixCache
from trainer.models.tiny_lfm2 import build_lfm2
from trainer.models.trainable_model import Model

SHAPES = {
    "attention last": TinyLfm2(hidden=32, heads=4, kv_heads=4, feed_forward=48, layers="caca"),
    "convolution last": TinyLfm2(hidden=32, heads=4, kv_heads=2, feed_forward=48, layers="acc"),
}
# Of lengths far enough apart that they are read in several blocks; one twice.
LENGTHS = (1, 2, 3, 150, 40, 151, 400, 2)


def built(name: str) -> Model:
    model = build_lfm2(SHAPES[name], vocabulary=50, pad=0, end=1).eval()
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(2.0)
    return model


def prompts() -> list[list[int]]:
    random = torch.Generator().manual_seed(0)
    drawn = [torch.randint(2, 50, (length,), generator=random).tolist() for length in LENGTHS]
    return [*drawn, drawn[3]]


def wanted(model: Model, rows: list[list[int]]) -> torch.Tensor:
    """What transformers says, one row at a time."""
    return torch.stack([model(torch.tensor([row])).logits[0, -1] for row in rows])


@pytest.mark.parametrize("name", SHAPES)
@torch.no_grad()
def test_scores_are_transformers_after_every_token(name: str) -> None:
    model, rows = built(name), prompts()
    assert len(plan_blocks(sorted(map(len, rows)))) > 2
    replies = LeanReplies(model, rows, room=6)
    assert torch.allclose(replies.scores, wanted(model, rows), atol=1e-4)
    # Whole blocks leave, and rows change places.
    for kept in (range(9), [8, 0, 3, 4, 6], [4, 1, 2], [1], [0]):
        replies.keep(kept)
        rows = [rows[number] for number in kept]
        tokens = [(7 * len(row)) % 50 for row in rows]
        replies.go_on(torch.tensor(tokens))
        rows = [[*row, token] for row, token in zip(rows, tokens, strict=True)]
        assert torch.allclose(replies.scores, wanted(model, rows), atol=1e-4)


@pytest.mark.parametrize("name", SHAPES)
@torch.no_grad()
def test_prompts_that_begin_like_earlier_ones_are_read_on_from_there(name: str) -> None:
    model, rows, recollection = built(name), prompts(), PrefixCache()
    recollection.renew(LeanReplies(model, rows, room=6, recollection=recollection).read)
    going_on = [[*row[: len(row) - 3], *range(2, 2 + number)] for number, row in enumerate(rows, 9)]
    asked = [*going_on, rows[6], rows[3][:100], [49] * 30]
    starts = [recollection.beginning_of(row)[1] for row in asked]
    assert starts[-3:] == [399, 99, 0]
    assert sum(start > 0 for start in starts) >= 7
    replies = LeanReplies(model, asked, room=6, recollection=recollection)
    assert torch.allclose(replies.scores, wanted(model, asked), atol=1e-4)
    # What is read on can be read on from, while replies are written behind it.
    replies.go_on(torch.tensor([5] * len(asked)))
    recollection.renew(replies.read)
    again = [[*row, 7, 8] for row in asked]
    scores = LeanReplies(model, again, room=6, recollection=recollection).scores
    assert torch.allclose(scores, wanted(model, again), atol=1e-4)


@given(st.lists(st.integers(1, 1200), min_size=1, max_size=40).map(sorted))
def test_blocks_hold_everything_once_and_cost_no_more_than_simple_ones(lengths: list[int]) -> None:
    blocks = plan_blocks(lengths)
    assert [place for block in blocks for place in block] == list(range(len(lengths)))

    def cost(some: list[range]) -> int:
        return sum(len(block) * lengths[block[-1]] + 64 for block in some)

    assert cost(blocks) <= cost([range(place, place + 1) for place in range(len(lengths))])
    for block in blocks:
        assert len(block) == 1 or len(block) * lengths[block[-1]] <= 4096

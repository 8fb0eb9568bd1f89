from __future__ import annotations

import pytest
import torch

from trainer.models.config import TinyLfm2
from trainer.models.lean_lfm2 import lean_states
from trainer.models.tiny_lfm2 import build_lfm2
from trainer.token_scorer import TokenScorer

SHAPES = {
    "attention last": TinyLfm2(hidden=32, heads=4, kv_heads=4, feed_forward=48, layers="caca"),
    "convolution last": TinyLfm2(hidden=32, heads=4, kv_heads=4, feed_forward=48, layers="acc"),
    "shared heads": TinyLfm2(hidden=32, heads=4, kv_heads=2, feed_forward=48, layers="ca"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_the_lean_pass_gives_transformers_numbers(name: str) -> None:
    model = build_lfm2(SHAPES[name], vocabulary=50, pad=0, end=1)
    ids = torch.randint(2, 50, (3, 21), generator=torch.Generator().manual_seed(0))
    ids[1, 15:] = 0
    wanted = torch.tensor([0, 5, 20, 21, 30, 35, 42, 62])
    theirs = model.model(input_ids=ids, use_cache=False).last_hidden_state.flatten(0, 1)[wanted]
    ours = lean_states(model, ids, wanted)
    assert torch.allclose(ours, theirs, atol=1e-5)


@pytest.mark.parametrize("name", SHAPES)
def test_the_lean_pass_gives_transformers_gradients(name: str) -> None:
    model = build_lfm2(SHAPES[name], vocabulary=50, pad=0, end=1)
    ids = torch.randint(2, 50, (2, 13), generator=torch.Generator().manual_seed(0))
    wanted = torch.arange(26)
    direction = torch.randn(26, 32, generator=torch.Generator().manual_seed(1))
    gradients: list[dict[str, torch.Tensor]] = []
    for lean in (True, False):
        model.zero_grad()
        if lean:
            states = lean_states(model, ids, wanted)
        else:
            states = model.model(input_ids=ids, use_cache=False).last_hidden_state.flatten(0, 1)
        (states * direction).sum().backward()
        found = model.named_parameters()
        gradients.append({n: w.grad.clone() for n, w in found if w.grad is not None})
    ours, theirs = gradients
    assert ours.keys() == theirs.keys()
    for weight, gradient in theirs.items():
        assert torch.allclose(ours[weight], gradient, atol=1e-4), weight


def test_padding_on_the_right_changes_nothing_before_it() -> None:
    model = build_lfm2(SHAPES["attention last"], vocabulary=50, pad=0, end=1)
    ids = torch.randint(2, 50, (1, 12), generator=torch.Generator().manual_seed(0))
    padded = torch.cat((ids, torch.zeros(1, 20, dtype=torch.long)), 1)
    wanted = torch.arange(12)
    alone = lean_states(model, ids, wanted)
    assert torch.allclose(alone, lean_states(model, padded, wanted), atol=1e-5)


def test_a_single_row_is_read_like_any_other() -> None:
    model = build_lfm2(SHAPES["attention last"], vocabulary=50, pad=0, end=1)
    reader = TokenScorer(model)
    ids = torch.randint(2, 50, (2, 9), generator=torch.Generator().manual_seed(0))
    both = reader.states(ids, torch.arange(9))
    assert torch.allclose(both, reader.states(ids[:1], torch.arange(9)), atol=1e-5)


# The compiler's own modules use what torch has deprecated.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_the_traced_pass_gives_the_same_numbers() -> None:
    """Traced as for the compiler, for sizes that change; the C++ of it: the exhaustive test below."""
    model = build_lfm2(SHAPES["shared heads"], vocabulary=50, pad=0, end=1)
    traced = torch.compile(lean_states, dynamic=True, backend="aot_eager")
    for rows, length in ((3, 24), (2, 17)):
        ids = torch.randint(2, 50, (rows, length), generator=torch.Generator().manual_seed(0))
        wanted = torch.arange(0, rows * length, 3)
        with torch.no_grad():
            assert torch.allclose(
                traced(model, ids, wanted), lean_states(model, ids, wanted), atol=1e-5
            )


@pytest.mark.exhaustive
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_the_compiled_pass_gives_the_same_numbers() -> None:
    model = build_lfm2(SHAPES["shared heads"], vocabulary=50, pad=0, end=1)
    ids = torch.randint(2, 50, (3, 24), generator=torch.Generator().manual_seed(0))
    wanted = torch.arange(0, 72, 3)
    plain = TokenScorer(model).states(ids, wanted)
    assert torch.allclose(TokenScorer(model, compiled=True).states(ids, wanted), plain, atol=1e-5)


def test_bfloat16_gives_nearly_the_same_numbers_in_float32() -> None:
    model = build_lfm2(SHAPES["shared heads"], vocabulary=50, pad=0, end=1)
    ids = torch.randint(2, 50, (3, 24), generator=torch.Generator().manual_seed(0))
    wanted = torch.arange(0, 72, 3)
    plain, half = (TokenScorer(model, half=half).states(ids, wanted) for half in (False, True))
    assert half.dtype == torch.float32
    assert not torch.equal(plain, half)
    assert torch.nn.functional.cosine_similarity(plain, half).min() > 0.999

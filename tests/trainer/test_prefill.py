from __future__ import annotations

from typing import Any

import pytest
import torch

from trainer.models.config import TinyLfm2
from trainer.models.tiny_lfm2 import build_lfm2
from trainer.models.trainable_model import Model
from trainer.prefill import prefill

LENGTHS = (3, 4, 150, 90, 160, 300)


def lfm2(layers: str) -> Model:
    shape = TinyLfm2(hidden=32, heads=4, kv_heads=2, feed_forward=48, layers=layers)
    return build_lfm2(shape, vocabulary=50, pad=0, end=1)


def llama(*, window: int | None = None) -> Model:
    from transformers import LlamaConfig, LlamaForCausalLM, MistralConfig, MistralForCausalLM

    torch.manual_seed(0)
    shape: dict[str, Any] = {
        "vocab_size": 50,
        "hidden_size": 32,
        "intermediate_size": 48,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 512,
    }
    if window is None:
        return LlamaForCausalLM(LlamaConfig(**shape))
    return MistralForCausalLM(MistralConfig(**shape, sliding_window=window))


MODELS = {
    "lfm2": lambda: lfm2("caca"),
    "llama": llama,
    # Its memory cannot be joined: it must be read in one go.
    "sliding window": lambda: llama(window=64),
}


class Counting:
    """A model that tells how many rows it was given to read."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.rows: list[int] = []

    def __call__(self, **given: Any) -> Any:  # noqa: ANN401  as transformers has it
        self.rows.append(len(given["attention_mask"]))
        return self._model(**given)


def prompts() -> list[list[int]]:
    random = torch.Generator().manual_seed(0)
    drawn = [torch.randint(2, 50, (length,), generator=random).tolist() for length in LENGTHS]
    return [drawn[3], *drawn, drawn[0]]


@pytest.mark.parametrize("kind", MODELS)
@torch.no_grad()
def test_prompts_are_read_as_if_each_were_alone(kind: str) -> None:
    model = MODELS[kind]().eval()
    rows = prompts()

    def wanted() -> torch.Tensor:
        return torch.stack([model(torch.tensor([row])).logits[0, -1] for row in rows])

    read = prefill(model, rows, pad=0)
    assert torch.allclose(read.scores, wanted(), atol=1e-5)
    for kept in (range(len(rows)), [6, 0, 2, 1], [3, 0]):
        read.keep(kept)
        rows = [rows[number] for number in kept]
        tokens = [len(row) % 50 for row in rows]
        read.go_on(torch.tensor(tokens))
        rows = [[*row, token] for row, token in zip(rows, tokens, strict=True)]
        assert torch.allclose(read.scores, wanted(), atol=1e-5)


@torch.no_grad()
def test_equal_prompts_are_read_once_and_unlike_ones_apart() -> None:
    counting = Counting(lfm2("ca").eval())

    read = prefill(counting, [*prompts(), *prompts()], pad=0)

    assert sum(counting.rows) == len(LENGTHS)
    assert len(counting.rows) > 2
    assert len(read.scores) == 2 * len(prompts())

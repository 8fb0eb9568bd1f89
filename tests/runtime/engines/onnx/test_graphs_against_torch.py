from pathlib import Path

import numpy as np
import pytest
from torch_twin import torch_logits

from runtime.engines.onnx.graph import open_graph
from runtime.engines.onnx.kv_cache import KvCache, make_memory

Models = dict[str, tuple[Path, Path]]
PROMPT = [int(token) for token in np.random.default_rng(5).integers(10, 400, 40)]


def memory_of(folder: Path, *, slots: int = 4) -> KvCache:
    return make_memory(
        open_graph(folder / "model.onnx", threads=1), slots=slots, context_tokens=256
    )


@pytest.mark.parametrize("kind", ["llama", "lfm2", "qwen35"])
def test_greedy_tokens_are_torchs(kind: str, models: Models) -> None:
    source, exported = models[kind]
    memory = memory_of(exported)
    scores = memory.evaluate(0, PROMPT)
    tokens = list(PROMPT)
    for _ in range(8):
        expected = torch_logits(source, tokens)
        assert np.abs(scores - expected).max() < 1e-3 * np.abs(expected).max()
        assert int(scores.argmax()) == int(expected.argmax())
        tokens.append(int(scores.argmax()))
        scores = memory.evaluate(0, [tokens[-1]])


@pytest.mark.parametrize("kind", ["llama", "lfm2", "qwen35", "growing"])
def test_chunks_score_as_the_whole(kind: str, policies: dict[str, Path]) -> None:
    memory = memory_of(policies[kind])
    whole = memory.evaluate(0, PROMPT)
    for chunk in (PROMPT[:1], PROMPT[1:8], PROMPT[8:39]):
        memory.evaluate(1, chunk)
    np.testing.assert_allclose(memory.evaluate(1, PROMPT[39:]), whole, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("kind", ["llama", "lfm2", "qwen35", "growing"])
def test_cut_and_copied_slots_score_as_fresh_ones(kind: str, policies: dict[str, Path]) -> None:
    memory = memory_of(policies[kind])
    fresh = memory.evaluate(0, [*PROMPT[:20], 7, 8])

    memory.evaluate(1, PROMPT[:20])
    memory.mark(1)
    memory.evaluate(1, PROMPT[20:])
    assert memory.slots[1].reusable([*PROMPT[:20], 7, 8], recurrent=memory.recurrent) == 20
    memory.copy(1, 2, 20)
    memory.cut(1, 20)
    np.testing.assert_allclose(memory.evaluate(1, [7, 8]), fresh, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(memory.evaluate(2, [7, 8]), fresh, rtol=1e-3, atol=1e-4)

    memory.clear(1)
    assert memory.slots[1].reusable(PROMPT, recurrent=memory.recurrent) == 0
    again = memory.evaluate(1, [*PROMPT[:20], 7, 8])
    np.testing.assert_allclose(again, fresh, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("kind", ["llama", "lfm2", "qwen35", "growing"])
def test_slots_of_different_length_are_scored_together_as_alone(
    kind: str, policies: dict[str, Path]
) -> None:
    together, alone = memory_of(policies[kind], slots=6), memory_of(policies[kind], slots=6)
    lengths = {0: 5, 1: 30, 2: 12, 5: 21}
    for memory in (together, alone):
        for slot, length in lengths.items():
            memory.evaluate(slot, PROMPT[:length])
    # Slot 1 is idle between busy ones, 3 and 4 are empty.
    for token in (3, 4):
        found = together.evaluate_together([5, 0, 2], [token, token + 1, token + 2])
        expected = [alone.evaluate(slot, [token + place]) for place, slot in enumerate((5, 0, 2))]
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(
        together.evaluate(1, [9]), alone.evaluate(1, [9]), rtol=1e-3, atol=1e-4
    )


def test_recurrent_slot_is_only_reused_where_it_was_marked(policies: dict[str, Path]) -> None:
    memory = memory_of(policies["lfm2"])
    memory.evaluate(0, PROMPT[:10])
    memory.mark(0)
    memory.evaluate(0, PROMPT[10:])
    assert memory.recurrent
    assert memory.slots[0].reusable(PROMPT, recurrent=True) == 10
    assert memory.slots[0].reusable(PROMPT, recurrent=False) == len(PROMPT) - 1
    assert memory.slots[0].reusable([*PROMPT[:9], 1, 2], recurrent=True) == 0


def test_head_size_that_the_graph_leaves_open_is_found(policies: dict[str, Path]) -> None:
    graph = open_graph(policies["qwen35"] / "model.onnx", threads=1)
    assert {tensor.shape for tensor in graph.keys_values} == {(2, 32)}
    assert graph.in_place
    assert not open_graph(policies["growing"] / "model.onnx", threads=1).in_place

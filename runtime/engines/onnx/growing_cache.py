"""A KV cache for graphs that hand back a longer one every time, as optimum and torch.onnx make them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.engines.onnx.graph import Graph
from runtime.engines.onnx.kv_cache import Slot
from runtime.engines.onnx.session import Array


class GrowingKvCache:
    """Each slot has arrays of its own, replaced by what the graph hands back."""

    together = False

    def __init__(self, graph: Graph, *, slots: int) -> None:
        self._graph = graph
        self._tensors = (*graph.keys_values, *graph.states)
        self._names = ["logits", *(tensor.present for tensor in self._tensors)]
        self.slots = [Slot() for _ in range(slots)]
        self._caches: list[list[Array]] = [self._empty() for _ in range(slots)]

    @property
    def recurrent(self) -> bool:
        return bool(self._graph.states)

    def cut(self, slot: int, count: int) -> None:
        self.copy(slot, slot, count)

    def copy(self, source: int, target: int, count: int) -> None:
        there = self.slots[source]
        attention = len(self._graph.keys_values)
        # Arrays are replaced, never written to, so slots may share them.
        caches = [array[:, :, :count] for array in self._caches[source][:attention]]
        whole = count == len(there.tokens)
        states = self._caches[source][attention:] if whole else list(there.marks.get(count, ()))
        self._caches[target] = [*caches, *states] if count else self._empty()
        self.slots[target].begin_as(there, count)
        self.slots[target].reached = count

    def mark(self, slot: int) -> None:
        here = self.slots[slot]
        here.mark(tuple(self._caches[slot][len(self._graph.keys_values) :]))

    def evaluate(self, slot: int, tokens: Sequence[int]) -> Array:
        here = self.slots[slot]
        fed = self._graph.feeds(np.array([tokens]), np.array([len(here.tokens)]))
        for tensor, array in zip(self._tensors, self._caches[slot], strict=True):
            fed[tensor.past] = array
        found = self._graph.session.run(self._names, fed, self._graph.options)
        self._caches[slot] = found[1:]
        here.extend(tokens)
        return found[0][0, -1].astype(np.float32, copy=False)

    def evaluate_together(self, slots: Sequence[int], tokens: Sequence[int]) -> list[Array]:
        return [self.evaluate(slot, [token]) for slot, token in zip(slots, tokens, strict=True)]

    def clear(self, slot: int) -> None:
        self.slots[slot] = Slot()
        self._caches[slot] = self._empty()

    def _empty(self) -> list[Array]:
        caches = [
            np.zeros((1, t.shape[0], 0, t.shape[1]), t.dtype) for t in self._graph.keys_values
        ]
        return [*caches, *(np.zeros((1, *t.shape), t.dtype) for t in self._graph.states)]

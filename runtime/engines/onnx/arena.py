"""A memory for graphs that write keys and values in place: nothing is copied from token to token.

One piece of anonymous memory holds everything, slot after slot for each cache, so that neighbouring
slots are one batch. Pages that no token has reached are not resident; those of a cleared slot are
given back.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator, Sequence

import numpy as np

from runtime.engines.onnx.graph import Graph, Tensor
from runtime.engines.onnx.kv_cache import Slot
from runtime.engines.onnx.session import Array, Binding
from runtime.errors import UnsupportedPolicy

# Evaluating an idle slot along costs about a quarter of starting another batch, so two of them
# between busy ones are bridged, three are not.
_BRIDGED = 2
# Where it can be said: most of it will never be written.
_FLAGS = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)


class Arena:
    """Slots side by side."""

    together = True

    def __init__(self, graph: Graph, *, slots: int, context_tokens: int) -> None:
        self._graph = graph
        self._context = context_tokens
        self.slots = [Slot() for _ in range(slots)]
        self._bindings: dict[tuple[int, int], Binding] = {}
        shapes = [
            (slots, tensor.shape[0], context_tokens, tensor.shape[1])
            for tensor in graph.keys_values
        ]
        self._pages, self._caches = _allocate(graph.keys_values, shapes)
        self._states = [np.zeros((slots, *t.shape), t.dtype) for t in graph.states]
        self._next_states = [np.zeros((slots, *t.shape), t.dtype) for t in graph.states]

    @property
    def recurrent(self) -> bool:
        return bool(self._graph.states)

    def cut(self, slot: int, count: int) -> None:
        here = self.slots[slot]
        if self.recurrent and count < len(here.tokens):
            self._restore(slot, here, count)
        here.begin_as(here, count)

    def copy(self, source: int, target: int, count: int) -> None:
        there = self.slots[source]
        for cache in self._caches:
            cache[target, :, :count] = cache[source, :, :count]
        if count == len(there.tokens):
            for state in self._states:
                state[target] = state[source]
        else:
            self._restore(target, there, count)
        self.slots[target].begin_as(there, count)

    def mark(self, slot: int) -> None:
        here = self.slots[slot]
        here.mark(tuple(state[slot].copy() for state in self._states))

    def evaluate(self, slot: int, tokens: Sequence[int]) -> Array:
        logits = self._run(slot, slot + 1, np.array([tokens]), [slot])
        self.slots[slot].extend(tokens)
        return logits[0]

    def evaluate_together(self, slots: Sequence[int], tokens: Sequence[int]) -> list[Array]:
        given = dict(zip(slots, tokens, strict=True))
        found: dict[int, Array] = {}
        for batch in self._batches(sorted(given)):
            first, last = batch[0], batch[-1] + 1
            column = np.array([[given.get(slot, 0)] for slot in range(first, last)])
            logits = self._run(first, last, column, batch)
            for slot in batch:
                found[slot] = logits[slot - first]
                self.slots[slot].extend([given[slot]])
        return [found[slot] for slot in slots]

    def clear(self, slot: int) -> None:
        self.slots[slot] = Slot()
        for state in self._states:
            state[slot] = 0
        for cache in self._caches:
            self._give_back(cache[slot])

    def _run(self, first: int, last: int, tokens: Array, busy: Sequence[int]) -> Array:
        """Scores after the tokens of slots `first` to `last`, of which only `busy` go on.

        What an idle slot is fed along lands after its last token, where the next one will be written
        over it.
        """
        before = np.array([len(self.slots[slot].tokens) for slot in range(first, last)])
        binding = self._binding(first, last)
        fed = self._graph.feeds(tokens, before)
        for name, array in fed.items():
            binding.bind_cpu_input(name, array)
        binding.bind_output("logits", "cpu")
        self._graph.session.run_with_iobinding(binding, self._graph.options)
        for states, following in zip(self._states, self._next_states, strict=True):
            for slot in busy:
                states[slot] = following[slot]
        return binding.get_outputs()[0].numpy()[:, -1].astype(np.float32, copy=False)

    def _binding(self, first: int, last: int) -> Binding:
        """Where the graph finds and leaves what these slots remember; made once."""
        known = self._bindings.get((first, last))
        if known is not None:
            return known
        binding = self._graph.session.io_binding()
        # First, because outputs are given back in the order they were bound.
        binding.bind_output("logits", "cpu")
        remembered = [
            *zip(self._graph.keys_values, self._caches, self._caches, strict=True),
            *zip(self._graph.states, self._states, self._next_states, strict=True),
        ]
        for tensor, past, present in remembered:
            for bind, name, array in (
                (binding.bind_input, tensor.past, past[first:last]),
                (binding.bind_output, tensor.present, present[first:last]),
            ):
                bind(name, "cpu", 0, tensor.dtype, array.shape, array.ctypes.data)
        self._bindings[first, last] = binding
        return binding

    def _batches(self, slots: Sequence[int]) -> Iterator[list[int]]:
        """Slots near enough to each other to be evaluated together."""
        batch: list[int] = []
        for slot in slots:
            if batch and not self._bridges(batch[-1], slot):
                yield batch
                batch = []
            batch.append(slot)
        if batch:
            yield batch

    def _bridges(self, left: int, right: int) -> bool:
        idle = range(left + 1, right)
        # A full slot has no place for what it would be fed along.
        return len(idle) <= _BRIDGED and all(
            len(self.slots[slot].tokens) < self._context for slot in idle
        )

    def _restore(self, slot: int, source: Slot, count: int) -> None:
        if not self._states:
            return
        if count == 0:
            for state in self._states:
                state[slot] = 0
            return
        for state, kept in zip(self._states, source.marks[count], strict=True):
            state[slot] = kept

    def _give_back(self, cache: Array) -> None:
        advice = getattr(mmap, "MADV_DONTNEED", None)
        if advice is None:
            return
        # Whole pages only; the address of the arena itself is that of a page.
        start = cache.ctypes.data - np.frombuffer(self._pages, np.uint8).ctypes.data
        first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
        last = (start + cache.nbytes) // mmap.PAGESIZE * mmap.PAGESIZE
        if last > first:
            self._pages.madvise(advice, first, last - first)


def _allocate(
    tensors: Sequence[Tensor], shapes: Sequence[tuple[int, ...]]
) -> tuple[mmap.mmap, list[Array]]:
    """All caches in one private piece of memory, which is not resident before it is written."""
    sizes = [
        int(np.prod(shape)) * tensor.dtype().itemsize
        for tensor, shape in zip(tensors, shapes, strict=True)
    ]
    try:
        pages = mmap.mmap(-1, max(sum(sizes), 1), flags=_FLAGS)
    except (OSError, OverflowError) as error:
        raise UnsupportedPolicy(
            f"there is no memory for {sum(sizes) / 2**20:.0f} MB of keys and values: serve it with "
            "fewer sessions or a smaller context"
        ) from error
    caches: list[Array] = []
    place = 0
    for tensor, shape, size in zip(tensors, shapes, sizes, strict=True):
        flat = np.frombuffer(pages, tensor.dtype, count=int(np.prod(shape)), offset=place)
        caches.append(flat.reshape(shape))
        place += size
    return pages, caches

"""llama.cpp's evaluated tokens: sequences in one memory, and batches that add to them.

For one thread only, except `abort`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.engines.constraint import Logits
from runtime.engines.gguf.model import Model
from runtime.engines.gguf.native import complaints, llama, reason
from runtime.errors import UnsupportedPolicy

NO_ROOM = 1
"""`evaluate` found no free cells. Nothing has changed."""
ABORTED = 2
"""`evaluate` was aborted. What it was adding is gone again, if the memory can be trimmed."""


@dataclass(frozen=True, slots=True)
class ContextSize:
    """How large a context is: `cells` for tokens of all `sequences`, `batch` tokens at a time."""

    cells: int
    sequences: int
    batch: int
    threads: int = 1
    threads_batch: int = 1
    flash_attention: bool = True


@dataclass(frozen=True, slots=True)
class Stretch:
    """Tokens that continue a sequence at a position; `ask` for what may follow the last one."""

    sequence: int
    position: int
    tokens: Sequence[int]
    ask: bool


class Context:
    """The memory of one model."""

    def __init__(self, model: Model, size: ContextSize, *, adapter_scale: float = 1.0) -> None:
        calls = llama()
        wanted = calls.llama_context_default_params()
        wanted.n_ctx = size.cells
        wanted.n_batch = wanted.n_ubatch = size.batch
        wanted.n_seq_max = size.sequences
        # One row of logits for each sequence, not for each token: a quarter gigabyte less for large
        # vocabularies. llama.cpp stops the process if this is below the number of sequences.
        wanted.n_outputs_max = size.sequences
        wanted.n_threads = size.threads
        wanted.n_threads_batch = size.threads_batch
        # One memory for all sequences, so that a copied one shares its cells.
        wanted.kv_unified = True
        wanted.no_perf = True
        if not size.flash_attention:
            wanted.flash_attn_type = calls.LLAMA_FLASH_ATTN_TYPE_DISABLED
        with complaints() as lines:
            self.pointer: Any = calls.llama_init_from_model(model.pointer, wanted)
        if not self.pointer:
            raise UnsupportedPolicy(
                f"{model.path.name} cannot be run with {size.cells} tokens of context: "
                f"{reason(lines)}; allow less memory for it, or free some"
            )
        self.cells: int = calls.llama_n_ctx(self.pointer)
        self._memory: Any = calls.llama_get_memory(self.pointer)
        self._vocabulary_size = model.size
        self._batch = _Batch(size.batch)
        self._stop = _stop_switch(self.pointer)
        try:
            model.apply_adapter(self.pointer, adapter_scale)
        except UnsupportedPolicy:
            self.close()
            raise

    def evaluate(self, stretches: Sequence[Stretch]) -> int:
        """Add tokens to sequences: 0, `NO_ROOM`, `ABORTED`, or a negative code of llama.cpp's."""
        return llama().llama_decode(self.pointer, self._batch.fill(stretches))

    def logits(self, row: int) -> Logits:
        """The odds after the token at `row` of the last batch; overwritten by the next."""
        found = llama().llama_get_logits_ith(self.pointer, row)
        return np.ctypeslib.as_array(found, shape=(self._vocabulary_size,))

    def copy(self, source: int, target: int, *, end: int = -1) -> None:
        """Have `target`, which is empty, begin as `source` does, up to a position; cells are shared."""
        llama().llama_memory_seq_cp(self._memory, source, target, -1, end)

    def drop(self, sequence: int) -> None:
        """Empty a sequence."""
        llama().llama_memory_seq_rm(self._memory, sequence, -1, -1)

    def trim(self, sequence: int, position: int) -> bool:
        """Cut a sequence off at a position; False if this memory cannot."""
        return llama().llama_memory_seq_rm(self._memory, sequence, position, -1)

    def sequence_bytes(self, sequence: int) -> int:
        """What a sequence takes."""
        return llama().llama_state_seq_get_size(self.pointer, sequence)

    def abort(self, *, on: bool) -> None:
        """End an `evaluate` in progress, from another thread; stays on until it is put off."""
        self._stop.value = b"x" if on else b""

    def close(self) -> None:
        if self.pointer:
            llama().llama_free(self.pointer)
            self.pointer = None


class _Batch:
    """The arrays that llama.cpp reads a batch from, written as whole stretches."""

    def __init__(self, room: int) -> None:
        self._tokens = np.zeros(room, np.int32)
        self._positions = np.zeros(room, np.int32)
        self._counts = np.ones(room, np.int32)
        self._sequences = np.zeros(room, np.int32)
        self._asked = np.zeros(room, np.int8)
        # llama.cpp wants the address of each token's list of sequences: each list has one.
        self._lists = (self._sequences.ctypes.data + 4 * np.arange(room)).astype(np.uint64)
        self._batch = llama().llama_batch()
        kinds: dict[str, Any] = {field[0]: field[1] for field in self._batch._fields_}
        for name, array in (
            ("token", self._tokens),
            ("pos", self._positions),
            ("n_seq_id", self._counts),
            ("seq_id", self._lists),
            ("logits", self._asked),
        ):
            setattr(self._batch, name, ctypes.cast(array.ctypes.data, kinds[name]))

    def fill(self, stretches: Sequence[Stretch]) -> Any:  # noqa: ANN401  llama.cpp's struct
        at = 0
        for stretch in stretches:
            end = at + len(stretch.tokens)
            self._tokens[at:end] = stretch.tokens
            self._positions[at:end] = np.arange(stretch.position, stretch.position + end - at)
            self._sequences[at:end] = stretch.sequence
            self._asked[at:end] = 0
            self._asked[end - 1] = stretch.ask
            at = end
        self._batch.n_tokens = at
        return self._batch


def _stop_switch(context: Any) -> Any:  # noqa: ANN401  a pointer, a ctypes array
    """A text whose length is what llama.cpp asks for between operations: not empty means stop.

    It asks a thousand times for each batch, so the answer must not need Python's lock: C's own
    `strlen` is the function, and the text is its argument.
    """
    calls = llama()
    switch = ctypes.create_string_buffer(b"", 2)
    strlen = ctypes.cast(ctypes.CDLL(None).strlen, calls.llama_cpp.ggml_abort_callback)
    calls.llama_set_abort_callback(context, strlen, ctypes.cast(switch, ctypes.c_void_p))
    return switch

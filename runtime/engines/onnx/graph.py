"""An ONNX graph as a decoder: which of its inputs are tokens, positions, keys and values, or states.

Reads names, shapes and types from the graph, in the manner of onnxruntime-genai's model builder and
of optimum; an input of another name is refused by that name. Runs on the CPU.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from runtime.engines.onnx.model_file import read_model_file
from runtime.engines.onnx.session import (
    Array,
    GraphValue,
    OnnxSession,
    RunOptions,
    open_session,
    short,
)
from runtime.errors import UnsupportedPolicy

_TYPES: dict[str, Any] = {
    "tensor(float)": np.float32,
    "tensor(float16)": np.float16,
    "tensor(int64)": np.int64,
    "tensor(int32)": np.int32,
}
_WHOLE = (np.int64, np.int32)
_KEY_VALUE = re.compile(r"past_key_values\.\d+\.(key|value)")
_STATE = re.compile(r"past\.\d+\.(conv|recurrent)|past_conv\.\d+")
# Head sizes of published models, likeliest first; then every other multiple of 8.
_HEADS = tuple(dict.fromkeys((64, 128, 256, 32, 96, 80, 16, *range(8, 520, 8))))
_ROOM = 4


@dataclass(frozen=True, slots=True)
class Tensor:
    """One thing that a decoder remembers: its input, its output, its shape for one sequence."""

    past: str
    present: str
    shape: tuple[int, ...]
    dtype: Any  # numpy's types of types are loose


@dataclass(frozen=True, slots=True)
class Graph:
    """A decoder that can be run.

    `keys_values` have the shape (heads, head size) for each token; `states` are whole for each
    sequence. `in_place` says that keys and values may be written into a longer buffer, which is
    both input and output. `context_tokens` is 0 where the graph does not say.
    """

    session: OnnxSession
    options: RunOptions
    keys_values: tuple[Tensor, ...]
    states: tuple[Tensor, ...]
    token_type: Any
    mask_type: Any | None
    position_type: Any | None
    position_axes: int
    one_logit: str
    in_place: bool = False
    scores: int = 0
    context_tokens: int = 0
    weight_bytes: int = 0

    def feeds(self, tokens: Array, before: Array) -> dict[str, Array]:
        """Tokens, mask and positions for sequences of `before` tokens each, all on by the same."""
        count = int(tokens.shape[1])
        fed: dict[str, Array] = {"input_ids": tokens.astype(self.token_type, copy=False)}
        ends = before + count
        if self.mask_type is not None:
            mask = np.arange(int(ends.max()))[None] < ends[:, None]
            fed["attention_mask"] = mask.astype(self.mask_type)
        if self.position_type is not None:
            positions: Array = before[:, None] + np.arange(count)
            if self.position_axes == 3:
                # Time, height and width, which are the same for text.
                positions = np.stack([positions] * 3)
            fed["position_ids"] = positions.astype(self.position_type, copy=False)
        if self.one_logit:
            fed[self.one_logit] = np.array(1, np.int64)
        return fed


def open_graph(path: Path, *, threads: int = 0) -> Graph:
    """Load a graph and try it with one token. `PolicyError` says why it is none that can be served."""
    about = read_model_file(path)
    session, options = open_session(path, threads=threads)
    graph = _try(_classify(path, session, options), path)
    caches = [
        shape[0] for name, shape in about.shapes.items() if "cos_cache" in name and len(shape) == 2
    ]
    files = [path, *(path.parent / name for name in about.external_files)]
    return replace(
        graph,
        context_tokens=max(caches, default=0),
        weight_bytes=sum(file.stat().st_size for file in files),
    )


def _classify(path: Path, session: OnnxSession, options: RunOptions) -> Graph:
    outputs = {node.name for node in session.get_outputs()}
    if "logits" not in outputs:
        raise UnsupportedPolicy(f"{path} has no output `logits`: export it as a causal LM")
    keys_values: list[Tensor] = []
    states: list[Tensor] = []
    types: dict[str, Any] = {}
    axes = 2
    one_logit = ""
    for node in session.get_inputs():
        name, shape = node.name, list(node.shape)
        dtype = _TYPES.get(node.type)
        if _KEY_VALUE.fullmatch(name) and len(shape) == 4 and dtype in {np.float32, np.float16}:
            past = Tensor(name, _present(path, name, outputs), _sizes([shape[1], shape[3]]), dtype)
            keys_values.append(past)
        elif _STATE.fullmatch(name) and dtype in {np.float32, np.float16}:
            sizes = _sizes(shape[1:])
            if -1 in sizes:
                raise _unknown(path, node, "its shape is not said")
            states.append(Tensor(name, _present(path, name, outputs), sizes, dtype))
        elif name in {"input_ids", "attention_mask"} and dtype in _WHOLE and len(shape) == 2:
            types[name] = dtype
        elif name == "position_ids" and dtype in _WHOLE and len(shape) in {2, 3}:
            types[name] = dtype
            axes = len(shape)
        elif name == "num_logits_to_keep" and dtype is np.int64 and not shape:
            one_logit = name
        else:
            raise _unknown(path, node, "this runtime does not know what to feed it")
    if "input_ids" not in types or not (keys_values or states):
        raise UnsupportedPolicy(
            f"{path} does not take input_ids and its own past (past_key_values): export it as a "
            "decoder with a cache, with its embeddings"
        )
    return Graph(
        session,
        options,
        tuple(keys_values),
        tuple(states),
        types["input_ids"],
        types.get("attention_mask"),
        types.get("position_ids"),
        axes,
        one_logit,
    )


def _unknown(path: Path, node: GraphValue, why: str) -> UnsupportedPolicy:
    return UnsupportedPolicy(
        f"{path} has the input {node.name} ({node.type}, {node.shape}): {why}; export it with "
        "onnxruntime-genai's model builder for the CPU"
    )


def _present(path: Path, past: str, outputs: set[str]) -> str:
    name = past.replace("past_key_values", "present").replace("past", "present")
    if name not in outputs:
        raise UnsupportedPolicy(f"{path} takes {past} but does not give {name}: it keeps no cache")
    return name


def _sizes(shape: Sequence[object]) -> tuple[int, ...]:
    return tuple(size if isinstance(size, int) and size > 0 else -1 for size in shape)


def _try(graph: Graph, path: Path) -> Graph:
    """Run one token, to learn what the graph leaves open: head size, cache in place, scores."""
    failure: Exception | None = None
    for candidate in _candidates(graph):
        for room in (_ROOM, 0):
            try:
                logits, lengths = _one_token(candidate, room)
            except Exception as error:  # noqa: BLE001 - onnxruntime's errors have no public base
                failure = error
                continue
            in_place = lengths <= {_ROOM} if room else False
            if room and not in_place:
                continue
            if logits.ndim != 3 or logits.shape[-1] < 2:
                raise UnsupportedPolicy(f"{path} gives logits of shape {logits.shape}")
            return replace(candidate, in_place=in_place, scores=int(logits.shape[-1]))
    raise UnsupportedPolicy(
        f"{path} loads but cannot evaluate a token: {short(failure)}; export it again"
    ) from failure


def _candidates(graph: Graph) -> Iterator[Graph]:
    if any(tensor.shape[0] < 0 for tensor in graph.keys_values):
        # The number of heads is always said by those who leave the head size open.
        return
    if all(tensor.shape[1] > 0 for tensor in graph.keys_values):
        yield graph
        return
    for head in _HEADS:
        known = tuple(
            tensor if tensor.shape[1] > 0 else replace(tensor, shape=(tensor.shape[0], head))
            for tensor in graph.keys_values
        )
        yield replace(graph, keys_values=known)


def _one_token(graph: Graph, room: int) -> tuple[Array, set[int]]:
    """The logits of a first token, and how long its keys and values come back from `room`."""
    fed = graph.feeds(np.zeros((1, 1), np.int64), np.zeros(1, np.int64))
    for tensor in graph.keys_values:
        heads, head = tensor.shape
        fed[tensor.past] = np.zeros((1, heads, room, head), tensor.dtype)
    for tensor in graph.states:
        fed[tensor.past] = np.zeros((1, *tensor.shape), tensor.dtype)
    names = ["logits", *(tensor.present for tensor in graph.keys_values)]
    found = graph.session.run(names, fed, graph.options)
    return found[0], {value.shape[2] for value in found[1:]}

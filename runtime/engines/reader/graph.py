"""A reader's graph and its tokenizer: a goal in, scores of requests and of places of values out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from runtime.bundle_files import read_bounded
from runtime.engines.onnx.model_file import read_model_file
from runtime.engines.onnx.session import OnnxSession, open_session, short
from runtime.engines.reader.about import ReaderFacts
from runtime.errors import BadBundle, UnsupportedPolicy

Scores = NDArray[np.float32]
RunTokens = Callable[[NDArray[np.int64]], Sequence[Scores]]
_INPUTS = {"input_ids", "attention_mask"}
_OUTPUTS = ("requests", "begins", "ends")
_LARGEST_TOKENIZER = 64 * 2**20
_GOAL = "wake me at seven"


@dataclass(frozen=True, slots=True)
class ReadGoal:
    """What the graph says of a goal: log-probabilities of the requests (the last: none of them), and of each token of
    the goal that a slot's value begins or ends with it, one row a slot. `places` are the tokens' letters.
    """

    requests: Scores
    begins: Scores
    ends: Scores
    places: tuple[tuple[int, int], ...]


class ReaderGraph:
    """Loaded, and tried with a goal."""

    def __init__(self, weights: Path, tokenizer: Path, facts: ReaderFacts, *, threads: int) -> None:
        """`BadBundle` or `UnsupportedPolicy` says why it cannot be served."""
        read_model_file(weights)
        self._facts = facts
        self._path = weights
        self._tokenizer = _tokenizer(tokenizer, facts.most_tokens)
        self._session, self._options = open_session(weights, threads=threads)
        _check(weights, self._session)
        self.read(_GOAL)

    def read(self, goal: str, *, run: RunTokens | None = None) -> ReadGoal:
        """What a goal is, by the graph or whatever runs it instead. The rest of a very long one is not read."""
        encoded = self._tokenizer.encode(goal)
        ids = np.array([encoded.ids], np.int64)
        requests, begins, ends = (run or self._run)(ids)
        wanted = (self._facts.slots, ids.shape[1])
        if requests.shape != (len(self._facts.requests) + 1,) or {begins.shape, ends.shape} != {
            wanted
        }:
            raise BadBundle(f"{self._path} does not score the requests and values that are listed")
        # What the tokenizer adds of its own is no part of the goal.
        said = np.array([begin < end for begin, end in encoded.offsets], bool)
        if not said.any():
            said = np.zeros(ids.shape[1], bool)
        return ReadGoal(
            _log_softmax(requests),
            _log_softmax(begins[:, said]),
            _log_softmax(ends[:, said]),
            tuple(place for place, is_said in zip(encoded.offsets, said, strict=True) if is_said),
        )

    def _run(self, ids: NDArray[np.int64]) -> Sequence[Scores]:
        fed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        try:
            found = self._session.run(list(_OUTPUTS), fed, self._options)
        except Exception as error:  # onnxruntime's errors have no public base
            raise UnsupportedPolicy(f"{self._path} cannot read a goal: {short(error)}") from error
        return [value[0].astype(np.float32) for value in found]


def _tokenizer(path: Path, most_tokens: int) -> Any:  # noqa: ANN401  tokenizers comes without types
    source = read_bounded(path, _LARGEST_TOKENIZER)
    library = cast("Any", import_module("tokenizers"))
    try:
        tokenizer = library.Tokenizer.from_buffer(source)
        tokenizer.enable_truncation(most_tokens)
        tokenizer.no_padding()
    except Exception as error:  # tokenizers' errors have no base of their own
        raise BadBundle(f"{path.name} is no tokenizer: {error}") from error
    return tokenizer


def _check(path: Path, session: OnnxSession) -> None:
    inputs = {node.name for node in session.get_inputs()}
    outputs = {node.name for node in session.get_outputs()}
    if inputs != _INPUTS or not outputs.issuperset(_OUTPUTS):
        raise UnsupportedPolicy(
            f"{path} takes {sorted(inputs)} and gives {sorted(outputs)}: a reader takes {sorted(_INPUTS)} "
            f"and gives {', '.join(_OUTPUTS)}"
        )


def _log_softmax(scores: Scores) -> Scores:
    """Along the last axis; a score that is no number counts as impossible."""
    if not scores.shape[-1]:
        return scores
    clean = np.nan_to_num(scores, nan=-1e4, posinf=1e4, neginf=-1e4)
    shifted = clean - clean.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))

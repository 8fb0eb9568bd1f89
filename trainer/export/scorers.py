"""Odds straight from exported files, by the runtime's own code but without its scheduling."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from runtime.engines.constraint import Logits
from runtime.policies.bundle import EngineKind
from trainer.errors import ExportError
from trainer.vision.pictures import SeenTokens, around_pictures

_BATCH = 256


class Scorer(Protocol):
    """A file that is asked for odds."""

    def begin(self, tokens: Sequence[int]) -> Logits:
        """The odds after a prompt; what was evaluated before is forgotten."""
        ...

    def go_on(self, tokens: Sequence[int]) -> Logits:
        """The odds after more tokens."""
        ...

    def tokens_of(self, text: str, *, markup: bool) -> list[int] | None:
        """The tokens that the file's own tokenizer makes of a text; None if it has none."""
        ...

    def close(self) -> None: ...


def open_scorer(
    path: Path, kind: str, *, context_tokens: int, projector: Path | None = None
) -> Scorer:
    """The scorer of an exported file, with its `projector` for prompts with pictures."""
    if kind == EngineKind.GGUF:
        return _GgufScorer(path, context_tokens, projector)
    return _OnnxScorer(path, context_tokens)


class _GgufScorer:
    def __init__(self, path: Path, context_tokens: int, projector: Path | None) -> None:
        from runtime.engines.gguf.context import Context, ContextSize
        from runtime.engines.gguf.model import Model
        from runtime.engines.gguf.vision import Projector

        self._model = Model.load(path)
        self._encoder = (
            None
            if projector is None
            else Projector.load(projector, self._model.pointer, threads=os.cpu_count() or 1)
        )
        self._context = Context(
            self._model, ContextSize(cells=context_tokens, sequences=1, batch=_BATCH)
        )
        self._place = 0

    def begin(self, tokens: Sequence[int]) -> Logits:
        self._context.drop(0)
        self._place = 0
        if not isinstance(tokens, SeenTokens):
            return self.go_on(tokens)
        *before, last = around_pictures(tokens)
        for text, key in before:
            if text:
                self.go_on(text)
            self._look(tokens.pictures[key])
        return self.go_on(last[0])

    def _look(self, picture: bytes) -> None:
        if self._encoder is None:
            raise ExportError("a prompt shows a picture, and the bundle has no projector")
        self._place = self._encoder.evaluate(
            self._encoder.encode(picture),
            self._context.pointer,
            n_past=self._place,
            sequence=0,
            n_batch=_BATCH,
        )

    def go_on(self, tokens: Sequence[int]) -> Logits:
        from runtime.engines.gguf.context import Stretch

        for start in range(0, len(tokens), _BATCH):
            chunk = tokens[start : start + _BATCH]
            code = self._context.evaluate([Stretch(0, self._place, chunk, ask=True)])
            if code:
                raise ExportError(f"llama.cpp cannot evaluate the exported file: code {code}")
            self._place += len(chunk)
        return self._context.logits(-1).copy()

    def tokens_of(self, text: str, *, markup: bool) -> list[int] | None:
        return self._model.tokens(text, markup=markup)

    def close(self) -> None:
        self._context.close()
        if self._encoder is not None:
            self._encoder.close()
        self._model.close()


class _OnnxScorer:
    def __init__(self, path: Path, context_tokens: int) -> None:
        from runtime.engines.onnx.graph import open_graph
        from runtime.engines.onnx.kv_cache import make_memory

        self._memory = make_memory(
            open_graph(path, threads=1), slots=1, context_tokens=context_tokens
        )

    def begin(self, tokens: Sequence[int]) -> Logits:
        self._memory.clear(0)
        return self.go_on(tokens)

    def go_on(self, tokens: Sequence[int]) -> Logits:
        return self._memory.evaluate(0, tokens).copy()

    def tokens_of(self, text: str, *, markup: bool) -> list[int] | None:  # noqa: ARG002
        return None

    def close(self) -> None:
        pass

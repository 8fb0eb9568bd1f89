"""A completion between the thread that asks for it and the thread that decodes it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import numpy as np

from runtime.engine import TextListener, Usage
from runtime.engines.constraint import Constraint
from runtime.engines.gguf.layout import Layout


@dataclass(frozen=True, slots=True)
class Completion:
    """What was generated, as text, what it cost, and the model's own probability of it."""

    text: str
    usage: Usage
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """What is asked: a prompt, for a session, and how tokens of the reply are drawn."""

    layout: Layout
    session: str
    temperature: float
    top_p: float
    most_tokens: int
    random: np.random.Generator


class PendingCompletion:
    """Asked, then answered or failed, once; whoever is first decides which."""

    def __init__(
        self, asking: CompletionRequest, *, on_text: TextListener | None = None, opening: str = ""
    ) -> None:
        """`opening` is emitted before the first piece: the part of the reply that the prompt ends with."""
        self.asking = asking
        self._opening = opening
        self.asked_s = time.perf_counter()
        self.constraint: Constraint | None = None
        """What replies are allowed; the asking thread brings it while the prompt is evaluated."""
        self._on_text = on_text
        # Held while a listener is called, so that none is called after the completion is over.
        # A listener may end its own completion.
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._outcome: Completion | BaseException | None = None

    @property
    def over(self) -> bool:
        return self._ended.is_set()

    def emit(self, text: str) -> None:
        """Pass on a piece of the reply."""
        if self._on_text is None or not text:
            return
        with self._lock:
            if not self.over:
                opening, self._opening = self._opening, ""
                self._on_text(opening + text)

    def end(self, outcome: Completion | BaseException) -> None:
        """Answer it, or fail it; does nothing if it is over."""
        with self._lock:
            if not self.over:
                self._outcome = outcome
                self._ended.set()

    def wait(self) -> Completion:
        """The answer, or what it failed with, raised here."""
        self._ended.wait()
        if isinstance(self._outcome, Completion):
            return self._outcome
        assert self._outcome is not None  # noqa: S101  `end` sets it before the event
        raise self._outcome
